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
  if (round.synthesis_fallback !== null) {
    page.item(
      theme.caution(theme.symbols.warning),
      `Assembled by the program: ${sayReason(round.synthesis_fallback)}`,
    );
  }
  if (round.question_fallback !== null) {
    page.item(
      theme.caution(theme.symbols.warning),
      `The program asked its own question: ${sayReason(round.question_fallback)}`,
    );
  }
  addRoundItems(page, session, round);
  const { open, agenda } = readStateAfter(session, round);
  if (open.length > 0) {
    page.heading('Open conflicts');
    for (const conflict of open) addConflict(page, session, conflict);
  }
  if (round.resolved.length > 0) {
    page.heading('Resolved');
    for (const resolved of round.resolved) {
      const text = `${resolved.conflict_id}: ${resolved.resolution} (${sayResolution(resolved.resolution_type)})`;
      page.item(theme.good(theme.symbols.covered), text);
    }
  }
  page.heading('Agenda');
  page.raw(formatAgendaStatus(agenda, { modes, indent: 2 }));
  addTroubles(page, session, round);
  if (round.override !== null) {
    page.heading('Overridden');
    page.item(theme.caution(theme.symbols.warning), beginSentence(sayOverride(round)));
  }
  if (round.next_focus !== null && round.next_focus.trim() !== '') {
    page.blank();
    page.field('Next focus', round.next_focus);
  }
  return page.toText();
}

/**
 * The open conflicts and the agenda as they stood after a round. For the latest round the session has them; for an earlier one they
 * follow from what the rounds recorded.
 */
function readStateAfter(
  session: Session,
  round: Round,
): { open: Conflict[]; agenda: readonly AgendaEntry[] } {
  if (round.round >= (session.rounds.at(-1)?.round ?? 0)) {
    return {
      open: session.conflicts.filter((conflict) => conflict.status === 'open'),
      agenda: session.agenda,
    };
  }
  const open = session.conflicts
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

/** An open conflict with its age and who holds what. */
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

/** Failures by kind, seats that sat out, and parts of replies that were lost. */
function addTroubles(page: Page, session: Session, round: Round): void {
  const { theme } = page;
  const failures = session.failures.filter((failure) => failure.round === round.round);
  if (failures.length > 0) {
    page.heading('Failures');
    const byCause = new Map<string, typeof failures>();
    for (const failure of failures) {
      const cause = `${failure.step}\n${failure.kind}\n${findCause(failure.message)}`;
      byCause.set(cause, [...(byCause.get(cause) ?? []), failure]);
    }
    for (const [first, ...more] of byCause.values()) {
      if (first === undefined) continue;
      const names = new Set([first, ...more].map(({ seat }) => nameSeat(session.participants, seat)));
      const times = more.length === 0 ? '' : ` (${more.length + 1} times)`;
      const text = `${[...names].join(', ')} (${first.step}): ${sayFailure(first.kind)}: ${first.message}${times}`;
      page.item(theme.bad(theme.symbols.failed), text);
    }
  }
  if (round.passed.length > 0) {
    page.blank();
    page.field('Passed', nameSeats(session, round.passed));
  }
  if (round.losses.length > 0) {
    page.heading('Could not be read');
    for (const loss of round.losses) page.item(theme.caution(theme.symbols.warning), sayLoss(loss));
  }
}
