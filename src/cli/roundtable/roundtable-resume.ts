/** `s2s roundtable resume`: continues a session, optionally with other limits or models. */

import type { ResumeOptions } from '../../app/options.ts';
import type { ActionContext } from '../action-context.ts';
import type { CommandResult } from '../environment.ts';
import { describeCommand, listFlags } from '../parser/command-descriptor.ts';
import type { LimitFlags } from '../read-run-flags.ts';
import { runNotes, runOptions } from '../run-notes.ts';
import { describeSessionArgument } from '../session-argument.ts';

export const resumeCommand = describeCommand<[string | undefined], LimitFlags>({
  path: 'roundtable resume',
  description: 'Continue a session: the current one, or the one you name',
  arguments: [describeSessionArgument('none')],
  options: [...runOptions, ...listFlags(['resume'])],
  examples: [
    's2s roundtable resume',
    's2s roundtable resume last --max-rounds 8',
    's2s roundtable resume last --models qa-lead=ollama/llama3.1',
  ],
  ...runNotes,
  run: ({ words: [session], flags }, context) => resume(session, flags, context),
});

/** Continues a session; undefined is the current one. */
export async function resume(
  session: string | undefined,
  flags: LimitFlags,
  context: ActionContext,
): Promise<CommandResult> {
  const [{ followRun }, { readFlags }] = await Promise.all([
    import('../follow-run.ts'),
    import('../../config/option-layer.ts'),
  ]);
  const options = { ...readFlags<ResumeOptions>(flags, ['run', 'own', 'resume']), session };
  return followRun((run) => context.app.resume({ ...options, ...run }), context, flags);
}
