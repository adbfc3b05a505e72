/** `s2s decisions`: the project's decision records, whoever wrote them. */
import { basename, dirname } from 'node:path';
import type { ChangeDecisionOptions } from '../../app/options.ts';
import type { DecisionRecord, DueDecision, DueDecisions } from '../../app/results.ts';
import { splitFrontMatter } from '../../text/front-matter.ts';
import type { ActionContext } from '../action-context.ts';
import type { CommandResult } from '../environment.ts';
import { layTable } from '../lay-table.ts';
import {
  type ArgumentDescriptor,
  type CommandDescriptor,
  describeCommand,
} from '../parser/command-descriptor.ts';
import { quoteArgument } from '../quote-argument.ts';
import type { StartFlags } from '../read-run-flags.ts';
import { runOptions } from '../run-notes.ts';

const record: ArgumentDescriptor = {
  usage: '<record>',
  description: 'its number, file name or path',
};
const exits = {
  0: 'done, also when the record said so already',
  2: 'no such record, or several',
  5: 'it cannot be written',
};
const nameOption = { usage: '--name <name>', description: 'your name, instead of the one in git' };

/** `decisions` and its commands. */
export const decisionsCommands: readonly CommandDescriptor[] = [
  {
    path: 'decisions',
    description: 'List, show, accept, reject and supersede decision records; what is due again',
    examples: ['s2s decisions', 's2s decisions accept 7', 's2s decisions due'],
  },
  describeCommand<[], { status?: string }>({
    path: 'decisions list',
    isDefault: true,
    description: "List the project's decision records, whoever wrote them",
    options: [
      { usage: '--status <word>', description: 'only those whose status begins so: proposed, accepted, …' },
    ],
    examples: ['s2s decisions list', 's2s decisions list --status proposed --json'],
    run: async ({ flags: { status = '' } }, context) => {
      const decisions = (await context.app.listDecisions()).filter((one) =>
        one.status.toLowerCase().startsWith(status.toLowerCase()),
      );
      const [first] = decisions.filter((one) => /^proposed/i.test(one.status)).concat(decisions);
      return {
        json: { decisions, total: decisions.length },
        text:
          decisions.length === 0
            ? 'No decision records here. A rehearsal publishes none.'
            : await layDecisions(decisions, context),
        next:
          first === undefined
            ? ['s2s design "your question"']
            : [`s2s decisions show ${quoteArgument(first.path)}`],
      };
    },
  }),
  describeCommand<[string]>({
    path: 'decisions show',
    description: 'Show a decision record',
    arguments: [record],
    examples: ['s2s decisions show 7', 's2s decisions show docs/decisions/0007-redis.md --json'],
    exits: { 0: 'done', 2: 'no such record, or several' },
    run: async ({ words: [named] }, context) => {
      const [found, { layText }, { plainMarkdown }] = await Promise.all([
        context.app.getDecision(named),
        import('../../terminal/wrap-text.ts'),
        import('../../terminal/plain-markdown.ts'),
      ]);
      const { path: file, session, text, rehearsal } = found;
      const { body } = splitFrontMatter(text);
      return {
        json: found,
        // At a terminal the front matter is a line of its own; a file or another program gets the record as it is.
        text: context.modes.stdout.isTty
          ? layText(
              `${[found.status, found.date].filter(Boolean).join(', ')}\n\n${plainMarkdown(body.text).trim()}`,
              context.modes.stdout,
            )
          : text,
        next: [
          ...(/^proposed/i.test(found.status) && !rehearsal
            ? [`s2s decisions accept ${quoteArgument(file)}`]
            : []),
          ...(session === null ? [] : [`s2s roundtable show ${session}`]),
        ],
      };
    },
  }),
  describeWord('accept', 'accepted', [
    's2s decisions accept 7',
    's2s decisions accept 7 --name "Ada Lovelace"',
  ]),
  describeWord('reject', 'rejected', ['s2s decisions reject 7', 's2s decisions reject 0007-redis --json']),
  describeCommand<[string], { by?: string }>({
    path: 'decisions supersede',
    description: 'Mark a record as superseded by another one of its folder',
    arguments: [record],
    options: [{ usage: '--by <record>', description: 'the record that replaces it', isRequired: true }],
    examples: ['s2s decisions supersede 7 --by 12', 's2s decisions supersede 7 --by 12 --json'],
    exits,
    run: ({ words: [named], flags: { by } }, context) =>
      change({ record: named, to: 'superseded', successor: by }, context),
  }),
  describeCommand<[], DueFlags>({
    path: 'decisions due',
    description: 'List the records whose date to look again has come, and those that wait for an event',
    options: [
      {
        usage: '--ask',
        description:
          'ask a model, which looks into the project, which of the events have come (one call, with look-ups)',
      },
      { usage: '--estimate', description: 'with --ask: say what it would cost, and call no model' },
      ...runOptions.filter(({ usage }) => /^--models? /.test(usage)),
    ],
    examples: ['s2s decisions due', 's2s decisions due --ask --model ollama/llama3.1'],
    exits: { 0: 'done', 6: 'no model could be used' },
    run: async ({ flags }, context) => {
      if (flags.ask === true) return askDue(flags, context);
      const found = await context.app.listDueDecisions();
      const { due, events } = found;
      const waiting =
        events.length === 0
          ? ''
          : `Waiting for an event (--ask asks a model which have come):\n${await layDue(events, context)}`;
      return { json: found, text: await layDates(found, waiting, context), next: nameRevisit(due) };
    },
  }),
];

interface DueFlags extends StartFlags {
  ask?: boolean;
}

/** A person's word on a record. */
function describeWord(
  word: 'accept' | 'reject',
  to: 'accepted' | 'rejected',
  examples: readonly string[],
): CommandDescriptor {
  return describeCommand<[string], { name?: string }>({
    path: `decisions ${word}`,
    description: `Mark a record as ${to}, with your name and the date where its form has them`,
    arguments: [record],
    options: [nameOption],
    examples,
    exits,
    run: ({ words: [named], flags }, context) => change({ record: named, to, name: flags.name }, context),
  });
}

/** What is due by its date, what is known of events, and what comes later. */
async function layDates(
  { today, due, later }: DueDecisions,
  events: string,
  context: ActionContext,
): Promise<string> {
  return [
    due.length === 0 ? `Nothing is due on ${today}.` : `Due:\n${await layDue(due, context)}`,
    events,
    later.length === 0 ? '' : `Later:\n${await layDue(later, context)}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function nameRevisit(due: readonly DueDecision[]): string[] {
  return due.slice(0, 1).map((one) => `s2s design --revisit ${quoteArgument(one.path)}`);
}

/** Asks which events have come; says first what it takes. */
async function askDue(flags: DueFlags, context: ActionContext): Promise<CommandResult> {
  const { estimate } = flags;
  const [{ readStartFlags }, { runWithTrust }, { formatCost, formatCount, formatPlural }, { layText }] =
    await Promise.all([
      import('../read-run-flags.ts'),
      import('../ask/ask-trust.ts'),
      import('../../wording/format-numbers.ts'),
      import('../../terminal/wrap-text.ts'),
    ]);
  const asked = await runWithTrust(context, () =>
    context.app.askDue({
      ...readStartFlags(flags),
      signal: context.stop,
      onlyEstimate: estimate === true,
      tell: ({ model, usage }) =>
        context.say(
          `Asking ${model}: about ${formatPlural(usage.calls, 'call')}, ${formatCount(usage.input_tokens)} tokens in, ${formatCount(usage.output_tokens)} out, ${formatCost(usage.cost_usd)}.`,
        ),
      look: (title) => context.say(`Looked up: ${title}`),
    }),
  );
  const { answers } = asked;
  const shown = answers.filter(({ state }) => state !== 'no-event');
  const come = answers.filter(({ state }) => state === 'come');
  if (estimate === true) return { json: asked, text: 'No model was called.' };
  const words = { come: 'Has come', 'not-come': 'Has not come', unknown: 'Unknown', 'no-event': '' };
  const answered = shown.map(
    ({ path, line, text, state, because, place }) =>
      `${words[state]}: ${text} (${path}:${line})\n${because} ${place === null ? 'No place was found that shows it.' : `See ${place}.`}`,
  );
  return {
    json: asked,
    text: await layDates(asked, layText(answered.join('\n\n'), context.modes.stdout), context),
    next: nameRevisit([...asked.due, ...come]),
  };
}

async function change(options: ChangeDecisionOptions, context: ActionContext): Promise<CommandResult> {
  const changed = await context.app.changeDecision(options);
  const { path: file, files } = changed;
  const others = files.filter((one) => one !== file);
  const also = others.length === 0 ? '' : ` Also changed: ${others.join(', ')}.`;
  return {
    json: changed,
    text: files.includes(file)
      ? `${file} is now ${options.to}.${also}`
      : `${file} is ${options.to} already.${also}`,
    next: [`git diff ${files.map(quoteArgument).join(' ')}`].filter(() => files.length > 0),
  };
}

function layDecisions(decisions: readonly DecisionRecord[], context: ActionContext): Promise<string> {
  const word = (status: string): string => /^\W*(\p{L}+)/u.exec(status)?.[1]?.toLowerCase() ?? '-';
  const isOneFolder = new Set(decisions.map(({ path }) => dirname(path))).size === 1;
  return layTable(context, [
    { title: 'RECORD', cells: decisions.map(({ path }) => (isOneFolder ? basename(path) : path)) },
    { title: 'STATUS', cells: decisions.map((one) => word(one.status) + sayAmended(one, decisions)) },
    { title: 'DATE', cells: decisions.map(({ date }) => date || '-'), optional: 2 },
    { title: 'TITLE', cells: decisions.map(({ title }) => title), flexible: true },
  ]);
}

/** By which records of its folder a record is amended, or would be. */
function sayAmended({ path: file }: DecisionRecord, decisions: readonly DecisionRecord[]): string {
  return decisions
    .filter((one) => one.verdict === 'amended' && `${dirname(one.path)}/${one.revisits}` === file)
    .flatMap(({ path: by, status }) => {
      const name = /^\d{1,5}(?=\D)/.exec(basename(by))?.[0] ?? basename(by);
      if (/^\W*accepted/i.test(status)) return [`, amended by ${name}`];
      return /^\W*proposed/i.test(status) ? [`, ${name} would amend it`] : [];
    })
    .join('');
}

/** A line each, wrapped: what a record says is needed whole. */
async function layDue(lines: readonly DueDecision[], context: ActionContext): Promise<string> {
  const { layText } = await import('../../terminal/wrap-text.ts');
  return layText(
    lines
      .map(({ path, line, date, text }) => `- ${date === null ? '' : `${date}, `}${path}:${line}: ${text}`)
      .join('\n'),
    context.modes.stdout,
  );
}
