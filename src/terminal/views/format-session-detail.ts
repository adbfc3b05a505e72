/** Shows one round of a session, or one seat through all rounds. */
import { standsNowhere } from '../../domain/evidence.ts';
import type { Fact, FullAnswer, Round } from '../../domain/round.ts';
import type { Session } from '../../domain/session.ts';
import {
  formatCount,
  formatDuration,
  formatInstant,
  formatPlural,
  formatUsage,
  sayConfidence,
} from '../format-numbers.ts';
import { nameSeat } from '../name-seat.ts';
import { createPage, type Page } from '../page.ts';
import type { ViewModes } from '../terminal-modes.ts';
import { sayAction, sayFailure, sayStance } from '../wording.ts';
import { sayWho } from './format-escalation.ts';
import { formatRecap } from './format-recap.ts';

/** A round: the question, the kept answers (of all seats or of one), and the recap. */
export function formatRoundDetail(
  session: Session,
  number: number,
  options: { modes: ViewModes; seat?: string | undefined },
): string {
  const page = createPage(options.modes);
  const round = session.rounds.find((candidate) => candidate.round === number);
  if (round === undefined) {
    page.text(
      `There is no round ${number}; this session has ${formatPlural(session.rounds.length, 'round')}.`,
    );
    return page.toText();
  }
  page.title(`Round ${round.round} ${page.theme.symbols.dot} ${round.phase}`);
  page.field('Question', round.question, page.theme.strong);
  if (round.context_summary.trim() !== '') page.field('Background', round.context_summary);
  page.field('When', `${formatInstant(round.started_at)} to ${formatInstant(round.ended_at)} UTC`);
  const asked =
    options.seat === undefined ? round.asked : round.asked.filter((seat) => seat === options.seat);
  if (asked.length === 0 && options.seat !== undefined)
    page.text(`${nameSeat(session.participants, options.seat)} was not asked in this round.`);
  for (const seat of asked) addSeat(page, session, { round, seat });
  if (options.seat === undefined) {
    const facts = round.facts.filter(({ evidence }) => !standsNowhere(evidence));
    const missing = round.facts.filter(({ evidence }) => standsNowhere(evidence));
    const say = ({ seat, text }: { seat: string; text: string }): string =>
      `${nameSeat(session.participants, seat)}: ${text}`;
    page.list('Facts', facts.map(markFact).map(say));
    page.list('Said as facts, but not found where they are said to stand', missing.map(markFact).map(say));
    page.list('Assumptions', round.assumptions.map(say));
    page.list('Objections to the context', round.context_challenges.map(say));
    page.heading('Usage');
    page.text(formatUsage(round.usage), { indent: 2 });
    page.blank();
    page.raw(formatRecap(session, round, { modes: options.modes }));
    page.blank();
    if (round.next_action !== null) page.field('Next', sayAction(round.next_action));
    for (const { text, by, name } of session.guidance.filter(
      ({ after_round: after }) => after === round.round,
    ))
      page.field('Guidance', by === 'user' && name === undefined ? text : `${text} (${sayWho(by, name)})`);
  }
  return page.toText();
}

/** A seat: its position in each round, what changed it, its votes, and its failures. */
export function formatSeatDetail(session: Session, seat: string, modes: ViewModes): string {
  const page = createPage(modes);
  const participant = session.participants.find((candidate) => candidate.id === seat);
  page.title(`${nameSeat(session.participants, seat)} ${page.theme.symbols.dot} ${session.id}`);
  if (participant === undefined) page.text(`${seat} is not a seat of this session.`);
  else if (participant.model !== null) page.field('Model', participant.model);
  for (const round of session.rounds) {
    page.heading(`Round ${round.round} ${page.theme.symbols.dot} ${round.phase}`);
    if (round.asked.includes(seat)) addSeat(page, session, { round, seat });
    else page.text('Not asked.', { indent: 2 });
  }
  const votes = session.artifacts.flatMap(({ id, text, stances }) =>
    stances
      .filter((one) => one.seat === seat)
      .map(({ round, stance, reason }) => {
        const why = reason.trim() === '' ? '' : ` (${reason})`;
        return `${id}, round ${round}: ${sayStance(stance)}${why}: ${text}`;
      }),
  );
  page.list('Votes', votes);
  return page.toText();
}

/** One seat's answer in one round. */
function addSeat(page: Page, session: Session, place: { round: Round; seat: string }): void {
  const { round, seat } = place;
  const { theme } = page;
  const name = nameSeat(session.participants, seat);
  const answer = round.answers.find((candidate) => candidate.seat === seat);
  if (answer === undefined) {
    for (const failure of session.failures.filter((one) => one.round === round.round && one.seat === seat)) {
      page.item(theme.bad(theme.symbols.failed), `${name}: ${sayFailure(failure.kind)}: ${failure.message}`);
    }
    if (round.passed.includes(seat)) page.item(theme.symbols.passed, `${name} passed.`);
    return;
  }
  const facts = `${sayConfidence(answer.confidence)}, ${formatDuration(answer.duration_ms)}`;
  const person = answer.name === undefined ? '' : `${answer.name}, `;
  page.item(theme.symbols.bullet, `${name} (${person}${facts}): ${answer.position}`);
  if (answer.changed === true) {
    const cause = answer.cause === null || answer.cause.trim() === '' ? 'no argument given' : answer.cause;
    page.item(theme.caution('changed:'), cause, { indent: 4 });
  }
  for (const look of round.look_ups?.filter((one) => one.seat === seat) ?? []) {
    const what = look.found ? `${formatCount(look.bytes)} bytes` : 'nothing found';
    page.item(theme.symbols.dash, `looked up: ${look.title} (${what})`, { indent: 4 });
  }
  const whole = round.participant_responses?.find((response) => response.id === seat);
  if (whole !== undefined) addWhole(page, whole);
}

/** The rest of an answer, kept only with `verbose`. */
function addWhole(page: Page, whole: FullAnswer): void {
  const parts = [
    [
      'Statements',
      whole.statements.map(({ id, text, why }) => `${id} ${text}${why === '' ? '' : ` Because: ${why}`}`),
    ],
    ['Concerns', whole.concerns],
    ['Facts', whole.facts.filter(({ evidence }) => !standsNowhere(evidence)).map(({ text }) => text)],
    ['Assumptions', whole.assumptions],
    ['Questions', whole.questions],
  ] as const;
  for (const [title, texts] of parts) {
    if (texts.length === 0) continue;
    page.text(title, { indent: 4, style: page.theme.quiet });
    for (const text of texts) page.item(page.theme.symbols.dash, text, { indent: 4 });
  }
}

/** A fact with the result of checking its places. */
function markFact({ seat, text, evidence }: Fact): { seat: string; text: string } {
  const marks = evidence
    .filter(({ found }) => found !== null)
    .map(({ path, line, found }) =>
      found === 'no' ? `not found in ${path}` : `checked: ${path}${line === null ? '' : `:${line}`}`,
    );
  return { seat, text: marks.length === 0 ? text : `${text} (${marks.join('; ')})` };
}
