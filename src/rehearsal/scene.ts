/** What every rehearsed reply is made from: the scenario, the subject, the topic and the facts about the project. */
import type { RequestFacts } from '../domain/model-request.ts';
import type { Conflict } from '../domain/records.ts';
import { hashText, pickAt } from './random.ts';
import { buildScenario, nameScenario, type Scenario, type Way } from './scenario.ts';
import { countShared, findStems, lowerFirst, quote, readSubject, type Subject, takeHead } from './text.ts';

/** An agenda topic with its state, taken from the facts of a request. */
export type TopicFacts = RequestFacts['agenda'][number];

/** One statement of the project's context. */
export interface ContextFact {
  kind: 'constraint' | 'objective' | 'scope' | 'stack';
  /** The whole statement. */
  text: string;
  /** The statement as part of a sentence: `the constraint “…”`. */
  named: string;
}

/** What one reply is made from. */
export interface Scene {
  facts: RequestFacts;
  scenario: Scenario;
  subject: Subject;
  /** The topic of this round, null in a free discussion. */
  topic: TopicFacts | null;
  project: string;
  contextFacts: ContextFact[];
  /** The open conflict about the two ways, if there is one. */
  conflict: Conflict | null;
  /** A number that differs between seeds and topics, to vary what is picked. */
  turn: number;
}

/** Builds the scene from the facts of a request. */
export function buildScene(facts: RequestFacts): Scene {
  const scenario = buildScenario(facts);
  return {
    facts,
    scenario,
    subject: readSubject(facts.topic),
    topic: facts.agenda.find(({ id }) => id === facts.topic_id) ?? null,
    project: facts.context.name.trim() || 'the system',
    contextFacts: readContextFacts(facts),
    conflict: findConflict(facts.conflicts, scenario.ways),
    turn: hashText(`${facts.seed}|${facts.topic}`) % 97,
  };
}

/** The uncovered topics: `first`, then critical ones, then others; among these, topics that nobody has touched come first. */
export function rankTopics(facts: RequestFacts, first: TopicFacts | null): TopicFacts[] {
  // In a stable disagreement only critical topics count, because any new topic would be movement.
  const onlyCritical = nameScenario(facts.seed) === 'stable';
  const rank = (topic: TopicFacts): number =>
    topic.id === first?.id ? -1 : (topic.critical ? 0 : 2) + (topic.status === 'partial' ? 1 : 0);
  return facts.agenda
    .filter(({ status, critical }) => status !== 'covered' && (critical || !onlyCritical))
    .sort((left, right) => rank(left) - rank(right));
}

/** The criteria of a topic that no round has met yet. */
export function listUnmet(topic: TopicFacts): string[] {
  return listCriteria(topic).filter((criterion) => !topic.criteria_met.includes(criterion));
}

/** All criteria of a topic; one without criteria has an implied one: that the panel has an answer. */
export function listCriteria(topic: TopicFacts): string[] {
  return topic.criteria.length > 0 ? topic.criteria : [`${topic.name}: the panel has an answer`];
}

/** The statement in a free round's focus, without the label before it. */
export function stripLabel(focus: string): string {
  return focus.replace(/^(?:Staying within|Serving|Fitting|Keeping the promise): /, '');
}

function findConflict(conflicts: readonly Conflict[], [first, second]: [Way, Way]): Conflict | null {
  const isAbout = (text: string): boolean => text.includes(first.phrase) && text.includes(second.phrase);
  return conflicts.find(({ status, description }) => status === 'open' && isAbout(description)) ?? null;
}

/** What was decided about the two ways from outside the panel, with the item that records it; null if nothing was. */
export function findDecision({
  facts,
  scenario,
}: Scene): { item: string; text: string; objection: string } | null {
  const conflict = facts.conflicts.findLast(
    ({ status, resolution_type: type, description }) =>
      status === 'resolved' &&
      (type === 'user' || type === 'policy') &&
      description.includes(scenario.ways[1].phrase),
  );
  const item = facts.items.findLast(
    ({ id, decided_by: by }) =>
      (by === 'user' || by === 'policy') && conflict?.item_ids.includes(id) === true,
  );
  if (conflict?.resolution == null || item === undefined) return null;
  return {
    item: item.id,
    text: conflict.resolution,
    objection: scenario.ways[1].good[0] ?? scenario.ways[1].phrase,
  };
}

function readContextFacts(facts: RequestFacts): ContextFact[] {
  const { constraints, objectives, in_scope: inScope, stack } = facts.context;
  const build = (kind: ContextFact['kind'], label: string, texts: readonly string[]): ContextFact[] =>
    texts.map((text) => ({ kind, text, named: `${label} ${quote(takeHead(text, 100), 100)}` }));
  return [
    ...build('constraint', 'the constraint', constraints),
    ...build('objective', 'the objective', objectives),
    ...build('scope', 'the promised scope', inScope),
    ...build('stack', 'the stack', stack),
  ];
}

/**
 * A context statement that shares many words with a text. `place` chooses among the best few, so that seats name different ones.
 * Null when the project has no context statements, or none except those that `except` quotes.
 */
export function chooseFact(
  scene: Scene,
  about: string,
  options: { place: number; except?: string },
): ContextFact | null {
  const wanted = findStems(about);
  const ranked = scene.contextFacts
    .filter(
      (fact) =>
        options.except === undefined || !options.except.includes(takeHead(fact.text, 60).replace(/…$/, '')),
    )
    .map((fact, index) => ({ fact, index, score: countShared(fact.text, wanted) }))
    .sort((left, right) => right.score - left.score || left.index - right.index)
    .slice(0, Math.max(3, scene.facts.seats.length));
  return pickAt(ranked, options.place)?.fact ?? null;
}

/** The role of a seat. */
export function nameSeat(scene: Scene, seat: string): string {
  return scene.facts.seats.find((candidate) => candidate.id === seat)?.role ?? seat;
}

/** The way that a position takes, judged by its wording; null when it mentions neither or both. */
export function findWay(position: string, ways: readonly [Way, Way]): 0 | 1 | null {
  const first = position.includes(ways[0].phrase);
  const second = position.includes(ways[1].phrase);
  return first === second ? null : first ? 0 : 1;
}

/** A short name for what this round discusses. */
export function nameMatter(scene: Scene): string {
  return scene.topic ? lowerFirst(scene.topic.name) : scene.subject.phrase;
}

/** The index of the asked seat; 0 for one that is not listed. */
export function seatPlace(scene: Scene): number {
  return Math.max(
    0,
    scene.facts.seats.findIndex((seat) => seat.id === scene.facts.agent.id),
  );
}
