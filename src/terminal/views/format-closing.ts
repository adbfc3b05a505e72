/** The screen at the end of a discussion, and the one at a pause. */
import type { Answer } from '../../domain/round.ts';
import type { Session } from '../../domain/session.ts';
import type { PauseReason } from '../../domain/vocabulary.ts';
import { formatConfidence, formatDuration, formatPlural, formatUsage } from '../format-numbers.ts';
import { nameSeat, rehearsalMark } from '../name-seat.ts';
import { createPage, type Page } from '../page.ts';
import type { ViewModes } from '../terminal-modes.ts';
import { beginSentence, sayDocument, sayPause, sayReason, sayResult } from '../wording.ts';
import { truncateText } from '../wrap-text.ts';
import { formatEscalation, listAnswers, sayDecision } from './format-escalation.ts';
import { addConflict } from './format-recap.ts';

/** What the closing screen adds to the session. */
export interface ClosingOptions {
  modes: ViewModes;
  /** Paths as the person can open them; those of the outcome where absent. */
  files?: readonly { type: string; path: string }[];
  /** What to type next; `show` and `export` where absent. */
  commands?: readonly string[];
  duration_ms?: number;
}

/** Result, what was missing, consensus, decisions, what is unresolved, dissent, how positions moved, usage, files, next commands. */
export function formatClosingScreen(session: Session, options: ClosingOptions): string {
  const page = createPage(options.modes);
  const { theme } = page;
  const { outcome } = session;
  page.title(`Result ${theme.symbols.dot} ${session.topic}`);
  if (session.rehearsal) page.text(rehearsalMark, { style: theme.caution });
  if (outcome === null) page.text('This session has no result yet.');
  else {
    page.text(`${sayResult(outcome)}, after ${formatPlural(session.total_rounds, 'round')}.`, {
      style: theme.strong,
    });
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
    page.text('The price of at least one model is unknown; add it under `prices:` in the configuration.', {
      indent: 2,
    });
  }
  const files = options.files ?? outcome?.files ?? [];
  if (files.length > 0) {
    page.heading('Files');
    for (const file of files) page.verbatim(`${file.path} (${sayDocument(file.type)})`);
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
  if (degradation.length === 0) page.item(theme.caution(theme.symbols.warning), 'No reason was recorded.');
  for (const reason of degradation) page.item(theme.caution(theme.symbols.warning), sayReason(reason));
}

function addAgreement(page: Page, session: Session): void {
  const { theme } = page;
  const unvoted = session.settings.consensus.mechanism === 'none' && session.consensus.length === 0;
  page.heading(unvoted ? 'Points (this strategy takes no votes)' : 'Consensus');
  const put = unvoted ? session.artifacts.filter(({ status }) => status === 'open') : [];
  for (const item of put) page.item(theme.symbols.bullet, `${item.id}: ${item.text}`);
  if (session.consensus.length + put.length === 0)
    page.text(unvoted ? 'None.' : 'Nothing was agreed.', { indent: 2 });
  for (const point of session.consensus) {
    const aside =
      point.stood_aside.length === 0
        ? ''
        : ` (stood aside: ${point.stood_aside.map((seat) => nameSeat(session.participants, seat)).join(', ')})`;
    page.item(theme.good(theme.symbols.covered), `${point.text}${aside}`);
  }
  const decided = session.escalations.filter(({ status }) => status === 'answered');
  if (decided.length > 0) page.heading('Decisions by people');
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
  const cut = (text: string): string => truncateText(text, page.columns * 2, theme.symbols.ellipsis);
  let empty = true;
  for (const { id } of session.participants) {
    const given = listPositions(session, id);
    const [first] = given;
    const last = given.at(-1);
    if (first === undefined || last === undefined) continue;
    if (empty) page.heading('How positions moved, first to last');
    empty = false;
    const changed = given.filter(({ answer }) => answer.changed === true);
    const uncaused = changed.filter(({ answer }) => (answer.cause ?? '').trim() === '').length;
    const without = uncaused === 0 ? '' : `, ${uncaused} without a stated argument`;
    const changes = changed.length === 0 ? 'kept' : `${formatPlural(changed.length, 'change')}${without}`;
    const confidence = `${formatConfidence(first.answer.confidence)} ${theme.symbols.arrow} ${formatConfidence(last.answer.confidence)}`;
    const name = nameSeat(session.participants, id);
    page.item(theme.symbols.bullet, `${name}: ${changes}; confidence ${confidence}`);
    page.item(theme.quiet(`R${first.round}`), cut(first.answer.position), { indent: 4 });
    if (last.round !== first.round && changed.length > 0)
      page.item(theme.quiet(`R${last.round}`), cut(last.answer.position), { indent: 4 });
  }
}

/** The answers of a seat, oldest first, each with its round. */
function listPositions(session: Session, seat: string): { round: number; answer: Answer }[] {
  return session.rounds.flatMap(({ round, answers }) =>
    answers.filter((answer) => answer.seat === seat).map((answer) => ({ round, answer })),
  );
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
  const pending = session.escalations.filter((escalation) => escalation.status === 'pending');
  // Escalations say below what is asked, so the detail would only say it again.
  const why = sayPause(reason, pending.length > 0 ? '' : options.detail);
  page.text(beginSentence(why), { style: theme.strong });
  page.text(
    session.total_rounds === 0
      ? 'No round is finished yet, but every answer is kept and will not be asked for again.'
      : `Kept: ${formatPlural(session.total_rounds, 'round')}. No answer will be asked for again.`,
  );
  page.text(formatUsage(session.usage));
  const person = session.participants.find((participant) => participant.kind === 'human');
  if (pending.length > 0) {
    for (const escalation of pending) {
      page.blank();
      page.raw(formatEscalation(escalation, { modes: options.modes, session }));
    }
    page.heading('Answer with one of these');
    for (const escalation of pending)
      for (const command of listAnswers(session, escalation)) page.verbatim(command);
  } else if (reason === 'waiting-for-person' && person !== undefined) {
    page.heading('It is your turn');
    page.verbatim(`s2s roundtable say ${session.id} "..."`);
  }
  page.heading('Next');
  page.verbatim(options.resumeCommand ?? `s2s roundtable resume ${session.id}`);
  return page.toText();
}
