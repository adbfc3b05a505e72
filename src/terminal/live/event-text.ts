/** The text of each event, the same on a terminal and in a log. */
import type { RoundtableEvent } from '../../session/ports/ports.ts';
import type { Participant } from '../../session/records.ts';
import type { Round } from '../../session/round.ts';
import { countWords } from '../../session/rules/text-measures.ts';
import type { Session } from '../../session/session.ts';
import { sayAnswer, sayTrigger } from '../../wording/escalation.ts';
import {
  formatCount,
  formatDuration,
  formatPlural,
  formatUsage,
  sayConfidence,
} from '../../wording/format-numbers.ts';
import { nameSeat, rehearsalMark } from '../../wording/name-seat.ts';
import { noticeLevels, sayNotice } from '../../wording/notices.ts';
import { sayDecider } from '../../wording/outcome.ts';
import { sayDecision } from '../../wording/override.ts';
import { sayPause } from '../../wording/pause.ts';
import { joinList } from '../../wording/sentence.ts';
import { sayPassed, sayStrategy, stageWords, stepWords } from '../../wording/steps.ts';
import { sayFailure, sayFallback } from '../../wording/trouble.ts';
import { createPage, type Page } from '../page.ts';
import type { ViewModes } from '../terminal-modes.ts';
import { countItems, sayNotAgreed } from '../views/format-items.ts';
import { formatRecap } from '../views/format-recap.ts';
import { truncateText } from '../wrap-text.ts';

/** What the text depends on besides the event. */
export interface EventTextState {
  participants: readonly Participant[];
  /** The round of the last recap: a decision shows what the facilitator proposed in it. */
  lastRound: Round | null;
  /** True while the answers of other seats must not be shown. */
  hidden: boolean;
  verbose: boolean;
  /** True when a closing screen will say how the run ended. */
  screenFollows?: boolean;
  /** The question of the round, which was shown when it was asked. */
  question?: string;
}

/** The text of an event within `modes.columns`, or null when it has none. */
export function describeEvent(
  event: RoundtableEvent,
  modes: ViewModes,
  state: EventTextState,
): string | null {
  const page = createPage(modes);
  addEvent(page, event, { modes, ...state });
  const text = page.toText();
  return text === '' ? null : text;
}

function addEvent(page: Page, event: RoundtableEvent, state: EventTextState & { modes: ViewModes }): void {
  const { theme } = page;
  const name = (seat: string): string => nameSeat(state.participants, seat);
  const warn = (text: string): void => page.line(theme.caution(theme.symbols.warning), text);
  const note = (text: string): void => page.line(theme.accent(theme.symbols.arrow), text);
  switch (event.type) {
    case 'session-started':
      addStart(page, event);
      break;
    case 'round-started':
      page.title(`Round ${event.round} ${theme.symbols.dot} ${event.phase}`);
      break;
    case 'question-asked':
      page.field('Question', event.question, theme.strong);
      if (event.fallback !== null) warn(`The program asked its own question: ${sayFallback(event.fallback)}`);
      break;
    case 'seat-thinking':
      if (state.verbose) page.text(`${event.role} (${event.model}) is ${stepWords[event.step]}`);
      break;
    case 'seat-retrying': {
      const what = `${name(event.seat)} (${event.step}): ${sayFailure(event.kind)}`;
      if (event.wait_ms === 0) note(`${what}, asked again`);
      // Short waits are shown only with `verbose`.
      else if (state.verbose || event.wait_ms >= 5_000)
        note(`${what}, trying again in ${formatDuration(event.wait_ms)}`);
      break;
    }
    case 'seat-answered':
      addAnswer(page, event, { name: name(event.seat), hidden: state.hidden, verbose: state.verbose });
      break;
    case 'looked-up':
      if (state.verbose)
        page.line(
          theme.symbols.dash,
          `${name(event.seat)}: ${event.title}${event.found ? '' : ' (nothing found)'}`,
        );
      break;
    case 'seat-failed':
      page.line(
        theme.bad(theme.symbols.failed),
        `${name(event.seat)} failed (${event.step}): ${sayFailure(event.kind)}: ${event.message}`,
      );
      break;
    case 'seat-passed':
      page.line(theme.symbols.passed, sayPassed(name(event.seat), event.code));
      break;
    case 'round-saved':
      if (state.verbose && event.session_file !== null)
        page.text(`Round ${event.round} is saved in ${event.session_file}`);
      break;
    case 'recap':
      page.raw(formatRecap(event.session, event.round, { modes: state.modes, whole: state.verbose }));
      break;
    case 'decision': {
      // The next event says why.
      if (event.next_action === 'pause' || event.next_action === 'escalate') break;
      const { next_action, override } = event;
      const proposed = state.lastRound?.round === event.round ? state.lastRound.proposed_action : null;
      if (override !== null) note(sayDecision({ proposed_action: proposed, next_action, override }));
      break;
    }
    case 'guidance': {
      const by = event.name === undefined ? '' : ` by ${event.name}`;
      note(`Guidance${by} after round ${event.after_round}: ${event.text}`);
      break;
    }
    case 'escalation-raised':
      warn(`A decision is needed: ${sayTrigger(event.escalation)} (${event.escalation.id})`);
      break;
    case 'escalation-answered':
      note(`${event.escalation.id}: ${sayAnswer(event.escalation)}`);
      break;
    case 'waiting-for-turn': {
      const who = name(event.seat) === 'You' ? 'It is your turn' : `Waiting for ${name(event.seat)}`;
      note(
        event.question === '' || event.question === state.question ? `${who}.` : `${who}: ${event.question}`,
      );
      break;
    }
    case 'review-started':
      note(
        `Review of version ${event.version}: every seat examines the ${formatPlural(event.items, 'item')}`,
      );
      break;
    case 'review-ended': {
      const { pairs = 0, questions = 0, exceptions, blocks = 0 } = event;
      const found = [
        formatPlural(event.amendments, 'amendment'),
        ...(pairs > 0 ? [formatPlural(pairs, 'contradiction')] : []),
        ...(questions > 0 ? [formatPlural(questions, 'question')] : []),
        `${formatPlural(exceptions, 'objection')}${blocks > 0 ? ` (${formatPlural(blocks, 'block')})` : ''}`,
      ].join(', ');
      note(
        `Review: ${found}${event.failed.length === 0 ? '' : `; not reviewed by ${joinList(event.failed.map(name))}`}`,
      );
      break;
    }
    case 'text-written':
      addText(page, event, { warn, note });
      break;
    case 'ballot-opened':
      note(
        event.items.length === 0
          ? 'Last call: no item is left to vote on'
          : `Last call on ${formatPlural(event.items.length, 'item')}`,
      );
      break;
    case 'votes-counted':
      note(`Votes counted. ${countItems(event.session.artifacts)}`);
      for (const item of event.session.artifacts.filter(({ status }) => status === 'not-agreed'))
        page.line(theme.caution(theme.symbols.warning), sayNotAgreed(item, event.session.participants));
      break;
    case 'usage':
      if (state.verbose) page.text(`So far: ${formatUsage(event.usage)}`);
      break;
    case 'notice': {
      const { level, text } =
        'notice' in event
          ? { level: noticeLevels[event.notice.code], text: sayNotice(event.notice, name) }
          : event;
      if (level === 'warning') warn(text);
      else page.text(text);
      break;
    }
    case 'paused':
      if (state.screenFollows !== true) warn(sayPause(event.reason, event.detail, name));
      break;
    case 'completed':
      if (state.screenFollows !== true) addCompleted(page, event);
      break;
    case 'facilitator-asking':
      if (state.verbose) page.text(stageWords.question);
      break;
    case 'synthesizing':
      if (state.verbose) page.text(stageWords.synthesis);
      break;
    case 'draft-started':
      note(stageWords.draft);
      break;
    case 'revision-started':
      note(stageWords.revision);
      break;
  }
}

function addStart(page: Page, event: Extract<RoundtableEvent, { type: 'session-started' }>): void {
  const { session } = event;
  const { theme } = page;
  page.title(`${event.resumed ? `Resumed ${theme.symbols.dot} ` : ''}${session.topic}`);
  page.verbatim(session.id, 0);
  if (session.rehearsal) page.line(theme.caution(theme.symbols.warning), rehearsalMark);
  page.field('Strategy', sayStrategy(session.strategy, session.strategy_reason));
  page.field('Panel', session.participants.map((seat) => nameSeat(session.participants, seat.id)).join(', '));
  for (const receipt of session.context_files) page.field('Context', `${receipt.path}: ${receipt.note}`);
}

const answeredWords = {
  review: 'reviewed the draft',
  'last-call': 'voted',
  patch: 'voted on the patch',
} as const;

function addAnswer(
  page: Page,
  event: Extract<RoundtableEvent, { type: 'seat-answered' }>,
  options: { name: string; hidden: boolean; verbose: boolean },
): void {
  const { theme } = page;
  const { step } = event;
  // What the facilitator and the synthesizer reply is shown as question, recap and text.
  if (step !== 'answer' && step !== 'review' && step !== 'last-call' && step !== 'patch') return;
  const how = event.replayed ? 'from the journal' : formatDuration(event.duration_ms);
  const mark = theme.good(theme.symbols.covered);
  if (step !== 'answer') page.line(mark, `${options.name} ${answeredWords[step]} (${how})`);
  else if (options.hidden) page.line(mark, `${options.name} answered (${how})`);
  else {
    const confidence = event.confidence === null ? '' : `, ${sayConfidence(event.confidence)}`;
    const words = options.verbose
      ? event.position
      : truncateText(event.position, 200, theme.symbols.ellipsis);
    page.line(mark, `${options.name} (${how}${confidence})${words === '' ? '' : `: ${words}`}`);
  }
}

const writtenWords = { draft: 'Drafted', revision: 'Revised', patch: 'Patched' } as const;

function addText(
  page: Page,
  { session, step }: { session: Session; step: keyof typeof writtenWords },
  { warn, note }: Record<'warn' | 'note', (text: string) => void>,
): void {
  const { text, artifacts } = session;
  if (text === null) return;
  const size = `version ${text.version}, ${formatPlural(artifacts.length, 'item')}, ${formatCount(countWords(text, artifacts))} words`;
  note(`${writtenWords[step]} (${size})${step === 'draft' ? `: ${text.title}` : ''}`);
  if (text.written_by === 'program')
    warn(
      `The program assembled this text from the statements${text.fallback === null ? '' : `: ${sayFallback(text.fallback)}`}`,
    );
  if (step === 'revision' && text.unrevised !== null) warn(`Not revised: ${sayFallback(text.unrevised)}`);
  if (text.problems.length > 0)
    page.text(
      `${formatPlural(text.problems.length, 'check still fails', 'checks still fail')}; see the record.`,
      {
        indent: 2,
      },
    );
}

function addCompleted(
  page: Page,
  { outcome, session }: Extract<RoundtableEvent, { type: 'completed' }>,
): void {
  const { theme } = page;
  const degraded = outcome.degraded ? ' (degraded)' : '';
  page.line(
    theme.good(theme.symbols.covered),
    `${sayDecider(outcome, session)}${degraded}: ${outcome.decision}`,
  );
}
