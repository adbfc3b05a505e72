import * as z from 'zod';
import type { Decision } from '../../app/options.ts';
import { S2sError } from '../../session/errors.ts';
import { stateSchema } from '../session-state.ts';
import { tellSession } from '../tell-session.ts';
import { describeTool, sessionId } from '../tool.ts';

const input = z.strictObject({
  session_id: sessionId,
  escalation_id: z.string().optional().describe('Which one, such as E-001, where several wait.'),
  decision: z
    .enum(['accept', 'own', 'continue'])
    .describe(
      'accept: what the panel recommends. own: what stands in text. continue: the panel discusses further rounds.',
    ),
  text: z.string().optional().describe('For own: what is decided, in a sentence, and why.'),
  rounds: z
    .number()
    .int()
    .min(1)
    .max(10)
    .optional()
    .describe('For continue: how many further rounds; 1 when absent.'),
  resume: z
    .boolean()
    .optional()
    .describe('Whether the discussion goes on at once when nothing else waits; true when absent.'),
});

export const answerTool = describeTool({
  name: 'roundtable_answer',
  title: 'Answer an escalation',
  description:
    'Records a decision that the panel could not make, and lets the discussion go on, which calls models. The decision belongs to the person: show them the question, the positions and the recommendation first, and pass on what they say. Whatever comes through this tool is recorded as answered by an assistant, since only the person themselves can answer in their own name: in the form that their program shows, or in a terminal with s2s roundtable answer.',
  input,
  output: stateSchema,
  isReadOnly: false,
  callsModels: true,
  run: async (given, call) => {
    const { session_id: session, escalation_id: escalation, resume = true } = given;
    const answered = await call.app.answer({ ...readDecision(given), by: 'assistant', session, escalation });
    const { sessionId: id } = answered;
    call.desk.withdraw(id, answered.escalation.id);
    if (answered.pending === 0 && resume)
      await call.discussions.begin((signal) => call.app.resume({ session: id, signal }), call.signal);
    return tellSession(id, call, {
      lead: `Recorded as an assistant's answer to ${answered.escalation.id}.${answered.pending > 0 ? ` ${answered.pending} more wait.` : ''}`,
    });
  },
});

function readDecision({ decision, text, rounds }: z.output<typeof input>): Decision {
  if (decision === 'accept') return { decision };
  if (decision === 'continue') return { decision, rounds: rounds ?? 1 };
  if (text !== undefined && text.trim() !== '') return { decision, text };
  throw new S2sError('INVALID_VALUE', 'A decision of its own needs a text.', {
    hint: 'Give text: what is decided, in a sentence.',
  });
}
