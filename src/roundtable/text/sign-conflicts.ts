/** What becomes of open conflicts at the last call: those who hold a position sign what the text makes of it, or dissent. Pure. */
import type { ConflictEvent } from '../../session/codes.ts';
import type { Conflict, Escalation } from '../../session/records.ts';
import type { Session } from '../../session/session.ts';
import { closeConflict } from '../discussion/conflicts.ts';
import { listHeld } from '../discussion/word-conflict.ts';

/** What a seat says of a conflict in which it holds a position. */
export interface ConflictSignature {
  /** Whether it accepts how the text settles it, whichever side the text took. */
  settled: boolean;
  because: string;
}

/** The open conflicts in which a seat holds a position. */
export function listHeldBy(conflicts: readonly Conflict[], seat: string): Conflict[] {
  return conflicts.filter((one) => one.status === 'open' && listHolders(one).includes(seat));
}

/** The conflicts with what the seats said of them. One that all of its holders sign is over; who says nothing has signed nothing. */
export function signConflicts(
  conflicts: readonly Conflict[],
  said: readonly { seat: string; conflicts: ReadonlyMap<string, ConflictSignature> }[],
  round: number,
): Conflict[] {
  return conflicts.map((conflict) => {
    const events = said.flatMap(({ seat, conflicts: own }): ConflictEvent[] => {
      const signature = own.get(conflict.id);
      if (signature === undefined || !listHeldBy([conflict], seat).length) return [];
      return [{ round, seat, code: signature.settled ? 'signed' : 'dissented', because: signature.because }];
    });
    if (events.length === 0) return conflict;
    const next = { ...conflict, history: [...conflict.history, ...events] };
    const isSigned = listHolders(next).every((seat) => readSignature(next, seat)?.code === 'signed');
    return isSigned ? closeConflict(next, { resolution: '', type: 'signed', round }) : next;
  });
}

/** The conflicts after they were signed, and no question to a person about one that is over. */
export function closeSigned(
  { escalations }: Pick<Session, 'escalations'>,
  conflicts: Conflict[],
): Pick<Session, 'conflicts' | 'escalations'> {
  const isOver = ({ subject }: Escalation): boolean =>
    conflicts.some(({ id, resolution_type: type }) => id === subject && type === 'signed');
  return {
    conflicts,
    escalations: escalations.map((one) =>
      one.status === 'pending' && isOver(one) ? { ...one, status: 'settled' } : one,
    ),
  };
}

/** What seats hold against the text in conflicts that it did not settle for them. `on`: the conflict. */
export function listConflictDissent(
  conflicts: readonly Conflict[],
): { seat: string; text: string; on: string }[] {
  return conflicts.flatMap((conflict) =>
    listHolders(conflict).flatMap((seat) => {
      const signature = conflict.status === 'open' ? readSignature(conflict, seat) : undefined;
      const because = signature?.code === 'dissented' ? (signature.because ?? '').trim() : '';
      return because === '' ? [] : [{ seat, text: because, on: conflict.id }];
    }),
  );
}

function listHolders(conflict: Conflict): string[] {
  return listHeld(conflict).flatMap(({ held_by: held }) => held.map(({ seat }) => seat));
}

/** The latest signature or dissent of a seat. */
function readSignature({ history }: Conflict, seat: string): ConflictEvent | undefined {
  return history.findLast((one) => one.seat === seat && (one.code === 'signed' || one.code === 'dissented'));
}
