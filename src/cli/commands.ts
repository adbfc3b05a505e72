/** The registry of commands, in the order of the help. A new command is one file and one line here. */
import { agentsCommands } from './agents.ts';
import { batchCommand } from './batch.ts';
import type { CommandDescriptor, HelpNotes } from './command-descriptor.ts';
import { completionCommands } from './completion.ts';
import { configCommands } from './config.ts';
import { doctorCommand } from './doctor.ts';
import { helpCommand } from './help-command.ts';
import { initCommand } from './init.ts';
import { lintCommand } from './lint.ts';
import { mcpCommand } from './mcp.ts';
import { answerCommand } from './roundtable-answer.ts';
import { exportCommand } from './roundtable-export.ts';
import { guideCommand } from './roundtable-guide.ts';
import { listCommand } from './roundtable-list.ts';
import { publishCommand } from './roundtable-publish.ts';
import { resumeCommand } from './roundtable-resume.ts';
import { sayCommand } from './roundtable-say.ts';
import { showCommand } from './roundtable-show.ts';
import { brainstormCommand, designCommand, specsCommand, startCommand } from './roundtable-start.ts';
import { searchCommand } from './search.ts';
import { serveCommand } from './serve.ts';
import { sessionCommands } from './session.ts';
import { storeCommands } from './store.ts';
import { strategiesCommands } from './strategies.ts';
import { trustCommand } from './trust.ts';
import { workerCommand } from './worker.ts';

/** Every command; a noun comes before the commands under it. */
export const commands: readonly CommandDescriptor[] = [
  initCommand,
  {
    path: 'roundtable',
    description: 'Start, resume, answer and look at discussions',
    examples: [
      's2s roundtable start "Which queue should carry the download jobs?" --dry-run',
      's2s roundtable list',
      's2s roundtable show last',
    ],
  },
  startCommand,
  resumeCommand,
  answerCommand,
  sayCommand,
  guideCommand,
  listCommand,
  showCommand,
  publishCommand,
  exportCommand,
  specsCommand,
  designCommand,
  brainstormCommand,
  batchCommand,
  searchCommand,
  serveCommand,
  workerCommand,
  ...sessionCommands,
  ...storeCommands,
  ...agentsCommands,
  ...strategiesCommands,
  ...configCommands,
  trustCommand,
  lintCommand,
  mcpCommand,
  doctorCommand,
  ...completionCommands,
  helpCommand,
];

/** The notes at the end of `s2s --help`. */
export const programNotes: HelpNotes = {
  examples: [
    's2s init --yes',
    's2s roundtable start "Which queue should carry the download jobs?" --dry-run',
    's2s design "How do we store transcripts?" --strategy debate',
    's2s roundtable show last',
  ],
  exits: {
    0: 'done',
    1: 'the answer is no',
    2: 'wrong usage',
    3: 'paused',
    4: 'waiting for a person',
    5: 'file',
    6: 'no model',
    70: 'a bug in s2s',
    130: 'cancelled',
  },
};
