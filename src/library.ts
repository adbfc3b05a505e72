/** The package's entry for other programs: `import { createApp } from 's2s'`. */
import type { App } from './app/app.ts';
import { createApp as createAppIn } from './app/create-app.ts';
import type { Notify } from './app/notice.ts';
import { S2sError } from './session/errors.ts';
import type { HostModel } from './session/ports/host-model.ts';
import { idPattern } from './session/vocabulary.ts';
import { createWorld } from './world.ts';

export type { App } from './app/app.ts';
export type { Notice, Notify } from './app/notice.ts';
export type * from './app/options.ts';
export { buildResult } from './app/result.ts';
export type * from './app/results.ts';
export { S2sError } from './session/errors.ts';
export type { SpeakingEvent, StreamEvent } from './session/event-schema.ts';
export type { HostModel, HostReply, HostRequest } from './session/ports/host-model.ts';
export type { EscalationDecision, HumanTurn, RoundChoice, TurnView } from './session/ports/ports.ts';
export type { Session } from './session/session.ts';

/** The settings of an app. */
export interface AppSettings {
  /** The folder where the search for the project starts. */
  cwd: string;
  /** Receives notices for the person, which stop nothing. */
  notify?: Notify | undefined;
  /** The person's yes, for this app, to everything that the project's files run and call. */
  trusts?: boolean | undefined;
  /** Models that are functions, by name: `mine` is then a model reference, as is `mine/large`. */
  models?: Readonly<Record<string, HostModel>> | undefined;
  /** The keys of `config.yaml` as data; no file of the project or the person is then read as configuration. */
  config?: object | undefined;
  /** `memory`: sessions last as long as the app, and nothing is written, documents neither; `files` when absent. */
  sessions?: 'files' | 'memory' | undefined;
}

/** Makes an app over this process's environment, clock and network. Throws INVALID_VALUE for a name that no model can have. */
export function createApp({ cwd, notify, trusts, models = {}, config, sessions }: AppSettings): App {
  const functions = Object.keys(models);
  for (const name of functions) {
    if (idPattern.test(name)) continue;
    throw new S2sError('INVALID_VALUE', `"${name}" cannot be the name of a model.`, {
      hint: 'A name has lowercase words joined by hyphens.',
    });
  }
  const world = createWorld({ log: () => undefined, functions: models });
  const host = { config, functions, inMemory: sessions === 'memory' };
  return createAppIn({ cwd, notify, trusts, host, world });
}
