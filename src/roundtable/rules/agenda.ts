/** What a workflow must cover: the facilitator reports criteria as met, the program counts topics as covered. */
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
    // A topic without criteria gets an implied one: that the panel has an answer.
    criteria: topic.criteria.length > 0 ? topic.criteria : [`${topic.name}: the panel has an answer`],
    criteria_met: [],
  }));
}

/** Coverage as a synthesis reports it; `by` lists the ids of the items and statements that meet a criterion. */
export type ReportedCoverage = SynthesisReply['agenda_coverage'][number];

/** What coverage is counted from. */
interface Standing {
  agenda: Agenda | null;
  items: readonly Item[];
  statements: readonly Pick<Statement, 'id' | 'items' | 'not_taken'>[];
}

/**
 * Notes newly met criteria and counts coverage again. A report must name the items or statements that meet the criterion,
 * otherwise it is a loss. A criterion stays met as long as one of them stands.
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
        losses.push(`agenda: "${criterion}" is reported as met, but no item or statement is named for it`);
      else if (!by.some((id) => stands(id, options)))
        losses.push(`agenda: "${criterion}" is reported as met by ${by.join(', ')}, which no longer stands`);
      else met.push({ criterion, round: options.round, by });
    }
    const touched = reports.some((report) => report.status !== 'pending') || met.length > 0;
    const next = { ...topic, criteria_met: met };
    const begun = touched || topic.status !== 'pending' ? 'partial' : 'pending';
    return { ...next, status: isCovered(next, options) ? 'covered' : begun };
  });
  return { agenda, losses };
}

/** Counts coverage again after the last vote: a covered topic whose criteria are no longer met becomes partial. */
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

/** The met criteria of a topic that an item or statement still supports. */
function listStanding(topic: AgendaTopicState, standing: Standing): AgendaTopicState['criteria_met'] {
  return topic.criteria_met.filter(({ by }) => by.length === 0 || by.some((id) => stands(id, standing)));
}

/** Whether an item, or the one that replaced it, is open or agreed; for a statement, whether an item made from it is. */
function stands(id: string, { items, statements }: Standing): boolean {
  const statement = statements.find((one) => one.id === id);
  // A statement without an item was noted as a reason for something else, and still stands.
  if (statement !== undefined)
    return (
      statement.items.length === 0 ||
      statement.items.some((one) => stands(one, { agenda: null, items, statements: [] }))
    );
  const seen = new Set<string>();
  let item = items.find((one) => one.id === id);
  // Older records may contain unchecked ids; an unknown one counts as standing.
  if (item === undefined) return true;
  while (item !== undefined && item.status === 'replaced' && !seen.has(item.id)) {
    seen.add(item.id);
    const next: string | null = item.replaced_by;
    item = items.find((one) => one.id === next);
  }
  return item?.status === 'open' || item?.status === 'agreed';
}

/** The criteria that a report names; for a topic without criteria of its own, the implied one if it is reported as covered. */
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

/** Finds the criterion that a reply means: by its words, its number in the list, or a long part of it. */
function findCriterion(criteria: readonly string[], text: string): string | undefined {
  const folded = foldText(text);
  const exact = criteria.find((criterion) => foldText(criterion) === folded);
  if (exact !== undefined) return exact;
  if (/^\d+$/.test(folded)) return criteria[Number(folded) - 1];
  // Models shorten: a long part that occurs in exactly one criterion stands for it.
  if (folded.length < 15) return undefined;
  const holding = criteria.filter((criterion) => {
    const whole = foldText(criterion);
    return whole.includes(folded) || folded.includes(whole);
  });
  return holding.length === 1 ? holding[0] : undefined;
}

function hasEnough(minimum: { kind: string; count: number }, items: readonly Item[]): boolean {
  const types = minimumKinds[minimum.kind];
  // A kind that the program does not know must not hold a topic back for ever.
  if (types === undefined) return true;
  return listLive(items).filter(({ type }) => types.includes(type)).length >= minimum.count;
}

/** What a topic still lacks, criteria and counts, worded for a prompt. */
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

/** Words a minimum count: "at least 1 decision". */
export function describeMinimum({ kind, count }: { kind: string; count: number }): string {
  const plural = kind.replaceAll('_', ' ');
  return `at least ${count} ${count === 1 ? plural.replace(/s$/, '') : plural}`;
}

/** The types of item that an agenda's minimum counts ask for. */
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
