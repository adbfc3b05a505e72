import * as z from 'zod';
import { stateSchema } from '../session-state.ts';
import { tellSession } from '../tell-session.ts';
import { describeTool, sessionId } from '../tool.ts';

export const pauseTool = describeTool({
  name: 'roundtable_pause',
  title: 'Pause a roundtable',
  description:
    'Stops a discussion so that it costs nothing more: at once where this server runs it, after its round where another process does. Answers that have arrived are kept; roundtable_resume goes on without asking for them again.',
  input: z.strictObject({ session_id: sessionId }),
  output: stateSchema,
  isReadOnly: false,
  callsModels: false,
  run: async ({ session_id: session }, call) => {
    const { id } = await call.app.get({ session });
    const own = call.discussions.find(id);
    if (own === null) {
      await call.app.pause({ session: id });
      return tellSession(id, call, { lead: 'Another process runs it; it pauses after its round.' });
    }
    own.pause();
    const limit = call.limit(10_000);
    while (call.discussions.find(id) === own && !limit.aborted) await own.nextChange(limit);
    return tellSession(id, call, { lead: 'Paused.' });
  },
});
