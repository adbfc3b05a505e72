/** One session, from its file alone: the decision first, then the state; the whole behind `full`. */

import type { Failure } from '../../session/records.ts';
import { isSameCause } from '../../session/rules/failure-cause.ts';
import type { Session } from '../../session/session.ts';
import { sayAnswer, sayTrigger, sayWho } from '../../wording/escalation.ts';
import { formatConfidence, formatInstant, formatPlural, formatUsage } from '../../wording/format-numbers.ts';
import { nameSeat, rehearsalMark } from '../../wording/name-seat.ts';
import { sayDocument } from '../../wording/outcome.ts';
import { sayDecision } from '../../wording/override.ts';
import { sayStatus } from '../../wording/pause.ts';
import { beginSentence } from '../../wording/sentence.ts';
import { sayStrategy } from '../../wording/steps.ts';
import { sayFailure, sayLoss } from '../../wording/trouble.ts';
import { createPage, type Page } from '../page.ts';
import type { ViewModes } from '../terminal-modes.ts';
import { formatAgendaStatus } from './format-agenda.ts';
import { addConflicts, addOpenConflict } from './format-conflicts.ts';
import { addDecision, listFigures } from './format-decision.ts';
import { formatEscalation, listAnswers } from './format-escalation.ts';
import { addItems, addLine } from './format-items.ts';
import { formatOpenRound, type OpenRoundView } from './format-open-round.ts';
import { addContext, addSeats, addUsageByRound } from './format-seats.ts';
import { formatRoundDetail, formatSeatDetail } from './format-session-detail.ts';

/** What to show; with round and seat, one seat in one round. The caller checks that both exist. */
export interface ShowOptions {
  modes: ViewModes;
  round?: number | undefined;
  seat?: string | undefined;
  /** All rounds, with each seat's position. */
  rounds?: boolean | undefined;
  /** Everything: seats, rounds, items with votes, conflicts with their history, failures, usage by round. */
  full?: boolean | undefined;
  /** The open round, if there is one. */
  open?: OpenRoundView | null;
  /** The session argument of commands, with a space before it, or empty. */
  name?: string;
  /** True when a process runs it now. */
  running?: boolean;
}

/** The session, its rounds, one round, or one seat through all rounds. */
export function formatSessionShow(session: Session, options: ShowOptions): string {
  const { modes, round, seat, rounds = false, full = false } = options;
  if (round !== undefined) return formatRoundDetail(session, round, { modes, seat });
  if (seat !== undefined) return formatSeatDetail(session, seat, modes);
  const page = createPage(modes);
  page.title(session.topic);
  page.verbatim(session.id, 0);
  if (session.rehearsal) page.text(rehearsalMark, { style: page.theme.caution });
  const status = sayStatus(session.status, session.pause_reason, options.running === true);
  if (session.outcome === null) page.text(beginSentence(status), { style: page.theme.strong });
  addDecision(page, session);
  addWaiting(page, session, options);
  if (!full && session.outcome === null) addOpenConflicts(page, session);
  page.blank();
  const figures = [...(session.outcome === null ? [] : [status]), ...listFigures(session)];
  page.text(figures.join(` ${page.theme.symbols.dot} `), { style: page.theme.quiet });
  if (full) addOrigin(page, session);
  if (rounds || full) addRounds(page, session);
  if (full) addWhole(page, session, modes);
  return page.toText();
}

/** What waits for the person, shown with all that they need to decide. */
function addWaiting(
  page: Page,
  session: Session,
  { modes, name = ` ${session.id}`, open }: ShowOptions,
): void {
  const isOpen = session.status === 'active' || session.status === 'paused';
  for (const escalation of session.escalations.filter(({ status }) => isOpen && status === 'pending')) {
    page.raw(formatEscalation(escalation, { modes, session }));
    page.heading('Answer with one of these');
    for (const command of listAnswers(session, escalation, name)) page.verbatim(command);
    page.blank();
  }
  if (open == null) return;
  const { participants } = session;
  page.raw(formatOpenRound(open, { modes, participants, say: `s2s roundtable say${name}` }));
}

/** What kind of session it is, and when it began. */
function addOrigin(page: Page, session: Session): void {
  const { text } = session;
  page.blank();
  page.field('Kind', `${sayDocument(session.output_type)} by ${session.workflow_type}`);
  page.field('Strategy', sayStrategy(session.strategy, session.strategy_reason));
  if (text !== null && text.step !== 'done')
    page.field('Text', `version ${text.version}, next step: ${text.step.replace('-', ' ')}`);
  const starter = session.started_by === undefined ? '' : ` by ${session.started_by}`;
  page.field('Started', `${formatInstant(session.created_at)} UTC${starter}`);
}

function addOpenConflicts(page: Page, session: Session): void {
  // What a decision is asked about is shown with the question.
  const asked = session.escalations
    .filter(({ status }) => status === 'pending')
    .map(({ subject }) => subject);
  const open = session.conflicts.filter(({ id, status }) => status === 'open' && !asked.includes(id));
  if (open.length > 0) page.heading('Open conflicts');
  for (const conflict of open) addOpenConflict(page, session, conflict);
}

/** Each round: its question, each seat's position in a line, and what happened next. */
function addRounds(page: Page, session: Session): void {
  for (const round of session.rounds) {
    page.heading(`Round ${round.round} ${page.theme.symbols.dot} ${round.phase}`);
    page.text(round.question, { indent: 2 });
    for (const { seat, confidence, position } of round.answers)
      addLine(
        page,
        page.theme.symbols.bullet,
        `${nameSeat(session.participants, seat)} (${formatConfidence(confidence)}): ${position}`,
      );
    for (const seat of round.failed)
      addLine(
        page,
        page.theme.bad(page.theme.symbols.failed),
        `${nameSeat(session.participants, seat)} failed`,
      );
    if (round.next_action !== null)
      page.line(page.theme.accent(page.theme.symbols.arrow), sayDecision(round));
  }
}

function addWhole(page: Page, session: Session, modes: ViewModes): void {
  if (session.artifacts.length > 0) page.heading('Items');
  addItems(page, session);
  page.list(
    'Options considered',
    session.ways.map(({ id, name, meaning }) => `${id} ${name}: ${meaning}`),
  );
  addConflicts(page, session, { whole: true });
  page.list(
    'Questions',
    session.open_questions.map(({ id, text, status, answer }) =>
      status === 'open' ? `${id}: ${text}` : `${id}: ${text} Answered: ${answer ?? ''}`,
    ),
  );
  addDecisions(page, session);
  page.list(
    'Dissent',
    (session.outcome?.dissent ?? []).map(({ seat, text, on }) => {
      const about = on === null ? '' : ` on ${on}`;
      return `${nameSeat(session.participants, seat)}${about}: ${text}`;
    }),
  );
  page.heading('Agenda');
  page.raw(formatAgendaStatus(session.agenda, { modes, indent: 2 }));
  addTroubles(page, session);
  addSeats(page, session);
  page.heading('Usage');
  page.text(formatUsage(session.usage), { indent: 2 });
  addUsageByRound(page, session);
  addContext(page, session);
}

/** Decisions from outside the panel, and guidance. */
function addDecisions(page: Page, session: Session): void {
  page.list('Decisions and guidance from outside the panel', [
    ...session.escalations.map(
      (escalation) => `${escalation.id} (${sayTrigger(escalation)}) ${sayAnswer(escalation)}`,
    ),
    ...session.guidance.map(
      ({ by, name, after_round: after, text }) =>
        `guidance ${sayWho(by, name)} after round ${after}: ${text}`,
    ),
  ]);
}

function addTroubles(page: Page, session: Session): void {
  const { theme } = page;
  const name = (seat: string): string => nameSeat(session.participants, seat);
  const groups = groupFailures(session.failures).map((same) => {
    const [{ kind, message }] = same;
    const where = new Set(same.map(({ round, step, seat }) => `round ${round}, ${step}, ${name(seat)}`));
    const requests = same.flatMap(({ request_id: id }) => (id === null ? [] : [` [${id}]`])).join('');
    return `${[...where].join('; ')}: ${sayFailure(kind)}: ${message}${requests}`;
  });
  page.list(
    `Failures (${formatPlural(session.failures.length, 'call')})`,
    groups,
    theme.bad(theme.symbols.failed),
  );
  page.list(
    'Could not be used',
    session.rounds.flatMap(({ round, losses }) =>
      losses.map((loss) => `round ${round}: ${sayLoss(loss, name)}`),
    ),
  );
}

/** Groups failures by cause: a dead server fails every call but is one problem. */
function groupFailures(failures: readonly Failure[]): [Failure, ...Failure[]][] {
  const groups: [Failure, ...Failure[]][] = [];
  for (const failure of failures) {
    const same = groups.find(([first]) => isSameCause(first, failure));
    if (same === undefined) groups.push([failure]);
    else same.push(failure);
  }
  return groups;
}
