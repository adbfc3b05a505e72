import * as z from 'zod';
import { nameTurn, stateSchema } from '../session-state.ts';
import { tellSession } from '../tell-session.ts';
import { describeTool, sessionId } from '../tool.ts';

const items = z.array(z.string()).optional();

export const sayTool = describeTool({
  name: 'roundtable_say',
  title: "Pass on the person's turn",
  description:
    'For a session in which the person has a seat (with_person) and it is their turn: records their words and votes, and lets the discussion go on to their next turn, which calls models. Pass on exactly what the person said to you; never write their turn for them. For advice of your own use roundtable_guide.',
  input: z.strictObject({
    session_id: sessionId,
    text: z.string().describe("The person's words; empty to pass."),
    support: items.describe('Ids of items that the person supports, such as DEC-001.'),
    stand_aside: items.describe('Ids of items that the person does not support and would not stop.'),
    block: items.describe('Ids of items that the person objects to.'),
  }),
  output: stateSchema,
  isReadOnly: false,
  callsModels: true,
  run: async ({ session_id: session, text, support, stand_aside: standAside, block }, call) => {
    const asked = await call.app.get({ session });
    const run = await call.discussions.begin(
      (signal) => call.app.say({ session, text, support, standAside, block, signal }),
      call.signal,
    );
    call.desk.withdraw(asked.id, nameTurn(asked));
    return tellSession(run.sessionId, call, {
      lead: "Recorded as the person's turn. The discussion goes on.",
    });
  },
});
