/** `s2s worker`: runs sessions that were left to workers. */
import type { WorkEvent } from '../../app/options.ts';
import { describeCommand, readFlag } from '../parser/command-descriptor.ts';
import { trustOption } from '../run-notes.ts';

interface WorkerFlags {
  concurrency?: string;
  name?: string;
}

export const workerCommand = describeCommand<[], WorkerFlags>({
  path: 'worker',
  description: 'Run sessions that were handed to workers (needs sessions in PostgreSQL)',
  options: [
    { usage: '--concurrency <n>', description: 'sessions at a time (default: 4)' },
    {
      usage: '--name <name>',
      description: 'its name among the workers (default: that of the machine)',
    },
    trustOption,
  ],
  examples: ['s2s worker', 's2s worker --concurrency 10 --name worker-1 --ndjson'],
  exits: {
    0: 'stopped',
    2: 'sessions are kept in files, or the project is not trusted',
    5: 'the database cannot be used',
  },
  run: async ({ flags }, { app, environment, globals, say, stop }) => {
    const { parsePositiveInteger } = await import('../../config/parse-values.ts');
    const concurrency = readFlag(flags.concurrency, '--concurrency', parsePositiveInteger) ?? 4;
    const name = flags.name ?? environment.hostname;
    const counts: Record<string, number> = {};
    const report = (event: WorkEvent): void => {
      const { type, session_id: id, detail } = event;
      counts[type] = (counts[type] ?? 0) + 1;
      const line = { at: environment.clock.now(), worker: name, ...event };
      if (globals.ndjson === true) environment.stdout.write(`${JSON.stringify(line)}\n`);
      else say(`${id === null ? '' : `${id} `}${words[type]}${detail === null ? '' : `: ${detail}`}`);
    };
    say(`The worker ${name} runs up to ${concurrency} sessions at a time. Ctrl-C stops it.`);
    await app.work({ name, concurrency, signal: stop, report });
    await app.stop();
    return { json: { stopped: true, ...counts }, text: '' };
  },
});

const words: Readonly<Record<WorkEvent['type'], string>> = {
  taken: 'runs',
  completed: 'is completed',
  paused: 'is paused',
  failed: 'cannot continue',
  dropped: 'is skipped',
  'handed-over': 'goes back to the queue',
  trouble: 'The queue cannot be reached; trying again',
};
