/** Reads a session's record for drafts: what was agreed, and sources that really exist. */
import type { Item } from '../domain/records.ts';
import type { Session } from '../domain/session.ts';
import { type ContextFact, findWay, type Scene } from './scene.ts';
import { endSentence } from './text.ts';

/** Who said something, and in which round. */
export interface Source {
  round: number;
  seat: string;
}

/** A statement with its sources. */
export interface CitedPoint {
  text: string;
  sources: Source[];
}

/** Cites the given seats that answered in the round; if none did, the facilitator's synthesis. */
export function citeSeats(session: Session, seats: readonly string[], round: number): Source[] {
  const held = session.rounds.find((candidate) => candidate.round === round);
  if (!held) return [];
  const spoke = held.answers.map(({ seat }) => seat).filter((seat) => seats.includes(seat));
  if (spoke.length > 0) return spoke.map((seat) => ({ round, seat }));
  return held.synthesis.trim() === '' ? [] : [{ round, seat: session.facilitator.agent }];
}

/** Cites the answers whose position contains the words, at most `limit` of them. */
export function citeWords(session: Session, words: string, limit = 4): Source[] {
  return session.rounds
    .flatMap(({ round, answers }) =>
      answers.filter(({ position }) => position.includes(words)).map(({ seat }) => ({ round, seat })),
    )
    .slice(0, limit);
}

/** The agreed points, in the order in which they were agreed. */
export function listAgreed(session: Session): CitedPoint[] {
  return session.consensus.map(({ text, supported_by: seats, round }) => ({
    text: endSentence(text),
    sources: citeSeats(session, seats, round),
  }));
}

/** Items of the given types that are open or agreed. */
export function listKept(session: Session, types: readonly Item['type'][]): Item[] {
  return session.artifacts.filter(
    ({ type, status, raised_in: raisedIn }) =>
      types.includes(type) && raisedIn === 'round' && (status === 'open' || status === 'agreed'),
  );
}

const weight = { high: 2, medium: 1, low: 0 } as const;

/** The open and agreed ideas, best judged first. */
export function rankIdeas(session: Session): Item[] {
  const score = ({ judgements }: Item): number =>
    judgements.reduce((sum, { value, feasibility }) => sum + weight[value] + weight[feasibility], 0) /
    Math.max(1, judgements.length);
  return listKept(session, ['IDEA']).sort((one, other) => score(other) - score(one));
}

/** Context statements that answers named, most often named first, with the seats that named them. */
export function rankFacts(scene: Scene, session: Session): (ContextFact & { sources: Source[] })[] {
  return scene.contextFacts
    .map((fact) => ({ ...fact, sources: citeWords(session, fact.named) }))
    .filter(({ sources }) => sources.length > 0)
    .sort((left, right) => right.sources.length - left.sources.length);
}

/** The same as document points, for all kinds or for one. */
export function listNamedFacts(scene: Scene, session: Session, wanted?: ContextFact['kind']): CitedPoint[] {
  return rankFacts(scene, session)
    .filter(({ kind }) => wanted === undefined || kind === wanted)
    .map(({ text, sources }) => ({ text: endSentence(text), sources }));
}

/** A decision from outside the panel: in the decider's own words, or by accepting the recommended way. */
export interface Decided {
  text: string;
  by: 'user' | 'policy';
  isOwn: boolean;
}

/** The latest decision from outside the panel, or null. */
export function findDecided({ escalations }: Session): Decided | null {
  const last = escalations.findLast(({ decision, text }) => decision !== 'continue' && text);
  if (!last?.text) return null;
  return {
    text: last.text,
    by: last.answered_by === 'policy' ? 'policy' : 'user',
    isOwn: last.decision === 'own',
  };
}

/** The way that holds at the end, by agreement or by a decision that adopts it; null if neither way does. */
export function findTakenWay(scene: Scene, session: Session): 0 | 1 | null {
  const decided = findDecided(session);
  if (decided?.isOwn) return null;
  const holding = ([0, 1] as const).filter((index) => {
    const { title } = scene.scenario.ways[index];
    return (
      decided?.text.startsWith(title) || listAgreed(session).some(({ text }) => text === endSentence(title))
    );
  });
  return holding[0] ?? null;
}

/** Which seat took which way in which round, in speaking order. */
function listTaken(scene: Scene, session: Session): (Source & { way: 0 | 1 })[] {
  return session.rounds.flatMap(({ round, answers }) =>
    answers.flatMap(({ seat, position }) => {
      const way = findWay(position, scene.scenario.ways);
      return way === null ? [] : [{ round, seat, way }];
    }),
  );
}

/** The way that more seats hold at the end; the first way in a tie. */
export function countWays(scene: Scene, session: Session): 0 | 1 {
  const last = new Map(listTaken(scene, session).map(({ seat, way }) => [seat, way]));
  const second = [...last.values()].filter((way) => way === 1).length;
  return second > last.size - second ? 1 : 0;
}

/** The seats that started with a way, each with the round in which it first said so. */
export function citeHolders(scene: Scene, session: Session, way: 0 | 1): Source[] {
  return listTaken(scene, session)
    .filter((one, index, all) => all.findIndex(({ seat }) => seat === one.seat) === index)
    .filter((first) => first.way === way)
    .map(({ round, seat }) => ({ round, seat }));
}
