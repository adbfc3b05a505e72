/** `s2s roundtable answer`: a person's decision about an escalation, given outside a run. */
import type { Command } from 'commander';
import { findNearest, S2sError } from '../domain/errors.ts';
import type { EscalationDecision } from '../domain/ports.ts';
import type { Escalation } from '../domain/records.ts';
import type { Session } from '../domain/session.ts';
import type { ActionContext, Host } from './command-runner.ts';
import type { CommandResult } from './environment.ts';
import { refuseEnded } from './roundtable-resume.ts';

interface AnswerFlags {
  escalation?: string;
  accept?: boolean;
  decision?: string;
  rounds?: string;
}

/** Adds `answer`. */
export function addAnswer(parent: Command, host: Host): void {
  const command = parent
    .command('answer')
    .description('Answer what the panel cannot decide')
    .argument('[session]', 'a session id, its unique beginning, or last; the current one when absent')
    .option('--escalation <id>', 'which one, if several wait')
    .option('--accept', "accept the facilitator's recommendation")
    .option('--decision <text>', 'decide yourself')
    .option('--rounds <n>', 'let the panel go on for so many more rounds');
  command.action((id: string | undefined, flags: AnswerFlags) =>
    host.run(command, (context) => answer(id, flags, context)),
  );
}

async function answer(
  idArgument: string | undefined,
  flags: AnswerFlags,
  context: ActionContext,
): Promise<CommandResult> {
  const [
    { openProject, openStore },
    { withLock },
    { answerEscalation },
    { openJournal },
    { parsePositiveInteger },
  ] = await Promise.all([
    import('./open-project.ts'),
    import('../app/session-lock.ts'),
    import('../roundtable/rules/escalation.ts'),
    import('../store/journal/journal.ts'),
    import('../config/parse-values.ts'),
  ]);
  const decision = readDecision(flags, (text) => parsePositiveInteger(text, '--rounds'));
  const store = openStore(await openProject(context), context);
  const { id } = await store.resolveId(idArgument);
  return withLock(store, id, {
    environment: context.environment,
    action: async () => {
      const { session, version } = await store.load(id);
      refuseEnded(session);
      const escalation = pickEscalation(session, flags.escalation);
      if (decision.decision === 'accept' && escalation.recommendation === null) {
        throw new S2sError('NEEDS_INPUT', `${escalation.id} has no recommendation that could be accepted.`, {
          hint: `s2s roundtable answer ${id} --escalation ${escalation.id} --decision "..."`,
        });
      }
      const now = context.environment.clock.now();
      const journal = await openJournal(store.paths, id);
      await journal.appendInput({
        key: `${escalation.round}/escalation/${escalation.id}/1`,
        at: now,
        value: decision,
      });
      await journal.close();
      const answered = answerEscalation(session, escalation.id, { decision, at: now.toISOString() });
      await store.save({ ...answered, updated_at: now.toISOString() }, version);
      const entry = answered.escalations.find((candidate) => candidate.id === escalation.id);
      const left = answered.escalations.filter(({ status }) => status === 'pending').length;
      return {
        json: { session_id: id, escalation: entry, pending: left },
        text: `${escalation.id} is answered.${left > 0 ? ` ${left} more waiting.` : ''}`,
        next: [left > 0 ? `s2s roundtable show ${id}` : `s2s roundtable resume ${id}`],
      };
    },
  });
}

function readDecision(flags: AnswerFlags, readRounds: (text: string) => number): EscalationDecision {
  const given = [flags.accept === true, flags.decision !== undefined, flags.rounds !== undefined].filter(
    Boolean,
  ).length;
  if (given !== 1) {
    throw new S2sError('USAGE', given === 0 ? 'There is no answer.' : 'There is more than one answer.', {
      hint: 'Give exactly one of --accept, --decision TEXT, --rounds N.',
    });
  }
  if (flags.rounds !== undefined)
    return { decision: 'continue', rounds: readRounds(flags.rounds), by: 'user' };
  if (flags.accept === true) return { decision: 'accept', by: 'user' };
  const text = flags.decision?.trim() ?? '';
  if (text === '')
    throw new S2sError('INVALID_VALUE', '--decision is empty.', {
      hint: 'Say what is decided, in a sentence.',
    });
  return { decision: 'own', text, by: 'user' };
}

function pickEscalation(session: Session, wanted: string | undefined): Escalation {
  const pending = session.escalations.filter(({ status }) => status === 'pending');
  const ids = pending.map(({ id }) => id);
  if (pending.length === 0) {
    throw new S2sError('NOTHING_TO_ANSWER', `Nothing waits for an answer in ${session.id}.`, {
      hint: `s2s roundtable resume ${session.id}`,
    });
  }
  if (wanted === undefined) {
    const [only, ...others] = pending;
    if (only && others.length === 0) return only;
    throw new S2sError('USAGE', `Several escalations wait: ${ids.join(', ')}.`, {
      hint: `Name one with --escalation ${ids[0]}`,
    });
  }
  const found = pending.find(({ id }) => id.toLowerCase() === wanted.toLowerCase());
  if (found) return found;
  const nearest = findNearest(wanted, ids);
  throw new S2sError('UNKNOWN_ESCALATION', `No escalation "${wanted}" waits for an answer.`, {
    hint: `${nearest === null ? '' : `Did you mean ${nearest}? `}Waiting: ${ids.join(', ')}`,
  });
}
