/** The tool that passes on the person's decision. */
import * as z from 'zod';
import type { GivenAnswer } from '../../app/options.ts';
import { describeFields, readFields } from '../../config/option-fields.ts';
import { S2sError } from '../../session/errors.ts';
import { tellSession } from '../tell-session.ts';
import { describeTool, endOwnRun, sessionId } from '../tool.ts';

const input = z.strictObject({
  session_id: sessionId,
  ...describeFields(['answer']),
  resume: z.boolean().optional().describe('Whether the discussion goes on at once; true when absent.'),
});

export const answerTool = describeTool({
  name: 'roundtable_answer',
  title: 'Answer an escalation',
  description:
    "Records a decision that the panel could not make, and lets the discussion continue. The decision belongs to the person: show them the question, positions and recommendation first, and pass on what they say. It is recorded as an assistant's answer; to answer in their own name, people use the form that their program shows, the page, or a terminal.",
  input,
  isReadOnly: false,
  hasKey: true,
  callsModels: true,
  run: async (given, call) => {
    const { session_id: session, resume = true } = given;
    const { id, escalations } = await call.app.get({ session });
    if (escalations.every(({ status }) => status !== 'pending'))
      throw new S2sError('NOTHING_TO_ANSWER', `No decision is needed in ${id}.`);
    // The run that raised the question may still hold the session.
    await endOwnRun(id, call);
    const { rounds = 1, text = '', decision, ...rest } = readFields<GivenAnswer>(given, ['answer']);
    const answered = await call.app.answer({ ...rest, decision, rounds, text, by: 'assistant', session: id });
    if (answered.pending === 0 && resume)
      await call.discussions.begin((run) => call.app.resume({ session: id, ...run }), call.signal);
    return tellSession(id, call, {
      did: `Recorded as an assistant's answer to ${answered.escalation.id}.${answered.pending > 0 ? ` ${answered.pending} more wait.` : ''}`,
    });
  },
});
