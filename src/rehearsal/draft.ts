/** The rehearsed synthesizer: fills a document's form from the session, with citations that exist. */
import type { JsonSchema, RequestFacts } from '../domain/ports.ts';
import type { Session } from '../domain/session.ts';
import type { OutputType } from '../domain/vocabulary.ts';
import { draftDecision } from './draft-adr.ts';
import { draftArchitecture } from './draft-architecture.ts';
import { draftRequirements } from './draft-requirements.ts';
import { draftSummary } from './draft-summary.ts';
import { countWays, findOwnDecision, listAgreed } from './minutes.ts';
import { buildScene, nameSeat, type Scene } from './scene.ts';
import { endSentence, joinWords, lowerFirst, quote, shorten } from './text.ts';

/** What every draft begins with. */
export interface DraftHead {
  title: string;
  summary: string;
  recommendation: string | null;
}

/** Writes the draft that the schema asks for; without a session there is nothing to draft from, and an empty object says so. */
export function rehearseDraft(facts: RequestFacts, schema: JsonSchema | null): Record<string, unknown> {
  const { session } = facts;
  if (session === null) return {};
  const scene = buildScene(facts);
  const head = draftHead(scene, session);
  switch (findType(facts, schema)) {
    case 'adr':
      return { ...draftDecision(scene, session, { head }) };
    case 'requirements':
      return { ...draftRequirements(scene, session, { head }) };
    case 'architecture':
      return { ...draftArchitecture(scene, session, { head }) };
    case 'summary':
      return { ...draftSummary(scene, session, { head }) };
  }
}

/** The fields of the asked form say which document it is; the session's own type when they do not. */
function findType(facts: RequestFacts, schema: JsonSchema | null): OutputType {
  const properties = schema?.['properties'];
  const fields = new Set(
    typeof properties === 'object' && properties !== null ? Object.keys(properties) : [],
  );
  if (fields.has('options')) return 'adr';
  if (fields.has('items')) return 'requirements';
  if (fields.has('blocks')) return 'architecture';
  return fields.has('ideas') ? 'summary' : facts.output_type;
}

function draftHead(scene: Scene, session: Session): DraftHead {
  const way = scene.plot.ways[countWays(scene, session)];
  const decided = findOwnDecision(session);
  const open = session.conflicts.filter(({ status }) => status === 'open');
  const settled = session.conflicts.filter(({ status }) => status === 'resolved');
  const roles = session.participants.map(({ id }) => nameSeat(scene, id));
  const sentences = [
    `The question was: ${quote(session.topic, 200)}.`,
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
  return session.proposals.length === 0
    ? 'agreed on nothing yet'
    : `put ${session.proposals.length} points, none of which is agreed`;
}
