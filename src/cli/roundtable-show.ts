/** `s2s roundtable show`: what happened in a session. */
import type { Session } from '../domain/session.ts';
import { describeCommand, readFlag } from './command-descriptor.ts';
import { canGoOn, describeSessionArgument, shortenSession } from './session-argument.ts';

interface ShowFlags {
  round?: string;
  seat?: string;
  calls?: boolean;
}

export const showCommand = describeCommand<[string | undefined], ShowFlags>({
  path: 'roundtable show',
  description: 'Show a session: state, positions by round, conflicts, votes, decisions, failures, usage',
  arguments: [describeSessionArgument('newest')],
  options: [
    { usage: '--round <n>', description: 'one round in full' },
    { usage: '--seat <id>', description: 'one seat through all rounds', values: 'agents' },
    { usage: '--calls', description: 'every model call and everything a person typed' },
  ],
  examples: [
    's2s roundtable show',
    's2s roundtable show last --round 1',
    's2s roundtable show last --calls --json',
  ],
  exits: { 0: 'done', 2: 'no such session, round or seat', 5: 'the file cannot be read' },
  run: async ({ words: [named], flags }, context) => {
    const { app, modes } = context;
    const { parsePositiveInteger } = await import('../config/parse-values.ts');
    const { seat } = flags;
    const round = readFlag(flags.round, '--round', parsePositiveInteger);
    if (flags.calls === true) {
      const { formatCalls } = await import('../terminal/views/format-calls.ts');
      const { sessionId: id, calls, problems } = await app.calls({ session: named, round, seat });
      return {
        json: { session_id: id, calls, problems },
        text: formatCalls(calls, { modes: modes.stdout }),
        next: [`s2s roundtable show${(await shortenSession(app, id)).look}`],
      };
    }
    const [{ formatSessionShow }, { requireRound, requireSeat }] = await Promise.all([
      import('../terminal/views/format-session-show.ts'),
      import('../app/get-session.ts'),
    ]);
    const [{ session, openRound, runner, workerError }, open] = await Promise.all([
      app.look({ session: named }),
      round === undefined && seat === undefined ? app.openRound({ session: named }) : null,
    ]);
    const names = await shortenSession(app, session.id);
    if (workerError !== null) {
      const { message, hint } = workerError as { message: string; hint?: string };
      context.say(`The workers did not go on: ${message}${hint === undefined ? '' : `\n${hint}`}`);
    }
    if (round !== undefined) requireRound(session, round);
    if (seat !== undefined) requireSeat(session, seat);
    const failed = workerError === null ? {} : { worker_error: workerError };
    return {
      json:
        round === undefined
          ? { ...session, open_round: openRound, runner, ...failed }
          : session.rounds.find((entry) => entry.round === round),
      text: formatSessionShow(session, {
        ...{ round, seat, open },
        modes: modes.stdout,
        name: names.open,
        running: runner !== null,
      }),
      next: sayDeeper(session, { round, seat, names, hasTurn: open?.turn != null }),
    };
  },
});

/** The commands to suggest: details of the session, or the next round and the whole after a single round or seat. */
function sayDeeper(
  session: Session,
  options: {
    round: number | undefined;
    seat: string | undefined;
    names: { open: string; look: string };
    /** The session waits for the person's turn. */
    hasTurn: boolean;
  },
): string[] {
  const { round, seat, names, hasTurn } = options;
  const show = `s2s roundtable show${names.look}`;
  const rounds = session.rounds.map((entry) => entry.round);
  if (round !== undefined) {
    const later = rounds.find((number) => number > round);
    const same = seat === undefined ? '' : ` --seat ${seat}`;
    return [...(later === undefined ? [] : [`${show} --round ${later}${same}`]), show];
  }
  if (seat !== undefined) return [show];
  const last = rounds.at(-1);
  const first = session.participants[0];
  // The commands that answer an escalation or take a turn are shown with the question.
  const isAsked = hasTurn || session.escalations.some(({ status }) => status === 'pending');
  const isWhole = session.status === 'completed' || session.imported_from !== undefined;
  return [
    ...(!isAsked && canGoOn(session) ? [`s2s roundtable resume${names.open}`] : []),
    ...(isWhole ? [`s2s roundtable export${names.look}`] : []),
    ...(last === undefined ? [] : [`${show} --round ${last}`]),
    ...(first === undefined ? [] : [`${show} --seat ${first.id}`]),
  ];
}
