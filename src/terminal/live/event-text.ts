/** The text of each event, the same on a terminal and in a log. */
import type { RoundtableEvent } from '../../domain/ports.ts';
import type { Item, Participant } from '../../domain/records.ts';
import type { Round } from '../../domain/round.ts';
import type { Stance } from '../../domain/vocabulary.ts';
import { formatDuration, formatUsage, sayConfidence } from '../format-numbers.ts';
import { nameSeat, rehearsalMark } from '../name-seat.ts';
import { createPage, type Page } from '../page.ts';
import type { ViewModes } from '../terminal-modes.ts';
import { formatAgendaStatus } from '../views/format-agenda.ts';
import { sayDecision, sayEscalation } from '../views/format-escalation.ts';
import { listBlocks, listStances } from '../views/format-items.ts';
import { formatRecap } from '../views/format-recap.ts';
import {
  sayAction,
  sayDocument,
  sayFailure,
  sayLookUp,
  sayPassed,
  sayPause,
  sayReason,
  sayResult,
  sayStrategy,
} from '../wording.ts';
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
      // The recap of the previous round already shows it.
      if (state.lastRound === null) page.raw(formatAgendaStatus(event.agenda, { modes: state.modes }));
      break;
    case 'question-asked':
      page.field('Question', event.question, theme.strong);
      if (event.focus.trim() !== '') page.field('Focus', event.focus);
      page.field('Asked', event.asked.map(name).join(', '));
      if (event.fallback !== null) warn(`The program asked its own question: ${sayReason(event.fallback)}`);
      break;
    case 'seat-thinking':
      if (state.verbose) page.text(`${event.role} (${event.model}) is working on the ${event.step}`);
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
      page.line(
        theme.symbols.dash,
        `${name(event.seat)} ${sayLookUp(event.title)}${event.found ? '' : ' (nothing found)'}`,
      );
      break;
    case 'seat-failed': {
      const why = `${sayFailure(event.kind)}: ${event.message}`;
      if (event.step === 'look')
        note(`${name(event.seat)} could not look things up and answers without: ${why}`);
      else page.line(theme.bad(theme.symbols.failed), `${name(event.seat)} failed (${event.step}): ${why}`);
      break;
    }
    case 'seat-passed':
      page.line(theme.symbols.passed, sayPassed(name(event.seat), event.reason));
      break;
    case 'round-saved':
      if (state.verbose && event.session_file !== null)
        page.text(`Round ${event.round} is saved in ${event.session_file}`);
      break;
    case 'recap':
      page.raw(formatRecap(event.session, event.round, { modes: state.modes }));
      break;
    case 'decision': {
      // The next event says why.
      if (event.next_action === 'pause' || event.next_action === 'escalate') break;
      const proposed = state.lastRound?.round === event.round ? state.lastRound.proposed_action : null;
      const asked = proposed === null ? '' : ` (the facilitator asked to ${sayAction(proposed)})`;
      const next = sayAction(event.next_action);
      if (event.override === null) note(`Next: ${next}`);
      else if (proposed === event.next_action) note(`Next: ${next}; ${sayReason(event.override)}`);
      else warn(`Overridden: the program chose to ${next}${asked}: ${sayReason(event.override)}`);
      break;
    }
    case 'guidance': {
      const by = event.name === undefined ? '' : ` by ${event.name}`;
      note(`Guidance${by} after round ${event.after_round}: ${event.text}`);
      break;
    }
    case 'escalation-raised':
      warn(`A decision is needed, ${event.escalation.id}: ${sayEscalation(event.escalation)}`);
      break;
    case 'escalation-answered':
      note(`${event.escalation.id}: ${sayDecision(event.escalation)}`);
      break;
    case 'waiting-for-turn': {
      const who = name(event.seat) === 'You' ? 'It is your turn' : `Waiting for ${name(event.seat)}`;
      note(event.question === state.question ? `${who}.` : `${who}: ${event.question}`);
      break;
    }
    case 'review-started': {
      const ids = event.items.map(({ id }) => id).join(', ');
      note(`Review: each seat looks over the items${ids === '' ? '' : `, and votes on ${ids}`}`);
      break;
    }
    case 'review-counted':
      for (const item of event.items) addItem(page, item, name);
      break;
    case 'draft-ready':
      addDraft(page, event, warn, note);
      break;
    case 'usage':
      if (state.verbose) page.text(`So far: ${formatUsage(event.usage)}`);
      break;
    case 'notice':
      if (event.level === 'warning') warn(sayReason(event.text));
      else page.text(sayReason(event.text));
      break;
    case 'paused':
      if (state.screenFollows !== true) warn(`Paused: ${sayPause(event.reason, event.detail)}`);
      break;
    case 'completed':
      if (state.screenFollows !== true)
        note(`Completed: ${sayResult(event.outcome)}${event.outcome.degraded ? ' (degraded)' : ''}`);
      break;
    case 'facilitator-asking':
    case 'synthesizing':
    case 'draft-started':
      if (state.verbose) page.text(sayActivity(event.type));
      break;
  }
}

/** Says what is happening while no seat is shown. */
export function sayActivity(type: 'facilitator-asking' | 'synthesizing' | 'draft-started'): string {
  if (type === 'facilitator-asking') return 'The facilitator is preparing the question';
  if (type === 'synthesizing') return 'The facilitator is summing up';
  return 'The synthesizer is writing the document';
}

function addStart(page: Page, event: Extract<RoundtableEvent, { type: 'session-started' }>): void {
  const { session } = event;
  const { theme } = page;
  page.title(event.resumed ? `Resumed ${theme.symbols.dot} ${session.id}` : session.id);
  if (session.rehearsal) page.line(theme.caution(theme.symbols.warning), rehearsalMark);
  page.field('Topic', session.topic, theme.strong);
  page.field('Strategy', sayStrategy(session.strategy, session.strategy_reason));
  page.field('Panel', session.participants.map((seat) => nameSeat(session.participants, seat.id)).join(', '));
  for (const receipt of session.context_files) {
    page.field('Context', `${receipt.path}: ${receipt.note}`);
  }
}

function addAnswer(
  page: Page,
  event: Extract<RoundtableEvent, { type: 'seat-answered' }>,
  options: { name: string; hidden: boolean; verbose: boolean },
): void {
  const { theme } = page;
  // Replies of the facilitator and the synthesizer are shown as question, recap and document.
  if (event.step !== 'answer' && event.step !== 'review') return;
  const how = event.replayed ? 'from the journal' : formatDuration(event.duration_ms);
  const mark = theme.good(theme.symbols.covered);
  if (options.hidden) {
    page.line(mark, `${options.name} answered (${how})`);
    return;
  }
  const confidence = event.confidence === null ? '' : `, ${sayConfidence(event.confidence)}`;
  const words = options.verbose ? event.position : truncateText(event.position, 200, theme.symbols.ellipsis);
  // A review has no position: its votes are shown when all are in.
  page.line(mark, `${options.name} (${how}${confidence})${words === '' ? '' : `: ${words}`}`);
}

function addItem(page: Page, item: Item, name: (seat: string) => string): void {
  const { theme } = page;
  if (item.raised_in === 'review') {
    page.line(theme.symbols.pending, `${item.id} raised in the review: ${item.text}`);
    return;
  }
  const isAgreed = item.status === 'agreed';
  const latest = listStances(item);
  const count = (stance: Stance): number => latest.filter((one) => one.stance === stance).length;
  const votes = `${count('support')} for, ${count('stand_aside')} aside, ${count('block')} against`;
  const blocks = listBlocks(item);
  const against = blocks.length === 0 ? '' : `: ${blocks.map(({ seat }) => name(seat)).join(', ')}`;
  const isReopened = !isAgreed && item.history.slice(-2).some(({ change }) => change === 'opened again');
  const now = item.status === 'open' ? 'open again' : item.status;
  const state = isReopened ? `was agreed and is ${now}` : item.status;
  const mark = isAgreed ? theme.good(theme.symbols.covered) : theme.symbols.pending;
  page.line(mark, `${item.id} ${state} (${votes}${against}): ${item.text}`);
}

function addDraft(
  page: Page,
  event: Extract<RoundtableEvent, { type: 'draft-ready' }>,
  warn: (text: string) => void,
  note: (text: string) => void,
): void {
  const { document } = event;
  const name = sayDocument(document.type);
  if (document.assembled_by === 'synthesizer') note(`Drafted: ${name}`);
  else
    warn(`The program assembled the ${name}: ${sayReason(document.reason ?? 'there was no usable draft')}`);
  for (const citation of document.unsupported)
    page.text(`It cites something that is not in the session: ${citation}`, { indent: 2 });
}
