/** `s2s review`: a change or a document under discussion, in one round, a draft and a last call. */
import type { StartOptions } from '../../app/options.ts';
import { S2sError } from '../../session/errors.ts';
import { findingSeverities } from '../../session/vocabulary.ts';
import type { ActionContext } from '../action-context.ts';
import type { CommandResult } from '../environment.ts';
import { reviewConditions } from '../fail-on.ts';
import { describeCommand, listFlags } from '../parser/command-descriptor.ts';
import type { StartFlags } from '../read-run-flags.ts';
import { estimateOption } from '../roundtable/roundtable-start.ts';
import { findCompleted, runNew } from '../run-new.ts';
import { detachOptions, leaveOut, runNotes, runOptions } from '../run-notes.ts';

const formats = ['md', 'json', 'sarif'] as const;

/** The most bytes that standard input may have: far more than is shown to the seats. */
const mostBytes = 16 * 1024 * 1024;

/** What a review settles by itself. */
const settled = [
  ...['--workflow', '--output-type', '--strategy', '--pro', '--con', '--fast', '--combined'],
  ...['--supersede', '--min-rounds', '--max-rounds', '--fail-on'],
];

export const reviewCommand = describeCommand<[string | undefined], StartFlags & { format?: string }>({
  path: 'review',
  description: 'Review a change or a document: findings with location, severity and suggested fix',
  arguments: [
    {
      usage: '[change]',
      description:
        'a range or revision of git, or a file; - for standard input (default: what is not committed)',
    },
  ],
  options: [
    ...leaveOut(listFlags(['start']), settled),
    {
      usage: '--format <format>',
      description: 'md (for the comment of a pull request), json or sarif (default: md)',
      values: formats,
    },
    {
      usage: '--fail-on <conditions>',
      description:
        'exit 1 on agreed findings of this severity (blocking, major, minor) or more, or if degraded, no-consensus',
      values: [...findingSeverities, 'blocking,degraded'],
    },
    estimateOption,
    ...leaveOut(runOptions, settled),
    ...detachOptions,
  ],
  examples: [
    's2s review main..HEAD --dry-run',
    's2s review docs/decisions/one.md --dry-run',
    's2s review --fail-on blocking --format sarif',
  ],
  exits: { ...runNotes.exits, 1: 'a --fail-on condition holds' },
  run: ({ words: [of], flags }, context) => review(of, flags, context),
});

async function review(
  of: string | undefined,
  flags: StartFlags & { format?: string },
  context: ActionContext,
): Promise<CommandResult> {
  const [{ parseChoice }, { readStartFlags }] = await Promise.all([
    import('../../config/parse-values.ts'),
    import('../read-run-flags.ts'),
  ]);
  const { format: named = 'md', ...others } = flags;
  const format = parseChoice(named, '--format', { choices: formats });
  const read = await context.app.readSubject(of === '-' ? await readInput(context) : { of });
  const options: StartOptions = {
    // It waits for nobody: what is not signed is not said.
    onEscalation: 'continue',
    ...readStartFlags(others),
    ...{ workflowType: 'review', fast: true, ...read },
  };
  const end = await runNew(options, others, { context, known: reviewConditions });
  const session = findCompleted(end);
  if (session === null) return end;
  const { failed_on: failed = [] } = end.json as { failed_on?: string[] };
  if (failed.length > 0) context.say(`Failed on: ${failed.join(', ')} (--fail-on)`, { warning: true });
  const { text } = await context.app.export({ session, format });
  // A person reads the findings laid out, and last what was decided and which file has it.
  if (context.modes.stdout.isTty && format === 'md') {
    const [{ plainMarkdown }, { layText }] = await Promise.all([
      import('../../terminal/plain-markdown.ts'),
      import('../../terminal/wrap-text.ts'),
    ]);
    return { ...end, text: `${layText(plainMarkdown(text).trim(), context.modes.stdout)}\n${end.text}` };
  }
  return { ...end, text, next: [`s2s roundtable show ${session} --full`] };
}

async function readInput({ environment }: ActionContext): Promise<{ of: string; text: string }> {
  const { readStream } = await import('../ask/read-topic.ts');
  const text = await readStream(environment.stdin, mostBytes);
  if (text !== null) return { of: 'standard input', text };
  throw new S2sError('FILE_TOO_LARGE', `Standard input has more than ${mostBytes} bytes.`, {
    hint: 'Review a part of the change: git diff main...HEAD -- src | s2s review -',
  });
}
