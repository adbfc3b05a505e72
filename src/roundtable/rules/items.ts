/** Items: numbered results that grow out of statements. The program assigns the ids and keeps every wording. */
import { createItem } from '../../domain/create-item.ts';
import type { Item, Statement } from '../../domain/records.ts';
import {
  findKnown,
  findLostDetails,
  foldLabel,
  joinTexts,
  markAssumed,
  nameKnown,
  takeWording,
} from './item-wording.ts';
import type { ItemDraft } from './new-item.ts';
import { readIds, readNamed } from './read-ids.ts';
import { isSameText, nextId } from './same-text.ts';
import { keepBlocks, readContradicted, readLatestStances } from './stances.ts';
import { note } from './votes.ts';

/** What one synthesis did to the items. */
export interface ItemChange {
  items: Item[];
  /** Parts of the synthesis that could not be applied. */
  losses: string[];
  /** Returns the ids that texts of the same reply refer to, including through labels of new items. */
  resolve: (texts: readonly string[]) => string[];
  /** Replaces the labels of new items in a text of the same reply by the ids they got. */
  name: (text: string) => string;
}

/**
 * Applies a synthesis to the items. New items get an id. When an item is reworded, its stances lapse except blocks, which stand
 * until they are lifted. Items that a person decided stay as they are.
 */
export function applyItems(
  items: readonly Item[],
  given: readonly ItemDraft[],
  options: { round: number; statements: readonly Statement[] },
): ItemChange {
  const worded = given.map((draft) => takeWording(draft, items, options.statements));
  const missing = worded.filter((draft) => draft.withdrawn !== null && findKnown(items, draft) === undefined);
  const wordless = worded.filter((draft) => draft.withdrawn === null && draft.text === '');
  const losses = [
    ...missing.map(({ id, title }) => `items: nothing is called "${id || title}" that could be withdrawn`),
    ...wordless.map(({ id, title }) => `items: "${id || title}" has no text and names no statement`),
  ];
  const drafts = worded.filter((draft) => !missing.includes(draft) && !wordless.includes(draft));
  const targets = chooseTargets(items, drafts);
  // An id that no item has is a label within the reply: `new-1`, or an id that the model made up.
  const labels = new Map(
    drafts.flatMap((draft, index): [string, string][] =>
      draft.id.trim() === '' || nameKnown(items, draft) !== null
        ? []
        : [[draft.id.trim(), targets[index] ?? '']],
    ),
  );
  const known = [...new Set([...items.map(({ id }) => id), ...targets])];
  const resolve = (texts: readonly string[]): string[] => [
    ...new Set(readIds(texts.join('\n'), [...known, ...labels.keys()]).map((id) => labels.get(id) ?? id)),
  ];
  const decided = items.filter(({ decided_by: by }) => by === 'user').map(({ id }) => id);
  const byLabel = new Map([...labels].map(([label, id]) => [foldLabel(label), id]));
  const name = (text: string): string =>
    text.replace(
      /(?<![\p{L}\p{N}-])new[-_ ]?\d+(?!\p{N})/giu,
      (label) => byLabel.get(foldLabel(label)) ?? label,
    );
  const context: Context = { ...options, resolve, decided };
  let next = [...items];
  for (const [index, given] of drafts.entries()) {
    const id = targets[index] ?? '';
    const item = next.find((entry) => entry.id === id);
    const draft = settleWording(
      { ...given, text: name(given.text), rationale: name(given.rationale) },
      { item, statements: options.statements },
    );
    losses.push(...findLostDetails(draft, id, options.statements));
    if (item === undefined) {
      next.push(create(id, draft, context));
      continue;
    }
    if (item.decided_by === 'user') {
      losses.push(`items: ${id} was decided by a person and stays as it is`);
      // The statements that the synthesis assigned to it still go there.
      next = next.map((entry) => (entry === item ? addSources(item, draft.from, context) : entry));
      continue;
    }
    if (draft.withdrawn !== null && item.status === 'agreed') {
      losses.push(`items: ${id} is agreed; only the seats can open it again`);
      continue;
    }
    const changed =
      draft.withdrawn === null
        ? amend(item, draft, context)
        : note(
            { ...item, status: 'withdrawn', decided_by: null },
            { round: options.round, change: 'withdrawn', text: draft.withdrawn },
          );
    next = next.map((entry) => (entry === item ? changed : entry));
  }
  return { items: next, losses, resolve, name };
}

/** Checks a new wording against all statements that the item is made of, not only those that the reply names. */
function settleWording(
  draft: ItemDraft,
  { item, statements }: { item: Item | undefined; statements: readonly Statement[] },
): ItemDraft {
  if (draft.withdrawn !== null || (item !== undefined && isSameText(item.text, draft.text))) return draft;
  const from = [...(item?.from ?? []), ...draft.from];
  const named = readNamed(from, statements);
  const made = statements.filter(({ id }) => named.includes(id));
  return { ...draft, from, text: markAssumed(draft.text, made) };
}

/** The id for each draft: that of an existing item, or the next free one of its type. */
function chooseTargets(items: readonly Item[], drafts: readonly ItemDraft[]): string[] {
  const taken: { id: string }[] = [...items];
  const made: { id: string; draft: ItemDraft }[] = [];
  return drafts.map((draft) => {
    const known =
      findKnown(items, draft)?.id ??
      made.find((entry) => entry.draft.type === draft.type && isSameText(entry.draft.text, draft.text))?.id;
    if (known !== undefined) return known;
    const id = nextId(draft.type, taken);
    taken.push({ id });
    made.push({ id, draft });
    return id;
  });
}

interface Context {
  round: number;
  statements: readonly Statement[];
  /** Items that a person decided. */
  decided: readonly string[];
  resolve: (texts: readonly string[]) => string[];
}

/** The ids of the other items that a draft names. */
function resolveOthers(id: string, draft: ItemDraft, { resolve, decided }: Context) {
  const others = (texts: readonly string[]): string[] => resolve(texts).filter((other) => other !== id);
  return {
    related_to: others(draft.related_to),
    replaces: others(draft.replaces),
    contradicts: others(draft.contradicts).filter((other) => decided.includes(other)),
  };
}

function create(id: string, draft: ItemDraft, context: Context): Item {
  const { round } = context;
  const { type, title, text, rationale, priority, acceptance, topic_id } = draft;
  const { related_to, replaces, contradicts } = resolveOthers(id, draft, context);
  const change = replaces.length === 0 ? 'put forward' : `put forward in place of ${replaces.join(', ')}`;
  const history = [{ round, change, text }];
  const given = { id, type, title, text, rationale, priority, acceptance, related_to, topic_id, round };
  return addSources(createItem({ ...given, replaces, contradicts, history }), draft.from, context);
}

function amend(item: Item, draft: ItemDraft, context: Context): Item {
  const { round } = context;
  const { related_to: related, replaces, contradicts } = resolveOthers(item.id, draft, context);
  const isReworded = !isSameText(item.text, draft.text);
  const merged: Item = addSources(
    {
      ...item,
      title: draft.title || item.title,
      // A reworded item takes the reply's reason, if any. An unchanged wording keeps its reason, with added ones appended.
      rationale: isReworded
        ? draft.rationale || item.rationale
        : addReason(item.rationale, draft.rationale || joinTexts(listAddedReasons(item, draft, context))),
      priority: draft.priority ?? item.priority,
      related_to: [...new Set([...item.related_to, ...related])],
      topic_id: draft.topic_id ?? item.topic_id,
      replaces: [...new Set([...item.replaces, ...replaces])],
      contradicts: [...new Set([...item.contradicts, ...contradicts])],
    },
    draft.from,
    context,
  );
  const isTwin = item.round === round && !isReworded;
  // Two entries of one reply with the same wording are one item, with the acceptance checks of both.
  const acceptance = isTwin
    ? [...new Set([...item.acceptance, ...draft.acceptance])]
    : draft.acceptance.length > 0
      ? draft.acceptance
      : item.acceptance;
  const sameAcceptance =
    acceptance.length === item.acceptance.length &&
    acceptance.every((text, index) => isSameText(text, item.acceptance[index] ?? ''));
  if (!isReworded && sameAcceptance) return merged;
  const blocks = keepBlocks(item);
  const lapsed = [...readLatestStances(item).keys()].filter(
    (seat) => !blocks.some((entry) => entry.seat === seat),
  );
  const why = lapsed.length === 0 ? 'reworded' : `reworded; stances lapsed: ${lapsed.join(', ')}`;
  const stillSaid = blocks.flatMap(({ reason }) => readContradicted(reason, context.decided));
  return note(
    {
      ...merged,
      text: draft.text,
      acceptance,
      worded_in: round,
      status: 'open',
      decided_by: null,
      stances: blocks,
      // The new wording may not contradict what the old one did: only what this reply or a standing block says counts.
      contradicts: [...new Set([...contradicts, ...stillSaid])].filter((other) => other !== item.id),
    },
    { round, change: why, text: draft.text },
  );
}

/** Joins two reasons; if one contains the other, it is kept once. */
function addReason(reason: string, added: string): string {
  if (added.includes(reason)) return added;
  return reason.includes(added) ? reason : joinTexts([reason, added]);
}

/** The reasons given by statements that are newly added to an item. */
function listAddedReasons(item: Item, draft: ItemDraft, { statements }: Context): string[] {
  const named = readNamed(draft.from, statements);
  return statements
    .filter(({ id, why }) => named.includes(id) && !item.from.includes(id) && !item.rationale.includes(why))
    .map(({ why }) => why);
}

/** Adds statements to an item, and the seats that made them, each once per round. */
function addSources(item: Item, named: readonly string[], { statements }: Context): Item {
  const added = readNamed(named, statements).filter((id) => !item.from.includes(id));
  const proposedBy = [...item.proposed_by];
  for (const { seat, round } of added.flatMap((id) => statements.find((entry) => entry.id === id) ?? []))
    if (!proposedBy.some((entry) => entry.seat === seat && entry.round === round))
      proposedBy.push({ seat, round });
  return { ...item, from: [...item.from, ...added], proposed_by: proposedBy };
}

/** The seats that put an item forward as their own view, and are therefore presumed to support it. */
export function listProposers(item: Pick<Item, 'from'>, statements: readonly Statement[]): string[] {
  const own = statements.filter(({ id, for_side: forSide }) => item.from.includes(id) && forSide !== true);
  return [...new Set(own.map(({ seat }) => seat))];
}
