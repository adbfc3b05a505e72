/** `s2s roundtable answer`: a person's decision about an escalation, given outside a run. */

import type { AnswerOptions, PersonDecision } from '../../app/options.ts';
import { exitCodes, S2sError } from '../../session/errors.ts';
import type { ActionContext } from '../action-context.ts';
import { openAsker } from '../ask/ask-person.ts';
import { describeCommand } from '../parser/command-descriptor.ts';
import { describeSessionArgument, pickWaiting, shortenSession } from '../session-argument.ts';

interface AnswerFlags {
  escalation?: string;
  accept?: boolean;
  decision?: string;
  rounds?: string;
}

export const answerCommand = describeCommand<[string | undefined], AnswerFlags>({
  path: 'roundtable answer',
  description: 'Decide what the panel cannot; without a flag you are asked',
  arguments: [describeSessionArgument('waiting')],
  options: [
    { usage: '--escalation <id>', description: 'which decision, if there are several' },
    { usage: '--accept', description: "accept the facilitator's recommendation" },
    { usage: '--decision <text>', description: 'decide yourself' },
    { usage: '--rounds <n>', description: 'let the panel discuss it for this many more rounds' },
  ],
  examples: [
    's2s roundtable answer --accept',
    's2s roundtable answer last --decision "Redis; we run it already"',
    's2s roundtable answer --escalation E-001 --rounds 2',
  ],
  exits: { 0: 'recorded', 2: 'no decision is needed, or wrong usage', 4: 'put off', 5: 'file' },
  run: async ({ words: [named], flags }, context) => {
    const { accept, decision, rounds, escalation: wanted } = flags;
    const session = await pickWaiting(context.app, named, 'decision');
    const isGiven = accept === true || decision !== undefined || rounds !== undefined;
    if (!isGiven) {
      const { pickEscalation } = await import('../../app/person/answer.ts');
      pickEscalation((await context.app.look({ session })).session, wanted);
    }
    const options =
      isGiven || !context.modes.interactive
        ? { ...(await readAnswer(flags)), session, escalation: wanted }
        : await askForDecision({ session, escalation: wanted }, context);
    if (options === null)
      return { json: { escalation: null }, text: 'Nothing was recorded.', exitCode: exitCodes.waiting };
    const answered = await context.app.answer(options);
    const { sessionId: id, escalation, pending, isDetached } = answered;
    const { open, look } = await shortenSession(context.app, id);
    return {
      json: { session_id: id, escalation, pending, detached: isDetached },
      text: (await import('../../terminal/views/format-escalation.ts')).formatAnswered(answered),
      next: [pending > 0 || isDetached ? `s2s roundtable show${look}` : `s2s roundtable resume${open}`],
    };
  },
});

/** Shows the escalation and asks for a decision; null when it is put off. Throws NOTHING_TO_ANSWER, UNKNOWN_ESCALATION, USAGE. */
async function askForDecision(
  wanted: { session: string | undefined; escalation: string | undefined },
  context: ActionContext,
): Promise<AnswerOptions | null> {
  const [{ decideEscalation }, { formatEscalation }, { pickEscalation }] = await Promise.all([
    import('../../terminal/prompts/terminal-operator.ts'),
    import('../../terminal/views/format-escalation.ts'),
    import('../../app/person/answer.ts'),
  ]);
  const { session, runner } = await context.app.look({ session: wanted.session });
  if (runner !== null) {
    throw new S2sError(
      'SESSION_LOCKED',
      `Another process runs the session ${session.id}, and asks for the decision there.`,
      { hint: `Decide there, or end that process and type the same again.` },
    );
  }
  const escalation = pickEscalation(session, wanted.escalation);
  const asker = await openAsker(context);
  asker.say(formatEscalation(escalation, { modes: context.modes.stderr, session, isAlone: true }));
  const given = await decideEscalation(asker, escalation.recommendation);
  return given === 'later' ? null : { ...given, by: 'user', session: session.id, escalation: escalation.id };
}

async function readAnswer({ accept, decision, rounds }: AnswerFlags): Promise<PersonDecision> {
  const given = [accept === true, decision !== undefined, rounds !== undefined].filter(Boolean).length;
  if (given !== 1) {
    throw new S2sError(
      'USAGE',
      given === 0 ? 'No decision was given.' : 'More than one decision was given.',
      { hint: 'Give exactly one of --accept, --decision "..." and --rounds <n>.' },
    );
  }
  if (decision !== undefined) return { decision: 'own', text: decision };
  if (rounds === undefined) return { decision: 'accept' };
  const { parsePositiveInteger } = await import('../../config/parse-values.ts');
  return { decision: 'continue', rounds: parsePositiveInteger(rounds, '--rounds') };
}
