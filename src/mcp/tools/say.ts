/** The tool that passes on the person's turn, or their votes. */
import * as z from 'zod';
import type { SayOptions } from '../../app/options.ts';
import { describeFields, readFields } from '../../config/option-fields.ts';
import { tellSession } from '../tell-session.ts';
import { describeTool, endOwnRun, sessionId } from '../tool.ts';

export const sayTool = describeTool({
  name: 'roundtable_say',
  title: "Pass on the person's turn",
  description:
    "Records the person's turn where they have a seat (with_me), and continues to their next one. Pass on exactly what the person said; never write their turn for them. Advice of your own goes to roundtable_guide.",
  input: z.strictObject({
    session_id: sessionId,
    ...describeFields(['say']),
  }),
  isReadOnly: false,
  hasKey: true,
  callsModels: true,
  run: async ({ session_id: session, ...given }, call) => {
    const asked = await call.app.get({ session });
    // The run that waits for the turn may still hold the session.
    if (asked.status === 'paused') await endOwnRun(asked.id, call);
    const run = await call.discussions.begin(
      (options) =>
        call.app.say({ ...readFields<SayOptions>(given, ['say']), session, by: 'assistant', ...options }),
      call.signal,
    );
    return tellSession(run.sessionId, call, {
      did: "Recorded as the person's turn. The discussion goes on.",
    });
  },
});
