/** The draft of an architecture description. */
import type { Session } from '../domain/session.ts';
import { type CitedPoint, listKept, listNamedFacts } from './citations.ts';
import type { DraftHead } from './draft-head.ts';
import { nameSeat, type Scene } from './scene.ts';
import { endSentence, joinWords, takeHead } from './text.ts';

/** Writes the text around the items. Sections that nobody spoke about stay empty, and the document says so. */
export function draftArchitecture(scene: Scene, session: Session, { head }: { head: DraftHead }) {
  const { context } = scene.facts;
  const components = listKept(session, ['COMP']);
  return {
    ...head,
    introduction: endSentence(
      context.description ||
        context.objectives[0] ||
        `The part of ${scene.project} that answers ${scene.subject.phrase}`,
    ),
    quality_goals: listNamedFacts(scene, session, 'objective').slice(0, 3),
    stakeholders: listStakeholders(scene, session),
    constraints: listNamedFacts(scene, session, 'constraint'),
    context: endSentence(context.domain || `${scene.project} and those who call it`),
    neighbors: [],
    // Each part uses the next one, in the order in which they were named.
    uses: components.flatMap(({ id }, index) => {
      const next = components[index + 1];
      return next ? [{ block: id, uses: [next.id] }] : [];
    }),
    runtime:
      components.length > 1
        ? [
            {
              scenario: 'The usual way through',
              steps: components.map(({ title, text }) => `${title}: ${endSentence(text)}`),
            },
          ]
        : [],
    deployment:
      context.stack.length > 0
        ? `The panel added nothing to what is there: ${joinWords(context.stack.map((item) => takeHead(item, 80)))}.`
        : '',
    crosscutting: [],
    quality_requirements: [],
    glossary: scene.subject.noun
      ? [{ term: scene.subject.noun, meaning: `In this document: ${scene.subject.phrase}.` }]
      : [],
  };
}

/** The seats, each with what its first answer asked for. */
function listStakeholders(scene: Scene, session: Session): CitedPoint[] {
  const first = session.rounds[0];
  return (first?.answers ?? []).map(({ seat, position }) => ({
    text: endSentence(`${nameSeat(scene, seat)}: ${takeHead(position, 160)}`),
    sources: first ? [{ round: first.round, seat }] : [],
  }));
}
