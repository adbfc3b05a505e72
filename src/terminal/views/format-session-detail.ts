/** Shows one round of a session, or one seat through all rounds. */
import type { FullAnswer, Round } from '../../session/round.ts';
import { readVotes } from '../../session/rules/votes.ts';
import type { Session } from '../../session/session.ts';
import { sayStance } from '../../wording/conflict.ts';
import { sayWho } from '../../wording/escalation.ts';
import {
  formatCount,
  formatDuration,
  formatInstant,
  formatPlural,
  formatUsage,
  sayConfidence,
} from '../../wording/format-numbers.ts';
import { nameSeat } from '../../wording/name-seat.ts';
import { sayDecision } from '../../wording/override.ts';
import { sayFailure } from '../../wording/trouble.ts';
import { voteWords } from '../../wording/votes.ts';
import { createPage, type Page } from '../page.ts';
import type { ViewModes } from '../terminal-modes.ts';
import { nameItem } from './format-items.ts';
import { formatRecap } from './format-recap.ts';

/** A round: the question, the kept answers (of all seats or of one), and what it came to. */
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
  if (options.seat === undefined) addRound(page, session, { round, modes: options.modes });
  return page.toText();
}

function addRound(page: Page, session: Session, { round, modes }: { round: Round; modes: ViewModes }): void {
  const say = ({ seat, text }: { seat: string; text: string }): string =>
    `${nameSeat(session.participants, seat)}: ${text}`;
  const facts = session.dossier.filter((fact) => fact.round === round.round);
  page.list(
    'Facts',
    facts.map(({ id, claim, path, line, found }) => {
      const place = `${path}${line === null ? '' : `:${line}`}`;
      return `${id} ${claim} (${found === 'no' ? `cited, but not found there: ${place}` : place})`;
    }),
  );
  page.list('Assumptions', round.assumptions.map(say));
  page.list('Objections to the context', round.context_challenges.map(say));
  page.blank();
  page.raw(formatRecap(session, round, { modes, whole: true }));
  page.list(
    'Agreed so far, according to the facilitator; no votes yet',
    round.consensus.map(({ text }) => text),
  );
  page.blank();
  page.field('Then', round.next_action === null ? 'not decided yet' : sayDecision(round));
  for (const { text, by, name } of session.guidance.filter(({ after_round: after }) => after === round.round))
    page.field('Guidance', by === 'user' && name === undefined ? text : `${text} (${sayWho(by, name)})`);
  page.field('Usage', formatUsage(round.usage));
}

/** A seat: its position in each round, its votes, and its failures. */
export function formatSeatDetail(session: Session, seat: string, modes: ViewModes): string {
  const page = createPage(modes);
  const participant = session.participants.find((candidate) => candidate.id === seat);
  page.title(`${nameSeat(session.participants, seat)} ${page.theme.symbols.dot} ${session.topic}`);
  if (participant === undefined) page.text(`${seat} is not a seat of this session.`);
  else if (participant.model !== null) page.field('Model', participant.model);
  for (const round of session.rounds) {
    page.heading(`Round ${round.round} ${page.theme.symbols.dot} ${round.phase}`);
    if (round.asked.includes(seat)) addSeat(page, session, { round, seat });
    else page.text('Not asked.', { indent: 2 });
  }
  page.list(
    'Votes',
    session.artifacts.flatMap((item) => {
      const vote = readVotes(item).get(seat);
      if (vote === undefined) return [];
      const why = vote.reason.trim() === '' ? '' : `: ${vote.reason}`;
      return [`${nameItem(item)}: ${voteWords[vote.vote]}${why}`];
    }),
  );
  return page.toText();
}

/** One seat's answer in one round. */
function addSeat(page: Page, session: Session, { round, seat }: { round: Round; seat: string }): void {
  const { theme } = page;
  const name = nameSeat(session.participants, seat);
  const answer = round.answers.find((candidate) => candidate.seat === seat);
  if (answer === undefined) {
    for (const failure of session.failures.filter((one) => one.round === round.round && one.seat === seat))
      page.item(theme.bad(theme.symbols.failed), `${name}: ${sayFailure(failure.kind)}: ${failure.message}`);
    if (round.passed.includes(seat)) page.item(theme.symbols.passed, `${name} passed.`);
    return;
  }
  const facts = `${sayConfidence(answer.confidence)}, ${formatDuration(answer.duration_ms)}`;
  const person = answer.name === undefined ? '' : `${answer.name}, `;
  page.item(theme.symbols.bullet, `${name} (${person}${facts}): ${answer.position}`);
  for (const stance of answer.conflicts) {
    if (stance.holds === null && !stance.gives_up && stance.position === undefined) continue;
    const because = stance.because === '' ? '' : `: ${stance.because}`;
    page.item(theme.symbols.dash, `${stance.conflict_id}: ${sayStance(stance)}${because}`, { indent: 4 });
  }
  for (const concern of answer.concerns) page.item(theme.symbols.dash, `concern: ${concern}`, { indent: 4 });
  for (const look of round.look_ups?.filter((one) => one.seat === seat) ?? []) {
    const what = look.found ? `${formatCount(look.bytes)} bytes` : 'nothing found';
    page.item(theme.symbols.dash, `looked up: ${look.title} (${what})`, { indent: 4 });
  }
  if (answer.proposal !== '') {
    page.blank();
    page.text(answer.proposal, { indent: 4 });
  }
  const whole = round.participant_responses?.find((response) => response.id === seat);
  if (whole !== undefined) addWhole(page, whole);
}

/** The rest of an answer, kept only with `verbose`. */
function addWhole(page: Page, whole: FullAnswer): void {
  const parts = [
    ['Statements', whole.statements.map(({ id, text }) => `${id} ${text}`)],
    ['Assumptions', whole.assumptions],
    ['Questions', whole.questions],
  ] as const;
  for (const [title, texts] of parts) {
    if (texts.length === 0) continue;
    page.text(title, { indent: 4, style: page.theme.quiet });
    for (const text of texts) page.item(page.theme.symbols.dash, text, { indent: 4 });
  }
}
