/** Lets a starting command continue a session instead: the named one, or one that the person chooses. */
import { nameOption } from '../../config/option-table.ts';
import { S2sError } from '../../session/errors.ts';
import type { WorkflowType } from '../../session/vocabulary.ts';
import type { ActionContext } from '../action-context.ts';
import type { StartFlags } from '../read-run-flags.ts';
import { runOptions } from '../run-notes.ts';
import { canContinue } from '../session-argument.ts';
import { openAsker } from './ask-person.ts';

/** The most sessions that are offered. */
const mostOffered = 5;

/**
 * The session to continue; null to start a new one. Without a topic, a person at a terminal is offered the open sessions of this
 * workflow. Throws USAGE for a topic and flags that only a new session can have.
 */
export async function chooseSession(
  topic: string | undefined,
  flags: StartFlags,
  context: ActionContext,
): Promise<string | null> {
  const { session, replay } = flags;
  if (session !== undefined) {
    refuseOthers('--session continues an existing session', topic, flags);
    return session;
  }
  if (replay !== undefined) refuseOthers('--replay repeats a recorded session', topic, flags);
  if (topic !== undefined || flags.new === true || replay !== undefined || !context.modes.interactive)
    return null;
  return offerSessions((flags.workflow ?? 'roundtable') as WorkflowType, context);
}

/** Refuses a topic and flags that only a new session can have. */
function refuseOthers(what: string, topic: string | undefined, flags: StartFlags): void {
  const kept = new Set([
    ...runOptions.map(({ usage }) => nameOption(usage.split(' ')[0] ?? '')),
    ...['session', 'replay', 'workflow', 'replayMissing'],
  ]);
  const others = Object.entries(flags)
    .filter(([name, value]) => value !== undefined && !kept.has(name))
    .map(([name]) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`);
  const words = [...(topic === undefined ? [] : ['the topic']), ...others];
  if (words.length === 0) return;
  const message = `${what}, so it cannot be combined with ${words.join(', ')}.`;
  throw new S2sError('USAGE', message, { hint: 'Omit one of them.' });
}

async function offerSessions(workflow: WorkflowType, context: ActionContext): Promise<string | null> {
  const listed = await context.app.list({ workflow }).catch((error: unknown) => {
    if (error instanceof S2sError && error.code === 'NO_PROJECT') return null;
    throw error;
  });
  const open = (listed?.sessions ?? []).filter(canContinue);
  if (open.length === 0) return null;
  const asker = await openAsker(context);
  const answer = await asker.choose<string | null>('Continue a session, or start a new one?', [
    { name: 'Start a new one', value: null },
    ...open.slice(0, mostOffered).map(({ id, topic }) => ({ name: topic, value: id, description: id })),
  ]);
  if (answer !== null && typeof answer !== 'string')
    throw new S2sError('CANCELLED', 'Stopped. Nothing was started.');
  return answer;
}
