/** The package's entry for other programs: `import { createApp } from 's2s'`. */
import type { App } from './app/app.ts';
import { createApp as createAppIn } from './app/create-app.ts';
import type { Notify } from './app/notice.ts';
import { createWorld } from './world.ts';

export type { App } from './app/app.ts';
export type { Notice, Notify } from './app/notice.ts';
export type * from './app/options.ts';
export { buildResult } from './app/result.ts';
export type * from './app/results.ts';
export { S2sError } from './session/errors.ts';
export type { StreamEvent } from './session/event-schema.ts';
export type { Session } from './session/session.ts';

/**
 * Makes an app over this process's environment, clock and network. `cwd` is the folder where the search for the project starts; `notify`
 * receives notices for the person, which stop nothing; `trusts` says yes, for this app, to everything that the project's files run and
 * call.
 */
export function createApp({
  cwd,
  notify,
  trusts,
}: {
  cwd: string;
  notify?: Notify | undefined;
  trusts?: boolean | undefined;
}): App {
  return createAppIn({ cwd, notify, trusts, world: createWorld({ log: () => undefined }) });
}
