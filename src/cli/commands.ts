/** The registry of commands, in the order of the help. A new command is one file and one line here. */
import { agentsCommands } from './commands/agents.ts';
import { batchCommand } from './commands/batch.ts';
import { completionCommands } from './commands/completion.ts';
import { configCommands } from './commands/config.ts';
import { decisionsCommands } from './commands/decisions.ts';
import { doctorCommand } from './commands/doctor.ts';
import { helpCommand } from './commands/help-command.ts';
import { initCommand } from './commands/init.ts';
import { lintCommand } from './commands/lint.ts';
import { mcpCommand } from './commands/mcp.ts';
import { planCommand } from './commands/plan.ts';
import { reviewCommand } from './commands/review.ts';
import { searchCommand } from './commands/search.ts';
import { serveCommand } from './commands/serve.ts';
import { sessionCommands } from './commands/session.ts';
import { storeCommands } from './commands/store.ts';
import { strategiesCommands } from './commands/strategies.ts';
import { trustCommand } from './commands/trust.ts';
import { workerCommand } from './commands/worker.ts';
import type { CommandDescriptor, HelpNotes } from './parser/command-descriptor.ts';
import { answerCommand } from './roundtable/roundtable-answer.ts';
import { exportCommand } from './roundtable/roundtable-export.ts';
import { guideCommand } from './roundtable/roundtable-guide.ts';
import { listCommand } from './roundtable/roundtable-list.ts';
import { publishCommand } from './roundtable/roundtable-publish.ts';
import { resumeCommand } from './roundtable/roundtable-resume.ts';
import { sayCommand } from './roundtable/roundtable-say.ts';
import { showCommand } from './roundtable/roundtable-show.ts';
import {
  brainstormCommand,
  designCommand,
  specsCommand,
  startCommand,
} from './roundtable/roundtable-start.ts';

/** What a team needs is listed under a heading of its own. */
const forTeams = (descriptors: readonly CommandDescriptor[]): CommandDescriptor[] =>
  descriptors.map((descriptor) =>
    descriptor.path.includes(' ') ? descriptor : { ...descriptor, group: 'For a team' },
  );

/** Every command, in the order in which a person meets them; a noun comes before the commands under it. */
export const commands: readonly CommandDescriptor[] = [
  initCommand,
  designCommand,
  specsCommand,
  brainstormCommand,
  planCommand,
  reviewCommand,
  {
    path: 'roundtable',
    description: 'Free discussions, and every session: list, show, answer, resume, export',
    examples: [
      's2s roundtable start "Which queue should carry the download jobs?" --dry-run',
      's2s roundtable list',
      's2s roundtable show last',
    ],
  },
  startCommand,
  listCommand,
  showCommand,
  answerCommand,
  sayCommand,
  guideCommand,
  resumeCommand,
  exportCommand,
  publishCommand,
  ...decisionsCommands,
  doctorCommand,
  serveCommand,
  searchCommand,
  lintCommand,
  ...configCommands,
  trustCommand,
  ...agentsCommands,
  ...strategiesCommands,
  batchCommand,
  ...sessionCommands,
  mcpCommand,
  ...completionCommands,
  helpCommand,
  ...forTeams([workerCommand, ...storeCommands]),
];

/** The notes at the end of `s2s --help`. */
export const programNotes: HelpNotes = {
  examples: [
    's2s design "Which queue should carry the download jobs?" --dry-run',
    's2s specs "Webhooks for finished jobs"',
    's2s roundtable show',
  ],
  exits: {
    0: 'done',
    1: 'a check failed, or a --fail-on condition holds',
    2: 'wrong usage',
    3: 'paused',
    4: 'waiting for a person',
    5: 'file',
    6: 'no model',
    70: 'a bug in s2s',
    130: 'cancelled',
  },
};
