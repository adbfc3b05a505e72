/** What whoever may look things up in the project is told and shown, always as data. */
import type { Finding } from '../session/evidence.ts';
import type { Session } from '../session/session.ts';
import { fenceText } from './fence.ts';

/** What look-ups gave, each between fences. */
export function describeFindings(findings: readonly Finding[], session: Session): string {
  return findings.map(({ title, text }) => fenceText(title, text, session.fence)).join('\n');
}

/** How to look things up, and how much may be; `left` is null when nothing more may. */
export function describeLookUps(left: { turns: number; look_ups: number } | null): string {
  if (left === null) return 'Nothing more can be looked up. Reply now, in the form of the reply alone.';
  const { turns, look_ups } = left;
  return [
    '## Looking things up',
    `Before you reply you may look into the project: up to ${look_ups} look-ups in ${turns === 1 ? 'one turn' : `${turns} turns`}. Put them into look_ups and leave reply null; you are then asked again with what they gave. Reply as soon as you have seen enough; nothing obliges you to look.`,
    'list: a folder. search: a text or a regular expression, in a path or everywhere. read: up to 300 lines of a file. log: the last commits of a file. decisions: what the project has decided, by words.',
    'Look at what could change your answer, and at what you would otherwise have to assume.',
  ].join('\n');
}
