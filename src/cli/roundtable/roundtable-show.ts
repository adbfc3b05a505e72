/** `s2s roundtable show`: what a session decided, and what happened in it. */
import type { Session } from '../../session/session.ts';
import type { ActionContext } from '../action-context.ts';
import type { CommandResult } from '../environment.ts';
import { describeCommand, readFlag } from '../parser/command-descriptor.ts';
import { canContinue, describeSessionArgument, shortenSession } from '../session-argument.ts';

interface ShowFlags {
  full?: boolean;
  rounds?: boolean;
  round?: string;
  seat?: string;
  item?: string;
  calls?: boolean;
}

export const showCommand = describeCommand<[string | undefined], ShowFlags>({
  path: 'roundtable show',
  description: 'Show what a session decided, and what is open',
  arguments: [describeSessionArgument('newest')],
  options: [
    { usage: '--full', description: 'everything: rounds, items and votes, conflicts, failures, usage' },
    { usage: '--rounds', description: "each round with every seat's position" },
    { usage: '--round <n>', description: 'one round, with whole answers' },
    { usage: '--seat <id>', description: 'one seat through all rounds', values: 'agents' },
    {
      usage: '--item <id>',
      description: 'one item: where it comes from, votes and changes; or any other id: CF-001, OQ-001, …',
    },
    { usage: '--calls', description: 'every model call and everything a person typed' },
  ],
  examples: [
    's2s roundtable show',
    's2s roundtable show last --item DEC-001',
    's2s roundtable show last --round 1',
    's2s roundtable show last --json',
  ],
  exits: { 0: 'done', 2: 'no such session, round, seat or item', 5: 'the file cannot be read' },
  run: async ({ words: [named], flags }, context) => {
    const { parsePositiveInteger } = await import('../../config/parse-values.ts');
    const round = readFlag(flags.round, '--round', parsePositiveInteger);
    const wanted = { ...flags, round };
    if (flags.calls === true) return showCalls(named, wanted, context);
    return flags.item === undefined
      ? showSession(named, wanted, context)
      : showItem(named, flags.item, context);
  },
});

type Wanted = Omit<ShowFlags, 'round'> & { round: number | undefined };

async function showCalls(
  named: string | undefined,
  { round, seat }: Wanted,
  { app, modes }: ActionContext,
): Promise<CommandResult> {
  const { formatCalls } = await import('../../terminal/views/format-calls.ts');
  const { sessionId: id, calls, problems } = await app.calls({ session: named, round, seat });
  return {
    json: { session_id: id, calls, problems },
    text: formatCalls(calls, { modes: modes.stdout }),
    next: [`s2s roundtable show${(await shortenSession(app, id)).look}`],
  };
}

async function showItem(
  named: string | undefined,
  item: string,
  { app, modes }: ActionContext,
): Promise<CommandResult> {
  const [shown, { plainMarkdown }, { layText }] = await Promise.all([
    app.item({ session: named, item }),
    import('../../terminal/plain-markdown.ts'),
    import('../../terminal/wrap-text.ts'),
  ]);
  return {
    json: { session_id: shown.sessionId, item: shown.item },
    text: layText(plainMarkdown(shown.text).trim(), modes.stdout),
    next: [`s2s roundtable show${(await shortenSession(app, shown.sessionId)).look}`],
  };
}

async function showSession(
  named: string | undefined,
  { round, seat, full, rounds }: Wanted,
  context: ActionContext,
): Promise<CommandResult> {
  const { app, modes } = context;
  const [{ formatSessionShow }, { renderDetails }, { plainMarkdown }, { layText }, { offerFlag }] =
    await Promise.all([
      import('../../terminal/views/format-session-show.ts'),
      import('../../app/read/item-record.ts'),
      import('../../terminal/plain-markdown.ts'),
      import('../../terminal/wrap-text.ts'),
      import('../../wording/pause.ts'),
    ]);
  const { session, openRound, turn, runner, workerError } = await app.look({
    session: named,
    checked: true,
  });
  const isPart = round !== undefined || seat !== undefined;
  const isAsked = session.escalations.some(({ status }) => status === 'pending');
  const isOpen = turn !== null || (openRound?.question ?? null) !== null;
  const open = isOpen && !isAsked ? { round: openRound, turn } : null;
  const names = await shortenSession(app, session.id);
  if (workerError !== null) {
    const { message, hint } = workerError as { message: string; hint?: string };
    context.say(`The workers stopped: ${message}${hint === undefined ? '' : `\n${hint}`}`);
  }
  const summary = isPart
    ? ''
    : formatSessionShow(session, {
        ...{ full, rounds, open, modes: modes.stdout },
        ...{ name: names.open, running: runner !== null },
      });
  const details =
    isPart || full === true
      ? layText(plainMarkdown(renderDetails(session, { round, seat })).trim(), modes.stdout)
      : '';
  const failed = workerError === null ? {} : { worker_error: workerError };
  return {
    json:
      round === undefined
        ? { ...session, open_round: openRound, runner, ...failed }
        : session.rounds.find((entry) => entry.round === round),
    text: [summary, details].filter((part) => part !== '').join('\n\n'),
    next: listNext(session, { round, seat, full, names, hasTurn: turn !== null, raised: offerFlag(session) }),
  };
}

/** The commands to suggest: how to continue or see more, or the next round and the whole after a single round or seat. */
function listNext(
  session: Session,
  options: {
    round: number | undefined;
    seat: string | undefined;
    full: boolean | undefined;
    names: { open: string; look: string };
    /** The session waits for the person's turn. */
    hasTurn: boolean;
    /** The flag without which it would pause again at once. */
    raised: string;
  },
): string[] {
  const { round, seat, full, names, hasTurn, raised } = options;
  const show = `s2s roundtable show${names.look}`;
  if (round !== undefined) {
    const later = session.rounds.find((entry) => entry.round > round)?.round;
    const same = seat === undefined ? '' : ` --seat ${seat}`;
    return [...(later === undefined ? [] : [`${show} --round ${later}${same}`]), show];
  }
  if (seat !== undefined) return [show];
  // The commands that make a decision or take a turn are shown with the question.
  const isAsked = hasTurn || session.escalations.some(({ status }) => status === 'pending');
  const [item] = session.artifacts;
  return [
    ...(!isAsked && canContinue(session) ? [`s2s roundtable resume${names.open}${raised}`] : []),
    ...(full === true ? [] : [`${show} --full`]),
    ...(item === undefined ? [] : [`${show} --item ${item.id}`]),
  ];
}
