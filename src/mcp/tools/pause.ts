/** The tool that pauses a discussion. */
import * as z from 'zod';
import { tellSession } from '../tell-session.ts';
import { describeTool, endOwnRun, sessionId } from '../tool.ts';

export const pauseTool = describeTool({
  name: 'roundtable_pause',
  title: 'Pause a roundtable',
  description:
    'Stops a discussion so that it costs nothing more: at once if this server runs it, after its round if another process does. Finished answers are saved.',
  input: z.strictObject({ session_id: sessionId }),
  isReadOnly: false,
  callsModels: false,
  run: async ({ session_id: session }, call) => {
    const { id } = await call.app.get({ session });
    if (await endOwnRun(id, call)) return tellSession(id, call, { did: 'Paused.' });
    await call.app.pause({ session: id });
    return tellSession(id, call, { did: 'Another process runs it; it pauses after its round.' });
  },
});
