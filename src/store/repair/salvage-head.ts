/** Making a valid head out of what could be read of a damaged one. */
import * as z from 'zod';
import type { Round } from '../../domain/round.ts';
import type { Session } from '../../domain/session.ts';
import { type HeadOfSession, headSchema } from '../files/session-text.ts';
import type { PlainObject } from '../migrate/coerce-fields.ts';
import { sumRoundUsage } from './trim-session.ts';

/** Without these nobody knows what the discussion was: they are not guessed. */
const essentialKeys = ['topic', 'workflow_type', 'strategy', 'participants', 'facilitator'];

/** A head, and what had to be done to it; or the keys that are missing and cannot be made up. */
export type SalvagedHead =
  | { ok: true; head: HeadOfSession; notes: string[] }
  | { ok: false; missing: string[] };

/** What the program knows by itself. */
export interface HeadFacts {
  id: string;
  now: Date;
  /** For a fence that was lost. */
  token: string;
  rounds: readonly Round[];
}

/** Takes each key that fits the schema, the sound elements of lists, and a neutral value for what else is lost. */
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
      notes.push(`${key}: elements that make no sense were left out.`);
    } else {
      lost.push(key);
    }
  }
  const missing = lost.filter((key) => essentialKeys.includes(key));
  if (missing.length > 0) return { ok: false, missing };
  const neutral = createNeutralValues(head, facts);
  for (const key of lost) {
    head[key] = neutral[key];
    notes.push(`${key}: could not be read; ${describeNeutral(key)}`);
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

function createNeutralValues(head: PlainObject, { id, now, token, rounds }: HeadFacts): PlainObject {
  const at = now.toISOString();
  const lists = [
    'context_files',
    'agenda',
    'proposals',
    'consensus',
    'conflicts',
    'artifacts',
    'open_questions',
  ];
  const more = ['escalations', 'guidance', 'failures'];
  const workflow = head['workflow_type'];
  const participants = Array.isArray(head['participants'])
    ? (head['participants'] as Session['participants'])
    : [];
  return {
    ...Object.fromEntries([...lists, ...more].map((key) => [key, []])),
    schema_version: 1,
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
    usage: sumRoundUsage(rounds),
    completion_usage: headSchema.shape.completion_usage.safeParse(undefined).data,
    ending: null,
    outcome: null,
  };
}

function describeNeutral(key: string): string {
  switch (key) {
    case 'agenda':
      return 'the session goes on without an agenda.';
    case 'settings':
      return 'the default settings stand in its place.';
    case 'usage':
      return 'it was added up from the rounds.';
    case 'outcome':
      return 'it is made again when the session is concluded.';
    default:
      return 'the value for "nothing known" stands in its place.';
  }
}
