/** Reads what a seat replied: look-ups, or a reply in its form; or says why it cannot be used. */
import type * as z from 'zod';
import { listLosses } from '../prompts/forms/fields.ts';
import { allowLookUps, type LookOrReply, listLookUps } from '../prompts/forms/look-ups.ts';
import type { Loss } from '../session/codes.ts';
import type { LookUp } from '../session/evidence.ts';
import type { ReadReply } from '../session/model-reply.ts';

/** How a reply is read. `check` says why a reply that fits the form still cannot be used, or returns null. */
export interface ReplyForm<Value> {
  seat: string;
  form: z.ZodType<Value>;
  check?: (value: Value, attempt: { last: boolean }) => string | null;
  /** For a model that answers in plain text: turns its text into the reply form. The model is then not given a form. */
  readPlain?: (text: string) => Record<string, unknown>;
  /** Reads a reply that holds none of the form's fields; without it such a reply is asked for again. */
  readLoose?: (text: string) => unknown;
}

/** Reads a reply: what it looks up, or its value; or why it cannot be used. */
export function readSeatReply<Value extends object>(
  question: ReplyForm<Value>,
  reply: Extract<ReadReply, { ok: true }>,
  options: { last: boolean; mayLook: boolean },
):
  | { ok: true; value: Value | null; lookUps: LookUp[] | null; losses: Loss[] }
  | { ok: false; problem: string } {
  if (reply.text.trim() === '') return { ok: false, problem: 'the reply was empty' };
  const data =
    question.readPlain === undefined
      ? (reply.data ?? question.readLoose?.(reply.text))
      : question.readPlain(reply.text);
  const parsed = options.mayLook
    ? allowLookUps(question.form).safeParse(data)
    : question.form.safeParse(readInner(question.form, data));
  if (!parsed.success) {
    const paths = new Set(parsed.error.issues.map((issue) => issue.path.join('.')));
    if (!options.mayLook && isWrapped(data) && data.reply === null)
      return { ok: false, problem: 'nothing more can be looked up, and reply was null' };
    const missing = [...paths].filter((path) => path !== '' && path !== 'reply').join(', ');
    const what = missing ? `missing or unreadable: ${missing}` : 'no object of the asked form was found';
    const said = reply.problem?.replace(/\.$/, '') ?? null;
    return { ok: false, problem: [said, what].filter((text) => text !== null).join('; ') };
  }
  if (options.mayLook) {
    const { look_ups, reply: value } = parsed.data as LookOrReply<Value>;
    if (look_ups.length > 0) return { ok: true, value: null, lookUps: listLookUps({ look_ups }), losses: [] };
    if (value === null) return { ok: false, problem: 'neither look-ups nor a reply were given' };
    return finish(question, { value, data, reply, last: options.last });
  }
  return finish(question, { value: parsed.data as Value, data, reply, last: options.last });
}

/** A reply that is still wrapped as if it could hold look-ups, although none are left. */
function readInner<Value>(form: z.ZodType<Value>, data: unknown): unknown {
  return isWrapped(data) && form.safeParse(data.reply).success ? data.reply : data;
}

function isWrapped(data: unknown): data is { reply: unknown } {
  return typeof data === 'object' && data !== null && 'reply' in data;
}

function finish<Value extends object>(
  question: ReplyForm<Value>,
  read: { value: Value; data: unknown; reply: Extract<ReadReply, { ok: true }>; last: boolean },
): { ok: true; value: Value; lookUps: null; losses: Loss[] } | { ok: false; problem: string } {
  const problem = question.check?.(read.value, { last: read.last }) ?? null;
  if (problem !== null) return { ok: false, problem };
  const { seat } = question;
  const losses: Loss[] = listLosses(
    readInner(question.form, read.data),
    read.value as Record<string, unknown>,
  ).map((loss) => ({
    code: 'unreadable_field',
    seat,
    ...loss,
  }));
  if (read.reply.problem !== null) losses.push({ code: 'mended_form', seat });
  return { ok: true, value: read.value, lookUps: null, losses };
}
