/** The fields that every draft begins with. */
import type { Session } from '../domain/session.ts';
import { itemTypes } from '../domain/vocabulary.ts';
import { countWays, findOwnDecision, listAgreed, listKept } from './citations.ts';
import { nameSeat, type Scene } from './scene.ts';
import { endSentence, joinWords, lowerFirst, quote, shorten } from './text.ts';

/** Title, summary (a few sentences) and recommendation (one sentence). */
export interface DraftHead {
  title: string;
  summary: string;
  recommendation: string | null;
}

/** Writes them from the session: who discussed what, what was agreed, what was settled and what still stands. */
export function draftHead(scene: Scene, session: Session): DraftHead {
  const way = scene.scenario.ways[countWays(scene, session)];
  const decided = findOwnDecision(session);
  const open = session.conflicts.filter(({ status }) => status === 'open');
  const settled = session.conflicts.filter(({ status }) => status === 'resolved');
  const roles = session.participants.map(({ id }) => nameSeat(scene, id));
  const isAgreed = listAgreed(session).some(({ text }) => text === endSentence(way.title));
  const sentences = [
    decided !== null
      ? `A person decided: ${endSentence(decided)}`
      : isAgreed
        ? `The panel would ${way.phrase}.`
        : `The panel did not settle the question ${quote(session.topic, 160)}.`,
    `${joinWords(roles)} discussed it in ${session.rounds.length} ${session.rounds.length === 1 ? 'round' : 'rounds'} and ${describeAgreement(session)}.`,
  ];
  if (settled[0])
    sentences.push(
      `One disagreement was settled on the way: ${lowerFirst(endSentence(settled[0].description))}`,
    );
  if (open[0]) sentences.push(`One disagreement stands: ${lowerFirst(endSentence(open[0].description))}`);
  return {
    title: shorten(session.topic.replace(/[?\s]+$/, ''), 80),
    summary: sentences.join(' '),
    recommendation:
      decided !== null
        ? endSentence(decided)
        : `${way.title}, and look at it again as soon as it is seen that ${lowerFirst(way.bad[0] ?? 'more can go wrong')}.`,
  };
}

function describeAgreement(session: Session): string {
  const agreed = listAgreed(session).length;
  if (agreed > 0) return `agreed on ${agreed} ${agreed === 1 ? 'point' : 'points'}`;
  const open = listKept(session, itemTypes).length;
  return open === 0
    ? 'agreed on nothing yet'
    : `put forward ${open} ${open === 1 ? 'point' : 'points'}, none of which is agreed`;
}
