/** Shows items: id and text in one line, with the seats that block them. */
import type { Item, ItemStance } from '../../domain/records.ts';
import type { Round } from '../../domain/round.ts';
import type { Session } from '../../domain/session.ts';
import { nameSeat } from '../name-seat.ts';
import type { Page } from '../page.ts';
import { truncateText } from '../wrap-text.ts';

/** An entry of one line, cut to the width of the page. */
export function addLine(page: Page, mark: string, text: string): void {
  const { ellipsis } = page.theme.symbols;
  page.item(mark, truncateText(text.replace(/\s+/g, ' '), Math.max(1, page.columns - 4), ellipsis));
}

/** The latest stance of each seat on an item, as of the end of a round. */
export function listStances(
  { stances }: Pick<Item, 'stances'>,
  round = Number.POSITIVE_INFINITY,
): ItemStance[] {
  const given = stances.filter((entry) => entry.round <= round);
  return [...new Map(given.map((entry) => [entry.seat, entry])).values()];
}

/** The seats that block an item, with their reasons. */
export function listBlocks(item: Pick<Item, 'stances'>, round?: number): ItemStance[] {
  return listStances(item, round).filter(({ stance }) => stance === 'block');
}

/** The items of a round: new and changed ones, those that are agreed, and those that are contested and by whom. */
export function addRoundItems(page: Page, session: Session, round: Round): void {
  const { symbols, good } = page.theme;
  const find = (id: string): Item | undefined => session.artifacts.find((item) => item.id === id);
  const say = (item: Item): string => `${item.id} ${readWording(item, round.round)}`;
  const touched = round.items.flatMap((id) => find(id) ?? []);
  const isNew = (item: Item): boolean => item.round === round.round;
  for (const [title, items] of [
    ['New items', touched.filter(isNew)],
    ['Changed items', touched.filter((item) => !isNew(item))],
  ] as const) {
    if (items.length > 0) page.heading(title);
    for (const item of items) addLine(page, symbols.bullet, say(item));
  }
  if (round.consensus.length > 0) {
    const unvoted = session.settings.consensus.mechanism === 'none';
    page.heading(unvoted ? 'Points' : 'Agreed');
    for (const point of round.consensus) {
      const item = find(point);
      const mark = unvoted ? symbols.bullet : good(symbols.covered);
      if (item === undefined) page.item(mark, point);
      else addLine(page, mark, say(item));
    }
  }
  addContested(page, session, round.round);
}

/** The items that a seat blocks, with the blocks, as they were after a round. */
function findContested(session: Session, round: number): { item: Item; blocks: ItemStance[] }[] {
  return session.artifacts
    .filter((item) => item.round <= round && (item.status === 'open' || item.status === 'rejected'))
    .map((item) => ({ item, blocks: listBlocks(item, round) }))
    .filter(({ blocks }) => blocks.length > 0);
}

/** The items that a seat blocks at the end, each on one line with who blocks it and why. */
export function listContested(session: Session): string[] {
  return findContested(session, Number.POSITIVE_INFINITY).map(({ item, blocks }) => {
    const by = blocks.map(({ seat, reason }) => {
      const name = nameSeat(session.participants, seat).replace(/^You$/, 'you');
      return reason.trim() === '' ? name : `${name}: ${reason}`;
    });
    return `${item.id} ${truncateText(item.text, 40)} (blocked by ${by.join('; ')})`;
  });
}

/** Adds the items that a seat blocks, as they were after a round, and who blocks them. */
function addContested(page: Page, session: Session, round: number): void {
  const { symbols, caution } = page.theme;
  const contested = findContested(session, round);
  if (contested.length > 0) page.heading('Contested');
  for (const { item, blocks } of contested) {
    addLine(page, caution(symbols.warning), `${item.id} ${readWording(item, round)}`);
    for (const { seat, reason } of blocks) {
      const why = reason.trim() === '' ? '' : `: ${reason}`;
      const name = nameSeat(session.participants, seat).replace(/^You$/, 'you');
      page.item(symbols.dash, `blocked by ${name}${why}`, { indent: 4 });
    }
  }
}

/** The wording of an item after a round: the present one, or an earlier one from its history. */
function readWording(item: Item, round: number): string {
  if (item.worded_in <= round) return item.text;
  return item.history.findLast((entry) => entry.round <= round && entry.text !== '')?.text ?? item.text;
}
