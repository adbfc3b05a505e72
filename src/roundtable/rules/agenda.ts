/** What a workflow must cover: criteria are noted as met by the facilitator, counted as covered by the program. */
import type { Agenda, AgendaTopic } from '../../domain/library.ts';
import type { AgendaTopicState, Item, Statement } from '../../domain/records.ts';
import { type ItemType, minimumKinds } from '../../domain/vocabulary.ts';
import type { SynthesisReply } from '../replies/replies.ts';
import { listLive } from './new-item.ts';
import { foldText } from './same-text.ts';

/** The state of an agenda at the start of a session. */
export function startAgenda(agenda: Agenda | null): AgendaTopicState[] {
  return (agenda?.topics ?? []).map((topic) => ({
    id: topic.id,
    name: topic.name,
    critical: topic.critical,
    status: 'pending',
    // A topic without criteria of its own has one: that the panel answered it.
    criteria: topic.criteria.length > 0 ? topic.criteria : [`${topic.name}: the panel has an answer`],
    criteria_met: [],
  }));
}

/** Coverage as a synthesis reports it; `by` are the items and statements that meet a criterion, as ids that exist. */
export type ReportedCoverage = SynthesisReply['agenda_coverage'][number];

/** What coverage is counted on. */
interface Standing {
  agenda: Agenda | null;
  items: readonly Item[];
  statements: readonly Pick<Statement, 'id' | 'items' | 'not_taken'>[];
}

/**
 * Notes newly met criteria and counts again. A criterion counts as met by words that can be pointed to: a report that
 * names no item or statement is a loss. It stays met as long as one of them stands; names that nobody knows are ignored.
 */
export function applyCoverage(
  state: readonly AgendaTopicState[],
  reported: readonly ReportedCoverage[],
  options: Standing & { round: number },
): { agenda: AgendaTopicState[]; losses: string[] } {
  const losses: string[] = [];
  const agenda = state.map((topic): AgendaTopicState => {
    const reports = reported.filter((report) => foldText(report.topic_id) === foldText(topic.id));
    const definition = options.agenda?.topics.find(({ id }) => id === topic.id);
    const met = listStanding(topic, options);
    for (const { criterion, by } of reports.flatMap((report) => listReported(report, topic, definition))) {
      if (criterion === undefined || met.some((entry) => entry.criterion === criterion)) continue;
      if (by.length === 0)
        losses.push(`agenda: "${criterion}" is said to be met, but nothing that was said is named for it`);
      else if (!by.some((id) => stands(id, options)))
        losses.push(`agenda: "${criterion}" is said to be met by ${by.join(', ')}, which no longer stands`);
      else met.push({ criterion, round: options.round, by });
    }
    const touched = reports.some((report) => report.status !== 'pending') || met.length > 0;
    const next = { ...topic, criteria_met: met };
    const begun = touched || topic.status !== 'pending' ? 'partial' : 'pending';
    return { ...next, status: isCovered(next, options) ? 'covered' : begun };
  });
  return { agenda, losses };
}

/** Counts coverage again after the last vote: what rested on an item that was rejected is open again. */
export function recountCoverage(state: readonly AgendaTopicState[], standing: Standing): AgendaTopicState[] {
  return state.map((topic) => {
    const met = listStanding(topic, standing);
    const next = { ...topic, criteria_met: met };
    const isLost = topic.status === 'covered' && !isCovered(next, standing);
    return { ...next, status: isLost ? 'partial' : topic.status };
  });
}

function isCovered(topic: AgendaTopicState, { agenda, items }: Standing): boolean {
  const definition = agenda?.topics.find(({ id }) => id === topic.id);
  return (
    topic.criteria.every((criterion) => topic.criteria_met.some((met) => met.criterion === criterion)) &&
    (definition?.minimums ?? []).every((minimum) => hasEnough(minimum, items))
  );
}

/** The criteria of a topic that something which still stands meets. */
function listStanding(topic: AgendaTopicState, standing: Standing): AgendaTopicState['criteria_met'] {
  return topic.criteria_met.filter(({ by }) => by.length === 0 || by.some((id) => stands(id, standing)));
}

/** Whether an item is open or agreed, itself or in what took its place; a statement, whether such an item is made of it. */
function stands(id: string, { items, statements }: Standing): boolean {
  const statement = statements.find((one) => one.id === id);
  // What was noted as a reason of something else is still said.
  if (statement !== undefined)
    return (
      statement.items.length === 0 ||
      statement.items.some((one) => stands(one, { agenda: null, items, statements: [] }))
    );
  const seen = new Set<string>();
  let item = items.find((one) => one.id === id);
  // What was recorded before ids were checked may name something else.
  if (item === undefined) return true;
  while (item !== undefined && item.status === 'replaced' && !seen.has(item.id)) {
    seen.add(item.id);
    const next: string | null = item.replaced_by;
    item = items.find((one) => one.id === next);
  }
  return item?.status === 'open' || item?.status === 'agreed';
}

/** The criteria that a report names; for a topic without criteria of its own, the implied one where it counts as covered. */
function listReported(
  report: ReportedCoverage,
  topic: AgendaTopicState,
  definition: AgendaTopic | undefined,
): { criterion: string | undefined; by: string[] }[] {
  const named = report.criteria_met.map(({ criterion, by }) => ({
    criterion: findCriterion(topic.criteria, criterion),
    by,
  }));
  if (definition?.criteria.length !== 0 || report.status !== 'covered') return named;
  return [...named, { criterion: topic.criteria[0], by: report.criteria_met.flatMap(({ by }) => by) }];
}

/** Finds the criterion that a reply means: word for word, or by its number in the list. */
function findCriterion(criteria: readonly string[], text: string): string | undefined {
  const folded = foldText(text);
  const exact = criteria.find((criterion) => foldText(criterion) === folded);
  if (exact !== undefined) return exact;
  if (/^\d+$/.test(folded)) return criteria[Number(folded) - 1];
  // Models shorten: a long unbroken part of exactly one criterion stands for it.
  if (folded.length < 15) return undefined;
  const holding = criteria.filter((criterion) => {
    const whole = foldText(criterion);
    return whole.includes(folded) || folded.includes(whole);
  });
  return holding.length === 1 ? holding[0] : undefined;
}

function hasEnough(minimum: { kind: string; count: number }, items: readonly Item[]): boolean {
  const types = minimumKinds[minimum.kind];
  // A kind that the program does not count cannot hold a topic back for ever.
  if (types === undefined) return true;
  return listLive(items).filter(({ type }) => types.includes(type)).length >= minimum.count;
}

/** What is still missing from a topic: criteria and counts, in words for a prompt. */
export function listMissing(
  topic: AgendaTopicState,
  definition: AgendaTopic | undefined,
  items: readonly Item[],
): string[] {
  const criteria = topic.criteria.filter(
    (criterion) => !topic.criteria_met.some((met) => met.criterion === criterion),
  );
  const counts = (definition?.minimums ?? [])
    .filter((minimum) => !hasEnough(minimum, items))
    .map(describeMinimum);
  return [...criteria, ...counts];
}

/** A count of items in words: "at least 1 decision". */
export function describeMinimum({ kind, count }: { kind: string; count: number }): string {
  const plural = kind.replaceAll('_', ' ');
  return `at least ${count} ${count === 1 ? plural.replace(/s$/, '') : plural}`;
}

/** The kinds of item that an agenda's counts ask for. */
export function listWantedByAgenda(agenda: Agenda | null): ItemType[] {
  const minimums = (agenda?.topics ?? []).flatMap((topic) => topic.minimums);
  return [...new Set(minimums.flatMap(({ kind }) => minimumKinds[kind] ?? []))];
}

/** Critical topics that are not covered, in agenda order. */
export function listUncoveredCritical(state: readonly AgendaTopicState[]): { id: string; name: string }[] {
  return state
    .filter((topic) => topic.critical && topic.status !== 'covered')
    .map(({ id, name }) => ({ id, name }));
}
