/** Finds the item that a draft means, and checks its wording: a seat's own words, or a new wording that must leave nothing out. */
import { joinThousands } from '../../domain/figures.ts';
import type { Item, Statement } from '../../domain/records.ts';
import type { ItemDraft } from './new-item.ts';
import { readNamed } from './read-ids.ts';
import { isSameText } from './same-text.ts';

/**
 * Completes a draft. One without a text keeps the item's text, or takes that of the first statement it is made of, so that
 * the model need not retype it and cannot change its meaning. For a new item, reasons, checks and a priority also come from
 * its statements if the reply gives none.
 */
export function takeWording(
  draft: ItemDraft,
  items: readonly Item[],
  statements: readonly Statement[],
): ItemDraft {
  if (draft.withdrawn !== null) return draft;
  const named = nameKnown(items, draft);
  const item = items.find(({ id }) => id === named);
  if (item !== undefined) return draft.text === '' ? { ...draft, text: item.text } : draft;
  const made = readNamed(draft.from, statements).flatMap(
    (id) => statements.find((statement) => statement.id === id) ?? [],
  );
  const [first] = made;
  if (first === undefined) return draft;
  const worded = { ...draft, text: draft.text || first.text };
  // A seat that repeats an item's text only adds its statement; what was voted on does not change.
  if (findKnown(items, worded) !== undefined) return worded;
  const priorities = new Set(made.flatMap(({ priority }) => priority ?? []));
  return {
    ...worded,
    rationale: draft.rationale || joinTexts(made.map(({ why }) => why)),
    acceptance: draft.acceptance.length > 0 ? draft.acceptance : listTexts(made.map(({ verify }) => verify)),
    // If the seats' priorities differ, none is taken.
    priority: draft.priority ?? (priorities.size === 1 ? ([...priorities][0] ?? null) : null),
  };
}

/** The non-empty texts, each once. */
function listTexts(texts: readonly string[]): string[] {
  return [...new Set(texts.filter((text) => text !== ''))];
}

/** The non-empty texts, each once, joined with spaces. */
export function joinTexts(texts: readonly string[]): string {
  return listTexts(texts).join(' ');
}

/** Marks numbers as assumed that a statement calls assumed and the wording gives without saying so. */
export function markAssumed(text: string, statements: readonly Pick<Statement, 'text'>[]): string {
  if (/\bassum/i.test(text)) return text;
  const assumed = new Set(
    statements.flatMap((statement) =>
      [...joinThousands(statement.text).matchAll(assumedNumber)].map(
        ([, before, behind]) => before ?? behind ?? '',
      ),
    ),
  );
  const firm = [...assumed].filter((number) => listNumbers(text).includes(number));
  return firm.length === 0
    ? text
    : text.replace(/[.]?\s*$/, (end) => ` (assumed: ${firm.join(', ')})${end.trim()}`);
}

/** `30 days, assumed`, `assumed to be 30`. */
const assumedNumber =
  /(?<![\p{L}\p{N}-])(\d[\d.,]*(?<=\d))(?=[^.;\d]{0,24}\bassum)|\bassum\w*[^.;\d]{0,24}?(\d[\d.,]*(?<=\d))/giu;

/** Numbers of a text, without those in ids. */
function listNumbers(text: string): string[] {
  return joinThousands(text).match(/(?<![\p{L}\p{N}-])\d[\d.,]*(?<=\d)/gu) ?? [];
}

/** Words that limit a statement, which without them would claim more. */
const boundWords = /\b(?:assumed|unless|except|until|only)\b/gi;

/** What an item's wording leaves out of the statements it is made of: numbers, conditions, and that a number is assumed. */
export function findLostDetails(draft: ItemDraft, id: string, statements: readonly Statement[]): string[] {
  const from = readNamed(draft.from, statements);
  const written = joinThousands(
    [draft.title, draft.text, draft.rationale, ...draft.acceptance].join('\n'),
  ).toLowerCase();
  return statements
    .filter((statement) => from.includes(statement.id))
    .flatMap((statement) => {
      const bounds = (statement.text.match(boundWords) ?? []).map((word) => word.toLowerCase());
      const lost = [...new Set([...listNumbers(statement.text), ...bounds])].filter(
        (detail) => !written.includes(detail),
      );
      const named = lost.map((one) => `"${one}"`).join(', ');
      return lost.length === 0 ? [] : [`items: the wording of ${id} leaves out ${named} of ${statement.id}`];
    });
}

/** Normalizes the spelling of a label: `New_1` is `new-1`. */
export function foldLabel(label: string): string {
  return label
    .toLowerCase()
    .replace(/[_ ]/g, '-')
    .replace(/^new(?=\d)/, 'new-');
}

/** The label of a new item in a reply: `new-1`. */
const labelPattern = /^new[-_ ]?\d+$/i;

/** The item that a draft is about: the one that its id names, or one of the same type with the same text. */
export function findKnown(items: readonly Item[], draft: ItemDraft): Item | undefined {
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
export function nameKnown(items: readonly Item[], { id }: ItemDraft): string | null {
  return labelPattern.test(id.trim()) ? null : (readNamed([id], items)[0] ?? null);
}
