/** Makes a valid head from the readable parts of a damaged one. */
import * as z from 'zod';
import type { Round } from '../../domain/round.ts';
import type { Session } from '../../domain/session.ts';
import { sumUsages } from '../../domain/usage.ts';
import { schemaVersion } from '../../domain/vocabulary.ts';
import { type HeadOfSession, headSchema } from '../files/session-text.ts';
import type { PlainObject } from '../migrate/coerce-fields.ts';

/** These say what was discussed, so they are never guessed. */
const essentialKeys = ['topic', 'workflow_type', 'strategy', 'participants', 'facilitator'];

/** A head and notes on its changes, or the missing keys for which no value can be assumed. */
export type SalvagedHead =
  | { ok: true; head: HeadOfSession; notes: string[] }
  | { ok: false; missing: string[] };

/** Facts that do not come from the damaged head. */
export interface HeadFacts {
  id: string;
  now: Date;
  /** The fence to use when the old one was lost. */
  token: string;
  rounds: readonly Round[];
}

/** Keeps each key that fits the schema and the valid elements of lists; everything else gets a neutral value. */
export function salvageHead(raw: PlainObject, facts: HeadFacts): SalvagedHead {
  const notes: string[] = [];
  const head: PlainObject = {};
  const lost: string[] = [];
  for (const [key, schema] of Object.entries(headSchema.shape)) {
    const result = (schema as z.ZodType).safeParse(raw[key]);
    if (result.success) {
      head[key] = result.data;
      continue;
    }
    const sound = salvageList(schema, raw[key]);
    if (sound !== null && sound.length > 0) {
      head[key] = sound;
      notes.push(`${key}: invalid elements were left out.`);
    } else {
      lost.push(key);
    }
  }
  const missing = lost.filter((key) => essentialKeys.includes(key));
  if (missing.length > 0) return { ok: false, missing };
  const neutral = createNeutralValues(head, facts);
  for (const key of lost) {
    head[key] = neutral[key];
    const words = neutralWords[key] ?? 'a neutral value was put in its place.';
    notes.push(`${key}: could not be read; ${words}`);
  }
  const extra = Object.entries(raw).filter(([key]) => !(key in headSchema.shape) && key !== 'rounds');
  const whole = headSchema.safeParse({ ...head, ...Object.fromEntries(extra), id: facts.id });
  if (!whole.success) return { ok: false, missing: whole.error.issues.map(({ path }) => path.join('.')) };
  return { ok: true, head: whole.data, notes };
}

function salvageList(schema: unknown, value: unknown): unknown[] | null {
  if (!(schema instanceof z.ZodArray) || !Array.isArray(value)) return null;
  const element = schema.element as z.ZodType;
  return value.flatMap((item) => {
    const result = element.safeParse(item);
    return result.success ? [result.data] : [];
  });
}

/** Lists that become empty when they cannot be read. */
const emptyLists = [
  'context_files',
  'agenda',
  'statements',
  'consensus',
  'conflicts',
  'artifacts',
  'open_questions',
  'escalations',
  'guidance',
  'failures',
];

function createNeutralValues(head: PlainObject, { id, now, token, rounds }: HeadFacts): PlainObject {
  const at = now.toISOString();
  const workflow = head['workflow_type'];
  const participants = head['participants'] as Session['participants'];
  return {
    ...Object.fromEntries(emptyLists.map((key) => [key, []])),
    schema_version: schemaVersion,
    id,
    strategy_reason: '',
    output_type: workflow === 'design' ? 'adr' : workflow === 'specs' ? 'requirements' : 'summary',
    status: 'paused',
    pause_reason: 'person',
    created_at: rounds[0]?.started_at ?? at,
    updated_at: at,
    paused_at: at,
    completed_at: null,
    rehearsal: participants.some(({ model }) => model?.startsWith('rehearsal') === true),
    project: { name: '' },
    synthesizer: head['facilitator'],
    panel: { chosen_by: 'config', scores: [] },
    settings: (headSchema.shape.settings as z.ZodType).safeParse({}).data,
    inputs: { agents: '', strategy: '', agenda: '', context: '', prompts: '' },
    seed: 1,
    fence: token,
    current_phase: rounds.at(-1)?.phase ?? '',
    total_rounds: rounds.length,
    turn: headSchema.shape.turn.safeParse(undefined).data,
    usage: sumUsages(rounds.map(({ usage }) => usage)),
    completion_usage: headSchema.shape.completion_usage.safeParse(undefined).data,
    review: null,
    outcome: null,
  };
}

const neutralWords: Readonly<Record<string, string>> = {
  agenda: 'the session goes on without an agenda.',
  settings: 'the default settings were put in their place.',
  usage: 'it was added up from the rounds.',
  review: 'it is held again when the session is concluded.',
  outcome: 'it is made again when the session is concluded.',
};
