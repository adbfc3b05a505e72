/** How a command says which session it is about. */
import type { ArgumentDescriptor } from './command-descriptor.ts';

/** The session that is meant when none is named. */
type Default = 'none' | 'current' | 'newest';

const defaults: Readonly<Record<Default, string>> = {
  none: '',
  current: '; the current one when absent',
  newest: '; the current one, else the newest, when absent',
};

/** The argument of a command about one session, by what it means when it is absent. */
export function describeSessionArgument(absent: Default): ArgumentDescriptor {
  return {
    usage: '[session]',
    description: `a session id, its unique beginning, or last${defaults[absent]}`,
    values: 'sessions',
  };
}
