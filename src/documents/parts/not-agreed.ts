/**
 * Prints what the panel did not agree on: each item once, whole, with who holds what and why. Findings stand among the others, by their
 * weight.
 */

import { isFinding } from '../../session/findings.ts';
import { readVotes } from '../../session/rules/votes.ts';
import type { Item, ItemVote } from '../../session/text.ts';
import { notAgreedMark } from '../markdown/managed-blocks.ts';
import { isNotAgreed, type Printing } from '../printing.ts';
import { label, printItem } from './items.ts';

/** A section with its heading, marked for those who read the items of a document; empty if everything was agreed. */
export function printNotAgreed(printing: Printing): string {
  const { session, say, title } = printing;
  const items = session.artifacts.filter((item) => isNotAgreed(item) && !isFinding(item));
  if (items.length === 0) return '';
  return [
    notAgreedMark,
    `## ${title(say('section.not_agreed'), '–')}`,
    ...items.map((item) => printVoted(item, printing)),
  ].join('\n\n');
}

/** An item, and where it was not agreed, who holds what. */
export function printVoted(item: Item, printing: Printing): string {
  const positions = isNotAgreed(item) ? printPositions(item, printing) : [];
  return [printItem(item, printing), ...positions].join('\n\n');
}

function printPositions(item: Item, { session, say, line, nameSeat }: Printing): string[] {
  const votes = [...readVotes(item).values()];
  const voted = new Set(votes.map(({ seat }) => seat));
  // What a seat said when it dissented, where its vote on these words is not known.
  const dissent = (session.outcome?.dissent ?? []).filter(
    ({ on, seat }) => on === item.id && !voted.has(seat),
  );
  // Who reads a review wants the objection; what would lift it is in the record.
  if (isFinding(item)) {
    const objections = [
      ...votes.flatMap(({ seat, vote, reason: text }) => (vote === 'ratify' ? [] : [{ seat, text }])),
      ...dissent,
    ].map(({ seat, text }) => `${nameSeat(seat)}: ${line(text) || '–'}`);
    return objections.length === 0 ? [] : [label(say('head.dissent'), objections.join('; '))];
  }
  const against = votes
    .filter((vote): vote is ItemVote & { vote: 'block' | 'stand_aside' } => vote.vote !== 'ratify')
    .map(({ seat, vote, reason, lifted_by: lifted }) => {
      const said = line(reason);
      const change = line(lifted);
      return [
        `* ${nameSeat(seat)}, ${say(`vote.${vote}`)}${said === '' ? '' : `: ${said}`}`,
        ...(change === '' ? [] : [`  ${say('vote.lifted_by')}: ${change}`]),
      ].join('\n');
    });
  const supporters = votes.filter(({ vote }) => vote === 'ratify').map(({ seat }) => nameSeat(seat));
  const dissenting = dissent.map(({ seat, text }) => `* ${nameSeat(seat)}: ${line(text)}`);
  return [[...against, ...dissenting].join('\n'), label(say('vote.ratify'), supporters.join(', '))].filter(
    (part) => part !== '',
  );
}
