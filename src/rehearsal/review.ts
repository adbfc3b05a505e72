/** What a rehearsed seat returns in the review: its stances and, from one seat, a point that nobody has made. */
import type { RequestFacts } from '../domain/model-request.ts';
import { readPersona } from './persona.ts';
import { pickAt } from './random.ts';
import { buildScene, seatPlace } from './scene.ts';
import { rehearseJudgements, rehearseStances } from './stances.ts';
import { endSentence, lowerFirst } from './text.ts';

/** Builds the asked seat's review in the form that seats return. */
export function rehearseReview(facts: RequestFacts) {
  const scene = buildScene(facts);
  const persona = readPersona(facts.agent);
  const check = pickAt(persona.checks, seatPlace(scene));
  const speaks = facts.agent.id === scene.scenario.asideSeat && check !== null;
  return {
    stances: rehearseStances(scene, persona, { inReview: true }),
    judgements: rehearseJudgements(scene),
    // What rehearsed seats put forward never contradicts itself.
    cannot_both_hold: [],
    missing: speaks
      ? [
          {
            text: `Nobody has done this yet: ${lowerFirst(endSentence(check))}`,
            why: 'It is on my checklist, and the discussion did not come to it.',
            verify: '',
            replaces: [],
          },
        ]
      : [],
  };
}
