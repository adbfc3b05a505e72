/** Numbered results that grow out of statements. The program gives ids and keeps every wording. */
import type { DocumentKind } from '../../domain/ports.ts';
import type { Item, Statement } from '../../domain/records.ts';
import type { ItemType, WorkflowType } from '../../domain/vocabulary.ts';
import { readId, readIds } from './read-ids.ts';
import { isSameText, nextId } from './same-text.ts';
import { keepBlocks, readLatestStances } from './stances.ts';
import { note } from './votes.ts';

/** The kinds of item a session looks for: those that its document is made of; `POINT` is what is none of the others. */
export function listWantedItems(workflow: WorkflowType, { items }: Pick<DocumentKind, 'items'>): ItemType[] {
  const byWorkflow: ItemType[] = workflow === 'brainstorm' ? ['IDEA'] : [];
  return [...new Set<ItemType>([...byWorkflow, ...items, 'POINT'])];
}

/** An item as a synthesis holds it, its names mapped back. References are read when all items of the reply have their ids. */
export interface ItemDraft {
  /** As the reply has it: an id of an item, or a label such as `new-1` by which the rest of the reply means this one. */
  id: string;
  type: ItemType;
  title: string;
  text: string;
  rationale: string;
  priority: Item['priority'];
  acceptance: string[];
  related_to: string[];
  topic_id: string | null;
  /** Statements that it is made of. */
  from: string[];
  /** Items that it merges or takes the place of. */
  replaces: string[];
  /** Decisions of a person that it contradicts. */
  contradicts: string[];
  /** Why an existing item is withdrawn, else null. */
  withdrawn: string | null;
}

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
  // What names no item that is there is a label of the reply's own: `new-1`, or an id that the model counted itself.
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
    const draft = { ...given, text: name(given.text), rationale: name(given.rationale) };
    losses.push(...findLostDetails(draft, targets[index] ?? '', options.statements));
    const id = targets[index] ?? '';
    const item = next.find((entry) => entry.id === id);
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

/**
 * An item without words of its own keeps those that it has, or takes those of the first statement that it is made of: so
 * nothing is retyped, and nothing changes its meaning on the way. Reasons and checks come from its statements too, where
 * the reply gives none.
 */
function takeWording(draft: ItemDraft, items: readonly Item[], statements: readonly Statement[]): ItemDraft {
  if (draft.withdrawn !== null) return draft;
  const named = nameKnown(items, draft);
  const item = items.find(({ id }) => id === named);
  if (item !== undefined) return draft.text === '' ? { ...draft, text: item.text } : draft;
  const ids = readIds(
    draft.from.join('\n'),
    statements.map(({ id }) => id),
  );
  const made = ids.flatMap((id) => statements.find((statement) => statement.id === id) ?? []);
  const [first] = made;
  if (first === undefined) return draft;
  const worded = { ...draft, text: draft.text || first.text };
  // One more seat that says what an item says adds its statement, and changes nothing that was voted on.
  if (findKnown(items, worded) !== undefined) return worded;
  const checks = (draft.text === '' ? [first] : made)
    .map(({ verify }) => verify)
    .filter((text) => text !== '');
  return {
    ...worded,
    rationale: draft.rationale || (made.find(({ why }) => why !== '')?.why ?? ''),
    acceptance: draft.acceptance.length > 0 ? draft.acceptance : [...new Set(checks)],
  };
}

/** What a wording of an item's own leaves out of the statements that it is made of: their numbers, and that one was assumed. */
function findLostDetails(draft: ItemDraft, id: string, statements: readonly Statement[]): string[] {
  const from = readIds(
    draft.from.join('\n'),
    statements.map((statement) => statement.id),
  );
  const written = [draft.title, draft.text, draft.rationale, ...draft.acceptance].join('\n').toLowerCase();
  return statements
    .filter((statement) => from.includes(statement.id))
    .flatMap((statement) => {
      // Ids and positions of other things are no numbers of the statement.
      const numbers = statement.text.match(/(?<![\p{L}\p{N}-])\d[\d.,]*(?<=\d)/gu) ?? [];
      const lost = [
        ...new Set([...numbers, ...(/\bassumed\b/i.test(statement.text) ? ['assumed'] : [])]),
      ].filter((detail) => !written.includes(detail));
      return lost.length === 0
        ? []
        : [
            `items: the wording of ${id} leaves out ${lost.map((one) => `"${one}"`).join(', ')} of ${statement.id}`,
          ];
    });
}

/** Labels are written in several ways: `New_1` is `new-1`. */
function foldLabel(label: string): string {
  return label
    .toLowerCase()
    .replace(/[_ ]/g, '-')
    .replace(/^new(?=\d)/, 'new-');
}

/** How a reply names an item that it brings: `new-1`. */
const labelPattern = /^new[-_ ]?\d+$/i;

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

function findKnown(items: readonly Item[], draft: ItemDraft): Item | undefined {
  const named = nameKnown(items, draft);
  return (
    items.find(({ id }) => id === named) ??
    items.find(
      (item) =>
        item.status !== 'withdrawn' &&
        item.status !== 'replaced' &&
        item.raised_in === 'round' &&
        item.type === draft.type &&
        isSameText(item.text, draft.text),
    )
  );
}

/** The item that a draft's id names, or null. */
function nameKnown(items: readonly Item[], { id }: ItemDraft): string | null {
  return labelPattern.test(id.trim())
    ? null
    : readId(
        id,
        items.map((item) => item.id),
      );
}

interface Context {
  round: number;
  statements: readonly Statement[];
  /** Items that a person decided. */
  decided: readonly string[];
  resolve: (texts: readonly string[]) => string[];
}

function create(id: string, draft: ItemDraft, context: Context): Item {
  const { round, resolve } = context;
  const others = (texts: readonly string[]): string[] => resolve(texts).filter((other) => other !== id);
  const replaces = others(draft.replaces);
  const item: Item = {
    id,
    type: draft.type,
    title: draft.title,
    text: draft.text,
    rationale: draft.rationale,
    priority: draft.priority,
    acceptance: draft.acceptance,
    related_to: others(draft.related_to),
    topic_id: draft.topic_id,
    round,
    worded_in: round,
    from: [],
    proposed_by: [],
    status: 'open',
    replaces,
    replaced_by: null,
    decided_by: null,
    stances: [],
    judgements: [],
    raised_in: 'round',
    contradicts: others(draft.contradicts).filter((other) => context.decided.includes(other)),
    history: [
      {
        round,
        change: replaces.length === 0 ? 'put forward' : `put forward in place of ${replaces.join(', ')}`,
        text: draft.text,
      },
    ],
  };
  return addSources(item, draft.from, context);
}

function amend(item: Item, draft: ItemDraft, context: Context): Item {
  const { round, resolve } = context;
  const others = (texts: readonly string[]): string[] => resolve(texts).filter((other) => other !== item.id);
  const contradicts = others(draft.contradicts).filter((other) => context.decided.includes(other));
  const merged: Item = addSources(
    {
      ...item,
      title: draft.title || item.title,
      rationale: draft.rationale || item.rationale,
      priority: draft.priority ?? item.priority,
      related_to: [...new Set([...item.related_to, ...others(draft.related_to)])],
      topic_id: draft.topic_id ?? item.topic_id,
      replaces: [...new Set([...item.replaces, ...others(draft.replaces)])],
      contradicts: [...new Set([...item.contradicts, ...contradicts])],
    },
    draft.from,
    context,
  );
  const isTwin = item.round === round && isSameText(item.text, draft.text);
  // Two entries of one reply in the same words are one item, with the checks of both.
  const acceptance = isTwin
    ? [...new Set([...item.acceptance, ...draft.acceptance])]
    : draft.acceptance.length > 0
      ? draft.acceptance
      : item.acceptance;
  const sameAcceptance =
    acceptance.length === item.acceptance.length &&
    acceptance.every((text, index) => isSameText(text, item.acceptance[index] ?? ''));
  if (isSameText(item.text, draft.text) && sameAcceptance) return merged;
  const blocks = keepBlocks(item);
  const lapsed = [...readLatestStances(item).keys()].filter(
    (seat) => !blocks.some((entry) => entry.seat === seat),
  );
  const why = lapsed.length === 0 ? 'reworded' : `reworded; stances lapsed: ${lapsed.join(', ')}`;
  const stillSaid = blocks.flatMap(({ reason }) => readIds(reason, context.decided));
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

/** Adds statements to an item, and the seats that made them, each once a round. */
function addSources(item: Item, named: readonly string[], { statements }: Context): Item {
  const from = readIds(
    named.join('\n'),
    statements.map(({ id }) => id),
  );
  const added = from.filter(
    (id) => !item.from.includes(id) && statements.some((statement) => statement.id === id),
  );
  const proposedBy = [...item.proposed_by];
  for (const id of added) {
    const statement = statements.find((entry) => entry.id === id);
    if (!statement) continue;
    const { seat, round } = statement;
    if (!proposedBy.some((entry) => entry.seat === seat && entry.round === round))
      proposedBy.push({ seat, round });
  }
  return { ...item, from: [...item.from, ...added], proposed_by: proposedBy };
}

/** The seats that put an item forward as their own view, and so are presumed to support it. */
export function listProposers(item: Pick<Item, 'from'>, statements: readonly Statement[]): string[] {
  const own = statements.filter(({ id, for_side: forSide }) => item.from.includes(id) && forSide !== true);
  return [...new Set(own.map(({ seat }) => seat))];
}

/** Items that are still on the table or agreed: what prompts list and documents print. */
export function listLive(items: readonly Item[]): Item[] {
  return items.filter(({ status }) => status === 'open' || status === 'agreed');
}

/** Reads MoSCoW words, also as people write them: `Must have`, `won't`. */
export function readPriority(text: string | null): Item['priority'] {
  const word = text?.toLowerCase().replace(/[^a-z]/g, '') ?? '';
  return (['must', 'should', 'could', 'wont'] as const).find((priority) => word.startsWith(priority)) ?? null;
}

/** What a review found wrong or missing, as items that nobody votes on: each statement is one. */
export function raiseInReview(
  items: readonly Item[],
  statements: readonly Statement[],
  round: number,
): Item[] {
  const all = [...items];
  const known = items.map(({ id }) => id);
  for (const statement of statements) {
    all.push({
      id: nextId('POINT', all),
      type: 'POINT',
      title: '',
      text: statement.text,
      rationale: statement.why,
      priority: null,
      acceptance: statement.verify === '' ? [] : [statement.verify],
      related_to: readIds(statement.replaces.join('\n'), known),
      topic_id: null,
      round,
      worded_in: round,
      from: [statement.id],
      proposed_by: [{ seat: statement.seat, round: statement.round }],
      status: 'open',
      replaces: [],
      replaced_by: null,
      decided_by: null,
      stances: [],
      judgements: [],
      raised_in: 'review',
      contradicts: [],
      history: [{ round, change: 'raised in the review', text: statement.text }],
    });
  }
  return all;
}
