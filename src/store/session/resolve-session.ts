/** Finds the session that a person typed: a whole id, a unique beginning, `last`, or nothing. */

import { findNearest, S2sError } from '../../session/errors.ts';
import type {
  CurrentSession,
  ListOptions,
  NamedSession,
  SessionRepository,
} from '../../session/ports/repository.ts';
import { cutText } from '../../session/rules/cut-text.ts';
import { isId } from '../../session/rules/session-id.ts';
import type { SessionHead } from '../../session/session-head.ts';
import { idPattern } from '../../session/vocabulary.ts';
import { cutValue } from './foreign-session.ts';

const listHint = 'Type `s2s roundtable list` to see the sessions of this project.';
const mostCandidates = 8;

/**
 * Resolves what was typed; undefined means the current session. `exists` checks one id without listing all.
 * Throws UNKNOWN_SESSION with the nearest name, AMBIGUOUS_SESSION with the candidates, INVALID_ID.
 */
export async function resolveSession(
  sessions: Pick<SessionRepository, 'listIds' | 'readCurrent'> & {
    exists?: (id: string) => Promise<boolean>;
  },
  input: string | undefined,
): Promise<NamedSession> {
  if (input !== undefined && isId(input) && (await sessions.exists?.(input)) === true)
    return { id: input, notice: null };
  const ids = await sessions.listIds();
  if (input === undefined) return resolveCurrent(await sessions.readCurrent(), ids);
  if (!idPattern.test(input)) {
    const message = `"${cutText(input, 80)}" is not a session id: it may contain only a-z, 0-9 and hyphens.`;
    throw new S2sError('INVALID_ID', message, { hint: listHint });
  }
  if (ids.includes(input)) return { id: input, notice: null };
  const [newest] = ids;
  if (newest === undefined) throw describeNone(input);
  if (input === 'last') return { id: newest, notice: null };
  const candidates = ids.filter((id) => id.startsWith(input));
  const [only] = candidates;
  if (candidates.length === 1 && only !== undefined) return { id: only, notice: null };
  if (candidates.length > 1) throw describeAmbiguous(input, candidates);
  throw describeUnknownSession(input, ids);
}

/** UNKNOWN_SESSION for an id that does not exist, with the nearest one that does. */
export function describeUnknownSession(input: string, ids: readonly string[]): S2sError {
  const nearest = findNearest(input, ids) ?? ids.find((id) => id.includes(input)) ?? null;
  const hint = nearest === null ? listHint : `Did you mean ${nearest}? ${listHint}`;
  return new S2sError('UNKNOWN_SESSION', `There is no session "${input}".`, { hint });
}

function resolveCurrent({ id, notice }: CurrentSession, ids: readonly string[]): NamedSession {
  if (id !== null) return { id, notice };
  const [newest] = ids;
  if (newest === undefined) throw describeNone();
  const message = `There is no current session.${notice === null ? '' : ` ${notice}`}`;
  throw new S2sError('UNKNOWN_SESSION', message, {
    hint: `What can be continued: s2s roundtable list --status paused. The newest, which may have ended: s2s roundtable show ${newest}`,
  });
}

function describeAmbiguous(input: string, candidates: readonly string[]): S2sError {
  const shown = candidates.slice(0, mostCandidates).join(', ');
  const more = candidates.length > mostCandidates ? `, and ${candidates.length - mostCandidates} more` : '';
  const message = `"${input}" is the beginning of ${candidates.length} sessions: ${shown}${more}.`;
  return new S2sError('AMBIGUOUS_SESSION', message, {
    hint: 'Type more of the id.',
    data: { candidates: [...candidates] },
  });
}

function describeNone(input?: string): S2sError {
  const named = input === undefined || input === 'last' ? '' : ` "${input}": there is none`;
  return new S2sError('UNKNOWN_SESSION', `There is no session${named} in this project yet.`, {
    hint: 'Start one: s2s roundtable start "Which queue should carry the download jobs?"',
  });
}

/** Whether a list with these filters has the session. */
export function fitsFilters(head: SessionHead, { status, workflow, query }: ListOptions): boolean {
  return (
    (status === undefined || head.status === status) &&
    (workflow === undefined || head.workflow_type === workflow) &&
    (query === undefined || saysAll(`${head.id} ${head.topic}`, query))
  );
}

/**
 * The same, from the beginning of a session's text without parsing it; null where that does not show it. No status and no workflow has
 * another in its name.
 */
export function tellWhetherFits(text: string, { status, workflow, query }: ListOptions): boolean | null {
  for (const [key, word] of [
    ['status', status],
    ['workflow_type', workflow],
  ] as const) {
    const value = word === undefined ? '' : cutValue(text, key);
    if (value === null) return null;
    if (!value.includes(word ?? '')) return false;
  }
  if (query === undefined) return true;
  const [id, topic] = [cutValue(text, 'id'), cutValue(text, 'topic')];
  // With escapes, or on several lines, it may say what it does not show.
  return id === null || topic === null || /\\|''|\n./.test(topic) ? null : saysAll(`${id} ${topic}`, query);
}

function saysAll(text: string, query: string): boolean {
  const said = text.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => said.includes(word));
}
