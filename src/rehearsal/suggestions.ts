/** What seats put forward in a round: the results that the topic still needs, one or a few for each seat. */
import type { ItemType } from '../domain/vocabulary.ts';
import type { Idea } from './item-designs.ts';
import { listIdeas } from './item-texts.ts';
import { pickAt } from './random.ts';
import { type Scene, seatPlace } from './scene.ts';
import { endSentence, isSameText, lowerFirst, quote } from './text.ts';

/** An artifact that a seat puts forward. */
export interface Suggestion {
  type: ItemType;
  idea: Idea;
  /** True when another seat puts it forward in the same round and this one backs it. */
  seconded: boolean;
}

/** The names that agendas use in `min_*`, as artifact types. */
const minimumTypes: Record<string, ItemType> = {
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
const topicWords: [RegExp, ItemType][] = [
  [/risk|fail|operat|threat/i, 'RISK'],
  [/interface|api|contract/i, 'INT'],
  [/component|block|structure|data|state/i, 'COMP'],
  [/option|decision|choice/i, 'ARCH'],
  [/quality|performance|non-functional/i, 'NFR'],
  [/scope|bound|exclu/i, 'EX'],
  [/rule|business/i, 'BR'],
  [/function|requirement|need|user/i, 'REQ'],
];

/** Whether the topic is about the drivers of a decision; such a topic has no artifacts of its own. */
export function isAboutDrivers(scene: Scene): boolean {
  return /driver|constraint|criteria/i.test(scene.topic?.name ?? '');
}

/** The artifacts that this round should bring: those that the topic's counts lack, or else those that fit its name or the document. */
function listDemand(scene: Scene): Suggestion[] {
  const { facts, topic } = scene;
  const demand = new Map<ItemType, number>();
  for (const { kind, count } of topic?.minimums ?? []) {
    const type = minimumTypes[kind];
    const counted = type === 'RISK' && kind === 'mitigations' ? 'MIT' : type;
    const missing =
      count - facts.items.filter((item) => item.type === counted && item.status !== 'withdrawn').length;
    if (type && missing > 0) demand.set(type, Math.max(missing, demand.get(type) ?? 0));
  }
  if (demand.size === 0 && !isAboutDrivers(scene)) {
    const fitting = topicWords.find(
      ([words, type]) => words.test(topic?.name ?? '') && facts.wanted_items.includes(type),
    );
    const free = chooseFreeType(scene);
    const type = fitting?.[1] ?? (topic ? null : free);
    if (type) demand.set(type, type === 'IDEA' ? 3 : topic ? 1 : 2);
  }
  return [...demand].flatMap(([type, count]) =>
    listIdeas(scene, type)
      .filter((idea) => !isTaken(scene, type, idea.title) && !isWay(scene, idea.title))
      .slice(0, count)
      .map((idea) => ({ type, idea, seconded: false })),
  );
}

/** In a free discussion: risks where the phase looks for them, else ideas at first, then what the document wants by turns; one round of ideas where it is about requirements. */
function chooseFreeType(scene: Scene): ItemType | null {
  const { wanted_items: wanted, phase, round } = scene.facts;
  if (/^(critic|black|validate)/i.test(phase.name) && wanted.includes('RISK')) return 'RISK';
  if (wanted.includes('IDEA') && round <= (wanted.includes('REQ') ? 1 : 3)) return 'IDEA';
  return pickAt(
    wanted.filter((type) => !['MIT', 'DEC', 'OOS', 'POINT'].includes(type)),
    round - 1,
  );
}

/** Whether a title is one of the two ways. They are not put forward as artifacts, because seats take them in sentences of their own. */
function isWay(scene: Scene, title: string): boolean {
  return scene.scenario.ways.some((way) => isSameText(way.title, title));
}

/** Whether an item of this type and title is there already. */
function isTaken(scene: Scene, type: ItemType, title: string): boolean {
  return scene.facts.items.some((item) => item.type === type && isSameText(item.title, title));
}

/**
 * What the asked seat puts forward. With more artifacts than seats, each seat names several. Otherwise some seats name one each and as
 * many others back them; the seats take turns from round to round.
 */
export function chooseSuggestions(scene: Scene): Suggestion[] {
  if (isExhausted(scene)) return [];
  const demand = listDemand(scene);
  const seats = Math.max(1, scene.facts.seats.length);
  const place = (seatPlace(scene) + scene.facts.round) % seats;
  if (demand.length > seats) return demand.filter((_, index) => index % seats === place);
  const chosen = place < 2 * demand.length ? pickAt(demand, place) : null;
  return chosen ? [{ ...chosen, seconded: place >= demand.length }] : [];
}

/** Whether two camps that do not move have nothing new to bring: what the agenda asks for is there. */
export function isExhausted({ scenario, conflict, facts }: Scene): boolean {
  const isCovered = facts.agenda.every(({ critical, status }) => !critical || status === 'covered');
  return scenario.name === 'stable' && (conflict !== null || (facts.round > 1 && isCovered));
}

/** How a seat puts a result forward, and how it backs one that another is likely to put forward: blind answers can meet. */
const openings: Record<Exclude<ItemType, 'DEC' | 'OOS' | 'POINT'>, { first: string; second: string }> = {
  REQ: { first: 'I would write down', second: 'What users will miss first is' },
  BR: { first: 'I would write down the rule', second: 'The rule that I would not bend is' },
  NFR: { first: 'I would put a figure to', second: 'The quality I would test first is' },
  EX: { first: 'I would leave out', second: 'What I would not build now is' },
  ARCH: { first: 'I would decide', second: 'The decision that I need first is' },
  COMP: { first: 'One part I would name is', second: 'The part that I would keep apart from the rest is' },
  INT: { first: 'Between the parts I need', second: 'The contract that I would write first is' },
  IDEA: { first: 'My idea is', second: 'What I would try tomorrow is' },
  RISK: { first: 'A risk to keep in view is', second: 'What would worry me most is' },
  MIT: { first: 'Against the risk I would set', second: 'The answer to a risk that I would try first is' },
};

/** The sentence that puts a result forward. */
export function speakSuggestion({ type, idea, seconded }: Suggestion): string {
  const { first, second } = openings[type as keyof typeof openings] ?? openings.ARCH;
  const title = quoteTitle(idea.title);
  if (seconded) return `${second} ${title}.`;
  switch (type) {
    case 'EX':
      return `${first} ${title}.`;
    case 'RISK':
      return `${first} ${title}; bringing it about on purpose before the release would show how bad it is.`;
    case 'REQ':
    case 'BR':
    case 'NFR':
      return `${first} ${title}: ${idea.text}`;
    default:
      return `${first} ${title}: ${lowerFirst(idea.text)}`;
  }
}

/** What a seat wants in the result, in the words that an item takes over. */
export function stateSuggestion({ idea }: Suggestion): { text: string; why: string; verify: string } {
  return { text: idea.text, why: idea.rationale, verify: idea.acceptance[0] ?? '' };
}

/** The statement that a way is taken. */
export function wayStatement(way: { title: string }): string {
  return endSentence(way.title);
}

/** A title as sentences quote it. */
export function quoteTitle(title: string): string {
  return quote(title, 90);
}
