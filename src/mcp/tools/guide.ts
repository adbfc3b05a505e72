/** The tool that gives the panel advice. */
import * as z from 'zod';
import { tellSession } from '../tell-session.ts';
import { describeTool, sessionId } from '../tool.ts';

export const guideTool = describeTool({
  name: 'roundtable_guide',
  title: 'Give the panel advice',
  description:
    'Gives the panel a fact or a constraint for its next question, even while the discussion is running; recorded as advice from an assistant. It decides nothing: the panel weighs it. Costs nothing.',
  input: z.strictObject({
    session_id: sessionId,
    text: z.string().min(1).max(4000).describe('The advice, in a sentence or two.'),
  }),
  isReadOnly: false,
  hasKey: true,
  callsModels: false,
  run: async ({ session_id: session, text }, call) => {
    const sent = await call.app.guide({ session, text, by: 'assistant' });
    return tellSession(sent.sessionId, call, {
      did: sent.running
        ? 'The panel gets it at the end of its round.'
        : 'The panel gets it when the session is resumed.',
    });
  },
});
