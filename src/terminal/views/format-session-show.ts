/** One session, from its file alone. */
import { findCause } from '../../domain/failure-cause.ts';
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
import {
  formatEscalation,
  listAnswers,
  sayDecision,
  sayEscalation,
  sayWho,
  titleDecisions,
} from './format-escalation.ts';
import { listStances } from './format-items.ts';
import { formatMatrix, matrixLegend } from './format-matrix.ts';
import { addMoves } from './format-moves.ts';
import { formatOpenRound, type OpenRoundView } from './format-open-round.ts';
import { addConflict, groupFailures } from './format-recap.ts';
import { addContext, addSeats, addUsageByRound } from './format-seats.ts';
import { formatRoundDetail, formatSeatDetail } from './format-session-detail.ts';

/** What to show; with both, one seat in one round. The caller checks that round and seat exist. */
export interface ShowOptions {
  modes: ViewModes;
  round?: number | undefined;
  seat?: string | undefined;
  /** The open round, if there is one. */
  open?: OpenRoundView | null;
  /** The session argument of commands, with a space before it, or empty. */
  name?: string;
  /** True when a process runs it now. */
  running?: boolean;
}

/** The whole session, one round, or one seat through all rounds. */
export function formatSessionShow(session: Session, options: ShowOptions): string {
  const { modes, round, seat } = options;
  if (round !== undefined) return formatRoundDetail(session, round, { modes, seat });
  if (seat !== undefined) return formatSeatDetail(session, seat, modes);
  const page = createPage(modes);
  addHead(page, session, options.running === true);
  addWaiting(page, session, options);
  addSeats(page, session);
  addPositions(page, session, modes);
  page.heading('Agenda');
  page.raw(formatAgendaStatus(session.agenda, { modes, indent: 2 }));
  addVotes(page, session);
  addConflicts(page, session);
  addLeft(page, session);
  addDecisions(page, session);
  addTroubles(page, session);
  page.heading('Usage');
  page.text(formatUsage(session.usage), { indent: 2 });
  addUsageByRound(page, session);
  addContext(page, session);
  const files = session.outcome?.files ?? [];
  if (files.length > 0) page.heading('Files');
  for (const file of files) page.verbatim(`${file.path}`);
  return page.toText();
}

function addHead(page: Page, session: Session, running: boolean): void {
  page.title(session.id);
  if (session.imported_from !== undefined)
    page.text('Written by the s2s plugin: it can be read here, but is never changed or continued.', {
      style: page.theme.caution,
    });
  if (session.rehearsal) page.text(rehearsalMark, { style: page.theme.caution });
  page.field('Topic', session.topic, page.theme.strong);
  page.field('Status', sayStatus(session.status, session.pause_reason, running));
  const { outcome } = session;
  if (outcome !== null) page.field('Result', `${sayResult(outcome)}.`);
  for (const part of outcome?.degradation ?? [])
    page.item(page.theme.caution(page.theme.symbols.warning), sayReason(part));
  if (outcome?.recommendation != null) page.field('Recommended', outcome.recommendation);
  if (outcome !== null && outcome.summary.trim() !== '') page.field('Summary', outcome.summary);
  page.field('Workflow', `${session.workflow_type}, ${sayDocument(session.output_type)}`);
  page.field('Strategy', sayStrategy(session.strategy, session.strategy_reason));
  page.field('Rounds', `${session.total_rounds}, now in the phase "${session.current_phase}"`);
  const starter = session.started_by === undefined ? '' : ` by ${session.started_by}`;
  page.field('Started', `${sayInstant(session.created_at)}${starter}`);
  if (session.completed_at !== null) page.field('Completed', sayInstant(session.completed_at));
}

function sayInstant(instant: string): string {
  return instant === '' ? 'unknown: the file holds no date' : `${formatInstant(instant)} UTC`;
}

/** What waits for the person, shown with all that they need to decide. */
function addWaiting(
  page: Page,
  session: Session,
  { modes, name = ` ${session.id}`, open }: ShowOptions,
): void {
  const isOpen = session.status === 'active' || session.status === 'paused';
  const pending = session.escalations.filter(({ status }) => isOpen && status === 'pending');
  for (const escalation of pending) {
    page.blank();
    page.raw(formatEscalation(escalation, { modes, session }));
    page.heading('Answer with one of these');
    for (const command of listAnswers(session, escalation, name)) page.verbatim(command);
  }
  if (open == null) return;
  page.blank();
  const { participants } = session;
  page.raw(formatOpenRound(open, { modes, participants, say: `s2s roundtable say${name}` }));
}

function addPositions(page: Page, session: Session, modes: ViewModes): void {
  page.heading('Confidence and changes of position, by round');
  if (session.rounds.length === 0) {
    page.text('No round is finished yet.', { indent: 2 });
    return;
  }
  for (const line of formatMatrix(session, modes)) page.raw(line);
  page.text(matrixLegend, { style: page.theme.quiet });
  page.heading('How positions moved');
  addMoves(page, session);
}

function addVotes(page: Page, session: Session): void {
  if (session.artifacts.length === 0) return;
  const { theme } = page;
  page.heading('Items and votes');
  for (const item of session.artifacts) {
    const mark = item.status === 'agreed' ? theme.good(theme.symbols.covered) : theme.symbols.pending;
    page.item(mark, `${item.id} (round ${item.round}, ${sayItem(item)}): ${item.text}`);
    const latest = listStances(item);
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

/** What remains: unanswered questions, and dissent at the end. */
function addLeft(page: Page, session: Session): void {
  const questions = session.open_questions.filter(({ status }) => status === 'open');
  page.list(
    'Open questions',
    questions.map(({ id, text }) => `${id}: ${text}`),
  );
  const dissent = (session.outcome?.dissent ?? []).map(
    ({ seat, round, text }) => `${nameSeat(session.participants, seat)} (round ${round}): ${text}`,
  );
  page.list('Dissent', dissent);
}

/** Decisions of people, or of the policy in their place. */
function addDecisions(page: Page, session: Session): void {
  const { theme } = page;
  if (session.escalations.length + session.guidance.length === 0) return;
  page.heading(titleDecisions(session.escalations));
  for (const escalation of session.escalations) {
    const mark =
      escalation.status === 'pending' ? theme.caution(theme.symbols.warning) : theme.symbols.bullet;
    page.item(
      mark,
      `${escalation.id} (round ${escalation.round}, ${sayEscalation(escalation)}): ${sayDecision(escalation)}`,
    );
  }
  for (const guidance of session.guidance) {
    const who = sayWho(guidance.by, guidance.name);
    page.item(theme.symbols.bullet, `guidance ${who} after round ${guidance.after_round}: ${guidance.text}`);
  }
}

function addTroubles(page: Page, session: Session): void {
  const { theme } = page;
  const overridden = session.rounds.filter((round) => round.override !== null);
  page.list(
    'Overrides',
    overridden.map((round) => `round ${round.round}: ${sayOverride(round)}`),
  );
  const failures = groupFailures(session.failures).map((same) => {
    const [{ kind, message }] = same;
    const where = same.map(({ round, step, seat }) => {
      return `round ${round}, ${step}, ${nameSeat(session.participants, seat)}`;
    });
    const requests = same.flatMap(({ request_id: id }) => (id === null ? [] : [` [${id}]`])).join('');
    const cause = same.length === 1 ? message : findCause(message);
    return `${[...new Set(where)].join('; ')}: ${sayFailure(kind)}: ${cause}${requests}`;
  });
  page.list(
    `Failures (${formatPlural(session.failures.length, 'call')})`,
    failures,
    theme.bad(theme.symbols.failed),
  );
  const lost = session.rounds.flatMap(({ round, losses }) =>
    losses.map((loss) => `round ${round}: ${sayLoss(loss)}`),
  );
  page.list('Could not be read', lost);
}
