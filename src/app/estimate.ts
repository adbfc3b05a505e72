/**
 * Estimates what a run would cost, without a call. The real loop runs the planned session with ordinary replies, once with the fewest
 * rounds and once with the most, so it counts the real prompts.
 */

import { type Evidencer, formatLookUp } from '../domain/evidence.ts';
import type { ModelRequest, Step } from '../domain/model-request.ts';
import type { Ask, Operator, Ports, Table } from '../domain/ports.ts';
import type { Usage } from '../domain/records.ts';
import { noUsage } from '../domain/records.ts';
import type { Session } from '../domain/session.ts';
import type { Settings } from '../domain/settings.ts';
import { addUsage, sumUsages } from '../domain/usage.ts';
import { estimateRequestTokens, estimateTokens } from '../models/client/estimate.ts';
import { type Prices, pricesCheckedOn, priceUsage } from '../models/client/prices.ts';
import type { ReplyForms } from '../roundtable/replies/forms.ts';
import { runSession } from '../roundtable/run-session.ts';
import type { AppParts } from './app-parts.ts';
import { writeOrdinaryReply } from './estimate-replies.ts';
import { openEvidence } from './open-evidence.ts';
import type { StartOptions } from './options.ts';
import type { Estimate, EstimatedRun, EstimatedSession } from './results.ts';
import { planStart } from './start.ts';

/** Plans a session and estimates its cost. Calls no model and writes nothing. Throws as planning does. */
export async function estimate(parts: AppParts, options: StartOptions): Promise<EstimatedSession> {
  const { session, table, config } = await planStart(parts, options, { calls: false });
  const evidence = imagineLookUps(openEvidence(parts, config));
  return {
    session,
    estimate: await estimateSession(
      { session, table, evidence, forms: await parts.loadForms() },
      config.prices,
    ),
    confirmAbove: config.confirmAbove,
  };
}

/** The session to estimate. */
interface Planned {
  session: Session;
  table: Table;
  evidence: Evidencer;
  forms: ReplyForms;
}

/** Bytes that one look-up usually returns, even if it may return more. */
const ordinaryFinding = 3_000;

/** Gives the project's real map, and made-up findings of ordinary length. */
function imagineLookUps(project: Evidencer): Evidencer {
  let map: Promise<string> | null = null;
  return {
    map: (options) => {
      map ??= project.map(options);
      return map;
    },
    lookUp: async (wanted, { maxBytes }) => ({
      title: formatLookUp(wanted),
      text: 'const attempts = limit;\n'.repeat(Math.min(maxBytes, ordinaryFinding) / 24),
      found: true,
    }),
    check: async (places) => [...places],
  };
}

async function estimateSession(planned: Planned, prices: Prices): Promise<Estimate> {
  const { max_rounds: most } = planned.session.settings;
  const fewest = Math.min(most, countFewestRounds(planned));
  const minimum = await rehearseRounds(planned, { rounds: fewest, prices });
  const maximum = fewest === most ? minimum : await rehearseRounds(planned, { rounds: most, prices });
  return { minimum, maximum, pricesCheckedOn };
}

/** A conclusion needs `min_rounds`, and the least rounds of every phase of the strategy. */
function countFewestRounds({ session, table }: Planned): number {
  const phases = table.strategy.phases.reduce((sum, phase) => sum + Math.max(1, phase.min_rounds), 0);
  return Math.max(session.settings.min_rounds, phases);
}

async function rehearseRounds(
  { session, table, evidence, forms }: Planned,
  { rounds, prices }: { rounds: number; prices: Prices },
): Promise<EstimatedRun> {
  const calls: { request: ModelRequest; usage: Usage }[] = [];
  const ask: Ask = async (request) => {
    const data = writeOrdinaryReply(request);
    const text = JSON.stringify(data);
    const tokens = {
      ...noUsage,
      calls: 1,
      input_tokens: estimateRequestTokens(request),
      output_tokens: estimateTokens(text),
    };
    const free = /^rehearsal(?:\/|$)/.test(request.model);
    const usage = { ...tokens, cost_usd: free ? 0 : priceUsage(tokens, request.model, prices) };
    calls.push({ request, usage });
    return {
      ok: true,
      text,
      data,
      problem: null,
      usage,
      duration_ms: 0,
      request_id: null,
      provider: 'estimate',
      model: request.model,
      stop_reason: null,
      replayed: false,
    };
  };
  const imagined = { ...session, settings: fixRounds(session.settings, rounds) };
  const { session: ended } = await runSession(
    { session: imagined, version: '', resumed: false },
    table,
    { ...createPorts(ask, session.created_at), evidence },
    forms,
  );
  return addUp(calls, ended.total_rounds);
}

/** Settings for exactly `rounds` rounds, without limits and without waiting for a person. */
function fixRounds(settings: Settings, rounds: number): Settings {
  return {
    ...settings,
    min_rounds: rounds,
    max_rounds: rounds,
    stop_when_stable: false,
    interactive: false,
    max_tokens: null,
    max_cost: null,
    total_timeout: null,
    escalation: { ...settings.escalation, enabled: false },
  };
}

function createPorts(ask: Ask, createdAt: string): Ports {
  const never = new AbortController().signal;
  const operator: Operator = {
    stop: never,
    chooseAfterRound: async () => ({ choice: 'continue' }),
    decideEscalation: async () => ({ decision: 'accept', by: 'policy' }),
    takeTurn: async () => ({ text: 'I see it the same way.', stances: [] }),
  };
  return {
    ask,
    operator,
    store: { save: async () => '', publish: async () => [], release: async () => undefined },
    report: () => undefined,
    clock: {
      now: () => new Date(createdAt),
      elapsed: () => 0,
      deadline: () => ({ signal: never, clear: () => undefined }),
    },
  };
}

function addUp(calls: readonly { request: ModelRequest; usage: Usage }[], rounds: number): EstimatedRun {
  const models = new Map<string, Usage>();
  const steps = new Map<Step, Usage>();
  for (const { request, usage } of calls) {
    models.set(request.model, addUsage(models.get(request.model) ?? noUsage, usage));
    steps.set(request.step, addUsage(steps.get(request.step) ?? noUsage, usage));
  }
  const byModel = [...models].map(([model, usage]) => ({ model, usage: round(usage) }));
  return {
    rounds,
    usage: round(sumUsages(calls.map(({ usage }) => usage))),
    by_model: byModel,
    by_step: [...steps].map(([step, { calls: count, input_tokens, output_tokens }]) => ({
      step,
      calls: count,
      input_tokens,
      output_tokens,
    })),
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
