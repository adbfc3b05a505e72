/** The tool that lets a discussion conclude with what it has. */
import * as z from 'zod';
import { tellSession } from '../tell-session.ts';
import { describeTool, sessionId } from '../tool.ts';

export const skipTool = describeTool({
  name: 'roundtable_skip',
  title: 'Let a roundtable conclude',
  description:
    'Ends the discussion after its open round and lets the panel write its text from what there is. Use it when the person has heard enough.',
  input: z.strictObject({ session_id: sessionId }),
  isReadOnly: false,
  callsModels: false,
  run: async ({ session_id: session }, call) => {
    const sent = await call.app.skip({ session, by: 'assistant' });
    const did = sent.running
      ? 'It concludes after its round.'
      : 'It concludes once it goes on: roundtable_resume.';
    return tellSession(sent.sessionId, call, { did });
  },
});
