/** The filters of a list, for a store that keeps no index of them. */
import type { ListOptions } from '../../session/ports/repository.ts';
import type { SessionHead } from '../../session/session-head.ts';
import { cutValue } from './top-level.ts';

/** Whether a list with these filters has the session. */
export function fitsFilters(head: SessionHead, { status, workflow, query }: ListOptions): boolean {
  return (
    (status === undefined || head.status === status) &&
    (workflow === undefined || head.workflow_type === workflow) &&
    (query === undefined || saysAll(`${head.id} ${head.topic}`, query))
  );
}

/** False when a session's text, without being parsed, shows that it does not fit: to parse ten thousand of them takes more than a second. */
export function mayFitFilters(text: string, { status, workflow, query }: ListOptions): boolean {
  const mayHave = (key: string, word: string | undefined): boolean =>
    word === undefined || (cutValue(text, key)?.includes(word) ?? true);
  if (!mayHave('status', status) || !mayHave('workflow_type', workflow)) return false;
  if (query === undefined) return true;
  const said = `${cutValue(text, 'id')} ${cutValue(text, 'topic')}`;
  // With escapes, or on several lines, it may say what it does not show.
  return /\\|''|\n./.test(said) || saysAll(said, query);
}

function saysAll(text: string, query: string): boolean {
  const said = text.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => said.includes(word));
}
