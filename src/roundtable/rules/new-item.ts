/** New items: which types a session looks for, what a draft of an item holds, and items raised in the review. */
import { createItem } from '../../domain/create-item.ts';
import type { DocumentKind } from '../../domain/ports.ts';
import type { Item, Statement } from '../../domain/records.ts';
import type { ItemType, WorkflowType } from '../../domain/vocabulary.ts';
import type { ItemReply } from '../replies/replies.ts';
import { readNamed } from './read-ids.ts';
import { nextId } from './same-text.ts';

/** The types of item that a session looks for: those that its document consists of, and `POINT` for anything else. */
export function listWantedItems(workflow: WorkflowType, { items }: Pick<DocumentKind, 'items'>): ItemType[] {
  const byWorkflow: ItemType[] = workflow === 'brainstorm' ? ['IDEA'] : [];
  return [...new Set<ItemType>([...byWorkflow, ...items, 'POINT'])];
}

/** An item as a synthesis gives it, with names mapped back. References are read once all items of the reply have ids. */
export type ItemDraft = Omit<ItemReply, 'priority'> & Pick<Item, 'priority'>;

/** A draft with the given fields; the rest is empty. */
export function createDraft(given: Pick<ItemDraft, 'text'> & Partial<ItemDraft>): ItemDraft {
  return {
    id: '',
    type: 'POINT',
    title: '',
    rationale: '',
    priority: null,
    acceptance: [],
    related_to: [],
    topic_id: null,
    from: [],
    replaces: [],
    contradicts: [],
    withdrawn: null,
    ...given,
  };
}

/** Items that are open or agreed: the ones that prompts list and documents print. */
export function listLive(items: readonly Item[]): Item[] {
  return items.filter(({ status }) => status === 'open' || status === 'agreed');
}

/** Reads a MoSCoW priority, also in forms such as `Must have` and `won't`. */
export function readPriority(text: string | null): Item['priority'] {
  const word = text?.toLowerCase().replace(/[^a-z]/g, '') ?? '';
  return (['must', 'should', 'could', 'wont'] as const).find((priority) => word.startsWith(priority)) ?? null;
}

/** Makes each statement of the review, about something wrong or missing, an item that nobody votes on. */
export function raiseInReview(
  items: readonly Item[],
  statements: readonly Statement[],
  round: number,
): Item[] {
  const all = [...items];
  for (const { id, seat, round: saidIn, text, why, verify, replaces } of statements)
    all.push(
      createItem({
        id: nextId('POINT', all),
        type: 'POINT',
        text,
        rationale: why,
        acceptance: verify === '' ? [] : [verify],
        related_to: readNamed(replaces, items),
        round,
        from: [id],
        proposed_by: [{ seat, round: saidIn }],
        raised_in: 'review',
        history: [{ round, change: 'raised in the review', text }],
      }),
    );
  return all;
}
