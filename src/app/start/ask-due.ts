/** Asks one seat, in one call with look-ups, which of the events have come at which decisions want to be looked at again. */
import { createCostLimit } from '../../models/client/cost-limit.ts';
import { createAsk } from '../../models/client/create-ask.ts';
import { estimateTokens } from '../../models/client/estimate.ts';
import { priceUsage } from '../../models/client/prices.ts';
import { readReply } from '../../models/replies/read-reply.ts';
import { buildDuePrompt } from '../../prompts/due.ts';
import { dueForm } from '../../prompts/forms/due.ts';
import { createNaming } from '../../prompts/seat-names.ts';
import { buildSystem } from '../../prompts/system.ts';
import { askOnce } from '../../roundtable/ask-once.ts';
import { readLookBudget, readTimeout } from '../../roundtable/ask-seat.ts';
import { buildFacts } from '../../roundtable/request-facts.ts';
import { S2sError } from '../../session/errors.ts';
import { noUsage } from '../../session/records.ts';
import type { AppParts } from '../app-parts.ts';
import { listDueDecisions } from '../decision-records.ts';
import type { AskDueOptions } from '../options.ts';
import { usual } from '../plan/estimate-plan.ts';
import { openEvidence } from '../plan/open-evidence.ts';
import { planSession } from '../plan/plan-session.ts';
import { requirePrices, requireUsable } from '../plan/require-models.ts';
import { requireTrust } from '../require-trust.ts';
import type { AskedDue } from '../results.ts';
import { createUnattendedOperator } from '../run/unattended-operator.ts';

/** What a reply may have, in tokens, thinking included. */
const mostTokens = 12_000;
/** The size of the map of the project in the prompt, in bytes. */
const mapBytes = 6_000;

/**
 * Asks about the events of all records. `onlyEstimate`: says what it would take, and calls nothing. Throws NEEDS_INPUT where no record
 * waits for an event, CALL_FAILED where no usable reply came, and what planning throws.
 */
export async function askDue(parts: AppParts, options: AskDueOptions): Promise<AskedDue> {
  const due = await listDueDecisions(parts);
  if (due.events.length === 0)
    throw new S2sError('NEEDS_INPUT', 'No decision record waits for an event.', {
      hint: 'What is due by its date: s2s decisions due',
    });
  const { signal, model, models, onlyEstimate = false } = options;
  const topic = 'Which decisions want to be looked at again?';
  const planned = await planSession(parts, {
    ...{ topic, workflowType: 'revisit', evidence: 'read', model, models, signal },
  });
  const { config, table } = planned;
  const [seat] = planned.session.participants;
  if (seat?.model == null) throw new S2sError('NO_MODEL', 'No seat with a model was found to ask.');
  // It is asked alone, and looks up itself what was decided.
  const session = { ...planned.session, participants: [seat], earlier_decisions: [] };
  await requireTrust(parts, { references: [seat.model], options, calls: !onlyEstimate });
  for (const notice of planned.notices.filter(({ text }) => text.startsWith('Model'))) parts.notify(notice);
  const evidence = openEvidence(parts, config);
  const events = due.events.map(({ path, title, text }, index) => ({
    id: `E${index + 1}`,
    path,
    title,
    text,
  }));
  const shown = { ...table, projectMap: await evidence.map({ maxBytes: mapBytes }) };
  const agent = table.agents.get(seat.id) ?? table.facilitator;
  const naming = createNaming(session, seat.id);
  const prompt = buildDuePrompt(session, shown, { events, naming, role: seat.role, about: agent.body });
  const system = buildSystem(session);
  const budget = readLookBudget(session.settings, true);
  const estimated = estimate([...system, ...prompt].map(({ text }) => text).join('\n'), {
    turns: budget?.turns ?? 0,
    events: events.length,
  });
  const cost_usd = priceUsage(estimated, seat.model, config.prices);
  const estimatedUsage = { ...estimated, cost_usd };
  options.tell?.({ model: seat.model, usage: estimatedUsage });
  if (onlyEstimate)
    return { ...due, answers: [], model: seat.model, estimate: estimatedUsage, usage: noUsage };
  requirePrices(session, { world: parts.world, config });
  await requireUsable(session, { world: parts.world, config });
  const providers = await parts.loadProviders();
  const { clock, random } = parts.world;
  const { max_cost: limitUsd } = session.settings;
  const call = createAsk({
    ...{ providers, clock, random, redact: parts.redact, prices: config.prices, gate: parts.gate },
    ...(limitUsd === null
      ? {}
      : { costLimit: createCostLimit({ limitUsd, spentUsd: 0, prices: config.prices }) }),
    onWarning: (text) => parts.notify({ level: 'warning', text }),
  });
  try {
    const { result, usage } = await askOnce(session, shown, {
      ports: {
        ask: async (request, how) => {
          const reply = await call(request, how);
          parts.onReply?.(reply);
          return readReply(reply, request);
        },
        evidence,
        operator: createUnattendedOperator({ stop: signal, onEscalation: 'pause' }),
        report: (event) => {
          if (event.type === 'looked-up') options.look?.(event.title);
        },
        clock,
      },
      question: {
        ...{ at: 1, step: 'answer', seat: seat.id, purpose: 'ask', system, prompt },
        ...{
          formName: 'due',
          form: dueForm,
          facts: buildFacts({ session, table: shown }, agent),
          lookUps: budget,
        },
        timeoutSeconds: readTimeout(session.settings, seat.id, true),
        maxOutputTokens: mostTokens,
      },
    });
    if (!result.ok)
      throw new S2sError('NO_MODEL', `${seat.model} gave no usable answer: ${result.message}`, {
        hint: result.remedy || 's2s doctor',
      });
    const places = result.value.events.map(({ path, line, quote }) => ({
      ...{ path, line, quote, commit: null, found: null },
    }));
    const checked = await evidence.check(places, { key: 'due' });
    const answers = due.events.map((event, index) => {
      const at = result.value.events.findIndex(({ id }) => id.trim().toUpperCase() === `E${index + 1}`);
      const said = result.value.events[at];
      const place = checked[at];
      const isFound =
        place !== undefined && place.quote !== '' && place.found !== 'no' && place.found !== null;
      return {
        ...event,
        state: said?.state ?? ('unknown' as const),
        because: said?.because ?? '',
        place: isFound ? `${place.path}${place.line === null ? '' : `:${place.line}`}` : null,
      };
    });
    return { ...due, answers: parts.redactData(answers), model: seat.model, estimate: estimatedUsage, usage };
  } finally {
    providers.end();
  }
}

function estimate(text: string, { turns, events }: { turns: number; events: number }) {
  const calls = Math.min(turns, usual.turns.deep) + 1;
  return {
    ...noUsage,
    calls,
    input_tokens: calls * estimateTokens(text) + usual.findings * (((calls - 1) * calls) / 2),
    output_tokens: (calls - 1) * usual.output.lookUps + 100 * events + 300,
  };
}
