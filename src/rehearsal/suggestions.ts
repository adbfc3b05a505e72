/** What seats put forward in a round: what the agenda still needs, shared out so that each seat gets something in its field. */
import { type ItemType, minimumKinds } from '../domain/vocabulary.ts';
import type { Idea } from './idea.ts';
import { listAnswers, listIdeas } from './item-texts.ts';
import { pickAt } from './random.ts';
import { listUnmet, rankTopics, type Scene, seatPlace } from './scene.ts';
import { countShared, endSentence, findStems, foldText, quote } from './text.ts';

/** An item that a seat puts forward. */
export interface Suggestion {
  idea: Idea;
  /** True when another seat puts it forward in the same round and this one backs it. */
  seconded: boolean;
}

/** The round by which everything asked for should have been put forward; a debate needs one more, for its last vote. */
function planRounds({ facts, scenario }: Scene): number {
  const fewest = Math.max(3, facts.phase.count, facts.min_rounds);
  const votesAgain = facts.side !== null && scenario.name !== 'old-conflict';
  return Math.min(facts.max_rounds, votesAgain ? Math.max(4, fewest) : fewest);
}

/** The ideas that this round should bring. */
function listDemand(scene: Scene): Idea[] {
  const left = Math.max(1, planRounds(scene) - scene.facts.round + 1);
  const wanted = scene.facts.agenda.length === 0 ? listFree(scene, left) : listForAgenda(scene, left);
  const words = wanted.map(({ text }) => foldText(text));
  return wanted.filter((_, index) => words.indexOf(words[index] ?? '') === index);
}

/** What this round's topics lack: ideas that meet their criteria, then ideas to reach their minimum counts. */
function listForAgenda(scene: Scene, left: number): Idea[] {
  const { facts, scenario } = scene;
  const waiting = rankTopics(facts, scene.topic);
  const known = foldItems(facts.items);
  // For a conclusion that comes too early, something must stay uncovered.
  const number = scenario.name === 'uncovered-conclude' ? 1 : Math.ceil(waiting.length / left);
  return waiting.slice(0, number).flatMap((topic) => {
    const isOpen = topic.status !== 'covered';
    const answers = (isOpen ? listUnmet(topic) : [])
      .filter((criterion) => !isChoice(criterion))
      .flatMap((criterion) => listAnswers(scene, criterion));
    const counted = topic.minimums.flatMap(({ kind, count }): Idea[] => {
      // Decisions are not counted here, because the two ways are decisions too.
      const isCounted = ({ type }: { type: ItemType }): boolean =>
        type !== 'DEC' && type !== 'OOS' && minimumKinds[kind]?.includes(type) === true;
      const having = (list: readonly { type: ItemType }[]): number => list.filter(isCounted).length;
      const fresh = listIdeas(scene).filter(
        (idea) => isCounted(idea) && !answers.includes(idea) && !known.has(foldText(idea.text)),
      );
      return fresh.slice(0, Math.max(0, count - having(facts.items) - having(answers)));
    });
    return [...answers, ...counted];
  });
}

/** Whether a criterion asks for the choice itself, which seats express by taking a way. */
export function isChoice(criterion: string): boolean {
  return /option is chosen/i.test(criterion);
}

/** Without an agenda: what nobody has put forward yet, spread over the rounds; in critical phases, the dangers. */
function listFree(scene: Scene, left: number): Idea[] {
  const { phase, wanted_items: types, output_type: output } = scene.facts;
  const known = foldItems(scene.facts.items);
  const fresh = listIdeas(scene).filter(
    (idea) => (idea.type === 'POINT' || types.includes(idea.type)) && !known.has(foldText(idea.text)),
  );
  const isDanger = ({ type }: Idea): boolean => type === 'RISK' || type === 'MIT';
  const dangers = fresh.filter(isDanger);
  if (/^(?:critic|black|validate)/i.test(phase.name) && dangers.length > 0) return dangers;
  // A brainstorm brings ideas and a first step, and dangers only in its last round.
  const isDream = (idea: Idea): boolean =>
    idea.type === 'IDEA' || idea.title === 'First step' || (left === 1 && isDanger(idea));
  const open = output === 'summary' && types.includes('IDEA') ? fresh.filter(isDream) : fresh;
  return open.slice(0, Math.ceil(open.length / left));
}

function foldItems(items: readonly { text: string }[]): ReadonlySet<string> {
  return new Set(items.map(({ text }) => foldText(text)));
}

/**
 * What the asked seat puts forward. Each item goes to one of the seats that have the fewest so far, the one whose field it touches
 * most. A seat without an item backs another seat's or, if this round needs none, one that is still open.
 */
export function chooseSuggestions(scene: Scene): Suggestion[] {
  if (isExhausted(scene)) return [];
  const seats = scene.facts.seats.filter(({ id }) => id !== 'human');
  const demand = listDemand(scene);
  const dealt = new Map<string, Idea[]>(seats.map(({ id }) => [id, []]));
  for (const idea of demand) {
    const fewest = Math.min(...[...dealt.values()].map((ideas) => ideas.length));
    const shares = ({ specialties }: { specialties: string[] }): number =>
      countShared(`${idea.title} ${idea.text}`, findStems(specialties.join(' ')));
    const [best] = seats
      .filter(({ id }) => dealt.get(id)?.length === fewest)
      .sort((one, other) => shares(other) - shares(one));
    if (best) dealt.get(best.id)?.push(idea);
  }
  const own = dealt.get(scene.facts.agent.id) ?? [];
  if (own.length > 0) return own.map((idea) => ({ idea, seconded: false }));
  const undecided = foldItems(scene.facts.items.filter(({ status }) => status === 'open'));
  const open = listIdeas(scene).filter(({ text }) => undecided.has(foldText(text)));
  const backed = pickAt(demand.length > 0 ? demand : open, seatPlace(scene));
  return backed === null ? [] : [{ idea: backed, seconded: true }];
}

/** Whether two camps that do not move have nothing new to bring because the critical topics are covered or their conflict is open. */
export function isExhausted({ scenario, conflict, facts }: Scene): boolean {
  const isCovered = facts.agenda.every(({ critical, status }) => !critical || status === 'covered');
  return scenario.name === 'stable' && (conflict !== null || (facts.round > 1 && isCovered));
}

/** How sentences that put an item forward begin, by type. */
const openings: Partial<Record<ItemType, string>> = {
  REQ: 'I would write down',
  BR: 'The rule that I would not bend is',
  NFR: 'I would put a figure to',
  EX: 'I would leave out',
  COMP: 'One part that I would keep apart is',
  INT: 'Between the parts I need',
  IDEA: 'I would try',
  RISK: 'A danger to keep in view is',
  MIT: 'Against the danger I would set',
  POINT: 'What I want settled is',
};

/** The sentence that puts forward a seat's items by title; their full texts are its statements. */
export function speakSuggestions(suggestions: readonly Suggestion[]): string[] {
  const [first, ...others] = suggestions;
  if (first === undefined) return [];
  const title = quoteTitle(first.idea.title);
  if (first.seconded) return [`Of what is on the table I would back ${title}.`];
  const more = others.map(({ idea }) => quoteTitle(idea.title)).join(', ');
  const beside = more === '' ? '' : `; beside it I put ${more}`;
  return [`${openings[first.idea.type] ?? 'I would decide'} ${title}${beside}.`];
}

/** A suggestion as a statement, in the words that the item will have. */
export function stateSuggestion({ idea }: Suggestion): { text: string; why: string; verify: string } {
  return { text: idea.text, why: idea.rationale, verify: idea.acceptance[0] ?? '' };
}

/** The statement with which a seat takes a way. */
export function wayStatement(way: { title: string }): string {
  return endSentence(way.title);
}

/** A title as quoted in a sentence. */
function quoteTitle(title: string): string {
  return title === '' ? 'what the agenda asks for' : quote(title, 90);
}
