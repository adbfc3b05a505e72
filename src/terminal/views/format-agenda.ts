/** The agenda of a session. */
import type { Session } from '../../session/session.ts';
import type { Page } from '../page.ts';
import { pickAgendaSymbol } from '../theme.ts';

/** The shown fields of a topic. */
export type AgendaEntry = Pick<Session['agenda'][number], 'name' | 'critical' | 'status'>;

/** The topics after their marks `✓ ◐ ○`; critical ones say so until they are covered. */
export function addAgenda(page: Page, agenda: readonly AgendaEntry[]): void {
  for (const { name, critical, status } of agenda) {
    const mark = pickAgendaSymbol(page.theme, status);
    page.line(mark, `${name}${critical && status !== 'covered' ? ' (critical)' : ''}`);
  }
}

/** The counts for a header or a recap: `agenda 1 of 4 covered`. */
export function countAgenda(agenda: readonly AgendaEntry[]): string {
  if (agenda.length === 0) return 'Free-form discussion';
  return `agenda ${agenda.filter(({ status }) => status === 'covered').length} of ${agenda.length} covered`;
}
