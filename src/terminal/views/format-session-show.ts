import type { Session } from '../../session/session.ts';
import { findWait } from '../../session/session-head.ts';
import { formatConfidence, formatInstant, formatUsage } from '../../wording/format-numbers.ts';
import { nameSeat, rehearsalMark } from '../../wording/name-seat.ts';
import { sayDocument } from '../../wording/outcome.ts';
import { sayDecision } from '../../wording/override.ts';
import { beginSentence } from '../../wording/sentence.ts';
import { sayState } from '../../wording/state.ts';
import { sayStrategy } from '../../wording/steps.ts';
import { createPage, type Page } from '../page.ts';
import type { ViewModes } from '../terminal-modes.ts';
import { addOpenConflict } from './format-conflicts.ts';
import { addDecision, listFigures } from './format-decision.ts';
import { formatEscalation, listAnswers } from './format-escalation.ts';
import { addLine } from './format-items.ts';
import { formatOpenRound, type OpenRoundView } from './format-open-round.ts';
import { addContext, addSeats, addUsageByRound } from './format-seats.ts';

/** What to show besides the decision and what is open. */
export interface ShowOptions {
  modes: ViewModes;
  /** All rounds, with each seat's position. */
  rounds?: boolean | undefined;
  /** Also the kind of session, its seats with their usage, and the context; the record has the rest. */
  full?: boolean | undefined;
  /** The open round, if there is one. */
  open?: OpenRoundView | null;
  /** The session argument of commands, with a space before it, or empty. */
  name?: string;
  /** True when a process runs it now. */
  running?: boolean;
}

/** The decision, what waits for a person, and the state. */
export function formatSessionShow(session: Session, options: ShowOptions): string {
  const { modes, rounds = false, full = false } = options;
  const page = createPage(modes);
  page.title(session.topic);
  page.verbatim(session.id, 0);
  if (session.rehearsal) page.text(rehearsalMark, { style: page.theme.caution });
  // What is asked of a person has it as its title.
  if (session.outcome === null && findWait(session) === null) {
    const state = sayState(session, options.running === true ? 'running' : null);
    page.text(beginSentence(state), { style: page.theme.strong });
  }
  addDecision(page, session);
  addWaiting(page, session, options);
  if (!full && session.outcome === null) addOpenConflicts(page, session);
  page.blank();
  page.text(listFigures(session).join(` ${page.theme.symbols.dot} `), { style: page.theme.quiet });
  if (full) addOrigin(page, session);
  if (rounds) addRounds(page, session);
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
    page.blank();
    page.raw(formatEscalation(escalation, { modes, session }));
    page.heading('Answer with one of these');
    for (const command of listAnswers(session, escalation)) page.verbatim(command);
    page.blank();
  }
  if (open == null) return;
  const { participants } = session;
  page.raw(formatOpenRound(open, { modes, participants, say: `s2s roundtable say${name}` }));
}

/** What kind of session it is, when it began, who sits in it, and what each has used. */
function addOrigin(page: Page, session: Session): void {
  const { text } = session;
  page.blank();
  page.field('Workflow', session.workflow_type);
  page.field('Document', sayDocument(session.output_type));
  page.field('Strategy', sayStrategy(session.strategy, session.strategy_reason));
  if (text !== null && text.step !== 'done')
    page.field('Text', `version ${text.version}, next step: ${text.step.replace('-', ' ')}`);
  const starter = session.started_by === undefined ? '' : ` by ${session.started_by}`;
  page.field('Started', `${formatInstant(session.created_at)} UTC${starter}`);
  addSeats(page, session);
  page.heading('Usage');
  page.text(formatUsage(session.usage), { indent: 2 });
  addUsageByRound(page, session);
  addContext(page, session);
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
