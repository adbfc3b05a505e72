/** One session, from its file alone. */
import type { Session } from '../../domain/session.ts';
import { formatInstant, formatPlural, formatUsage } from '../format-numbers.ts';
import { nameSeat, rehearsalMark } from '../name-seat.ts';
import { createPage, type Page } from '../page.ts';
import type { ViewModes } from '../terminal-modes.ts';
import {
  sayDocument,
  sayFailure,
  sayItem,
  sayLoss,
  sayOverride,
  sayReason,
  sayResolution,
  sayResult,
  sayStance,
  sayStatus,
  sayStrategy,
} from '../wording.ts';
import { formatAgendaStatus } from './format-agenda.ts';
import { formatEscalation, listAnswers, sayDecision, sayEscalation } from './format-escalation.ts';
import { formatMatrix, matrixLegend } from './format-matrix.ts';
import { addConflict } from './format-recap.ts';
import { addContext, addSeats, addUsageByRound } from './format-seats.ts';
import { formatRoundDetail, formatSeatDetail } from './format-session-detail.ts';

/** What to show; with both, one seat in one round. The caller checks that round and seat exist. */
export interface ShowOptions {
  modes: ViewModes;
  round?: number | undefined;
  seat?: string | undefined;
}

/** The whole session, one round, or one seat through all rounds. */
export function formatSessionShow(session: Session, options: ShowOptions): string {
  const { modes, round, seat } = options;
  if (round !== undefined) return formatRoundDetail(session, round, { modes, seat });
  if (seat !== undefined) return formatSeatDetail(session, seat, modes);
  const page = createPage(modes);
  addHead(page, session);
  addWaiting(page, session, modes);
  addSeats(page, session);
  addPositions(page, session, modes);
  page.heading('Agenda');
  page.raw(formatAgendaStatus(session.agenda, { modes, indent: 2 }));
  addVotes(page, session);
  addConflicts(page, session);
  addDecisions(page, session);
  addTroubles(page, session);
  page.heading('Usage');
  page.text(formatUsage(session.usage), { indent: 2 });
  addUsageByRound(page, session);
  addContext(page, session);
  const files = session.outcome?.files ?? [];
  if (files.length > 0) page.heading('Files');
  for (const file of files) page.verbatim(`${file.path} (${sayDocument(file.type)})`);
  return page.toText();
}

function addHead(page: Page, session: Session): void {
  page.title(session.id);
  if (session.imported_from !== undefined)
    page.text('Written by the s2s plugin: it is read here, and never changed or continued.', {
      style: page.theme.caution,
    });
  if (session.rehearsal) page.text(rehearsalMark, { style: page.theme.caution });
  page.field('Topic', session.topic, page.theme.strong);
  page.field('Status', sayStatus(session.status, session.pause_reason));
  const { outcome } = session;
  if (outcome !== null) page.field('Result', `${sayResult(outcome)}.`);
  for (const part of outcome?.degradation ?? [])
    page.item(page.theme.caution(page.theme.symbols.warning), sayReason(part));
  if (outcome?.recommendation != null) page.field('Recommended', outcome.recommendation);
  page.field('Workflow', `${session.workflow_type}, ${sayDocument(session.output_type)}`);
  page.field('Strategy', sayStrategy(session.strategy, session.strategy_reason));
  page.field('Rounds', `${session.total_rounds}, now in the phase "${session.current_phase}"`);
  page.field('Started', sayInstant(session.created_at));
  if (session.completed_at !== null) page.field('Completed', sayInstant(session.completed_at));
}

function sayInstant(instant: string): string {
  return instant === '' ? 'unknown: the file holds no date' : `${formatInstant(instant)} UTC`;
}

/** What waits for the person, before everything else: nobody should have to decide blind. */
function addWaiting(page: Page, session: Session, modes: ViewModes): void {
  for (const escalation of session.escalations.filter(({ status }) => status === 'pending')) {
    page.blank();
    page.raw(formatEscalation(escalation, { modes, session }));
    page.heading('Answer with one of these');
    for (const command of listAnswers(session, escalation)) page.verbatim(command);
  }
}

function addPositions(page: Page, session: Session, modes: ViewModes): void {
  page.heading('Confidence and changes of position, by round');
  if (session.rounds.length === 0) {
    page.text('No round is finished yet.', { indent: 2 });
    return;
  }
  for (const line of formatMatrix(session, modes)) page.raw(line);
  page.text(matrixLegend, { style: page.theme.quiet });
}

function addVotes(page: Page, session: Session): void {
  if (session.artifacts.length === 0) return;
  const { theme } = page;
  page.heading('Items and votes');
  for (const item of session.artifacts) {
    const mark = item.status === 'agreed' ? theme.good(theme.symbols.covered) : theme.symbols.pending;
    page.item(mark, `${item.id} (round ${item.round}, ${sayItem(item)}): ${item.text}`);
    const latest = [...new Map(item.stances.map((entry) => [entry.seat, entry])).values()];
    for (const stance of ['support', 'stand_aside', 'block'] as const) {
      const seats = latest.filter((one) => one.stance === stance);
      if (seats.length === 0) continue;
      const said = seats
        .map((one) =>
          // The reasons against matter here; --seat shows the reasons for.
          stance === 'support' || one.reason.trim() === '' ? one.seat : `${one.seat} (${one.reason})`,
        )
        .join(', ');
      page.item(theme.symbols.dash, `${sayStance(stance)}: ${said}`, { indent: 4 });
    }
  }
}

function addConflicts(page: Page, session: Session): void {
  if (session.conflicts.length === 0) return;
  const { theme } = page;
  page.heading('Conflicts');
  for (const conflict of session.conflicts) {
    if (conflict.status === 'open') {
      addConflict(page, session, conflict);
      continue;
    }
    const ended = conflict.resolved_in ?? '?';
    const age = ended === conflict.opened_in ? `round ${ended}` : `rounds ${conflict.opened_in} to ${ended}`;
    const how = `${conflict.resolution ?? ''} (${sayResolution(conflict.resolution_type)})`;
    page.item(
      theme.good(theme.symbols.covered),
      `${conflict.id} (${age}): ${conflict.description} ${theme.symbols.arrow} ${how}`,
    );
  }
}

/** What people decided, or the policy in their place. */
function addDecisions(page: Page, session: Session): void {
  const { theme } = page;
  if (session.escalations.length + session.guidance.length === 0) return;
  page.heading('Decisions by people');
  for (const escalation of session.escalations) {
    const mark =
      escalation.status === 'pending' ? theme.caution(theme.symbols.warning) : theme.symbols.bullet;
    page.item(
      mark,
      `${escalation.id} (round ${escalation.round}, ${sayEscalation(escalation)}): ${sayDecision(escalation)}`,
    );
  }
  for (const guidance of session.guidance) {
    page.item(theme.symbols.bullet, `guidance after round ${guidance.after_round}: ${guidance.text}`);
  }
}

function addTroubles(page: Page, session: Session): void {
  const { theme } = page;
  const overridden = session.rounds.filter((round) => round.override !== null);
  if (overridden.length > 0) page.heading('Overrides');
  for (const round of overridden) {
    page.item(theme.symbols.bullet, `round ${round.round}: ${sayOverride(round)}`);
  }
  if (session.failures.length > 0)
    page.heading(`Failures (${formatPlural(session.failures.length, 'call')})`);
  for (const failure of session.failures) {
    const request = failure.request_id === null ? '' : ` [${failure.request_id}]`;
    const who = nameSeat(session.participants, failure.seat);
    page.item(
      theme.bad(theme.symbols.failed),
      `round ${failure.round}, ${failure.step}, ${who}: ${sayFailure(failure.kind)}: ${failure.message}${request}`,
    );
  }
  const lost = session.rounds.filter((round) => round.losses.length > 0);
  if (lost.length > 0) page.heading('Could not be read');
  for (const round of lost)
    for (const loss of round.losses)
      page.item(theme.symbols.bullet, `round ${round.round}: ${sayLoss(loss)}`);
}
