/** The session argument of commands. */
import type { App } from '../app/app.ts';
import type { ListedSession } from '../app/results.ts';
import { S2sError } from '../session/errors.ts';
import { cutText } from '../session/rules/cut-text.ts';
import { shortenId } from '../session/rules/session-id.ts';
import type { Session } from '../session/session.ts';
import type { WorkflowType } from '../session/vocabulary.ts';
import type { ArgumentDescriptor } from './parser/command-descriptor.ts';

/** The session that a command uses when none is named. */
type Default = 'none' | 'current' | 'newest' | 'waiting';

const defaults: Readonly<Record<Default, string>> = {
  none: '',
  current: ' (default: the current one)',
  newest: ' (default: the current one, else the newest)',
  waiting: ' (default: the current one, else the only one that waits)',
};

/** The argument of a command about one session; `absent` says which session is used without it. */
export function describeSessionArgument(absent: Default): ArgumentDescriptor {
  return {
    usage: '[session]',
    description: `a session id, a unique prefix of it, or last${defaults[absent]}`,
    values: 'sessions',
  };
}

/** The session argument for suggested commands: `open` for `resume`, `look` for `show`; empty when the default is that session. */
export async function shortenSession(app: App, id: string): Promise<{ open: string; look: string }> {
  const { current, sessions } = await app.list({ limit: 1 });
  const newest = sessions[0]?.id;
  const named = newest === id ? ' last' : ` ${shortenId(id)}`;
  return { open: current === id ? '' : named, look: (current ?? newest) === id ? '' : named };
}

/** The most paused sessions that are looked through, the newest first; as many as the page looks through. */
const mostPaused = 50;

/** The sessions that wait for a decision or a turn, or to be resumed after one, newest first. */
export async function listWaiting(app: Pick<App, 'list'>, workflow?: WorkflowType): Promise<ListedSession[]> {
  const { sessions } = await app.list({ status: 'paused', workflow, limit: mostPaused });
  return sessions.filter(({ pause_reason: reason }) => reason === 'waiting-for-person');
}

/**
 * The session whose decision or turn is meant: the named one, else the current one if it waits for that, else the only one that does.
 * Undefined when none does. Throws AMBIGUOUS_SESSION with the candidates.
 */
export async function pickWaiting(
  app: Pick<App, 'list'>,
  named: string | undefined,
  wait: 'decision' | 'turn',
): Promise<string | undefined> {
  if (named !== undefined) return named;
  const waiting = (await listWaiting(app)).filter(({ waits_for: one }) => one === wait);
  const [only, ...others] = waiting;
  const current = waiting.find((one) => one.current);
  if (current !== undefined || others.length === 0) return (current ?? only)?.id;
  const candidates = waiting.map(({ id, topic }) => `${shortenId(id)} (${cutText(topic, 60)})`);
  throw new S2sError('AMBIGUOUS_SESSION', `${waiting.length} sessions wait for your ${wait}.`, {
    hint: `Name one: ${candidates.join('; ')}`,
    data: { candidates: waiting.map(({ id }) => id) },
  });
}

/** Whether a session can continue: it has not ended. */
export function canContinue({ status }: Pick<Session, 'status'>): boolean {
  return status === 'paused' || status === 'active';
}
