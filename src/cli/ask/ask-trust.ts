/** At a terminal, asks whether the person trusts the project's files, and then runs the action again. */
import { formatProblems, S2sError } from '../../session/errors.ts';
import type { ActionContext } from '../action-context.ts';
import { openAsker } from './ask-person.ts';

/** Runs an action; if it needs the person's consent and there is a terminal, asks once and runs the action again. */
export async function runWithTrust<Value>(
  context: ActionContext,
  action: () => Promise<Value>,
): Promise<Value> {
  try {
    return await action();
  } catch (error) {
    if (!(await isAllowed(error, context))) throw error;
    // The yes is for what was shown, not for what the files hold by now.
    await context.app.trust(String((error as S2sError).data?.['hash']));
    return action();
  }
}

async function isAllowed(error: unknown, context: ActionContext): Promise<boolean> {
  if (!(error instanceof S2sError) || error.code !== 'NOT_TRUSTED') return false;
  // Some things are refused even with consent, so there is nothing to ask.
  if (!context.modes.interactive || error.problems.length === 0 || error.data?.['refused'] === true)
    return false;
  const asker = await openAsker(context);
  asker.say(`${error.message}\n${formatProblems(error.problems)}`);
  return (await asker.confirm('Approve this? You are asked again after any change.', false)) === true;
}
