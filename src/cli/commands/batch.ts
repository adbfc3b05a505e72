/** `s2s batch`: one session for each topic of a file. */

import type { LimitOptions } from '../../app/options.ts';
import type { BatchEvent, BatchReport } from '../../app/start/batch-options.ts';
import type { BatchRow } from '../../session/batch.ts';
import { cutText } from '../../session/rules/cut-text.ts';
import type { Note } from '../../terminal/show-wait.ts';
import type { ActionContext } from '../action-context.ts';
import type { CommandResult } from '../environment.ts';
import { describeCommand, listFlags, readFlag } from '../parser/command-descriptor.ts';
import { detachOptions, runNotes, trustOption } from '../run-notes.ts';

interface BatchFlags {
  atOnce?: string;
  dryRun?: boolean;
  detach?: boolean;
  priority?: string;
  providerBatch?: boolean;
}

export const batchCommand = describeCommand<[string], BatchFlags>({
  path: 'batch',
  description: 'Discuss every topic of a file, each in a session; run again to continue',
  arguments: [
    {
      usage: '<file>',
      description:
        'a YAML list of topics, each a text, or topic, workflow_type and options such as max_rounds',
    },
  ],
  options: [
    {
      usage: '--at-once <n>',
      description: 'sessions at a time (default: server.most_running of the configuration)',
    },
    {
      usage: '--provider-batch',
      description: 'send the calls as batches of the provider: half the price, answers within a day',
    },
    { usage: '--dry-run', description: 'rehearse with the built-in panel: no model, no key, no cost' },
    ...listFlags(['run', 'own']).map((option) =>
      option.usage.startsWith('--max-cost')
        ? {
            ...option,
            description: 'US dollars for all sessions together, including earlier runs of the batch',
          }
        : option,
    ),
    {
      isRare: true,
      usage: '--detach',
      description: 'hand the sessions to workers and wait for them (default while a worker runs)',
    },
    ...detachOptions.slice(1),
    trustOption,
  ],
  examples: ['s2s batch topics.yaml --dry-run', 's2s batch topics.yaml --dry-run --max-cost 20 --json'],
  exits: {
    0: 'all completed',
    2: runNotes.exits[2] ?? '',
    3: 'some are paused',
    4: 'some wait for a person',
    5: 'file',
    6: 'no model',
  },
  run: ({ words: [file], flags }, context) => batch(file, flags, context),
});

async function batch(file: string, flags: BatchFlags, context: ActionContext): Promise<CommandResult> {
  const [
    { readBatch },
    { readFlags },
    { parsePositiveInteger },
    { readPriority },
    { runWithTrust },
    { formatBatch, sayBatchState },
    { createSlug },
    { showWait },
  ] = await Promise.all([
    import('../../app/start/read-batch.ts'),
    import('../../config/option-layer.ts'),
    import('../../config/parse-values.ts'),
    import('../read-run-flags.ts'),
    import('../ask/ask-trust.ts'),
    import('../../terminal/views/format-batch.ts'),
    import('../../text/slug.ts'),
    import('../../terminal/show-wait.ts'),
  ]);
  const topics = readBatch(await readTopics(file, context), file).map(({ key, options }) => ({
    key,
    options: { ...options, ...(flags.dryRun === true ? { rehearsal: true } : {}) },
  }));
  const { maxCost, ...overrides } = readFlags<LimitOptions>(flags, ['run', 'own']);
  let begun = 0;
  let ended = 0;
  const tell = ({ type, index, row }: BatchEvent, note: Note): void => {
    const at = `${index + 1}/${topics.length}`;
    const told = type === 'started' ? `${row.session_id} begins` : sayBatchState(row);
    if (type === 'started') begun += 1;
    if (type === 'ended') ended += 1;
    note(`${ended} of ${topics.length} topics done; round ${row.rounds} of ${row.session_id}`);
    // A terminal shows the rest in the line that counts.
    if (type !== 'ended' && context.modes.stderr.live) return;
    if (type === 'round') context.say(`${at} round ${row.rounds} is saved: ${row.session_id}`);
    else context.say(`${at} ${told}: ${cutText(row.topic.replaceAll(/\s+/g, ' '), 100)}`);
  };
  const report = await runWithTrust(context, () =>
    showWait(context, `0 of ${topics.length} topics done`, (note) =>
      context.app.batch({
        topics,
        name: createSlug(file, 60) || 'batch',
        atOnce: readFlag(flags.atOnce, '--at-once', parsePositiveInteger),
        providerBatch: flags.providerBatch,
        maxCost,
        overrides,
        report: (event) => tell(event, note),
        signal: context.stop,
        detach: flags.detach,
        priority: readPriority(flags),
      }),
    ),
  );
  return {
    json: summarize(report),
    text: `${begun + ended === 0 ? 'Nothing was left to do.\n' : ''}${formatBatch(report.rows, report.cost_usd, context.modes.stdout)}`,
    exitCode: chooseExit(report.rows),
    next: listNext(report.rows, file),
  };
}

/** The report for `--json`. */
function summarize({ rows, cost_usd: cost }: BatchReport) {
  const count = (test: (row: BatchRow) => boolean): number => rows.filter(test).length;
  return {
    total: rows.length,
    completed: count(({ status }) => status === 'completed'),
    waiting: count(({ pause_reason: reason }) => reason === 'waiting-for-person'),
    failed: count(({ error }) => error !== null),
    cost_usd: cost,
    topics: rows,
  };
}

/** The code of the first failure, else 4 when a session waits for a person, else 3 when some are not completed. */
function chooseExit(rows: readonly BatchRow[]): number {
  const codes = rows.flatMap(({ error }) => {
    const code = error?.['exit_code'];
    return typeof code === 'number' ? [code] : [];
  });
  if (codes[0] !== undefined) return codes[0];
  if (rows.some(({ pause_reason: reason }) => reason === 'waiting-for-person')) return 4;
  return rows.every(({ status }) => status === 'completed' || status === 'closed') ? 0 : 3;
}

function listNext(rows: readonly BatchRow[], file: string): string[] {
  const waiting = rows.filter(({ pause_reason: reason }) => reason === 'waiting-for-person').slice(0, 3);
  const isOpen = rows.some(({ status }) => status !== 'completed' && status !== 'closed');
  return [
    ...waiting.map(({ session_id: id }) => `s2s roundtable answer ${id}`),
    ...(isOpen ? [`s2s batch ${file}`] : ['s2s roundtable list']),
  ];
}

async function readTopics(file: string, { cwd, environment: world }: ActionContext): Promise<string> {
  const [{ readTypedText }, { S2sError }] = await Promise.all([
    import('../../app/plan/read-typed-text.ts'),
    import('../../session/errors.ts'),
  ]);
  const text = await readTypedText(file, { cwd, world, maxBytes: 1024 * 1024 });
  if (text !== null) return text;
  throw new S2sError('FILE_MISSING', `The file ${file} does not exist.`, {
    hint: 'Write a list of topics into it, one per line after a hyphen, and type the same command again.',
  });
}
