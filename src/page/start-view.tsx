/** The form of a new discussion: the question, the seats, and an estimate of the cost before the start. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { formatCost } from '../wording/format-numbers.ts';
import type { Agents, Estimated, Started, Strategies } from './answer-types.ts';
import { Notices } from './discussion/asked.tsx';
import { Amount, Check, Choice, Words } from './fields.tsx';
import { sayEstimate } from './figures.ts';
import { useAct, useLoaded, usePage, useTitle } from './page-context.ts';
import { Problem } from './parts.tsx';
import { writeRoute } from './route.ts';
import { emptyForm, type StartForm, toBody } from './start-body.ts';

const workflows = {
  roundtable: 'Discuss a question (summary)',
  design: 'Make a decision (decision record)',
  specs: 'Say what is needed (requirements)',
  brainstorm: 'Find ideas (summary)',
};

export function StartView(): VNode {
  const { client, told, announce } = usePage();
  const [form, setForm] = useState<StartForm>(emptyForm);
  const [estimate, setEstimate] = useState<({ of: string } & Estimated) | null>(null);
  const { run, busy, problem } = useAct();
  const agents = useLoaded(() => client.get<{ agents: Agents }>('/api/agents'), []);
  const strategies = useLoaded(() => client.get<{ strategies: Strategies }>('/api/strategies'), []);
  useTitle('New discussion');
  const change = (changed: Partial<StartForm>): void => setForm((before) => ({ ...before, ...changed }));
  const body = toBody(form);
  const key = JSON.stringify(body);
  const isEstimated = estimate?.of === key;
  const begin = async (more: object = {}): Promise<void> => {
    const started = { ...body, ...more };
    const { session_id: id, notices } = await client.post<Started>('/api/sessions', started);
    told.set(id, notices);
    location.hash = writeRoute({ view: 'discussion', id });
  };
  const rehearse = (): Promise<void> => begin({ dry_run: true });
  const submit = (): Promise<void> =>
    run(async () => {
      if (isEstimated) return begin();
      const answer = await client.post<Estimated>('/api/estimate', body);
      setEstimate({ of: key, ...answer });
      announce([`The estimate: ${sayEstimate(answer.estimate)}.`, ...answer.notices].join(' '));
    });
  // Asked before the click, with any topic: an estimate needs a model, and says why there is none.
  const models = useLoaded(
    () => client.post('/api/estimate', toBody({ ...form, topic: '?' })),
    [form.workflow, form.seats.join()],
  );
  const noModel = models.problem?.code === 'NO_MODEL' ? models.problem : null;
  const chosen = strategies.value?.strategies.find(({ id }) => id === form.strategy);
  return (
    <main id="main" tabIndex={-1}>
      <h1>New discussion</h1>
      <form
        class="start"
        onSubmit={(event) => {
          event.preventDefault();
          void (noModel === null ? submit() : run(rehearse));
        }}
      >
        <Words
          label="What should the panel discuss?"
          name="topic"
          data-first
          rows={4}
          required
          value={form.topic}
          onChange={(topic) => change({ topic })}
        />
        <Choice
          label="Workflow"
          value={form.workflow}
          options={workflows}
          onChange={(workflow) => change({ workflow })}
        />
        <Panel
          agents={agents.value?.agents ?? []}
          seats={form.seats}
          onChange={(seats) => change({ seats })}
        />
        <Check checked={form.withMe} onChange={(withMe) => change({ withMe })}>
          I take a seat: the panel waits for my turn in every round
        </Check>
        <details>
          <summary>Limits</summary>
          <Amount
            label="Cost limit (US$)"
            step="any"
            value={form.maxCost}
            onChange={(maxCost) => change({ maxCost })}
          />
          <Amount
            label="Maximum rounds"
            value={form.maxRounds}
            onChange={(maxRounds) => change({ maxRounds })}
          />
          <Amount
            label="Minimum rounds"
            value={form.minRounds}
            onChange={(minRounds) => change({ minRounds })}
          />
        </details>
        <details>
          <summary>More</summary>
          <Choice
            label="Strategy"
            value={form.strategy}
            options={{
              '': 'Automatic',
              ...Object.fromEntries((strategies.value?.strategies ?? []).map(({ id }) => [id, id])),
            }}
            onChange={(strategy) => change({ strategy })}
          />
          {chosen !== undefined && (
            <p class="quiet small">
              {chosen.description} Phases: {chosen.phases.join(', ')}.
            </p>
          )}
        </details>
        <Problem problem={agents.problem ?? strategies.problem} />
        {isEstimated && <Costs {...estimate} agents={agents.value?.agents ?? []} />}
        <Problem problem={problem ?? noModel} />
        <p class="buttons">
          {noModel === null && (
            <button type="submit" class="primary" disabled={busy}>
              {isEstimated
                ? `Start, at most ${formatCost(estimate.estimate.maximum.usage.cost_usd)}`
                : 'Estimate the cost'}
            </button>
          )}
          <button
            type={noModel === null ? 'button' : 'submit'}
            class={noModel === null ? '' : 'primary'}
            disabled={busy}
            onClick={({ currentTarget }) => {
              if (noModel === null && currentTarget.form?.reportValidity() === true) void run(rehearse);
            }}
          >
            Rehearse
          </button>
        </p>
        {noModel === null && (
          <p class="quiet small">
            {isEstimated ? '' : 'Estimating is free and starts nothing. '}A rehearsal uses the built-in panel:
            no model, no cost.
          </p>
        )}
      </form>
    </main>
  );
}

function Costs({ estimate, notices, agents }: Estimated & { agents: Agents }): VNode {
  const name = (id: string): string => agents.find((one) => one.id === id)?.role ?? id;
  const models = new Set(estimate.participants.map(({ model }) => model));
  const [only = null] = models.size === 1 ? models : [];
  return (
    <section class="box" aria-labelledby="estimate">
      <h2 id="estimate">What it may take</h2>
      <p class="strong">{sayEstimate(estimate)}</p>
      <Notices notices={notices} />
      <p>
        At the table:{' '}
        {estimate.participants
          .map(({ id, model }) => `${name(id)}${model === null || model === only ? '' : ` (${model})`}`)
          .join(', ')}
        . {only !== null && `Model: ${only}. `}Strategy: {estimate.strategy}.
      </p>
      <p class="quiet small">
        {estimate.assumption} Prices as of {estimate.prices_checked_on}.
      </p>
    </section>
  );
}

function Panel(props: {
  agents: Agents;
  seats: readonly string[];
  onChange: (seats: readonly string[]) => void;
}): VNode {
  const { agents, seats, onChange } = props;
  const [words, setWords] = useState('');
  const [isChosen, setChosen] = useState(false);
  const looked = words.toLowerCase().split(/\s+/).filter(Boolean);
  const found = agents.filter(({ id, role, description, specialties }) => {
    const text = [id, role, description, ...specialties].join(' ').toLowerCase();
    return seats.includes(id) || looked.every((word) => text.includes(word));
  });
  const automatic = (): void => {
    setChosen(false);
    onChange([]);
  };
  return (
    <fieldset>
      <legend>Panel</legend>
      <Check among="panel" checked={!isChosen} onChange={automatic}>
        Automatic: the project’s own panel, or the roles that fit the question
      </Check>
      <Check among="panel" checked={isChosen} onChange={() => setChosen(true)}>
        Choose the seats
      </Check>
      {isChosen && (
        <>
          <label>
            Find a role
            <input
              type="search"
              value={words}
              onInput={({ currentTarget }) => setWords(currentTarget.value)}
            />
          </label>
          <ul class="agents">
            {found.map(({ id, role, description }) => (
              <li key={id}>
                <Check
                  checked={seats.includes(id)}
                  onChange={(checked) =>
                    onChange(checked ? [...seats, id] : seats.filter((seat) => seat !== id))
                  }
                >
                  <span class="strong">{role}</span> <span class="quiet">{description}</span>
                </Check>
              </li>
            ))}
          </ul>
        </>
      )}
    </fieldset>
  );
}
