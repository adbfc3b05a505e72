/** What a workflow must cover: the facilitator reports criteria as met, the program counts topics as covered. */
import type { Loss } from '../codes.ts';
import type { Agenda, AgendaTopic } from '../library.ts';
import type { AgendaTopicState, Escalation, Statement } from '../records.ts';
import { minimumKinds } from '../vocabulary.ts';
import { readNamed } from './read-ids.ts';
import { foldText, isSameText } from './same-text.ts';

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

/** Coverage as a synthesis reports it; `by` names the statements that meet a criterion, or the decision that does. */
export interface ReportedCoverage {
  topic_id: string;
  criteria_met: { criterion: string; by: string[] }[];
}

/** What coverage is counted from. */
interface Standing {
  agenda: Agenda | null;
  statements: readonly Statement[];
  escalations: readonly Escalation[];
}

/**
 * Notes newly met criteria and counts coverage again. A report must name a statement that exists or a decision that was made,
 * otherwise it is a loss. A criterion that was met stays met.
 */
export function applyCoverage(
  state: readonly AgendaTopicState[],
  reported: readonly ReportedCoverage[],
  options: Standing & { round: number },
): { agenda: AgendaTopicState[]; losses: Loss[] } {
  const losses: Loss[] = [];
  const proofs = [
    ...options.statements,
    ...options.escalations.filter(({ status, text }) => status === 'answered' && text !== null),
  ];
  const agenda = state.map((topic): AgendaTopicState => {
    const met = [...topic.criteria_met];
    const reports = reported.filter((report) => foldText(report.topic_id) === foldText(topic.id));
    for (const { criterion: named, by } of reports.flatMap((report) => report.criteria_met)) {
      const criterion = findCriterion(topic.criteria, named);
      // Counts stand in the list beside the criteria, and the program counts for itself.
      if (criterion === undefined && isMinimum(topic, named, options.agenda)) continue;
      if (criterion === undefined) losses.push({ code: 'unknown_id', field: 'agenda_coverage', id: named });
      if (criterion === undefined || met.some((entry) => entry.criterion === criterion)) continue;
      const found = readNamed(by, proofs);
      if (found.length === 0) losses.push({ code: 'criterion_without_statement', criterion });
      else met.push({ criterion, round: options.round, by: found });
    }
    const next = { ...topic, criteria_met: met };
    const begun = reports.length > 0 || met.length > 0 || topic.status !== 'pending' ? 'partial' : 'pending';
    return { ...next, status: isCovered(next, options) ? 'covered' : begun };
  });
  for (const { topic_id: id } of reported)
    if (!state.some((topic) => foldText(topic.id) === foldText(id)))
      losses.push({ code: 'unknown_id', field: 'agenda_coverage', id });
  return { agenda, losses };
}

function isMinimum(topic: AgendaTopicState, named: string, agenda: Agenda | null): boolean {
  const minimums = agenda?.topics.find(({ id }) => id === topic.id)?.minimums ?? [];
  return minimums.some((minimum) => isSameText(describeMinimum(minimum), named));
}

function isCovered(topic: AgendaTopicState, { agenda, statements }: Standing): boolean {
  return (
    listMissing(
      topic,
      agenda?.topics.find(({ id }) => id === topic.id),
      statements,
    ).length === 0
  );
}

/** Finds the criterion that a reply means: by its words, its number in the list, or a long part that only one of them has. */
function findCriterion(criteria: readonly string[], named: string): string | undefined {
  const exact = criteria.find((criterion) => isSameText(criterion, named));
  if (exact !== undefined) return exact;
  const folded = foldText(named);
  if (/^\d+$/.test(folded)) return criteria[Number(folded) - 1];
  // Models shorten.
  if (folded.length < 15) return undefined;
  const holding = criteria.filter((criterion) => {
    const whole = foldText(criterion);
    return whole.includes(folded) || folded.includes(whole);
  });
  return holding.length === 1 ? holding[0] : undefined;
}

function hasEnough(minimum: { kind: string; count: number }, statements: readonly Statement[]): boolean {
  const kinds = minimumKinds[minimum.kind];
  // A kind that the program does not know must not hold a topic back for ever.
  if (kinds === undefined) return true;
  const different = new Set(
    statements.filter(({ kind }) => kinds.includes(kind)).map(({ text }) => foldText(text)),
  );
  return different.size >= minimum.count;
}

/** What a topic still lacks, criteria and counts, worded for a prompt. */
export function listMissing(
  topic: AgendaTopicState,
  definition: AgendaTopic | undefined,
  statements: readonly Statement[],
): string[] {
  const criteria = topic.criteria.filter(
    (criterion) => !topic.criteria_met.some((met) => met.criterion === criterion),
  );
  const counts = (definition?.minimums ?? [])
    .filter((minimum) => !hasEnough(minimum, statements))
    .map(describeMinimum);
  return [...criteria, ...counts];
}

/** Words a minimum count: "at least 1 decision". */
export function describeMinimum({ kind, count }: { kind: string; count: number }): string {
  const plural = kind.replaceAll('_', ' ');
  return `at least ${count} ${count === 1 ? plural.replace(/s$/, '') : plural}`;
}

/** Critical topics that are not covered, in agenda order. */
export function listUncoveredCritical(state: readonly AgendaTopicState[]): { id: string; name: string }[] {
  return state
    .filter((topic) => topic.critical && topic.status !== 'covered')
    .map(({ id, name }) => ({ id, name }));
}
