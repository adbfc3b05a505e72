/** The session argument of commands. */
import type { App } from '../app/app.ts';
import type { Session } from '../session/session.ts';
import type { ArgumentDescriptor } from './parser/command-descriptor.ts';

/** The session that a command uses when none is named. */
type Default = 'none' | 'current' | 'newest';

const defaults: Readonly<Record<Default, string>> = {
  none: '',
  current: ' (default: the current one)',
  newest: ' (default: the current one, else the newest)',
};

/** The argument of a command about one session; `absent` says which session is used without it. */
export function describeSessionArgument(absent: Default): ArgumentDescriptor {
  return {
    usage: '[session]',
    description: `a session id, a unique prefix of it, or last${defaults[absent]}`,
    values: 'sessions',
  };
}

/**
 * The session argument for suggested commands: `open` for `resume`, `look` for `show`; empty when the default is that session. The stamp
 * of an id is enough: no two sessions have the same.
 */
export async function shortenSession(app: App, id: string): Promise<{ open: string; look: string }> {
  const { current, sessions } = await app.list({ limit: 1 });
  const newest = sessions[0]?.id;
  const named = newest === id ? ' last' : ` ${id.slice(0, 15)}`;
  return { open: current === id ? '' : named, look: (current ?? newest) === id ? '' : named };
}

/** Whether a session can continue: it has not ended. */
export function canContinue({ status }: Pick<Session, 'status'>): boolean {
  return status === 'paused' || status === 'active';
}
