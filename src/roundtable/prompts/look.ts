/** What a seat that may look things up in the project is told and shown, always as data. */
import type { Finding } from '../../domain/evidence.ts';
import type { Evidence } from '../../domain/records.ts';
import type { Session } from '../../domain/session.ts';
import { fenceText } from './fence.ts';

/** One turn of looking things up. */
export interface LookTurn {
  /** How many look-ups it may hold. */
  most: number;
  /** How many turns follow it. */
  later: number;
}

/** What look-ups gave, each between fences. */
export function describeFindings(findings: readonly Finding[], session: Session): string {
  return findings.map(({ title, text }) => fenceText(title, text, session.fence)).join('\n');
}

/** What looking things up means, and how it is asked for. */
export function describeLookTask({ most, later }: LookTurn, isPlain: boolean): string {
  const form = isPlain
    ? 'Reply with one look-up on a line, such as "read src/queue.ts:1-80", "search retry in src", "list src", "log src/queue.ts" or "decisions queue", or with the word none; nothing else.'
    : 'look_ups: list a folder, search a text or regular expression, read lines of a file, log of a file (its last commits), decisions of this project by words. An empty list where you need none.';
  return [
    `Do not answer yet. Say what you want to see of the project first, at most ${most} look-ups: those that could change your answer, and those that show what you would otherwise assume.`,
    form,
    ...(later > 0 && !isPlain ? ['again: whether you want to look once more when you have seen them.'] : []),
  ].join(' ');
}

/** What the program saw when it opened the places of a fact, in a few words behind it; empty where it names none. */
export function markEvidence(evidence: readonly Evidence[]): string {
  const marks = evidence.flatMap(({ path, line, found }) => {
    if (found === null) return [];
    const place = line === null ? path : `${path}:${line}`;
    return [found === 'no' ? `NOT FOUND in ${path}` : `checked: ${place}`];
  });
  return marks.length === 0 ? '' : ` [${marks.join('; ')}]`;
}
