/** The tool that ends a discussion for good, without a document. */
import * as z from 'zod';
import { tellSession } from '../tell-session.ts';
import { describeTool, endOwnRun, sessionId } from '../tool.ts';

export const closeTool = describeTool({
  name: 'roundtable_close',
  title: 'Close a roundtable',
  description:
    'Ends a session for good, without a document; it cannot be continued. What was said is kept. Use it only when the person asks for it.',
  input: z.strictObject({ session_id: sessionId }),
  isReadOnly: false,
  isFinal: true,
  callsModels: false,
  run: async ({ session_id: session }, call) => {
    const { id } = await call.app.get({ session });
    await endOwnRun(id, call);
    await call.app.close({ session: id });
    return tellSession(id, call, { did: 'Closed.' });
  },
});
