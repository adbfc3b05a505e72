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
    ratify: items.describe('Ids of items that the person signs, such as DEC-001.'),
    stand_aside: items.describe('Ids of items that the person disagrees with and would not stop.'),
    block: items.describe('Ids of items that the person blocks.'),
    rest: z
      .enum(['ratify', 'none'])
      .optional()
      .describe('At the last call: what the other items get; no vote when left out.'),
  }),
  output: stateSchema,
  isReadOnly: false,
  callsModels: true,
  run: async ({ session_id: session, text, ratify, stand_aside: standAside, block, rest }, call) => {
    const asked = await call.app.get({ session });
    const run = await call.discussions.begin(
      (signal) => call.app.say({ session, text, ratify, standAside, block, rest, signal }),
      call.signal,
    );
    call.desk.withdraw(asked.id, nameTurn(asked));
    return tellSession(run.sessionId, call, {
      lead: "Recorded as the person's turn. The discussion goes on.",
    });
  },
});
