/** The screen at the end of a discussion, and the one at a pause. */
import type { Session } from '../../domain/session.ts';
import type { OutcomeResult, PauseReason } from '../../domain/vocabulary.ts';
import { formatConfidence, formatDuration, formatPlural, formatUsage } from '../format-numbers.ts';
import { nameSeat, rehearsalMark } from '../name-seat.ts';
import { createPage, type Page } from '../page.ts';
import type { ViewModes } from '../terminal-modes.ts';
import { truncateText } from '../wrap-text.ts';
import { formatEscalation, sayDecision } from './format-escalation.ts';
import { addConflict } from './format-recap.ts';
import { tracePositions } from './trace-positions.ts';

const results: Record<OutcomeResult, string> = {
  consensus: 'The panel agrees',
  'partial-consensus': 'The panel agrees in part',
  'stable-disagreement': 'The panel disagrees, and no position moves any more',
  decided: 'Decided by a person',
  collected: 'Collected; this strategy takes no votes',
  'max-rounds': 'Stopped at the largest number of rounds',
  skipped: 'Concluded early, at the wish of a person',
  limit: 'Stopped at a limit',
};

/** A result of a discussion in words. */
export function sayResult(result: OutcomeResult): string {
  return results[result];
}

/** What the closing screen adds to the session. */
export interface ClosingOptions {
  modes: ViewModes;
  /** Files as the person can open them; otherwise those of the outcome. */
  files?: readonly { type: string; path: string }[];
  /** What to type next; otherwise the commands that always help. */
  commands?: readonly string[];
  duration_ms?: number;
}

/** Result, consensus, what is unresolved, dissent, what was missing, how positions moved, usage, files, next commands. */
export function formatClosingScreen(session: Session, options: ClosingOptions): string {
  const page = createPage(options.modes);
  const { theme } = page;
  const { outcome } = session;
  page.title(`Result ${theme.symbols.dot} ${session.topic}`);
  if (session.rehearsal) page.text(rehearsalMark, { style: theme.caution });
  if (outcome === null) page.text('This session has no result yet.');
  else {
    page.text(
      `${sayResult(outcome.result)} (${outcome.result}), after ${formatPlural(session.total_rounds, 'round')}.`,
      {
        style: theme.strong,
      },
    );
    addDegradation(page, outcome.degradation, outcome.degraded);
    if (outcome.summary.trim() !== '') {
      page.blank();
      page.text(outcome.summary);
    }
    if (outcome.recommendation !== null) {
      page.blank();
      page.field('Recommended', outcome.recommendation);
    }
  }
  addAgreement(page, session);
  addMovement(page, session);
  page.heading('Usage');
  const duration = options.duration_ms === undefined ? '' : `, ${formatDuration(options.duration_ms)}`;
  page.text(formatUsage(session.usage) + duration, { indent: 2 });
  if (session.usage.cost_usd === null && session.usage.calls > 0) {
    page.text('A price is missing for at least one model; set it under `prices:` in the configuration.', {
      indent: 2,
    });
  }
  const files = options.files ?? outcome?.files ?? [];
  if (files.length > 0) {
    page.heading('Files');
    for (const file of files) page.verbatim(`${file.path} (${file.type})`);
  }
  page.heading('Next');
  for (const command of options.commands ?? [
    `s2s roundtable show ${session.id}`,
    `s2s roundtable export ${session.id}`,
  ]) {
    page.verbatim(command);
  }
  return page.toText();
}

function addDegradation(page: Page, degradation: readonly string[], degraded: boolean): void {
  if (!degraded && degradation.length === 0) return;
  const { theme } = page;
  page.heading('This result is degraded');
  if (degradation.length === 0) page.item(theme.caution(theme.symbols.warning), 'no reason was recorded');
  for (const reason of degradation) page.item(theme.caution(theme.symbols.warning), reason);
}

function addAgreement(page: Page, session: Session): void {
  const { theme } = page;
  const unvoted = session.settings.consensus.mechanism === 'none' && session.consensus.length === 0;
  page.heading(unvoted ? 'Points (this strategy takes no votes)' : 'Consensus');
  const put = unvoted ? session.proposals.filter(({ status }) => status !== 'withdrawn') : [];
  for (const proposal of put) page.item(theme.symbols.bullet, `${proposal.id}: ${proposal.text}`);
  if (session.consensus.length + put.length === 0)
    page.text(unvoted ? 'None was put.' : 'Nothing was agreed.', { indent: 2 });
  for (const point of session.consensus) {
    const aside =
      point.stood_aside.length === 0
        ? ''
        : ` (stood aside: ${point.stood_aside.map((seat) => nameSeat(session.participants, seat)).join(', ')})`;
    page.item(theme.good(theme.symbols.covered), `${point.text}${aside}`);
  }
  const decided = session.escalations.filter(({ status }) => status === 'answered');
  if (decided.length > 0) page.heading('Decisions of people');
  for (const escalation of decided)
    page.item(theme.symbols.bullet, `${escalation.id}: ${sayDecision(escalation)}`);
  const open = session.conflicts.filter((conflict) => conflict.status === 'open');
  const questions = session.open_questions.filter((question) => question.status === 'open');
  if (open.length + questions.length > 0) page.heading('Unresolved');
  for (const conflict of open) addConflict(page, session, conflict);
  for (const question of questions) page.item(theme.symbols.bullet, `${question.id}: ${question.text}`);
  const dissent = session.outcome?.dissent ?? [];
  if (dissent.length > 0) page.heading('Dissent');
  for (const voice of dissent) {
    page.item(
      theme.symbols.bullet,
      `${nameSeat(session.participants, voice.seat)} (round ${voice.round}): ${voice.text}`,
    );
  }
}

/** The first, blind position of each seat beside its last. */
function addMovement(page: Page, session: Session): void {
  const { theme } = page;
  const traces = tracePositions(session).filter((trace) => trace.first !== null);
  if (traces.length === 0) return;
  page.heading('How positions moved, first to last');
  const room = page.columns * 2;
  for (const trace of traces) {
    if (trace.first === null || trace.last === null) continue;
    const { first, last } = trace;
    const name = nameSeat(session.participants, trace.seat);
    const confidence = `${formatConfidence(first.answer.confidence)} ${theme.symbols.arrow} ${formatConfidence(last.answer.confidence)}`;
    const uncaused = trace.uncaused === 0 ? '' : `, ${trace.uncaused} without an argument`;
    const changes =
      trace.changes === 0 ? 'kept' : `changed ${formatPlural(trace.changes, 'time')}${uncaused}`;
    page.item(theme.symbols.bullet, `${name}: ${changes}; confidence ${confidence}`);
    const cut = (text: string): string => truncateText(text, room, theme.symbols.ellipsis);
    page.item(theme.quiet(`R${first.round}`), cut(first.answer.position), { indent: 4 });
    if (last.round !== first.round && trace.changes > 0) {
      page.item(theme.quiet(`R${last.round}`), cut(last.answer.position), { indent: 4 });
    }
  }
}

const pauseWords: Record<PauseReason, string> = {
  person: 'You paused the discussion.',
  signal: 'The run was interrupted.',
  time: 'The time for this run is used up.',
  budget: 'The budget of this session is used up.',
  'no-quorum': 'A model cannot be used, or too few seats could answer.',
  'waiting-for-person': 'The discussion waits for a person.',
};

/** A pause in words. */
export function sayPause(reason: PauseReason): string {
  return pauseWords[reason];
}

/** What is known of a pause beside its reason; a rule of the decision table only says the reason again. */
export function sayPauseDetail(detail: string): string {
  return /^pause: [a-z-]+$/.test(detail.trim()) ? '' : detail.trim();
}

/** The screen at a pause: why, what is kept, and what to type next. */
export function formatPaused(
  session: Session,
  reason: PauseReason,
  options: { modes: ViewModes; resumeCommand?: string; detail?: string },
): string {
  const page = createPage(options.modes);
  const { theme } = page;
  page.title(`Paused ${theme.symbols.dot} ${session.topic}`);
  page.text(sayPause(reason), { style: theme.strong });
  const kept =
    session.total_rounds === 0
      ? 'No round is finished yet'
      : `${formatPlural(session.total_rounds, 'round')} kept`;
  page.text(`${kept}; nothing that was answered is asked again.`);
  page.text(formatUsage(session.usage));
  const pending = session.escalations.filter((escalation) => escalation.status === 'pending');
  // Escalations say below what is asked, so the reason of the pause would only say it again.
  const detail = sayPauseDetail(options.detail ?? '');
  if (detail !== '' && pending.length === 0) page.text(detail);
  const person = session.participants.find((participant) => participant.kind === 'human');
  if (pending.length > 0) {
    for (const escalation of pending) {
      page.blank();
      page.raw(formatEscalation(escalation, { modes: options.modes, session }));
    }
    page.heading('Answer, then go on');
    for (const escalation of pending) {
      // Which one has to be said only where several wait.
      const which = pending.length === 1 ? '' : ` --escalation ${escalation.id}`;
      const answer = `s2s roundtable answer ${session.id}${which}`;
      if (escalation.recommendation !== null) page.verbatim(`${answer} --accept`);
      page.verbatim(`${answer} --decision "..."`);
      page.verbatim(`${answer} --rounds 2`);
    }
  } else if (reason === 'waiting-for-person' && person !== undefined) {
    page.heading('It is your turn');
    page.verbatim(`s2s roundtable say ${session.id} "..."`);
  }
  page.heading('Next');
  page.verbatim(options.resumeCommand ?? `s2s roundtable resume ${session.id}`);
  return page.toText();
}
