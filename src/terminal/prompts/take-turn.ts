/** Asks a person for their turn: an answer, a review of the draft, or votes at the last call. */
import type { HumanTurn, TurnView } from '../../session/ports/ports.ts';
import type { Conflict } from '../../session/records.ts';
import type { ConflictStance } from '../../session/round.ts';
import type { Item } from '../../session/text.ts';
import type { Vote } from '../../session/vocabulary.ts';
import { voteChoices } from '../../wording/votes.ts';
import { nameItem } from '../views/format-items.ts';
import { type Asker, type Choice, stopped } from './asker.ts';

/** The turn, or `later` when the person stops. Votes are given only by choosing them: an item that is passed over gets none. */
export async function takeTurn(asker: Asker, view: TurnView): Promise<HumanTurn | 'later'> {
  switch (view.step) {
    case 'answer':
      return answer(asker, view.conflicts);
    case 'review':
      return review(asker, view.items);
    case 'last-call':
      return vote(asker, view.items);
  }
}

async function answer(asker: Asker, conflicts: readonly Conflict[]): Promise<HumanTurn | 'later'> {
  let text = await asker.askText('Your answer (empty to pass):');
  // Keys that were meant for something else are no answer.
  while (text !== stopped && text !== '' && !/\p{L}/u.test(text))
    text = await asker.askText(`"${text}" says nothing. Your answer in words (empty to pass):`);
  if (text === stopped) return 'later';
  const stances: ConflictStance[] = [];
  for (const { id, description, positions } of conflicts) {
    const holds = await asker.choose<string | null>(`${id}: ${description}`, [
      { name: 'No position', value: null },
      ...positions.map((position) => ({ name: position.text, value: position.id })),
    ]);
    if (holds === stopped) return 'later';
    if (holds !== null) stances.push({ conflict_id: id, holds, gives_up: false, because: '' });
  }
  return { text, votes: [], ...(stances.length === 0 ? {} : { conflicts: stances }) };
}

async function review(asker: Asker, items: readonly Item[]): Promise<HumanTurn | 'later'> {
  const text = await asker.askText('What would you change, and why? (empty for nothing):');
  if (text === stopped) return 'later';
  const ids = await askIds(
    asker,
    items.map(({ id }) => id),
  );
  if (ids === 'later') return 'later';
  const votes: HumanTurn['votes'] = [];
  for (const item of items.filter(({ id }) => ids.includes(id))) {
    const given = await askVote(asker, item, [objection('stand_aside'), objection('block')]);
    if (given === 'later') return 'later';
    if (given !== null && typeof given === 'object') votes.push(given);
  }
  return { text, votes };
}

async function vote(asker: Asker, items: readonly Item[]): Promise<HumanTurn | 'later'> {
  const votes: HumanTurn['votes'] = [];
  for (const [index, item] of items.entries()) {
    const given = await askVote(asker, item, [
      { name: 'No vote', value: null },
      { name: voteChoices.ratify, value: 'ratify' },
      objection('stand_aside'),
      objection('block'),
      { name: 'For this and the rest', value: 'all' },
      { name: 'No vote on the rest', value: 'rest' },
    ]);
    if (given === 'later') return 'later';
    if (given === 'rest') break;
    if (given === 'all') {
      const rest = items.slice(index).map(({ id }) => ({ item_id: id, vote: 'ratify', reason: '' }) as const);
      return { text: '', votes: [...votes, ...rest] };
    }
    if (given !== null) votes.push(given);
  }
  return { text: '', votes };
}

const meanings = {
  stand_aside: 'You are neither for nor against it',
  block: 'It must not be agreed as it is',
} as const;

function objection(value: keyof typeof meanings): Choice<Vote> {
  return { name: voteChoices[value], value, description: meanings[value] };
}

async function askVote(
  asker: Asker,
  item: Item,
  choices: readonly Choice<Vote | 'all' | 'rest' | null>[],
): Promise<HumanTurn['votes'][number] | 'all' | 'rest' | 'later' | null> {
  const given = await asker.choose<Vote | 'all' | 'rest' | null>(`${nameItem(item)}: ${item.text}`, choices);
  if (given === stopped) return 'later';
  if (given === null || given === 'all' || given === 'rest') return given;
  const reason = given === 'ratify' ? '' : await asker.askText('Why?');
  return reason === stopped ? 'later' : { item_id: item.id, vote: given, reason };
}

/** Asks for items as ids in one line; asks again when an id is unknown. */
async function askIds(asker: Asker, known: readonly string[]): Promise<string[] | 'later'> {
  for (let question = 'Items you object to (ids, empty for none):'; ; ) {
    const text = await asker.askText(question);
    if (text === stopped) return 'later';
    const words = text
      .toUpperCase()
      .split(/[\s,;]+/)
      .filter((word) => word !== '');
    const unknown = words.filter((id) => !known.includes(id));
    if (unknown.length === 0) return [...new Set(words)];
    question = `There is no ${unknown.join(', ')} here. Which items (empty for none)?`;
  }
}
