/** The fields that every draft begins with. */
import type { Session } from '../domain/session.ts';
import { itemTypes } from '../domain/vocabulary.ts';
import {
  countWays,
  findDecided,
  findTakenWay,
  listAgreed,
  listKept,
  rankFacts,
  rankIdeas,
} from './citations.ts';
import { nameSeat, type Scene } from './scene.ts';
import { endSentence, joinWords, lowerFirst, quote, shorten } from './text.ts';

/** Title, summary (a few sentences) and recommendation (one sentence). */
export interface DraftHead {
  title: string;
  summary: string;
  recommendation: string | null;
}

/** Writes these fields from the session: what was decided, what counted most, and who changed position or did not. */
export function draftHead(scene: Scene, session: Session): DraftHead {
  const decided = findDecided(session);
  const taken = findTakenWay(scene, session);
  const way = scene.scenario.ways[taken ?? countWays(scene, session)];
  const { 0: idea, length: ideas } = rankIdeas(session);
  const [fact] = rankFacts(scene, session);
  const sentences = [
    decided?.isOwn
      ? `A person decided: ${endSentence(decided.text)}`
      : taken === null && idea !== undefined
        ? `Of ${ideas} ideas the panel would try ${quote(idea.title, 80)} first, by what the seats judged.`
        : taken === null
          ? `The panel did not settle the question ${quote(session.topic, 160)}; ${describeAgreement(session)}.`
          : decided === null
            ? `The panel would ${way.phrase}.`
            : `${decided.by === 'user' ? 'A person' : 'The policy for unattended runs'} took up the recommendation to ${way.phrase}.`,
    ...(fact ? [`What seats named most often is ${fact.named}.`] : []),
    ...describeDispute(scene, session),
  ];
  return {
    title: shorten(session.topic.replace(/[?\s]+$/, ''), 80),
    summary: sentences.join(' '),
    recommendation: decided?.isOwn
      ? endSentence(decided.text)
      : `${way.title}, and look at it again as soon as it is seen that ${lowerFirst(way.bad[0] ?? 'more can go wrong')}.`,
  };
}

/** Says who changed position, or which disagreement still stands. */
function describeDispute(scene: Scene, session: Session): string[] {
  const open = session.conflicts.find(({ status }) => status === 'open');
  if (open) return [`One disagreement stands: ${lowerFirst(endSentence(open.description))}`];
  const moved = session.rounds.flatMap(({ round, answers }) =>
    answers.filter(({ changed }) => changed === true).map(({ seat }) => ({ seat, round })),
  );
  const names = joinWords([...new Set(moved.map(({ seat }) => nameSeat(scene, seat)))]);
  return moved[0] ? [`${names} argued for the other way first and left it in round ${moved[0].round}.`] : [];
}

function describeAgreement(session: Session): string {
  const agreed = listAgreed(session).length;
  if (agreed > 0) return `it agreed on ${agreed} ${agreed === 1 ? 'point' : 'points'}`;
  const open = listKept(session, itemTypes).length;
  return open === 0
    ? 'it agreed on nothing yet'
    : `it put forward ${open} ${open === 1 ? 'point' : 'points'}, none of which is agreed`;
}
