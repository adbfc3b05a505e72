/**
 * From version 0, the format before files had a version: consensus and conflicts were only in the rounds, participants were a
 * list of names, and the positions of a conflict were a map from name to text.
 */
import { hashText } from '../../files/hash-text.ts';
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
import { migratePositions, migrateRound, unknownUsage } from './migration-0-round.ts';
import { findSureTime, readIdTime } from './read-time.ts';

/** Stands for a model that the old format did not record. */
export const unknownModel = 'unknown/unknown';
const defaultOutput: Record<string, string> = { design: 'adr', specs: 'requirements' };

/** Turns the plain data of a version 0 file into that of version 1. Unknown keys are kept. */
export function migrateFromVersion0(old: PlainObject): PlainObject {
  const created = findSureTime([old['created_at'], old['started_at'], readIdTime(readText(old['id']))]);
  const rounds = readList(old['rounds']).map((round, index) =>
    migrateRound(readObject(round), { index, created }),
  );
  const workflow = readText(old['workflow_type'], 'roundtable');
  return {
    ...old,
    schema_version: 1,
    workflow_type: workflow,
    strategy: readText(old['strategy'], 'standard'),
    output_type: readText(old['output_type'], defaultOutput[workflow] ?? 'summary'),
    pause_reason: old['status'] === 'paused' ? 'person' : null,
    created_at: created,
    updated_at: findSureTime([old['updated_at'], old['completed_at'], old['paused_at'], created]),
    paused_at: findSureTime([old['paused_at']]) || null,
    completed_at: findSureTime([old['completed_at']]) || null,
    rehearsal: old['rehearsal'] === true,
    project: { ...readObject(old['project']), name: readText(readObject(old['project'])['name']) },
    facilitator: { agent: 'facilitator', model: unknownModel },
    synthesizer: { agent: 'facilitator', model: unknownModel },
    participants: readList(old['participants']).map(migrateParticipant),
    panel: { chosen_by: 'config', scores: [] },
    settings: {
      ...readObject(old['settings']),
      verbose: old['verbose'] === true,
      interactive: old['interactive'] === true,
    },
    // Empty hashes match nothing, so a resume reports that everything may have changed.
    inputs: { agents: '', strategy: '', agenda: '', context: '', prompts: '' },
    context_files: [],
    seed: 1,
    // The same at every reading, but unguessable for anybody who can only write into a prompt.
    fence: hashText(JSON.stringify(old)).slice(0, 24),
    current_phase: readText(old['current_phase'], 'discussion'),
    total_rounds: rounds.length,
    total_turns: rounds.reduce((sum, round) => sum + readList(round['answers']).length, 0),
    agenda: readList(old['agenda']).map(migrateTopic),
    proposals: [],
    consensus: collectConsensus(old, rounds),
    conflicts: collectConflicts(old, rounds),
    artifacts: [],
    open_questions: [],
    escalations: readList(old['escalations']).map((item, index) =>
      migrateEscalation(readObject(item), index),
    ),
    guidance: [],
    failures: [],
    usage: unknownUsage,
    outcome: old['status'] === 'completed' ? migrateOutcome(old, rounds) : null,
    rounds,
  };
}

function migrateParticipant(value: unknown): PlainObject {
  const known = readObject(value);
  const name = typeof value === 'string' ? value : readText(known['id'], known['name']);
  const id = readSeat(name);
  const role = readText(known['role'], /^[a-z0-9-]+$/.test(name) ? id.replaceAll('-', ' ') : name);
  return { ...known, id, role, kind: 'model', model: readText(known['model']) || null, side: null };
}

function migrateTopic(value: unknown): PlainObject {
  const topic = readObject(value);
  const status = topic['status'] === 'covered' || topic['status'] === 'partial' ? topic['status'] : 'pending';
  const id = readText(topic['id'], typeof value === 'string' ? value : '');
  const name = readText(topic['name'], id);
  return { ...topic, id, name, critical: topic['critical'] === true, status, criteria: [], criteria_met: [] };
}

/** Collects the agreed texts of the rounds, then those that only the head lists. */
function collectConsensus(old: PlainObject, rounds: PlainObject[]): PlainObject[] {
  const ofHead = readTexts(old['consensus']).map((text) => ({ text, round: rounds.length }));
  const ofRounds = rounds.flatMap((round) =>
    readTexts(round['consensus']).map((text) => ({ text, round: readNumber(round['round'], 0) })),
  );
  const seen = new Set<string>();
  const points = [...ofRounds, ...ofHead].filter(({ text }) => !seen.has(text) && seen.add(text));
  return points.map(({ text, round }, index) => ({
    id: `C-${String(index + 1).padStart(3, '0')}`,
    proposal_id: null,
    text,
    round,
    supported_by: [],
    stood_aside: [],
  }));
}

function collectConflicts(old: PlainObject, rounds: PlainObject[]): PlainObject[] {
  const found = new Map<string, PlainObject>();
  const open = (conflict: PlainObject, round: number): void => {
    const id = readText(conflict['id'], 'conflict');
    const earlier = found.get(id);
    const openedIn = readNumber(earlier?.['opened_in'], round);
    found.set(id, {
      id,
      description: readText(conflict['description']),
      status: 'open',
      opened_in: openedIn,
      rounds_open: Math.max(1, rounds.length - openedIn + 1),
      positions: migratePositions(conflict['positions']),
      resolution: null,
      resolution_type: null,
      resolved_in: null,
    });
  };
  for (const [index, round] of rounds.entries()) {
    for (const conflict of readList(round['conflicts'])) open(readObject(conflict), index + 1);
    for (const resolved of readList(round['resolved']).map(readObject)) {
      const conflict = found.get(readText(resolved['conflict_id']));
      if (conflict === undefined) continue;
      const type = readText(resolved['resolution_type'], 'consensus');
      conflict['status'] = 'resolved';
      conflict['resolution'] = readText(resolved['resolution']);
      conflict['resolution_type'] = ['consensus', 'user', 'policy', 'facilitator'].includes(type)
        ? type
        : 'consensus';
      conflict['resolved_in'] = index + 1;
      conflict['rounds_open'] = Math.max(1, index + 2 - readNumber(conflict['opened_in'], index + 1));
    }
  }
  for (const conflict of readList(old['conflicts']).map(readObject)) {
    if (!found.has(readText(conflict['id'], 'conflict'))) open(conflict, Math.max(1, rounds.length));
  }
  return [...found.values()];
}

function migrateEscalation(old: PlainObject, index: number): PlainObject {
  const text = readText(...readFields(old, 'user_decision', 'decision', 'text')) || null;
  return {
    id: `E-${String(index + 1).padStart(3, '0')}`,
    round: readNumber(old['round'], 0),
    trigger: 'facilitator',
    subject: readText(old['conflict_id']) || null,
    reason: readText(old['reason'], old['escalation_reason']),
    positions: migratePositions(old['positions']),
    recommendation: readText(old['recommendation']) || null,
    status: text === null ? 'pending' : 'answered',
    decision: text && 'own',
    text,
    extra_rounds: 0,
    answered_by: text && 'user',
    answered_at: readText(old['answered_at']) || null,
  };
}

function migrateOutcome(old: PlainObject, rounds: PlainObject[]): PlainObject {
  const outcome = readObject(old['outcome']);
  return {
    result: 'collected',
    ...plainOutcome,
    summary: readText(outcome['summary'], rounds.at(-1)?.['synthesis']),
    recommendation: readText(outcome['recommendation']) || null,
  };
}

/** The fields of an outcome about which nothing is known but its result. */
export const plainOutcome = {
  degraded: false,
  degradation: [],
  recommendation: null,
  dissent: [],
  document: null,
  files: [],
};
