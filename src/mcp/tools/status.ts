/** The tool that tells the state of a discussion, at once. */
import * as z from 'zod';
import { tellSession } from '../tell-session.ts';
import { describeTool, sessionId } from '../tool.ts';

export const statusTool = describeTool({
  name: 'roundtable_status',
  title: 'State of a roundtable',
  description:
    'Returns the state of a session: whether it runs, its newest round, what waits for the person, its cost, its result. Costs nothing. To follow a discussion, use roundtable_wait.',
  input: z.strictObject({ session_id: sessionId }),
  isReadOnly: true,
  callsModels: false,
  run: async ({ session_id: session }, call) => {
    const { id, rounds } = await call.app.get({ session });
    return tellSession(id, call, { since: Math.max(0, rounds.length - 1) });
  },
});
