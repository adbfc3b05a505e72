/** `s2s roundtable guide`: advice to the panel, from any process, whoever runs the session. */
import type { Command } from 'commander';
import type { ActionContext, Host } from './command-runner.ts';
import type { CommandResult } from './environment.ts';
import { readWords } from './roundtable-say.ts';

/** Adds `guide`. */
export function addGuide(parent: Command, host: Host): void {
  const command = parent
    .command('guide')
    .description('Give the panel advice, also while the discussion runs elsewhere')
    .argument('<words...>', 'a session id (the current one when absent), then your advice');
  command.action((words: string[]) => host.run(command, (context) => guide(words, context)));
}

async function guide(words: readonly string[], { app }: ActionContext): Promise<CommandResult> {
  const { sessionId: id, running } = await app.guide(readWords(words, 'guide'));
  return {
    json: { session_id: id, running },
    text: running
      ? `The panel hears it at the end of the round: ${id}`
      : `The panel hears it when the session is resumed: ${id}`,
    next: [running ? `s2s roundtable show ${id}` : `s2s roundtable resume ${id}`],
  };
}
