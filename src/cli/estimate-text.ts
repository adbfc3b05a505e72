/** The estimate for people and for programs. */

import type { EstimatedRun, EstimatedSession } from '../app/results.ts';
import { assumption, buildEstimate } from '../app/start/estimate-document.ts';
import { formatCost, formatCount, formatPlural } from '../wording/format-numbers.ts';
import type { CommandResult } from './environment.ts';

/** The result of `--estimate`. */
export function describeEstimate(estimated: EstimatedSession): CommandResult {
  const { session, estimate } = estimated;
  const { minimum, maximum, pricesCheckedOn } = estimate;
  const same = minimum.rounds === maximum.rounds;
  const seats = session.participants.map(({ id, model }) => `${id} (${model ?? 'you'})`);
  const text = [
    `Estimate for: ${session.topic}`,
    `Seats: ${seats.join(', ')}; facilitator ${session.facilitator.model}, synthesizer ${session.synthesizer.model}`,
    '',
    ...describeRun(minimum, same ? '' : 'at least '),
    ...(same ? [] : ['', ...describeRun(maximum, 'at most ')]),
    '',
    assumption,
    `Prices as of ${pricesCheckedOn}, and from \`prices:\` in the configuration.`,
    ...maximum.unknown_prices.map(
      (model) => `The price of ${model} is unknown. Add it under prices: in .s2s/config.yaml.`,
    ),
    'No model was called and nothing was written.',
  ];
  return {
    json: { estimate: buildEstimate(estimated) },
    text: text.join('\n'),
    next: ['Run the same command without --estimate. --max-cost limits what it may spend.'],
  };
}

function describeRun(run: EstimatedRun, how: string): string[] {
  const { usage } = run;
  return [
    `${how}${formatPlural(run.rounds, 'round')}: ${describeUsage(usage)}, ${describeCost(run)}`.replace(
      /^./,
      (letter) => letter.toUpperCase(),
    ),
    ...run.by_model.map(
      ({ model, usage: part }) => `  ${model}: ${describeUsage(part)}, ${formatCost(part.cost_usd)}`,
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
