/** Replies of whoever may look things up first: either look-ups, which the program answers before it asks again, or the reply itself. */
import * as z from 'zod';
import { type LookUp, lookUpKinds } from '../../session/evidence.ts';
import { isMapping } from '../../session/is-mapping.ts';
import { makeForEach } from './make-for-each.ts';
import { readLookUps } from './read-look-ups.ts';

const lookUpList = z
  .preprocess(
    (value) => readLookUps(value).map(writeLookUp),
    z.array(
      z.object({
        look_up: z.enum(lookUpKinds),
        path: z
          .string()
          .nullable()
          .describe('list, read, log: a file or folder; search: where to look, or null for all'),
        lines: z.string().nullable().describe('read: such as 1-120, or null'),
        text: z.string().nullable().describe('search: a text or regular expression; decisions: words'),
      }),
    ),
  )
  .describe('what you want to see of the project before you reply; empty when reply is filled');

/** A reply, or the look-ups that its author wants to see first. */
export interface LookOrReply<Reply> {
  look_ups: z.infer<typeof lookUpList>;
  reply: Reply | null;
}

/** The form in which a reply may be put off for look-ups. A reply that stands outside of its field is read all the same. */
export const allowLookUps = makeForEach(wrapForm) as <Reply>(
  form: z.ZodType<Reply>,
) => z.ZodType<LookOrReply<Reply>>;

function wrapForm(form: z.ZodType): z.ZodType {
  const read = (value: unknown): unknown => {
    if (!isMapping(value)) return value;
    const given = value['reply'] ?? value['answer'];
    const reply = isMapping(given) && form.safeParse(given).success ? given : value;
    const fits = form.safeParse(reply).success;
    const look_ups = readLookUps(value['look_ups'] ?? value['lookups'] ?? value['look_up'] ?? []);
    // Without look-ups the reply has to fit: what is wrong with it is reported under its own fields.
    return { look_ups, reply: fits || look_ups.length === 0 ? (isMapping(given) ? given : reply) : null };
  };
  return z.preprocess(
    read,
    z.object({
      look_ups: lookUpList,
      reply: form.nullable().describe('your reply; null when look_ups is filled'),
    }),
  );
}

/** The look-ups of such a reply, as the evidence port takes them. */
export function listLookUps(reply: { look_ups: unknown }): LookUp[] {
  return readLookUps(reply.look_ups);
}

/** Writes a look-up in the form that models are asked for. */
function writeLookUp(wanted: LookUp) {
  const form = { look_up: wanted.look_up, path: null, lines: null, text: null };
  switch (wanted.look_up) {
    case 'list':
    case 'log':
      return { ...form, path: wanted.path };
    case 'read':
      return {
        ...form,
        path: wanted.path,
        lines: `${wanted.from}${wanted.to === null ? '' : `-${wanted.to}`}`,
      };
    case 'search':
      return { ...form, path: wanted.path, text: wanted.text };
    case 'decisions':
      return { ...form, text: wanted.words };
  }
}
