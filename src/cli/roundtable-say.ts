/** `s2s roundtable say`: the person's turn, recorded outside a run; then the session runs to their next turn. */
import type { Command } from 'commander';
import type { StartFlags } from '../app/plan-session.ts';
import { S2sError } from '../domain/errors.ts';
import type { HumanTurn } from '../domain/ports.ts';
import type { Session } from '../domain/session.ts';
import type { Stance } from '../domain/vocabulary.ts';
import { readId } from '../roundtable/rules/read-ids.ts';
import { takesStances } from '../roundtable/rules/stances.ts';
import type { ActionContext, Host } from './command-runner.ts';
import type { CommandResult } from './environment.ts';
import { refuseEnded, resume } from './roundtable-resume.ts';
import { addRunOptions } from './roundtable-start.ts';

interface SayFlags extends StartFlags {
  support?: string;
  standAside?: string;
  block?: string;
}

/** Adds `say`. */
export function addSay(parent: Command, host: Host): void {
  const command = parent
    .command('say')
    .description('Take your turn at the table, and run on to your next one')
    .argument(
      '<words...>',
      'a session id (the current one when absent), then what you say; an empty text passes',
    )
    .option('--support <ids>', 'items that you support')
    .option('--stand-aside <ids>', 'items that you would not stop')
    .option('--block <ids>', 'items that must not go ahead');
  addRunOptions(command);
  command.action((words: string[], flags: SayFlags) =>
    host.run(command, (context) => say(words, flags, context)),
  );
}

async function say(words: string[], flags: SayFlags, context: ActionContext): Promise<CommandResult> {
  const [{ openProject, openStore }, { withLock }, { openJournal }] = await Promise.all([
    import('./open-project.ts'),
    import('../app/session-lock.ts'),
    import('../store/journal/journal.ts'),
  ]);
  const [first, second] = words;
  if (words.length > 2)
    throw new S2sError('USAGE', 'Your words have to be one argument.', {
      hint: 'Put them in quotes: s2s roundtable say "..."',
    });
  const text = second ?? first ?? '';
  const store = openStore(await openProject(context), context);
  const { id } = await store.resolveId(second === undefined ? undefined : first);
  await withLock(store, id, {
    environment: context.environment,
    action: async () => {
      const { session } = await store.load(id);
      refuseEnded(session);
      const key = nameTurn(session);
      const journal = await openJournal(store.paths, id);
      try {
        if (journal.findInput(key) !== null) {
          throw new S2sError('NOTHING_TO_ANSWER', 'Your turn in this round is recorded already.', {
            hint: `s2s roundtable resume ${id}`,
          });
        }
        const turn: HumanTurn = { text, stances: readStances(flags, session) };
        await journal.appendInput({ key, at: context.environment.clock.now(), value: turn });
      } finally {
        await journal.close();
      }
    },
  });
  return resume(id, flags, context);
}

/** The key of the turn that the session waits for. Throws NOTHING_TO_ANSWER when it waits for no words of a person. */
function nameTurn(session: Session): string {
  const seat = session.participants.find(({ kind }) => kind === 'human');
  if (!seat) {
    throw new S2sError('NOTHING_TO_ANSWER', 'You have no seat in this session.', {
      hint: 'Start one with --with-me. Guidance can be given with --interactive.',
    });
  }
  if (session.escalations.some(({ status }) => status === 'pending')) {
    throw new S2sError('NOTHING_TO_ANSWER', 'The session waits for a decision, not for your turn.', {
      hint: `s2s roundtable answer ${session.id}`,
    });
  }
  const last = session.rounds.at(-1);
  const concluding = last?.next_action === 'conclude' || last?.after_escalation === 'conclude';
  return concluding
    ? `${session.total_rounds}/review/${seat.id}/1`
    : `${session.total_rounds + 1}/answer/${seat.id}/1`;
}

function readStances(flags: SayFlags, session: Session): HumanTurn['stances'] {
  const given: [string | undefined, Stance][] = [
    [flags.support, 'support'],
    [flags.standAside, 'stand_aside'],
    [flags.block, 'block'],
  ];
  const open = session.artifacts.filter(takesStances).map(({ id }) => id);
  return given.flatMap(([ids, stance]) =>
    (ids ?? '')
      .split(',')
      .map((id) => id.trim().toUpperCase())
      .filter((id) => id !== '')
      .map((id) => {
        const known = readId(id, open);
        if (known !== null) return { item_id: known, stance, reason: '' };
        throw new S2sError('INVALID_VALUE', `No open item is called "${id}".`, {
          hint: `Open: ${open.join(', ') || 'none'}`,
        });
      }),
  );
}
