/** Estimates what a session would cost: no call, and nothing is written. */

import { estimateTokens } from '../../models/client/estimate.ts';
import { type Prices, pricesCheckedOn, priceUsage } from '../../models/client/prices.ts';
import type { Table } from '../../session/ports/ports.ts';
import { noUsage, type Usage } from '../../session/records.ts';
import { isCounted } from '../../session/rules/counting.ts';
import { addUsage, sumUsages } from '../../session/rules/usage.ts';
import type { Session } from '../../session/session.ts';
import { formatCost, formatCount, formatPlural } from '../../wording/format-numbers.ts';
import type { AppParts } from '../app-parts.ts';
import type { StartOptions } from '../options.ts';
import { type EstimatePlan, planCalls, usual } from '../plan/estimate-plan.ts';
import type { Estimate, EstimatedRun, EstimatedSession } from '../results.ts';
import { planStart } from './start.ts';

/** The size of the map of a project that prompts contain, in tokens. */
const mapTokens = 1_500;

/** Plans a session and estimates its cost. Calls no model and writes nothing. Throws as planning does. */
export async function estimate(parts: AppParts, options: StartOptions): Promise<EstimatedSession> {
  const { session, table, config } = await planStart(parts, options, { calls: false });
  return {
    session,
    estimate: estimateSession({ session, table }, config.prices),
    confirmAbove: config.confirmAbove,
  };
}

/** More than anybody pays for; each takes time to add up. */
const mostRounds = 1_000;

/** The range: the fewest rounds without anything asked again, and the most rounds with all of it. */
function estimateSession(planned: { session: Session; table: Table }, prices: Prices): Estimate {
  const most = Math.min(planned.session.settings.max_rounds, mostRounds);
  const fewest = Math.min(most, countFewestRounds(planned));
  return {
    minimum: addUp(describePlan(planned, { rounds: fewest, again: false }), prices),
    maximum: addUp(describePlan(planned, { rounds: most, again: true }), prices),
    pricesCheckedOn,
  };
}

/** A conclusion needs `min_rounds`, and the least rounds of every phase of the strategy. */
function countFewestRounds({ session, table }: { session: Session; table: Table }): number {
  const phases = table.strategy.phases.reduce((sum, phase) => sum + Math.max(1, phase.min_rounds), 0);
  return Math.max(session.settings.min_rounds, phases);
}

function describePlan(
  { session, table }: { session: Session; table: Table },
  { rounds, again }: { rounds: number; again: boolean },
): EstimatePlan {
  const { settings } = session;
  const looksUp = settings.evidence.mode !== 'off';
  const { turns } = settings.evidence;
  const asksAgain = table.strategy.phases.slice(1).filter(({ proposals }) => proposals === true).length;
  const texts = [
    table.context.text,
    ...table.contextFiles.map(({ text }) => text),
    ...(session.earlier_decisions ?? []).map(({ title, outcome }) => `${title} ${outcome}`),
    ...(table.extended?.items ?? []).map(({ title, text }) => `${title} ${text}`),
  ];
  return {
    seats: session.participants.flatMap(({ model }) => (model === null ? [] : [{ model }])),
    facilitator: session.facilitator.model,
    synthesizer: session.synthesizer.model,
    rounds,
    proposalRounds: Math.min(rounds, 1 + asksAgain),
    context: texts.reduce((sum, text) => sum + estimateTokens(text), looksUp ? mapTokens : 0),
    turns: looksUp
      ? {
          deep: Math.min(usual.turns.deep, turns),
          shallow: Math.min(usual.turns.shallow, Math.ceil(turns / 2)),
        }
      : { deep: 0, shallow: 0 },
    combined: settings.combined,
    fast: settings.fast,
    votes: isCounted(settings.consensus),
    again,
  };
}

function addUp(plan: EstimatePlan, prices: Prices): EstimatedRun {
  const models = new Map<string, Usage>();
  for (const { model, calls, input_tokens, output_tokens } of planCalls(plan)) {
    const tokens = { ...noUsage, calls, input_tokens, output_tokens };
    const cost_usd = model.startsWith('rehearsal') ? 0 : priceUsage(tokens, model, prices);
    const usage = { ...tokens, cost_usd };
    models.set(model, addUsage(models.get(model) ?? noUsage, usage));
  }
  const byModel = [...models].map(([model, usage]) => ({ model, usage: round(usage) }));
  return {
    rounds: plan.rounds,
    usage: round(sumUsages([...models.values()])),
    by_model: byModel,
    unknown_prices: byModel.filter(({ usage }) => usage.cost_usd === null).map(({ model }) => model),
    known_cost_usd: roundCost(byModel.reduce((sum, { usage }) => sum + (usage.cost_usd ?? 0), 0)),
  };
}

function round(usage: Usage): Usage {
  return { ...usage, cost_usd: usage.cost_usd === null ? null : roundCost(usage.cost_usd) };
}

/** Rounds to a hundred-thousandth of a dollar: more digits would suggest false precision. */
function roundCost(cost: number): number {
  return Math.round(cost * 1e5) / 1e5;
}

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
