/** The rehearsed writer's patches: what the review asked for, what would lift a block, and what was decided since. */
import type { RequestFacts } from '../session/model-request.ts';
import type { Amendment, Item } from '../session/text.ts';
import { listDecided } from './items.ts';

/** The fields of an item that exact words can replace. */
const fields = ['text', 'why', 'check', 'title'] as const;

/** Takes exact words for one field of an item, and declines the rest. What is not in the reply stays as it is. */
export function rehearseRevision({ session, ballot }: RequestFacts) {
  const patched = new Map<string, Item>();
  const patch = (id: string, change: Partial<Item>): void => {
    const item = patched.get(id) ?? session.artifacts.find((one) => one.id === id);
    if (item !== undefined) patched.set(id, { ...item, ...change });
  };
  const answers = session.amendments
    .filter(({ answer }) => answer === null)
    .map((amendment) => {
      const change = readChange(amendment);
      const [target = ''] = amendment.targets;
      const isTaken =
        change !== null && session.artifacts.some(({ id, decision }) => id === target && decision === null);
      if (isTaken) patch(target, change);
      return {
        ids: [amendment.id],
        answer: isTaken ? 'taken' : 'declined',
        because: isTaken
          ? `[[${target}]] has these words now.`
          : 'This writer takes exact words for one field of an item, and nothing else.',
      };
    });
  for (const { subject, text } of listDecided(session))
    if (ballot.some(({ id }) => id === subject)) patch(subject ?? '', { text });
  const comparison =
    session.earlier_plan === undefined ? {} : { compared: 'changed', changes: 'The review asked for it.' };
  const items = [...patched.values()];
  // What is read first says what was signed.
  const told = session.artifacts.find(({ text }) => text === session.text?.decision);
  const decision = patched.get(told?.id ?? '')?.text ?? '';
  return { answers, decision, items: items.map((item) => ({ ...item, ...comparison })) };
}

/** The change that an amendment asks for; null when it is none that can be made word for word. */
function readChange({ kind, operation, field, words }: Amendment): Partial<Item> | null {
  const known = kind === 'ratify-if' ? 'text' : fields.find((name) => name === field);
  const isExact = kind === 'ratify-if' || (kind === 'amendment' && operation === 'change');
  return isExact && known !== undefined && words !== '' ? { [known]: words } : null;
}
