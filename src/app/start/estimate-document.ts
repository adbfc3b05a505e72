/** The estimate for programs and for people: on the command line, over HTTP and for assistants. */
import { formatCost, formatCount, formatPlural } from '../../wording/format-numbers.ts';
import type { EstimatedRun, EstimatedSession } from '../results.ts';

/** How the numbers are calculated. */
const assumption =
  'Computed from the plan, with prompts and replies of the usual length. Thinking and savings by a cache are not included.';

/** Builds the estimate's document. */
export function buildEstimate({ session, estimate }: EstimatedSession): Record<string, unknown> {
  return {
    topic: session.topic,
    workflow_type: session.workflow_type,
    strategy: session.strategy,
    participants: session.participants.map(({ id, model }) => ({ id, model })),
    facilitator: session.facilitator.model,
    synthesizer: session.synthesizer.model,
    minimum: estimate.minimum,
    maximum: estimate.maximum,
    prices_checked_on: estimate.pricesCheckedOn,
    assumption,
  };
}

/** The estimate as text. */
export function sayEstimate({ session, estimate }: EstimatedSession): string {
  const { minimum, maximum, pricesCheckedOn } = estimate;
  const same = minimum.rounds === maximum.rounds;
  const seats = session.participants.map(({ id, model }) => `${id} (${model ?? 'you'})`);
  return [
    `Estimate for: ${session.topic}`,
    `Seats: ${seats.join(', ')}; facilitator ${session.facilitator.model}, synthesizer ${session.synthesizer.model}`,
    '',
    ...describeRun(minimum, same ? '' : 'At least '),
    ...(same ? [] : ['', ...describeRun(maximum, 'At most ')]),
    '',
    assumption,
    `Prices as of ${pricesCheckedOn}, and from \`prices:\` in the configuration.`,
    ...maximum.unknown_prices.map(
      (model) => `The price of ${model} is unknown. Add it under prices: in .s2s/config.yaml.`,
    ),
    'No model was called and nothing was written.',
  ].join('\n');
}

function describeRun(run: EstimatedRun, how: string): string[] {
  return [
    `${how}${formatPlural(run.rounds, 'round')}: ${describeUsage(run.usage)}, ${describeCost(run)}`,
    ...run.by_model.map(
      ({ model, usage }) => `  ${model}: ${describeUsage(usage)}, ${formatCost(usage.cost_usd)}`,
    ),
  ];
}

function describeUsage(usage: EstimatedRun['usage']): string {
  return `${formatPlural(usage.calls, 'call')}, ${formatCount(usage.input_tokens)} tokens in, ${formatCount(usage.output_tokens)} out`;
}

function describeCost({ usage, known_cost_usd: known }: EstimatedRun): string {
  if (usage.cost_usd !== null || known === 0) return formatCost(usage.cost_usd);
  return `${formatCost(null)} (${formatCost(known)} for the models with a known price)`;
}
