/** Scores how well an agent fits a text, to choose a panel and to rank agents. */
import type { Agent } from '../session/library.ts';
import { fillWords, splitWords } from '../text/words.ts';

/** The weight of one hit; hits combine like independent probabilities: 1 − Π(1 − weight). */
const weights = { specialty: 0.5, role: 0.35, description: 0.12 } as const;

/** The most hits in the description that count: it is prose, not a list of what the agent knows. */
const maxDescriptionHits = 3;

/** Words in roles that say nothing about a subject. */
const commonRoleWords = new Set(
  splitWords(
    'agent analyst architect champion chief consultant coordinator developer director engineer engineering expert facilitator head lead manager officer owner participant principal researcher reviewer roundtable senior specialist staff strategist technical',
  ).map((word) => word.stem),
);

/**
 * A score from 0 (nothing in common) to 1, rounded to three decimals. A specialty counts if all its words are near
 * each other in the text, in any inflection and order; one specialty gives 0.5, two 0.75. Words of the role count
 * less; words of the description count only for an agent without specialties.
 */
export function scoreSpecialties(
  text: string,
  agent: Pick<Agent, 'id' | 'role' | 'description' | 'specialties'>,
): number {
  const places = indexStems(text);
  const phrases = uniquePhrases(agent.specialties.map(readStems));
  const used = new Set(phrases.flat());
  const roleStems = uniqueStems([...readStems(agent.role), ...readStems(agent.id)]).filter(
    (stem) => !commonRoleWords.has(stem) && !used.has(stem),
  );
  const hits: number[] = [];
  for (const phrase of phrases) if (standsNear(places, phrase)) hits.push(weights.specialty);
  for (const stem of roleStems) if (places.has(stem)) hits.push(weights.role);
  if (phrases.length === 0) {
    const described = uniqueStems(readStems(agent.description)).filter(
      (stem) =>
        stem.length > 2 && !roleStems.includes(stem) && !commonRoleWords.has(stem) && places.has(stem),
    );
    for (const _ of described.slice(0, maxDescriptionHits)) hits.push(weights.description);
  }
  const score = 1 - hits.reduce((rest, weight) => rest * (1 - weight), 1);
  return Math.round(score * 1000) / 1000;
}

/** The agent's specialties that the text names, as written in the agent's list. */
export function listNamedSpecialties(text: string, agent: Pick<Agent, 'specialties'>): string[] {
  const places = indexStems(text);
  return agent.specialties.filter((specialty) => {
    const stems = uniqueStems(readStems(specialty));
    return stems.length > 0 && standsNear(places, stems);
  });
}

/** The positions of each stem in the text. */
function indexStems(text: string): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [index, { stem }] of splitWords(text).entries()) {
    const list = places.get(stem);
    if (list === undefined) places.set(stem, [index]);
    else list.push(index);
  }
  return places;
}

function readStems(text: string): string[] {
  return splitWords(text)
    .filter((word) => !fillWords.has(word.text.toLowerCase()))
    .map((word) => word.stem);
}

function uniqueStems(stems: readonly string[]): string[] {
  return [...new Set(stems)];
}

/** `deploy` and `deployment` are one specialty, even if both are listed. */
function uniquePhrases(phrases: readonly string[][]): string[][] {
  const byKey = new Map(phrases.map((phrase) => [uniqueStems(phrase).sort().join(' '), uniqueStems(phrase)]));
  byKey.delete('');
  return [...byKey.values()];
}

/** Whether all stems occur within a stretch of two words more than the phrase has. */
function standsNear(places: ReadonlyMap<string, number[]>, phrase: readonly string[]): boolean {
  const lists = phrase.map((stem) => places.get(stem) ?? []);
  if (lists.some((list) => list.length === 0)) return false;
  const [anchor = [], ...others] = lists;
  const reach = phrase.length + 2;
  return anchor.some((start) => {
    // Every stretch that holds the anchor begins at most `reach - 1` words before it.
    for (let from = start - reach + 1; from <= start; from += 1) {
      if (others.every((list) => list.some((at) => at >= from && at < from + reach))) return true;
    }
    return false;
  });
}
