/** Questions outside a discussion. */
import type { Asker } from '../../terminal/prompts/asker.ts';
import type { ActionContext } from '../action-context.ts';

/** Makes an asker on the terminal of this command. */
export async function openAsker(context: ActionContext): Promise<Asker> {
  const { createAsker } = await import('../../terminal/prompts/inquirer-asker.ts');
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
  });
}
