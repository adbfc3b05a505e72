/**
 * The ballot of the last call: a field for every item. What is missing or cannot be read is no vote; a support that nobody gave is
 * never read into a reply.
 */
import * as z from 'zod';
import { isMapping } from '../../session/is-mapping.ts';
import { readId } from '../../session/rules/read-ids.ts';
import { type Vote, votes } from '../../session/vocabulary.ts';
import { objectList, readFlag, requiredText } from './fields.ts';

/** The votes that could be read, by item, and what a seat said with them. */
export interface BallotReply {
  votes: Map<string, { vote: Vote; reason: string; lifted_by: string; ratify_if: string }>;
  /** Items of the ballot without a readable vote, or with two that differ. */
  unread: string[];
}

const signature = z.object({
  settled: z.boolean().describe('true when you sign what the text makes of it, whichever side it took'),
  because: z.string().describe('what you hold against it, in a sentence that is printed; empty when settled'),
});

const remarkList = objectList(
  z.object({
    target: requiredText('id of an item or a section; or title, decision, why, firmness, ways'),
    remark: requiredText('what is wrong, in a sentence, and the words that would be right'),
  }),
  'what is still wrong in a part that you ratify, or that is not on your ballot; usually empty',
  { idKey: 'target', textKey: 'remark' },
);

/** The JSON form of a ballot: its own field for each item, and for each conflict in which the seat holds a position. Without `words`, nothing is changed any more. */
export function createBallotForm(
  ids: readonly string[],
  conflicts: readonly string[] = [],
  options: { remarks: boolean; words?: boolean } = { remarks: true },
): z.ZodType {
  const vote = z.enum(votes);
  return z.object({
    votes: z.object(Object.fromEntries(ids.map((id) => [id, vote]))),
    ...(conflicts.length > 0
      ? { conflicts: z.object(Object.fromEntries(conflicts.map((id) => [id, signature]))) }
      : {}),
    exceptions: z.array(
      z.object({
        item: z.string().describe('an item that you stand aside from or block'),
        reason: z.string().describe('in a sentence'),
        lifted_by: z.string().describe('what would lift it, or empty'),
        ...(options.words === false
          ? {}
          : {
              ratify_if: z
                .string()
                .describe('the exact words of the item with which you would ratify it, or empty'),
            }),
      }),
    ),
    ...(options.remarks ? { remarks: remarkList } : {}),
  });
}

/** Names under which a reply may say which item it votes on, how, and why. */
const itemKeys = ['item', 'item_id', 'id', 'ref'];
const voteKeys = ['vote', 'stance', 'value', 'decision'];
const reasonKeys = ['reason', 'because', 'why'];

/** How deep a reply is searched for votes. */
const deepest = 8;

/**
 * Reads the votes of a reply wherever they stand in it, in any spelling of keys: `{"votes": {"REQ-1": "block"}}`,
 * `[{"ITEM_ID": "req-001", "STANCE": "Block"}]`, `[{"REQ-001": "block"}]`. An item with two different votes has none.
 */
export function readBallot(data: unknown, ids: readonly string[]): BallotReply {
  const found = new Map<string, Set<Vote>>();
  const said = new Map<string, { reason: string; lifted_by: string; ratify_if: string }>();
  const visit = (value: unknown, depth: number): void => {
    if (depth > deepest) return;
    if (Array.isArray(value)) {
      for (const entry of value) visit(entry, depth + 1);
      return;
    }
    if (!isMapping(value)) return;
    const fields = new Map(Object.entries(value).map(([key, entry]) => [foldKey(key), entry]));
    const own = pick(fields, itemKeys);
    const id = own === null ? null : readOnlyId(own, ids);
    if (id !== null) {
      note(found, id, readVote(pick(fields, voteKeys)));
      noteWords(said, id, fields);
    }
    for (const [key, entry] of Object.entries(value)) {
      // A remark is no vote, whatever it says.
      if (foldKey(key) === 'remarks') continue;
      const named = readOnlyId(key, ids);
      if (named !== null) {
        note(found, named, readVote(typeof entry === 'string' ? entry : null));
        if (isMapping(entry)) {
          const inner = new Map(Object.entries(entry).map(([name, part]) => [foldKey(name), part]));
          note(found, named, readVote(pick(inner, voteKeys)));
          noteWords(said, named, inner);
        }
      } else if (typeof entry === 'object') visit(entry, depth + 1);
    }
  };
  visit(data, 0);
  const read: BallotReply['votes'] = new Map();
  for (const id of ids) {
    const [vote, ...others] = found.get(id) ?? [];
    if (vote !== undefined && others.length === 0)
      read.set(id, { vote, ...(said.get(id) ?? { reason: '', lifted_by: '', ratify_if: '' }) });
  }
  return { votes: read, unread: ids.filter((id) => !read.has(id)) };
}

/** A ballot that no field of the form introduces, such as a list of votes: the JSON of the reply, whatever stands around it; undefined without any. */
export function readLooseBallot(text: string): unknown {
  const start = text.search(/[[{]/);
  const end = Math.max(text.lastIndexOf(']'), text.lastIndexOf('}'));
  if (start === -1 || end < start) return undefined;
  try {
    return JSON.parse(text.slice(start, end + 1));
  } catch {
    return undefined;
  }
}

/** The remarks of a ballot; what cannot be read is none. */
export function readRemarks(data: unknown): z.infer<typeof remarkList> {
  return isMapping(data) ? (remarkList.safeParse(data['remarks']).data ?? []) : [];
}

/** What a ballot says of conflicts, under their ids; what cannot be read says nothing. */
export function readSignatures(
  data: unknown,
  ids: readonly string[],
): Map<string, { settled: boolean; because: string }> {
  const given = isMapping(data) && isMapping(data['conflicts']) ? data['conflicts'] : {};
  return new Map(
    Object.entries(given).flatMap(([key, value]) => {
      const id = readOnlyId(key, ids);
      const settled = isMapping(value) ? readFlag(value['settled']) : null;
      if (id === null || settled === null || !isMapping(value)) return [];
      const because = typeof value['because'] === 'string' ? value['because'].trim() : '';
      return [[id, { settled, because }] as const];
    }),
  );
}

function foldKey(key: string): string {
  return key
    .toLowerCase()
    .replace(/[^a-z]+/g, '_')
    .replace(/^_|_$/g, '');
}

function pick(fields: ReadonlyMap<string, unknown>, names: readonly string[]): string | null {
  for (const name of names) {
    const value = fields.get(name);
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
  }
  return null;
}

/** The id that a key or field is, and not one that a sentence mentions. */
function readOnlyId(text: string, ids: readonly string[]): string | null {
  return text.length > 24 ? null : readId(text, ids);
}

/** A vote in the words of the form; anything else is none. */
function readVote(text: string | null): Vote | null {
  const folded = foldKey(text ?? '');
  return votes.find((vote) => vote === folded) ?? null;
}

function note(found: Map<string, Set<Vote>>, id: string, vote: Vote | null): void {
  if (vote !== null) found.set(id, (found.get(id) ?? new Set()).add(vote));
}

function noteWords(
  said: Map<string, { reason: string; lifted_by: string; ratify_if: string }>,
  id: string,
  fields: ReadonlyMap<string, unknown>,
): void {
  const before = said.get(id);
  said.set(id, {
    reason: pick(fields, reasonKeys) ?? before?.reason ?? '',
    lifted_by: pick(fields, ['lifted_by']) ?? before?.lifted_by ?? '',
    ratify_if: pick(fields, ['ratify_if']) ?? before?.ratify_if ?? '',
  });
}
