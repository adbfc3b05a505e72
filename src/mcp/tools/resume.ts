import * as z from 'zod';
import { stateSchema } from '../session-state.ts';
import { tellSession } from '../tell-session.ts';
import { describeTool, sessionId } from '../tool.ts';

export const resumeTool = describeTool({
  name: 'roundtable_resume',
  title: 'Go on with a roundtable',
  description:
    'Goes on with a session that was paused or interrupted, within the limits it was started with. Calls models, so it costs money; answers that arrived before are not paid for again. Returns at once; then call roundtable_wait. A decision that waits for the person has to be answered first.',
  input: z.strictObject({ session_id: sessionId }),
  output: stateSchema,
  isReadOnly: false,
  callsModels: true,
  run: async ({ session_id: session }, call) => {
    const { id } = await call.app.get({ session });
    if (call.discussions.find(id) !== null) return tellSession(id, call, { lead: 'It runs already.' });
    await call.discussions.begin((signal) => call.app.resume({ session: id, signal }), call.signal);
    return tellSession(id, call, { lead: 'The discussion goes on by itself.' });
  },
});
