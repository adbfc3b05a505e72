/** The filters of a list, for a store that keeps no index of them. */
import type { ListOptions } from '../../session/ports/repository.ts';
import type { SessionHead } from '../../session/session-head.ts';

/** Whether a list with these filters has the session. */
export function fitsFilters(head: SessionHead, { status, workflow, query }: ListOptions): boolean {
  const said = `${head.id} ${head.topic}`.toLowerCase();
  const words = query?.toLowerCase().split(/\s+/) ?? [];
  return (
    (status === undefined || head.status === status) &&
    (workflow === undefined || head.workflow_type === workflow) &&
    words.every((word) => said.includes(word))
  );
}
