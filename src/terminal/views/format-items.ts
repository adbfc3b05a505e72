/** Shows items: id, title, state and who votes against, one line each. */

import { readVotes } from '../../session/rules/votes.ts';
import type { Session } from '../../session/session.ts';
import type { Item } from '../../session/text.ts';
import { formatCount, formatPlural } from '../../wording/format-numbers.ts';
import { nameSeat } from '../../wording/name-seat.ts';
import { sayVotes, voteWords } from '../../wording/votes.ts';
import type { Page } from '../page.ts';
import { measureWidth, truncateText } from '../wrap-text.ts';

/** An entry of one line, cut to the width of the page; what follows in `tail` is kept. */
export function addLine(page: Page, mark: string, text: string, tail = ''): void {
  const { ellipsis } = page.theme.symbols;
  const end = measureWidth(tail) < page.columns / 2 ? tail : '';
  const room = Math.max(1, page.columns - 4 - measureWidth(end));
  page.item(mark, `${truncateText(text.replace(/\s+/g, ' '), room, ellipsis)}${end}`);
}

/** The name of an item in a line: its id and title, or the beginning of its text. */
export function nameItem({ id, title, text }: Pick<Item, 'id' | 'title' | 'text'>): string {
  return `${id} ${title.trim() === '' ? truncateText(text, 60, '...') : title}`;
}

/** Who is not for it, with the reasons: `against: QA lead: nobody measured it`. */
export function listObjections(item: Item, participants: Session['participants']): string[] {
  return [...readVotes(item).values()]
    .filter(({ vote }) => vote !== 'ratify')
    .map(({ seat, vote, reason }) => {
      const why = reason.trim() === '' ? '' : `: ${reason}`;
      return `${voteWords[vote]}: ${nameSeat(participants, seat)}${why}`;
    });
}

/** An item that was not agreed, on one line with who objects. */
export function sayNotAgreed(item: Item, participants: Session['participants']): string {
  const objections = listObjections(item, participants);
  const why = objections.length > 0 ? objections.join('; ') : sayVotes(item) || 'no votes';
  return `${nameItem(item)}: not agreed (${why})`;
}

/** The number of items by state: `22 items: 19 agreed, 2 decided, 1 not agreed`, `12 items, all agreed`, `8 items, none voted on`. */
export function countItems(items: readonly Item[]): string {
  const count = (status: Item['status']): number => items.filter((item) => item.status === status).length;
  const parts = [
    [count('agreed'), 'agreed', 'all agreed'],
    [count('decided'), 'decided', 'all decided'],
    [count('not-agreed'), 'not agreed', 'none agreed'],
    [count('draft'), 'not voted on', 'none voted on'],
  ] as const;
  const [only] = parts.filter(([number]) => number === items.length);
  if (only !== undefined && items.length > 0)
    return `${formatPlural(items.length, 'item')}, ${items.length > 1 ? only[2] : only[1]}`;
  const named = parts
    .filter(([number]) => number > 0)
    .map(([number, word]) => `${formatCount(number)} ${word}`);
  return `${formatPlural(items.length, 'item')}${named.length === 0 ? '' : `: ${named.join(', ')}`}`;
}
