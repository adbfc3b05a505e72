/** Writes a version of the text to disk, with what its calls cost. */
import type { TextStepName } from '../../session/ports/ports.ts';
import type { Session } from '../../session/session.ts';
import type { Text } from '../../session/text.ts';
import { type Run, saveSession, settleCompletion } from '../run.ts';

/** Saves the session with its text in a new version, and reports it. `next`: the step that comes next, where it changes. */
export async function saveText(
  run: Run,
  session: Session,
  step: TextStepName,
  next: Partial<Text> = {},
): Promise<void> {
  await saveStep(run, session, { ...next, version: (run.session.text?.version ?? 0) + 1 });
  run.ports.report({ type: 'text-written', session: run.session, step });
}

/** Saves a step of the text that wrote no new version. */
export async function saveStep(run: Run, session: Session, next: Partial<Text> = {}): Promise<void> {
  run.session = session;
  const { text } = session;
  await saveSession(run, { ...settleCompletion(run), text: text === null ? null : { ...text, ...next } });
}
