/** How a conflict went, and how it ended. */
import type { ConflictEvent } from '../session/codes.ts';
import type { ConflictStance } from '../session/round.ts';
import type { ResolutionType } from '../session/vocabulary.ts';

/** How a conflict ended, as a clause. */
export const resolutionWords: Readonly<Record<ResolutionType, string>> = {
  conceded: 'the other side gave way',
  'one-left': 'only one position was left',
  signed: 'everybody in it accepted how the text settles it',
  user: 'decided by a person',
  policy: 'accepted by policy',
  assistant: 'decided by an assistant',
};

/** Where a seat stands in a conflict, as a clause. */
export function sayStance({ holds, gives_up, position }: Omit<ConflictStance, 'conflict_id'>): string {
  if (position !== undefined) return `holds a position of its own, “${position}”`;
  if (holds !== null) return `holds ${holds}`;
  return gives_up ? 'gives its position up' : 'no view';
}

/** What happened to a conflict, as a clause; `name` gives the name of a seat. */
export function sayConflictEvent(event: ConflictEvent, name: (seat: string) => string): string {
  const who = event.seat === undefined ? 'a seat' : name(event.seat);
  const to = event.position === undefined ? '' : ` ${event.position}`;
  const because = event.because === undefined || event.because === '' ? '' : `: ${event.because}`;
  switch (event.code) {
    case 'opened':
      return 'opened';
    case 'reworded':
      return 'reworded';
    case 'position_added':
      return `position${to} added`;
    case 'joined':
      return `${who} takes position${to}${because}`;
    case 'moved':
      return `${who} moves from ${event.from ?? 'its position'} to${to}${because}`;
    case 'gave_up':
      return `${who} gives up position${to}${because}`;
    case 'signed':
      return `${who} accepts how the text settles it${because}`;
    case 'dissented':
      return `${who} does not accept how the text settles it${because}`;
    case 'resolved':
      return `resolved${because}`;
    case 'decided':
      return `decided${because}`;
  }
}
