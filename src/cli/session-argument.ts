/** The session argument of commands. */
import type { App } from '../app/app.ts';
import type { Session } from '../domain/session.ts';
import type { ArgumentDescriptor } from './command-descriptor.ts';

/** The session that a command uses when none is named. */
type Default = 'none' | 'current' | 'newest';

const defaults: Readonly<Record<Default, string>> = {
  none: '',
  current: '; the current one when absent',
  newest: '; the current one, else the newest, when absent',
};

/** The argument of a command about one session; `absent` says which session is used without it. */
export function describeSessionArgument(absent: Default): ArgumentDescriptor {
  return {
    usage: '[session]',
    description: `a session id, its unique beginning, or last${defaults[absent]}`,
    values: 'sessions',
  };
}

/** The session argument for suggested commands: `open` for `resume`, `look` for `show`; empty when the default is that session. */
export async function shortenSession(app: App, id: string): Promise<{ open: string; look: string }> {
  const { current, sessions } = await app.list({ limit: 1 });
  const newest = sessions[0]?.id;
  const named = newest === id ? ' last' : ` ${id}`;
  return { open: current === id ? '' : named, look: (current ?? newest) === id ? '' : named };
}

/** Whether a session can go on: it has not ended and was not imported. */
export function canGoOn({
  status,
  imported_from: source,
}: Pick<Session, 'status' | 'imported_from'>): boolean {
  return source === undefined && (status === 'paused' || status === 'active');
}
