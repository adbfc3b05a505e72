/** The tool that starts a discussion, unless the person has to agree to its cost first. */
import * as z from 'zod';
import { tellSession } from '../tell-session.ts';
import { describeTool } from '../tool.ts';
import { describeEstimate, readSession, sessionInput, tellEstimate } from './estimate.ts';

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
      if (estimate.needs_confirmation)
        return {
          text: `Nothing was started yet.\n${tellEstimate(estimated)}`,
          data: { started: false, estimate, notices: [] },
        };
    }
    const { sessionId } = await call.discussions.begin(
      (run) => call.app.start({ ...options, ...run }),
      call.signal,
    );
    const { text, data } = await tellSession(sessionId, call, {
      lead: 'Started. The discussion runs on by itself.',
    });
    return { text, data: { started: true, ...data } };
  },
});
