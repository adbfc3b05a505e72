/** Votes and the state of items: one set of words for every screen, page and document in English. */
import type { ItemEvent } from '../session/codes.ts';
import { readVotes } from '../session/rules/votes.ts';
import type { Item } from '../session/text.ts';
import type { Vote } from '../session/vocabulary.ts';
import { sayWho } from './escalation.ts';
import { joinList } from './sentence.ts';

/** What a seat's vote is called, beside its name. */
export const voteWords: Readonly<Record<Vote, string>> = {
  ratify: 'for',
  stand_aside: 'stands aside',
  block: 'against',
};

/** The same as a choice. */
export const voteChoices: Readonly<Record<Vote, string>> = {
  ratify: 'For',
  stand_aside: 'Stand aside',
  block: 'Against',
};

/** How many seats voted how: `3 for, 1 stands aside, 2 against`; empty without votes. */
export function sayVotes(item: Item): string {
  const cast = [...readVotes(item).values()];
  return (['ratify', 'stand_aside', 'block'] as const)
    .map((vote) => ({ vote, count: cast.filter((one) => one.vote === vote).length }))
    .filter(({ count }) => count > 0)
    .map(
      ({ vote, count }) =>
        `${count} ${vote === 'stand_aside' && count > 1 ? 'stand aside' : voteWords[vote]}`,
    )
    .join(', ');
}

/** The state of an item in a few words. */
export function sayItem({ status, decided_by: by }: Pick<Item, 'status' | 'decided_by'>): string {
  switch (status) {
    case 'draft':
      return 'not voted on';
    case 'agreed':
      return 'agreed';
    case 'not-agreed':
      return 'not agreed';
    case 'decided':
      return `decided ${sayWho(by ?? 'user', undefined)}`;
  }
}

/** What happened to an item, as a clause. */
export function sayItemEvent(event: ItemEvent): string {
  switch (event.code) {
    case 'drafted':
      return 'drafted';
    case 'changed':
      return event.amendments === undefined || event.amendments.length === 0
        ? 'changed in the revision'
        : `changed by ${joinList(event.amendments)}`;
    case 'renumbered':
      return event.from === undefined ? 'renumbered' : `renumbered from ${event.from}`;
    case 'patch_refused':
      return 'the patch was voted down';
    case 'agreed':
      return 'agreed';
    case 'not_agreed':
      return 'not agreed';
    case 'decided':
      return event.from === undefined ? 'decided' : `decided in ${event.from}`;
  }
}
