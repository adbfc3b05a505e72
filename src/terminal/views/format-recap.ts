/** The result of a round, shown after every round. */
import { findCause } from '../../domain/failure-cause.ts';
import type { Conflict } from '../../domain/records.ts';
import type { Round } from '../../domain/round.ts';
import type { Session } from '../../domain/session.ts';
import { formatPlural } from '../format-numbers.ts';
import { nameSeat, nameSeats } from '../name-seat.ts';
import { createPage, type Page } from '../page.ts';
import type { ViewModes } from '../terminal-modes.ts';
import { beginSentence, sayFailure, sayLoss, sayOverride, sayReason, sayResolution } from '../wording.ts';
import { type AgendaEntry, formatAgendaStatus } from './format-agenda.ts';
import { addRoundItems } from './format-items.ts';

/**
 * The recap of a round: phase, focus, synthesis, items with their texts, conflicts with their ages, agenda, failures, what could not
 * be read, an override with its reason, and the next focus.
 */
export function formatRecap(session: Session, round: Round, options: { modes: ViewModes }): string {
  const { modes } = options;
  const page = createPage(modes);
  const { theme } = page;
  page.title(`Recap of round ${round.round} ${theme.symbols.dot} ${round.phase}`);
  if (round.focus.trim() !== '') page.field('Focus', round.focus);
  page.field('Synthesis', round.synthesis.trim() === '' ? 'none' : round.synthesis);
  const warning = theme.caution(theme.symbols.warning);
  if (round.synthesis_fallback !== null)
    page.item(warning, `Assembled by the program: ${sayReason(round.synthesis_fallback)}`);
  if (round.question_fallback !== null)
    page.item(warning, `The program asked its own question: ${sayReason(round.question_fallback)}`);
  addRoundItems(page, session, round);
  const { open, agenda } = readStateAfter(session, round);
  if (open.length > 0) {
    page.heading('Open conflicts');
    for (const conflict of open) addConflict(page, session, conflict);
  }
  const resolved = round.resolved.map(
    ({ conflict_id: id, resolution, resolution_type: how }) => `${id}: ${resolution} (${sayResolution(how)})`,
  );
  page.list('Resolved', resolved, theme.good(theme.symbols.covered));
  page.heading('Agenda');
  page.raw(formatAgendaStatus(agenda, { modes, indent: 2 }));
  addTroubles(page, session, round);
  const overridden = round.override === null ? [] : [beginSentence(sayOverride(round))];
  page.list('Overridden', overridden, warning);
  if (round.next_focus !== null && round.next_focus.trim() !== '') {
    page.blank();
    page.field('Next focus', round.next_focus);
  }
  return page.toText();
}

/**
 * The open conflicts and the agenda as they were after a round. For the latest round the session has them; for an earlier one they
 * are derived from the records of the rounds.
 */
function readStateAfter(
  session: Session,
  round: Round,
): { open: Conflict[]; agenda: readonly AgendaEntry[] } {
  const { conflicts } = session;
  if (round.round >= (session.rounds.at(-1)?.round ?? 0))
    return { open: conflicts.filter(({ status }) => status === 'open'), agenda: session.agenda };
  const open = conflicts
    .filter((conflict) => conflict.opened_in <= round.round)
    .filter((conflict) => conflict.resolved_in === null || conflict.resolved_in > round.round)
    .map((conflict) => ({ ...conflict, rounds_open: round.round - conflict.opened_in + 1 }));
  const covered = session.rounds
    .filter((one) => one.round <= round.round)
    .flatMap((one) => one.agenda_coverage);
  const agenda = session.agenda.map((topic) => ({
    ...topic,
    status: covered.findLast((one) => one.topic_id === topic.id)?.status ?? 'pending',
  }));
  return { open, agenda };
}

/** An open conflict with its age and the position of each seat. */
export function addConflict(page: Page, session: Session, conflict: Conflict): void {
  const { theme } = page;
  const age = `open for ${formatPlural(Math.max(1, conflict.rounds_open), 'round')}`;
  page.item(theme.caution(theme.symbols.warning), `${conflict.id} (${age}): ${conflict.description}`);
  for (const position of conflict.positions) {
    page.item(theme.symbols.dash, `${nameSeat(session.participants, position.seat)}: ${position.text}`, {
      indent: 4,
    });
  }
}

/** Groups failures by cause: a dead server fails every call but is one problem. `distinguish` returns what else separates groups. */
export function groupFailures(
  failures: Session['failures'],
  distinguish: (failure: Session['failures'][number]) => string = () => '',
): [Session['failures'][number], ...Session['failures']][] {
  const groups = new Map<string, [Session['failures'][number], ...Session['failures']]>();
  for (const failure of failures) {
    const cause = `${distinguish(failure)}\n${failure.kind}\n${findCause(failure.message)}`;
    const same = groups.get(cause);
    if (same === undefined) groups.set(cause, [failure]);
    else same.push(failure);
  }
  return [...groups.values()];
}

/** Failures by kind, seats that sat out, and parts of replies that were lost. */
function addTroubles(page: Page, session: Session, round: Round): void {
  const { bad, caution, symbols } = page.theme;
  const failures = session.failures.filter((failure) => failure.round === round.round);
  const told = groupFailures(failures, ({ step }) => step).map((same) => {
    const [{ step, kind, message }] = same;
    const names = new Set(same.map(({ seat }) => nameSeat(session.participants, seat)));
    const times = same.length === 1 ? '' : ` (${same.length} times)`;
    return `${[...names].join(', ')} (${step}): ${sayFailure(kind)}: ${message}${times}`;
  });
  page.list('Failures', told, bad(symbols.failed));
  if (round.passed.length > 0) {
    page.blank();
    page.field('Passed', nameSeats(session, round.passed));
  }
  page.list('Could not be read', round.losses.map(sayLoss), caution(symbols.warning));
}
