/** Which item a draft means, and in whose words it stands: a seat's own, or a wording that must leave nothing of them out. */
import type { Item, Statement } from '../../domain/records.ts';
import type { ItemDraft } from './new-item.ts';
import { readId, readIds } from './read-ids.ts';
import { isSameText } from './same-text.ts';

/**
 * An item without words of its own keeps those that it has, or takes those of the first statement that it is made of: so
 * nothing is retyped, and nothing changes its meaning on the way. Reasons and checks come from its statements too, where
 * the reply gives none.
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
export function findLostDetails(draft: ItemDraft, id: string, statements: readonly Statement[]): string[] {
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
export function foldLabel(label: string): string {
  return label
    .toLowerCase()
    .replace(/[_ ]/g, '-')
    .replace(/^new(?=\d)/, 'new-');
}

/** How a reply names an item that it brings: `new-1`. */
const labelPattern = /^new[-_ ]?\d+$/i;

/** The item that a draft is about: the one that its id names, or one of its kind in the same words. */
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
  return labelPattern.test(id.trim())
    ? null
    : readId(
        id,
        items.map((item) => item.id),
      );
}
