/** The draft of a decision record. */
import type { Session } from '../domain/session.ts';
import {
  type CitedPoint,
  citeHolders,
  citeWords,
  countWays,
  findDecided,
  findTakenWay,
  listKept,
  listNamedFacts,
} from './citations.ts';
import type { DraftHead } from './draft-head.ts';
import { nameSeat, type Scene } from './scene.ts';
import { endSentence, joinWords, raiseFirst, shorten } from './text.ts';

/** One considered option. */
interface DraftOption {
  title: string;
  description: string;
  good: CitedPoint[];
  neutral: CitedPoint[];
  bad: CitedPoint[];
}

/** Writes the record. Its options are the two ways, deciding nothing yet, and a person's own decision if there is one. */
export function draftDecision(scene: Scene, session: Session, { head }: { head: DraftHead }) {
  const decided = findDecided(session);
  const own = decided?.isOwn ? decided.text : null;
  const holds = findTakenWay(scene, session);
  const taken = holds ?? countWays(scene, session);
  const way = scene.scenario.ways[taken];
  const considered: DraftOption[] = ([0, 1] as const).map((index) => describeWay(scene, session, index));
  considered.push(describePresent(session));
  if (own !== null) considered.unshift(describeDecision(session, own));
  const other = scene.scenario.ways[taken === 0 ? 1 : 0];
  const reason = `with the other way ${other.bad[1] ?? other.bad[0] ?? 'more can go wrong'}, and nobody had an answer to that`;
  return {
    ...head,
    title: shorten(own ?? way.title, 80),
    context: describeContext(scene, session),
    // The drivers are the context statements that seats named.
    drivers: listNamedFacts(scene, session).slice(0, 5),
    options: considered,
    chosen: considered[own !== null ? 0 : taken]?.title ?? way.title,
    reason: own === null ? reason : 'a person decided so after the panel had put its positions',
    consequences_good: citeArguments(scene, session, { way: taken, kind: 'good' }).slice(2),
    consequences_bad: citeArguments(scene, session, { way: taken, kind: 'bad' }).slice(1),
    confirmation:
      'Before the next release somebody who did not build it goes through the checks of the items.',
    revisit: `When what ${listKept(session, ['RISK'])[0]?.id ?? 'was said against it'} names is seen for the first time, and a year after the start at the latest.`,
    recommendation: holds === null ? head.recommendation : null,
    supersedes: [],
  };
}

function describeContext(scene: Scene, session: Session): string {
  const { context } = scene.facts;
  const about = context.description || context.domain;
  return `${about ? `${scene.project}: ${endSentence(about)} ` : ''}To be decided: ${session.topic}`;
}

function describeWay(scene: Scene, session: Session, index: 0 | 1): DraftOption {
  const way = scene.scenario.ways[index];
  const holders = citeHolders(scene, session, index);
  return {
    title: way.title,
    description:
      holders.length > 0
        ? `First argued by ${joinWords(holders.map(({ seat }) => nameSeat(scene, seat)))}.`
        : 'Put as the alternative; no seat took it up.',
    good: citeArguments(scene, session, { way: index, kind: 'good' }).slice(0, 2),
    neutral: [],
    bad: citeArguments(scene, session, { way: index, kind: 'bad' }).slice(0, 1),
  };
}

/** The arguments for or against a way, each with the seats that used its words. */
function citeArguments(
  scene: Scene,
  session: Session,
  about: { way: 0 | 1; kind: 'good' | 'bad' },
): CitedPoint[] {
  return scene.scenario.ways[about.way][about.kind].map((text) => ({
    text: endSentence(raiseFirst(text)),
    sources: citeWords(session, text),
  }));
}

function describePresent(session: Session): DraftOption {
  const first = session.rounds[0];
  const sources =
    first && first.synthesis !== '' ? [{ round: first.round, seat: session.facilitator.agent }] : [];
  return {
    title: 'Decide nothing yet',
    description: 'Wait for figures before any work is spent.',
    good: [{ text: 'No work is spent on a guess.', sources: [] }],
    neutral: [{ text: 'Nobody at the table argued for it.', sources }],
    bad: [{ text: 'The question stays open, and those who depend on it wait.', sources: [] }],
  };
}

function describeDecision(session: Session, decided: string): DraftOption {
  const escalation = session.escalations.findLast((entry) => entry.decision === 'own');
  const sources = escalation?.answered_by === 'user' ? [{ round: escalation.round, seat: 'human' }] : [];
  return {
    title: shorten(decided, 80),
    description: endSentence(decided),
    good: [{ text: 'A person who answers for the project decided so.', sources }],
    neutral: [],
    bad: [{ text: 'The panel did not discuss it after the decision.', sources: [] }],
  };
}
