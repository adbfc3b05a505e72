/** A session as text: keys in the order of the schema, so that the head can be read without the rounds. */
import * as z from 'zod';
import { itemSchema, statementSchema } from '../../domain/records.ts';
import { roundSchema } from '../../domain/round.ts';
import { type Session, sessionSchema } from '../../domain/session.ts';
import { remember } from '../../text/remember.ts';
import { writeYaml } from '../../text/write-yaml.ts';
import { orderKeys, readKeyOrder } from './order-keys.ts';

/** The whole session without its rounds: what a list needs, and what a repair starts from. */
export const headSchema = sessionSchema.omit({ rounds: true });

/** A session without its rounds. */
export type HeadOfSession = z.infer<typeof headSchema>;

/** The lists that grow with every round; what is in them hardly changes later. */
const entryOrders = {
  statements: readKeyOrder(statementSchema),
  artifacts: readKeyOrder(itemSchema),
  rounds: readKeyOrder(roundSchema),
};

type LongList = keyof typeof entryOrders;

const headOrder = readKeyOrder(headSchema.extend({ statements: z.unknown(), artifacts: z.unknown() }));

/** Writes one entry of a long list as it stands in the file. */
export type WriteEntry = Record<LongList, (entry: object) => string>;

/** Makes a writer of entries. It remembers what it wrote, so that a save writes anew only what has changed since the last one. */
export function createEntryWriter(): WriteEntry {
  const create = (key: LongList): ((entry: object) => string) =>
    remember((entry) => {
      const text = writeYaml({ [key]: [orderKeys(entry, entryOrders[key])] });
      return text.slice(text.indexOf('\n') + 1);
    });
  return { statements: create('statements'), artifacts: create('artifacts'), rounds: create('rounds') };
}

/** Writes a session as YAML: the head's keys in schema order, a person's own keys after them, then the rounds. */
export function stringifySession(session: Session, writeEntry: WriteEntry = createEntryWriter()): string {
  const { rounds, ...head } = session;
  let text = '';
  let fields: Record<string, unknown> = {};
  const writeFields = (): void => {
    if (Object.keys(fields).length > 0) text += writeYaml(fields);
    fields = {};
  };
  for (const [key, value] of Object.entries({ ...orderKeys(head, headOrder), rounds })) {
    if (!isLongList(key) || session[key].length === 0) fields[key] = value;
    else {
      writeFields();
      const entries: readonly object[] = session[key];
      text += `${key}:\n${entries.map((entry) => writeEntry[key](entry)).join('')}`;
    }
  }
  writeFields();
  return text;
}

function isLongList(key: string): key is LongList {
  return Object.hasOwn(entryOrders, key);
}
