/** Numbered results that grow out of statements. The program gives ids and keeps every wording. */
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
  /** What the synthesis said that could not be carried out. */
  losses: string[];
  /** The ids that texts of the same reply mean, labels of new items included. */
  resolve: (texts: readonly string[]) => string[];
  /** A text of the same reply with the ids that its items got in place of their labels. */
  name: (text: string) => string;
}

/**
 * Carries a synthesis into the items. New ones get an id; a new wording lapses the supports it had, while blocks stand until
 * they are lifted; what a person decided stays as it is.
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
  // An id that no item has is a label of the reply itself: `new-1`, or an id that the model made up.
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
      // The statements that the synthesis saw in it still end there.
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

/** A new wording stands for all that the item is made of, not only for what the reply names: it is held against all of it. */
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

/** The id that each draft is about: of an item that is there, or the next one of its kind. */
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

/** The other items that a draft names, as ids. */
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
      // Why an item was reworded speaks of its old words, and is no reason for the new ones. Words that stay keep their reason.
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
  // Two entries of one reply in the same words are one item, with the checks of both.
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
      // What the old wording contradicted the new one may not: only what is said of it now holds.
      contradicts: [...new Set([...contradicts, ...stillSaid])].filter((other) => other !== item.id),
    },
    { round, change: why, text: draft.text },
  );
}

/** A reason with what is added to it; one that repeats the other is told once. */
function addReason(reason: string, added: string): string {
  if (added.includes(reason)) return added;
  return reason.includes(added) ? reason : joinTexts([reason, added]);
}

/** The reasons of statements that an item gets, which live as long as it does. */
function listAddedReasons(item: Item, draft: ItemDraft, { statements }: Context): string[] {
  const named = readNamed(draft.from, statements);
  return statements
    .filter(({ id, why }) => named.includes(id) && !item.from.includes(id) && !item.rationale.includes(why))
    .map(({ why }) => why);
}

/** Adds statements to an item, and the seats that made them, each once a round. */
function addSources(item: Item, named: readonly string[], { statements }: Context): Item {
  const added = readNamed(named, statements).filter((id) => !item.from.includes(id));
  const proposedBy = [...item.proposed_by];
  for (const { seat, round } of added.flatMap((id) => statements.find((entry) => entry.id === id) ?? []))
    if (!proposedBy.some((entry) => entry.seat === seat && entry.round === round))
      proposedBy.push({ seat, round });
  return { ...item, from: [...item.from, ...added], proposed_by: proposedBy };
}

/** The seats that put an item forward as their own view, and so are presumed to support it. */
export function listProposers(item: Pick<Item, 'from'>, statements: readonly Statement[]): string[] {
  const own = statements.filter(({ id, for_side: forSide }) => item.from.includes(id) && forSide !== true);
  return [...new Set(own.map(({ seat }) => seat))];
}
