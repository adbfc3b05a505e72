/** Questions outside a discussion. */
import type { Asker } from '../terminal/prompts/asker.ts';
import { createAsker } from '../terminal/prompts/terminal-operator.ts';
import type { ActionContext } from './action-context.ts';

/** An asker on the terminal of this command. */
export function createContextAsker(context: ActionContext): Asker {
  const { environment, modes } = context;
  return createAsker({
    input: environment.stdin,
    output: environment.stderr,
    stop: context.stop,
    requestStop: context.requestStop,
    suspend: () => undefined,
    resume: () => undefined,
    onSuspension: environment.onSuspension,
    modes: modes.stderr,
    dumb: modes.dumb,
  });
}
