/** Migrates the rounds of a version 0 file: answers are taken from whole replies, positions from a map, coverage from a map or a list. */

import { noUsage } from '../../domain/records.ts';
import {
  type PlainObject,
  readFields,
  readList,
  readNumber,
  readObject,
  readSeat,
  readText,
  readTexts,
} from './coerce-fields.ts';
import { findSureTime } from './read-time.ts';

/** A version 0 file does not record the usage of its calls. */
export const unknownUsage = { ...noUsage, cost_usd: null };

/** Migrates one round; `created` is the time of the session, for rounds without a time. */
export function migrateRound(
  old: PlainObject,
  { index, created }: { index: number; created: string },
): PlainObject {
  const responses = readList(old['participant_responses']).map(readObject);
  const at = findSureTime([old['timestamp'], old['ended_at'], created]);
  const action = readText(old['next_action'], 'continue');
  return {
    ...old,
    round: readNumber(old['round'], index + 1),
    phase: readText(old['phase'], 'discussion'),
    focus: readText(old['focus']),
    topic_id: readText(old['topic_id']) || null,
    question: readText(old['question']),
    context_summary: readText(old['context_summary']),
    asked: responses.map((response) => readSeat(response['id'])),
    failed: [],
    speaking_order: [],
    answers: responses.map((response) => ({
      seat: readSeat(response['id']),
      position: readText(response['position']),
      confidence: readConfidence(response['confidence']),
      changed: null,
      cause: null,
      duration_ms: 0,
    })),
    context_challenges: responses.flatMap((response) => {
      const text = readText(response['context_challenge']);
      return text === '' ? [] : [{ seat: readSeat(response['id']), text }];
    }),
    facts: [],
    assumptions: [],
    synthesis: readText(old['synthesis']),
    consensus: readTexts(old['consensus']),
    conflicts: readList(old['conflicts']).map((item) => migrateRoundConflict(readObject(item))),
    resolved: readList(old['resolved'])
      .map(readObject)
      .map((item) => ({
        ...item,
        conflict_id: readText(item['conflict_id']),
        resolution: readText(item['resolution']),
        resolution_type: readText(item['resolution_type'], 'consensus'),
      })),
    agenda_coverage: migrateCoverage(old['agenda_coverage']),
    proposed_action: action === 'pause' ? 'continue' : action,
    next_action: action,
    override: null,
    next_focus: readText(old['next_focus']) || null,
    escalation_reason: readText(old['escalation_reason']) || null,
    started_at: findSureTime([old['started_at'], at]),
    ended_at: findSureTime([old['ended_at'], at]),
    usage: unknownUsage,
    ...(responses.length === 0 ? {} : { participant_responses: responses.map(migrateResponse) }),
  };
}

function migrateResponse(response: PlainObject): PlainObject {
  return {
    ...response,
    id: readSeat(response['id']),
    role: readText(response['role'], response['id']),
    position: readText(response['position']),
    rationale: readTexts(response['rationale']),
    concerns: readTexts(response['concerns']),
    confidence: readConfidence(response['confidence']),
    facts: [],
    assumptions: [],
    questions: [],
    context_challenge: readText(response['context_challenge']) || null,
    changed_because: null,
    stances: [],
  };
}

function readConfidence(value: unknown): number | null {
  const confidence = readNumber(value, -1);
  return confidence >= 0 && confidence <= 1 ? confidence : null;
}

/** Coverage is `{topic: status}` in some files, a list of pairs in others. */
function migrateCoverage(value: unknown): PlainObject[] {
  const pairs = Array.isArray(value)
    ? value.map(readObject).map((item) => [readText(item['topic_id'], item['id']), item['status']] as const)
    : Object.entries(readObject(value));
  return pairs.flatMap(([topic, status]) =>
    topic !== '' && (status === 'pending' || status === 'partial' || status === 'covered')
      ? [{ topic_id: topic, status }]
      : [],
  );
}

/** Positions as `[{seat, text}]`, from a map of names to texts or from such a list. */
export function migratePositions(value: unknown): PlainObject[] {
  const pairs = Array.isArray(value)
    ? value.map(readObject).map((item) => [item['seat'] ?? item['participant'], item] as const)
    : Object.entries(readObject(value));
  return pairs.map(([seat, said]) => ({ seat: readSeat(seat), text: readPosition(said) }));
}

/** A position is a text, or an object with the text, its round, its reason and so on. */
function readPosition(value: unknown): string {
  const known = readObject(value);
  return readText(value, ...readFields(known, 'text', 'position', 'stance'));
}

function migrateRoundConflict(old: PlainObject): PlainObject {
  return {
    ...old,
    id: readText(old['id'], 'conflict'),
    description: readText(old['description']),
    positions: migratePositions(old['positions']),
  };
}
