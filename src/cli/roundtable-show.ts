/** `s2s roundtable show`: what happened in a session. */
import type { Command } from 'commander';
import type { Session } from '../domain/session.ts';
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
  named: string | undefined,
  flags: ShowFlags,
  context: ActionContext,
): Promise<CommandResult> {
  const { app, modes } = context;
  const { parsePositiveInteger } = await import('../config/parse-values.ts');
  const { seat } = flags;
  const round = flags.round === undefined ? undefined : parsePositiveInteger(flags.round, '--round');
  if (flags.calls === true) {
    const { formatCalls } = await import('../terminal/views/format-calls.ts');
    const { sessionId: id, calls, problems } = await app.calls({ session: named, round, seat });
    return {
      json: { session_id: id, calls, problems },
      text: formatCalls(calls, { modes: modes.stdout }),
      next: [`s2s roundtable show ${id}`],
    };
  }
  const [{ formatSessionShow }, { requireRound, requireSeat }] = await Promise.all([
    import('../terminal/views/format-session-show.ts'),
    import('../app/get-session.ts'),
  ]);
  const session = await app.get({ session: named });
  if (round !== undefined) requireRound(session, round);
  if (seat !== undefined) requireSeat(session, seat);
  return {
    json: round === undefined ? session : session.rounds.find((entry) => entry.round === round),
    text: formatSessionShow(session, { modes: modes.stdout, round, seat }),
    next: sayDeeper(session, { round, seat }),
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
