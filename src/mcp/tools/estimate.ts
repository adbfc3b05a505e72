/** `roundtable_estimate`, and the session options that it shares with `roundtable_start`. */
import * as z from 'zod';
import type { StartOptions } from '../../app/options.ts';
import type { EstimatedSession } from '../../app/results.ts';
import { buildEstimate } from '../../app/start/estimate.ts';
import { describeFields, readFields } from '../../config/option-fields.ts';
import { S2sError } from '../../session/errors.ts';
import { describeTool } from '../tool.ts';

const fields = describeFields(['start', 'run']);

/** The options of a session. They name no models: the person chooses which program or host answers. */
export const sessionInput = z.strictObject({
  ...fields,
  context: z
    .array(z.string())
    .max(50)
    .optional()
    .describe('files of the project for the panel, as docs/*.md'),
});

export const estimateTool = describeTool({
  name: 'roundtable_estimate',
  title: 'Estimate a roundtable',
  description:
    'Says which panel would discuss a topic, and how many calls and how much money it would take. Takes the same fields as roundtable_start. Calls no model, stores nothing, costs nothing. Use it before roundtable_start, and tell the person the highest cost.',
  // The fields are listed once, at roundtable_start: every conversation carries the list of tools.
  input: z.looseObject({ topic: z.string().describe('and the other fields of roundtable_start') }),
  isReadOnly: true,
  callsModels: false,
  run: async (given, { app, signal }) => {
    return describeEstimate(await app.estimate({ ...readSession(given), signal }));
  },
});

/** Reads the options of a session. An assistant gives the panel only files of the project, and can lower the person's limits, never raise them. */
export function readSession(given: Record<string, unknown>): StartOptions {
  const { error } = sessionInput.safeParse(given);
  if (error !== undefined) throw new S2sError('INVALID_VALUE', z.prettifyError(error));
  const options = readFields<StartOptions>(given, ['start', 'run']);
  if (fields['context']?.safeParse(options.context).success !== true) {
    throw new S2sError(
      'FILE_OUTSIDE_PROJECT',
      'An assistant can give the panel only files of the project, and one of these is not.',
      { hint: 'Name files relative to the project; others only the person can give, in a terminal.' },
    );
  }
  return { ...options, contextNamedBy: 'others', lowersOnly: true };
}

/** An estimate, and whether the person has to agree to it first. */
export function describeEstimate(estimated: EstimatedSession) {
  const { session, estimate, confirmAbove } = estimated;
  const { known_cost_usd: cost, unknown_prices } = estimate.maximum;
  // A session pauses at its own limit, so that limit caps the cost.
  const isDear = Math.min(cost, session.settings.max_cost ?? Infinity) > confirmAbove;
  const needs_confirmation = isDear || unknown_prices.length > 0;
  return {
    ...buildEstimate(estimated),
    ...{ unknown_prices, confirm_above_usd: confirmAbove, needs_confirmation },
    next: needs_confirmation
      ? 'Ask the person whether they agree to this cost before you start; then call roundtable_start with confirm_cost: true.'
      : 'This is within what may be started without asking.',
  };
}
