/** `roundtable_estimate`, and the session options that it shares with `roundtable_start`. */
import * as z from 'zod';
import type { StartOptions } from '../../app/options.ts';
import type { EstimatedRun, EstimatedSession } from '../../app/results.ts';
import { S2sError } from '../../session/errors.ts';
import { type OutputType, outputTypes, workflowTypes } from '../../session/vocabulary.ts';
import { type Call, describeTool } from '../tool.ts';

/** The options of a session. They name no models: the person chooses which program or host answers. */
export const sessionInput = z.strictObject({
  topic: z
    .string()
    .min(1)
    .max(20_000)
    .describe('The question, with what the panel has to know to discuss it.'),
  workflow: z
    .enum(workflowTypes)
    .optional()
    .describe(
      'design: a decision record; specs: requirements; brainstorm: ranked ideas; roundtable (when absent): any question.',
    ),
  strategy: z
    .string()
    .optional()
    .describe('How they discuss, such as debate or six-hats; chosen by the topic when absent.'),
  participants: z
    .array(z.string())
    .optional()
    .describe('Ids of agents at the table; chosen by the topic when absent.'),
  output_type: z
    .enum(outputTypes as [OutputType, ...OutputType[]])
    .optional()
    .describe('The document; that of the workflow when absent.'),
  context: z
    .array(z.string())
    .max(50)
    .optional()
    .describe(
      'Files, folders or patterns of the project that the panel gets to read, relative to it, such as docs/api.md.',
    ),
  language: z
    .string()
    .optional()
    .describe('Of questions, answers and document; that of the topic when absent.'),
  with_person: z
    .boolean()
    .optional()
    .describe('Gives the person a seat of their own; their turns come by roundtable_say.'),
  max_rounds: z
    .number()
    .int()
    .min(1)
    .optional()
    .describe('Fewer rounds than the project allows; more is not possible here.'),
  max_cost: z
    .number()
    .min(0)
    .optional()
    .describe('US dollars at which the session pauses, below what the person allows.'),
  rehearsal: z
    .boolean()
    .optional()
    .describe('The built-in panel speaks: no model, no cost, no advice. Only to show how a roundtable goes.'),
});

/** The fields of an estimate in a result. */
export const estimateFields = {
  participants: z.array(z.looseObject({ id: z.string(), model: z.string().nullable() })),
  strategy: z.string(),
  expected_calls: z.looseObject({ least: z.number(), most: z.number() }),
  expected_cost_usd: z
    .looseObject({ least: z.number(), most: z.number() })
    .describe('of the models whose prices are known'),
  unknown_prices: z
    .array(z.string())
    .describe('models whose price is not known, so that the whole cost is not'),
  confirm_above_usd: z.number().describe('above this the person has to agree before a start'),
  needs_confirmation: z.boolean(),
  notices: z.array(z.string()),
};

export const estimateTool = describeTool({
  name: 'roundtable_estimate',
  title: 'What a roundtable would cost',
  description:
    'Says which panel would discuss a topic, and what calls and money to expect. Calls no model, costs nothing, stores nothing. Use it before roundtable_start, and tell the person the highest cost.',
  input: sessionInput,
  output: z.looseObject(estimateFields),
  isReadOnly: true,
  callsModels: false,
  run: async (given, call) => {
    const { options, estimated } = await planWithin(given, call);
    const data = describeEstimate(estimated ?? (await call.app.estimate(options)));
    return { text: sayEstimate(data), data };
  },
});

/**
 * Plans a session within the person's limits: an assistant can lower them, never raise them. The estimate is null if `isNeeded` is
 * false.
 */
export async function planWithin(
  given: z.output<typeof sessionInput>,
  { app, signal }: Pick<Call, 'app' | 'signal'>,
  { isNeeded = true } = {},
): Promise<{ options: StartOptions; estimated: EstimatedSession | null }> {
  const plain = readOptions(given);
  const hasLimits = given.max_rounds !== undefined || given.max_cost !== undefined;
  if (!isNeeded && !hasLimits) return { options: plain, estimated: null };
  const first = await app.estimate({ ...plain, signal });
  const { max_rounds: rounds, max_cost: cost } = first.session.settings;
  const options = {
    ...plain,
    maxRounds: Math.min(given.max_rounds ?? rounds, rounds),
    ...(given.max_cost === undefined ? {} : { maxCost: Math.min(given.max_cost, cost ?? Infinity) }),
  };
  if (!isNeeded) return { options, estimated: null };
  return { options, estimated: hasLimits ? await app.estimate({ ...options, signal }) : first };
}

function readOptions(given: z.output<typeof sessionInput>): StartOptions {
  const outside = given.context?.find((path) => /^[/\\~]|^[a-z]:|\.\./i.test(path));
  if (outside !== undefined) {
    throw new S2sError(
      'FILE_OUTSIDE_PROJECT',
      `An assistant can give the panel only files of the project, and ${outside} is not one of them.`,
      {
        hint: `Name it relative to the project, or let the person start the session in a terminal: s2s roundtable start "..." --context ${outside}`,
      },
    );
  }
  return {
    topic: given.topic,
    workflow: given.workflow,
    strategy: given.strategy,
    participants: given.participants,
    outputType: given.output_type,
    context: given.context,
    contextNamedBy: 'others',
    language: given.language,
    withMe: given.with_person,
    rehearsal: given.rehearsal,
  };
}

/** An estimate as data. */
export function describeEstimate({ session, estimate, confirmAbove }: EstimatedSession) {
  const { minimum, maximum } = estimate;
  const range = (read: (run: EstimatedRun) => number): { least: number; most: number } => ({
    least: read(minimum),
    most: read(maximum),
  });
  return {
    participants: session.participants.map(({ id, model }) => ({ id, model })),
    strategy: session.strategy,
    expected_calls: range(({ usage }) => usage.calls),
    expected_cost_usd: range((run) => run.known_cost_usd),
    unknown_prices: maximum.unknown_prices,
    confirm_above_usd: confirmAbove,
    // A session pauses at its own limit, so that limit caps the cost.
    needs_confirmation:
      Math.min(maximum.known_cost_usd, session.settings.max_cost ?? Infinity) > confirmAbove ||
      maximum.unknown_prices.length > 0,
    notices: [] as string[],
  };
}

/** An estimate as text. */
export function sayEstimate(data: ReturnType<typeof describeEstimate>): string {
  const { expected_calls: calls, expected_cost_usd: cost, unknown_prices: unknown } = data;
  return [
    `Seats: ${data.participants.map(({ id, model }) => `${id} (${model ?? 'the person'})`).join(', ')}; strategy ${data.strategy}.`,
    `Expected: ${calls.least} to ${calls.most} calls, ${cost.least.toFixed(2)} to ${cost.most.toFixed(2)} USD.`,
    ...(unknown.length === 0
      ? []
      : [`The price of ${unknown.join(', ')} is not known, so the cost may be higher.`]),
    data.needs_confirmation
      ? 'Ask the person whether they agree to this cost before you start; then call roundtable_start with confirm_cost: true.'
      : 'This is within what may be started without asking.',
  ].join('\n');
}
