/** What seats put forward in a round: the results that the topic still needs, one or a few for each seat. */
import type { ArtifactType } from '../session/schema.ts';
import type { Idea } from './rehearsal-artifact-designs.ts';
import { listIdeas } from './rehearsal-artifact-texts.ts';
import { pickAt } from './rehearsal-random.ts';
import { type Scene, seatPlace } from './rehearsal-scene.ts';
import { isSameText, lowerFirst, quote } from './rehearsal-text.ts';

/** One result that a seat puts forward. */
export interface Suggestion {
  type: ArtifactType;
  idea: Idea;
  /** Another seat puts it forward at the same moment; this one only backs it. */
  seconded: boolean;
}

/** The names that agendas use in `min_*`, as artifact types. */
const minimumTypes: Record<string, ArtifactType> = {
  requirements: 'REQ',
  functional_requirements: 'REQ',
  business_rules: 'BR',
  rules: 'BR',
  nfr: 'NFR',
  nfrs: 'NFR',
  quality_requirements: 'NFR',
  exclusions: 'EX',
  decisions: 'ARCH',
  architecture_decisions: 'ARCH',
  components: 'COMP',
  interfaces: 'INT',
  ideas: 'IDEA',
  risks: 'RISK',
  mitigations: 'RISK',
};

/** What a topic's name calls for when its agenda gives no count. */
const topicWords: [RegExp, ArtifactType][] = [
  [/risk|fail|operat|threat/i, 'RISK'],
  [/interface|api|contract/i, 'INT'],
  [/component|block|structure|data|state/i, 'COMP'],
  [/option|decision|choice/i, 'ARCH'],
  [/quality|performance|non-functional/i, 'NFR'],
  [/scope|bound|exclu/i, 'EX'],
  [/rule|business/i, 'BR'],
  [/function|requirement|need|user/i, 'REQ'],
];

/** Whether a topic is about what the decision is weighed by; it brings no results of its own. */
export function isAboutDrivers(scene: Scene): boolean {
  return /driver|constraint|criteria/i.test(scene.topic?.name ?? '');
}

/** The results that a round should bring: what the topic's counts lack, else what fits its name or the document. */
function listDemand(scene: Scene): Suggestion[] {
  const { facts, topic } = scene;
  const demand = new Map<ArtifactType, number>();
  for (const { kind, count } of topic?.minimums ?? []) {
    const type = minimumTypes[kind];
    const counted = type === 'RISK' && kind === 'mitigations' ? 'MIT' : type;
    const missing = count - facts.artifacts.filter((artifact) => artifact.type === counted).length;
    if (type && missing > 0) demand.set(type, Math.max(missing, demand.get(type) ?? 0));
  }
  if (demand.size === 0 && !isAboutDrivers(scene)) {
    const fitting = topicWords.find(
      ([words, type]) => words.test(topic?.name ?? '') && facts.wanted_artifacts.includes(type),
    );
    const wanted = facts.wanted_artifacts.filter((type) => type !== 'MIT');
    const free =
      facts.wanted_artifacts.includes('IDEA') && facts.round <= 3 ? 'IDEA' : pickAt(wanted, facts.round - 1);
    const type = fitting?.[1] ?? (topic ? null : free);
    if (type) demand.set(type, type === 'IDEA' ? 3 : 1);
  }
  return [...demand].flatMap(([type, count]) =>
    listIdeas(scene, type)
      .filter((idea) => !isTaken(scene, type, idea.title) && !isWay(scene, idea.title))
      .slice(0, count)
      .map((idea) => ({ type, idea, seconded: false })),
  );
}

/** The ways themselves are not put forward as results: a seat takes one of them in its own sentence. */
function isWay(scene: Scene, title: string): boolean {
  return scene.plot.ways.some((way) => isSameText(way.title, title));
}

/** Whether an artifact of this type and title is there already. */
export function isTaken(scene: Scene, type: ArtifactType, title: string): boolean {
  return scene.facts.artifacts.some(
    (artifact) => artifact.type === type && isSameText(artifact.title, title),
  );
}

/**
 * What the asked seat puts forward. With fewer results than seats, as many seats as there are results name one each,
 * as many others second them, by turns from round to round; with more results than seats, each seat names several.
 */
export function chooseSuggestions(scene: Scene): Suggestion[] {
  const demand = listDemand(scene);
  const seats = Math.max(1, scene.facts.seats.length);
  const place = (seatPlace(scene) + scene.facts.round) % seats;
  if (demand.length > seats) return demand.filter((_, index) => index % seats === place);
  const chosen = place < 2 * demand.length ? pickAt(demand, place) : null;
  return chosen ? [{ ...chosen, seconded: place >= demand.length }] : [];
}

/** How a seat backs what another one is likely to put forward; blind answers can meet. */
const seconds: Record<ArtifactType, string> = {
  REQ: 'What users will miss first is',
  BR: 'The rule that I would not bend is',
  NFR: 'The quality I would test first is',
  EX: 'What I would not build now is',
  ARCH: 'The decision that I need first is',
  COMP: 'The part that I would keep apart from the rest is',
  INT: 'The contract that I would write first is',
  IDEA: 'What I would try tomorrow is',
  RISK: 'What would worry me most is',
  MIT: 'What would worry me most is',
};

/** The sentence that puts a result forward. It holds the quoted title, by which a synthesis finds it again. */
export function speakSuggestion({ type, idea, seconded }: Suggestion): string {
  const title = quoteTitle(idea.title);
  if (seconded) return `${seconds[type]} ${title}.`;
  switch (type) {
    case 'REQ':
    case 'BR':
    case 'NFR':
      return `I would write down under ${title}: ${idea.text}`;
    case 'EX':
      return `I would leave out ${title}.`;
    case 'COMP':
      return `One part I would name is ${title}: ${lowerFirst(idea.text)}`;
    case 'INT':
      return `Between the parts I need ${title}: ${lowerFirst(idea.text)}`;
    case 'ARCH':
      return `I would decide ${title}: ${lowerFirst(idea.text)}`;
    case 'IDEA':
      return `My idea is ${title}: ${lowerFirst(idea.text)}`;
    case 'RISK':
    case 'MIT':
      return `A risk to keep in view is ${title}; bringing it about on purpose before the release would show how bad it is.`;
  }
}

/** A title as seats quote it. */
export function quoteTitle(title: string): string {
  return quote(title, 90);
}
