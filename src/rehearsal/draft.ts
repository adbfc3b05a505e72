/** The rehearsed writer's draft: the whole text. */
import type { RequestFacts } from '../session/model-request.ts';
import type { ItemKind, OutputType } from '../session/vocabulary.ts';
import { draftItems, findChoice, nameTopic } from './items.ts';
import { shorten } from './quote.ts';
import { layOut } from './sections.ts';
import { buildPoint, buildWay, drivers, ways, whoAnswers } from './story.ts';

const titles: Readonly<Record<OutputType, string>> = {
  adr: 'Build on what the project already runs',
  requirements: 'A first version on what the project already runs',
  architecture: 'One way in, parts that may be stopped, one interface',
  summary: 'Begin with what the project already runs',
  plan: 'First what everything else stands on',
  review: 'Can be merged, with the findings below',
};

/** The text in the form of the document; `kinds` are those of its items. */
export function rehearseDraft(facts: RequestFacts, kinds: readonly ItemKind[]) {
  const { session } = facts;
  const { items: drafted, told, not_taken } = draftItems(session, kinds);
  const choice = findChoice(session);
  const own = choice?.decision === 'own' ? choice.text : null;
  const weighed = ways.map((way) => {
    const { name, meaning, because } = way;
    const chosen = own === null && name === buildWay.name;
    return { name, meaning, for: way.for.join('; '), against: way.against.join('; '), because, chosen };
  });
  return {
    title: own === null ? nameTopic(session, titles[session.output_type]) : shorten(own, 80),
    decision: choice?.text ?? buildPoint.text,
    why:
      own === null
        ? [buildPoint.why, 'The people who look after it know how the present parts fail.']
        : ['A person decided; the arguments did not settle it.'],
    firmness: [
      'The choice holds until somebody measures a load that the present parts cannot carry; nothing was measured or run for this text, and its numbers are assumptions.',
      ...session.conflicts
        .filter(({ status }) => status === 'open')
        .map(({ description }) => `One thing is not settled: ${description}`),
    ].join(' '),
    ...layOut(facts, drafted, told),
    drivers,
    ways:
      own === null
        ? weighed
        : [
            ...weighed,
            {
              name: 'As decided',
              meaning: shorten(own, 200),
              for: '',
              against: '',
              because: 'A person decided so.',
              chosen: true,
            },
          ],
    open_questions: session.open_questions
      .filter(({ status }) => status === 'open')
      .map(({ id, text, for_whom: who }) => ({
        ...{ id, text, for_whom: who || whoAnswers },
        ...{ until: 'before the first step of work', meanwhile: 'nothing is bought' },
      })),
    not_taken,
  };
}
