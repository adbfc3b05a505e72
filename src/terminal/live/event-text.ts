/** The words for each event, the same for a terminal and for a log. */
import type { RoundtableEvent } from '../../domain/ports.ts';
import type { Participant, Proposal } from '../../domain/records.ts';
import type { Round } from '../../domain/round.ts';
import { formatConfidence, formatDuration, formatUsage } from '../format-numbers.ts';
import { nameSeat, rehearsalMark } from '../name-seat.ts';
import { createPage, type Page } from '../page.ts';
import type { ViewModes } from '../terminal-modes.ts';
import { formatAgendaStatus } from '../views/format-agenda.ts';
import { sayPause, sayPauseDetail, sayResult } from '../views/format-closing.ts';
import { sayDecision } from '../views/format-escalation.ts';
import { formatRecap, sayAction } from '../views/format-recap.ts';
import { truncateText } from '../wrap-text.ts';

/** What the words depend on beside the event. */
export interface EventTextState {
  participants: readonly Participant[];
  /** Of the last recap, for what the facilitator had asked for. */
  lastRound: Round | null;
  /** What the other seats said must not be shown now. */
  hidden: boolean;
  verbose: boolean;
}

/** The text of an event, or null when it is not worth a line. `modes.columns` is the room for the text. */
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
  const warn = (text: string): void => page.item(theme.caution(theme.symbols.warning), text, { indent: 0 });
  const note = (text: string): void => page.item(theme.accent(theme.symbols.arrow), text, { indent: 0 });
  switch (event.type) {
    case 'session-started':
      addStart(page, event);
      break;
    case 'round-started':
      page.title(`Round ${event.round} ${theme.symbols.dot} ${event.phase}`);
      page.raw(formatAgendaStatus(event.agenda, { modes: state.modes }));
      break;
    case 'question-asked':
      page.field('Question', event.question, theme.strong);
      if (event.focus.trim() !== '') page.field('Focus', event.focus);
      page.field('Asked', event.asked.map(name).join(', '));
      if (event.fallback !== null) warn(`The question is the program's own: ${event.fallback}`);
      break;
    case 'seat-thinking':
      if (state.verbose) page.text(`${event.role} (${event.model}) is thinking: ${event.step}`);
      break;
    case 'seat-retrying':
      // A short wait is over before anybody wonders.
      if (state.verbose || event.wait_ms >= 5_000)
        note(`${name(event.seat)} (${event.step}): ${event.kind}, again in ${formatDuration(event.wait_ms)}`);
      break;
    case 'seat-answered':
      addAnswer(page, event, { name: name(event.seat), hidden: state.hidden, verbose: state.verbose });
      break;
    case 'seat-failed':
      page.item(
        theme.bad(theme.symbols.failed),
        `${name(event.seat)} failed (${event.step}): ${event.kind}: ${event.message}`,
        { indent: 0 },
      );
      break;
    case 'seat-passed':
      page.item(theme.symbols.passed, `${name(event.seat)} passed: ${event.reason}`, { indent: 0 });
      break;
    case 'round-saved':
      if (state.verbose && event.session_file !== null)
        page.text(`Round ${event.round} saved: ${event.session_file}`);
      break;
    case 'recap':
      page.raw(formatRecap(event.session, event.round, { modes: state.modes }));
      break;
    case 'decision': {
      // The pause that follows says why.
      if (event.next_action === 'pause') break;
      const asked =
        state.lastRound?.round === event.round
          ? ` (the facilitator asked to ${sayAction(state.lastRound.proposed_action)})`
          : '';
      if (event.override !== null)
        warn(`Overridden: the program chose to ${sayAction(event.next_action)}${asked}: ${event.override}`);
      else note(`Decided: ${sayAction(event.next_action)}`);
      break;
    }
    case 'guidance':
      note(`Guidance after round ${event.after_round}: ${event.text}`);
      break;
    case 'escalation-raised':
      warn(`A decision is needed, ${event.escalation.id}: ${event.escalation.reason}`);
      break;
    case 'escalation-answered':
      note(`${event.escalation.id}: ${sayDecision(event.escalation)}`);
      break;
    case 'waiting-for-turn':
      note(
        `It is ${name(event.seat) === 'You' ? 'your' : `the`} turn${name(event.seat) === 'You' ? '' : ` of ${name(event.seat)}`}: ${event.question}`,
      );
      break;
    case 'ballot-started':
      note(`Ballot on ${event.proposals.map((proposal) => proposal.id).join(', ')}`);
      break;
    case 'ballot-counted':
      for (const proposal of event.proposals) addProposal(page, proposal);
      break;
    case 'draft-ready':
      addDraft(page, event, warn, note);
      break;
    case 'usage':
      if (state.verbose) page.text(`So far ${formatUsage(event.usage)}`);
      break;
    case 'notice':
      if (event.level === 'warning') warn(event.text);
      else page.text(event.text);
      break;
    case 'paused':
      // What the discussion waits for was said just before, and stands on the screen that follows.
      warn(
        event.reason === 'waiting-for-person'
          ? `Paused: ${sayPause(event.reason)}`
          : `Paused: ${sayPause(event.reason)} ${sayPauseDetail(event.detail)}`.trim(),
      );
      break;
    case 'completed':
      note(`Completed: ${sayResult(event.outcome.result)}${event.outcome.degraded ? ' (degraded)' : ''}`);
      break;
    case 'facilitator-asking':
    case 'synthesizing':
    case 'draft-started':
      if (state.verbose) page.text(sayActivity(event.type));
      break;
  }
}

/** What goes on while no seat is on screen. */
export function sayActivity(type: 'facilitator-asking' | 'synthesizing' | 'draft-started'): string {
  if (type === 'facilitator-asking') return 'The facilitator prepares the question';
  if (type === 'synthesizing') return 'The facilitator sums up';
  return 'The synthesizer writes the document';
}

function addStart(page: Page, event: Extract<RoundtableEvent, { type: 'session-started' }>): void {
  const { session } = event;
  const { theme } = page;
  page.title(event.resumed ? `Going on ${theme.symbols.dot} ${session.id}` : session.id);
  if (session.rehearsal) page.item(theme.caution(theme.symbols.warning), rehearsalMark, { indent: 0 });
  page.field('Topic', session.topic, theme.strong);
  const why = session.strategy_reason === '' ? '' : ` (${session.strategy_reason})`;
  page.field('Strategy', `${session.strategy}${why}`);
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
  // The chairs' words are shown as the question and the recap.
  if (event.step !== 'answer' && event.step !== 'ballot') return;
  const how = event.replayed ? 'from the journal' : formatDuration(event.duration_ms);
  const mark = theme.good(theme.symbols.covered);
  if (options.hidden) {
    page.item(mark, `${options.name} answered (${how})`, { indent: 0 });
    return;
  }
  const confidence = event.confidence === null ? '' : `, confidence ${formatConfidence(event.confidence)}`;
  const words = options.verbose ? event.position : truncateText(event.position, 200, theme.symbols.ellipsis);
  page.item(mark, `${options.name} (${how}${confidence}): ${words}`, { indent: 0 });
}

function addProposal(page: Page, proposal: Proposal): void {
  const { theme } = page;
  const count = (stance: string): number => proposal.stances.filter((one) => one.stance === stance).length;
  const votes = `${count('support')} for, ${count('stand_aside')} aside, ${count('block')} against`;
  const mark = proposal.status === 'agreed' ? theme.good(theme.symbols.covered) : theme.symbols.pending;
  page.item(mark, `${proposal.id} ${proposal.status} (${votes}): ${proposal.text}`, { indent: 0 });
}

function addDraft(
  page: Page,
  event: Extract<RoundtableEvent, { type: 'draft-ready' }>,
  warn: (text: string) => void,
  note: (text: string) => void,
): void {
  const { document } = event;
  if (document.assembled_by === 'synthesizer') note(`The document (${document.type}) is drafted`);
  else
    warn(
      `The document (${document.type}) was assembled by the program: ${document.reason ?? 'no draft could be had'}`,
    );
  for (const citation of document.unsupported)
    page.text(`Cites what is not in the session: ${citation}`, { indent: 2 });
}
