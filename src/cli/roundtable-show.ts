/** `s2s roundtable show`: what happened in a session. */
import type { Command } from 'commander';
import { findNearest, S2sError } from '../domain/errors.ts';
import type { Session } from '../domain/session.ts';
import { chooseSession } from './choose-session.ts';
import type { ActionContext, Host } from './command-runner.ts';
import type { CommandResult } from './environment.ts';

interface ShowFlags {
  round?: string;
  seat?: string;
  calls?: boolean;
}

/** Adds `show`. */
export function addShow(parent: Command, host: Host): void {
  const command = parent
    .command('show')
    .description('Show a session: state, positions by round, conflicts, votes, decisions, failures, usage')
    .argument(
      '[session]',
      'a session id, its unique beginning, or last; the current one, else the newest, when absent',
    )
    .option('--round <n>', 'one round in full')
    .option('--seat <id>', 'one seat through all rounds')
    .option('--calls', 'every model call and everything a person typed');
  command.action((id: string | undefined, flags: ShowFlags) =>
    host.run(command, (context) => show(id, flags, context)),
  );
}

async function show(
  idArgument: string | undefined,
  flags: ShowFlags,
  context: ActionContext,
): Promise<CommandResult> {
  const [{ openProject, openStore }, { parsePositiveInteger }] = await Promise.all([
    import('./open-project.ts'),
    import('../config/parse-values.ts'),
  ]);
  const store = openStore(await openProject(context), context);
  const id = await chooseSession(store, idArgument, context);
  const { session } = await store.load(id);
  const round = flags.round === undefined ? undefined : parsePositiveInteger(flags.round, '--round');
  if (round !== undefined && !session.rounds.some((entry) => entry.round === round)) {
    throw new S2sError(
      'INVALID_VALUE',
      `The session has ${session.rounds.length} round${session.rounds.length === 1 ? '' : 's'}; there is no round ${round}.`,
      {
        hint: `s2s roundtable show ${id}`,
      },
    );
  }
  const seats = session.participants.map((seat) => seat.id);
  if (flags.seat !== undefined && !seats.includes(flags.seat)) {
    const nearest = findNearest(flags.seat, seats);
    throw new S2sError('UNKNOWN_AGENT', `"${flags.seat}" did not sit at this table.`, {
      hint: `${nearest === null ? '' : `Did you mean ${nearest}? `}Seats: ${seats.join(', ')}`,
    });
  }
  if (flags.calls === true) {
    const [{ readJournal }, { formatCalls }] = await Promise.all([
      import('../store/journal/journal.ts'),
      import('../terminal/views/format-calls.ts'),
    ]);
    const journal = await readJournal(store.paths, id);
    const lines = journal.lines
      .filter(({ key }) => round === undefined || key.startsWith(`${round}/`))
      .filter(({ key }) => flags.seat === undefined || key.split('/')[2] === flags.seat);
    return {
      json: { session_id: id, calls: lines, problems: journal.problems },
      text: formatCalls(lines, { modes: context.modes.stdout }),
      next: [`s2s roundtable show ${id}`],
    };
  }
  const { formatSessionShow } = await import('../terminal/views/format-session-show.ts');
  const shown = round === undefined ? session : session.rounds.find((entry) => entry.round === round);
  return {
    json: shown,
    text: formatSessionShow(session, { modes: context.modes.stdout, round, seat: flags.seat }),
    next: sayDeeper(session, { round, seat: flags.seat }),
  };
}

/** Where to look next: deeper into the session, or on from the round or seat that was looked at. */
function sayDeeper(
  session: Session,
  { round, seat }: { round: number | undefined; seat: string | undefined },
): string[] {
  const show = `s2s roundtable show ${session.id}`;
  const rounds = session.rounds.map((entry) => entry.round);
  if (round !== undefined) {
    const later = rounds.find((number) => number > round);
    const same = seat === undefined ? '' : ` --seat ${seat}`;
    return [...(later === undefined ? [] : [`${show} --round ${later}${same}`]), show];
  }
  if (seat !== undefined) return [show];
  const last = rounds.at(-1);
  const first = session.participants[0];
  const waiting = session.escalations.find((escalation) => escalation.status === 'pending');
  const answer = waiting?.recommendation === null ? '--decision "..."' : '--accept';
  return [
    ...(waiting === undefined
      ? []
      : [`s2s roundtable answer ${session.id} --escalation ${waiting.id} ${answer}`]),
    ...(session.status === 'paused' || session.status === 'active'
      ? [`s2s roundtable resume ${session.id}`]
      : []),
    ...(session.status === 'completed' ? [`s2s roundtable export ${session.id}`] : []),
    ...(last === undefined ? [] : [`${show} --round ${last}`]),
    ...(first === undefined ? [] : [`${show} --seat ${first.id}`]),
  ];
}
