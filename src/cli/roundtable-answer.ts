/** `s2s roundtable answer`: a person's decision about an escalation, given outside a run. */
import type { Command } from 'commander';
import type { Decision } from '../app/answer.ts';
import { S2sError } from '../domain/errors.ts';
import type { ActionContext, Host } from './command-runner.ts';
import type { CommandResult } from './environment.ts';

interface AnswerFlags {
  escalation?: string;
  accept?: boolean;
  decision?: string;
  rounds?: string;
}

/** Adds `answer`. */
export function addAnswer(parent: Command, host: Host): void {
  const command = parent
    .command('answer')
    .description('Answer what the panel cannot decide')
    .argument('[session]', 'a session id, its unique beginning, or last; the current one when absent')
    .option('--escalation <id>', 'which one, if several wait')
    .option('--accept', "accept the facilitator's recommendation")
    .option('--decision <text>', 'decide yourself')
    .option('--rounds <n>', 'let the panel go on for so many more rounds');
  command.action((id: string | undefined, flags: AnswerFlags) =>
    host.run(command, (context) => answer(id, flags, context)),
  );
}

async function answer(
  session: string | undefined,
  flags: AnswerFlags,
  context: ActionContext,
): Promise<CommandResult> {
  const { parsePositiveInteger } = await import('../config/parse-values.ts');
  const decision = readDecision(flags, (text) => parsePositiveInteger(text, '--rounds'));
  const answered = await context.app.answer({ ...decision, session, escalation: flags.escalation });
  const { sessionId: id, escalation, pending } = answered;
  return {
    json: { session_id: id, escalation, pending },
    text: `${escalation.id} is answered.${pending > 0 ? ` ${pending} more waiting.` : ''}`,
    next: [pending > 0 ? `s2s roundtable show ${id}` : `s2s roundtable resume ${id}`],
  };
}

function readDecision(flags: AnswerFlags, readRounds: (text: string) => number): Decision {
  const given = [flags.accept === true, flags.decision !== undefined, flags.rounds !== undefined].filter(
    Boolean,
  ).length;
  if (given !== 1) {
    throw new S2sError('USAGE', given === 0 ? 'There is no answer.' : 'There is more than one answer.', {
      hint: 'Give exactly one of --accept, --decision TEXT, --rounds N.',
    });
  }
  if (flags.rounds !== undefined) return { decision: 'continue', rounds: readRounds(flags.rounds) };
  return flags.accept === true ? { decision: 'accept' } : { decision: 'own', text: flags.decision ?? '' };
}
