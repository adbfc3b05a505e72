import * as z from 'zod';
import type { SayOptions } from '../../app/options.ts';
import { describeFields, readFields } from '../../config/option-fields.ts';
import { nameTurn, stateSchema } from '../session-state.ts';
import { tellSession } from '../tell-session.ts';
import { describeTool, sessionId } from '../tool.ts';

export const sayTool = describeTool({
  name: 'roundtable_say',
  title: "Pass on the person's turn",
  description:
    'For a session in which the person has a seat (with_person) and it is their turn: records their words and votes, and lets the discussion go on to their next turn, which calls models. Pass on exactly what the person said to you; never write their turn for them. For advice of your own use roundtable_guide.',
  input: z.strictObject({
    session_id: sessionId,
    ...describeFields(['say']),
  }),
  output: stateSchema,
  isReadOnly: false,
  callsModels: true,
  run: async ({ session_id: session, ...given }, call) => {
    const asked = await call.app.get({ session });
    const run = await call.discussions.begin(
      (signal) => call.app.say({ ...readFields<SayOptions>(given, ['say']), session, signal }),
      call.signal,
    );
    call.desk.withdraw(asked.id, nameTurn(asked));
    return tellSession(run.sessionId, call, {
      lead: "Recorded as the person's turn. The discussion goes on.",
    });
  },
});
