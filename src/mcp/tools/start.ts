/** The tool that starts a discussion, unless the person has to agree to its cost first. */
import * as z from 'zod';
import { tellSession } from '../tell-session.ts';
import { describeTool } from '../tool.ts';
import { describeEstimate, readSession, sessionInput } from './estimate.ts';

export const startTool = describeTool({
  name: 'roundtable_start',
  title: 'Start a roundtable',
  description:
    "Starts a discussion of a question by a panel of models, and returns its id at once; the discussion then runs in the background for several minutes. It costs the person's money: if the estimate is above their limit, nothing is started and the estimate is returned; ask the person, then call again with confirm_cost: true. Use it for decisions with alternatives, requirements or ideas that deserve several points of view, not for what you can answer yourself. Then call roundtable_wait.",
  input: sessionInput.extend({
    confirm_cost: z
      .boolean()
      .optional()
      .describe('True only after the person has seen the estimate and agreed to it.'),
  }),
  isReadOnly: false,
  hasKey: true,
  callsModels: true,
  run: async ({ confirm_cost: isConfirmed = false, ...given }, call) => {
    const options = readSession(given);
    if (!isConfirmed) {
      const estimated = await call.app.estimate({ ...options, signal: call.signal });
      const estimate = describeEstimate(estimated);
      if (estimate.needs_confirmation) return { started: false, estimate };
    }
    const { sessionId } = await call.discussions.begin(
      (run) => call.app.start({ ...options, ...run }),
      call.signal,
    );
    return { started: true, ...(await tellSession(sessionId, call)) };
  },
});
