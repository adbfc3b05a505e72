/** What whoever may look things up in the project is told and shown, always as data. */
import type { Finding } from '../session/evidence.ts';
import type { Session } from '../session/session.ts';
import { fenceText } from './fence.ts';
import { section } from './shared.ts';

/** What look-ups gave, each between fences. */
export function describeFindings(findings: readonly Finding[], session: Session): string {
  return findings.map(({ title, text }) => fenceText(title, text, session.fence)).join('\n');
}

/** Where names that a text mentions are used, so that no place is forgotten. */
export function describeUses(uses: readonly Finding[], session: Session): string | null {
  return section(
    'Where the names mentioned are used in the project',
    uses.map(({ title, text }) => fenceText(`uses of ${title}`, text, session.fence)).join('\n'),
  );
}

/** How to look things up, and how much may be; `left` is null when nothing more may. */
export function describeLookUps(left: { turns: number; look_ups: number } | null): string {
  if (left === null)
    return 'Nothing more can be looked up: leave look_ups empty, and put your whole reply into reply.';
  const { turns, look_ups } = left;
  return [
    '## Looking things up',
    `Before you reply you may look into the project. ${look_ups === 1 ? 'One look-up is' : `${look_ups} look-ups are`} left, and ${turns === 1 ? 'one turn' : `${turns} turns`} to make them in: a turn is one message of yours with as many look-ups as you like, after which you are asked again with what they gave. Fill either look_ups (and leave reply null) or reply (and leave look_ups empty), never both. Reply as soon as you have seen enough; nothing obliges you to look.`,
    'list: a folder. search: a text or a regular expression, in a path or everywhere. read: up to 300 lines of a file. log: the last commits of a file. decisions: what the project has decided, by words.',
    'Look at what could change your answer, and at what you would otherwise have to assume.',
  ].join('\n');
}
