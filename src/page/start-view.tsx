/** The form of a new discussion: the question, the seats, and an estimate of the cost before the start. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { formatCost } from '../wording/format-numbers.ts';
import type { Agents, Estimate, Strategies } from './answer-types.ts';
import { Amount, Check, Choice, Words } from './fields.tsx';
import { sayEstimate } from './figures.ts';
import { useAct, useLoaded, usePage, useTitle } from './page-context.ts';
import { Problem } from './parts.tsx';
import { writeRoute } from './route.ts';
import { emptyForm, type StartForm, toBody } from './start-body.ts';

const workflows = {
  roundtable: 'Discussion, ending in a summary',
  design: 'Design, ending in a decision record',
  specs: 'Requirements',
  brainstorm: 'Brainstorm, ending in a summary',
};

export function StartView(): VNode {
  const { client, announce } = usePage();
  const [form, setForm] = useState<StartForm>(emptyForm);
  const [estimate, setEstimate] = useState<{ of: string; estimate: Estimate } | null>(null);
  const { run, busy, problem } = useAct();
  const agents = useLoaded(() => client.get<{ agents: Agents }>('/api/agents'), []);
  const strategies = useLoaded(() => client.get<{ strategies: Strategies }>('/api/strategies'), []);
  useTitle('New discussion');
  const change = (changed: Partial<StartForm>): void => setForm((before) => ({ ...before, ...changed }));
  const body = toBody(form);
  const key = JSON.stringify(body);
  const isEstimated = estimate?.of === key;
  const isReady = form.rehearsal || isEstimated;
  const submit = (): Promise<void> =>
    run(async () => {
      if (!isReady) {
        const answer = await client.post<{ estimate: Estimate }>('/api/estimate', body);
        setEstimate({ of: key, estimate: answer.estimate });
        announce(`The estimate: ${sayEstimate(answer.estimate)}`);
        return;
      }
      const started = await client.post<{ session_id: string }>('/api/sessions', body);
      location.hash = writeRoute({ view: 'discussion', id: started.session_id });
    });
  const chosen = strategies.value?.strategies.find(({ id }) => id === form.strategy);
  return (
    <main id="main" tabIndex={-1}>
      <h1>New discussion</h1>
      <form
        class="start"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Words
          label="What is to be discussed?"
          name="topic"
          rows={3}
          required
          value={form.topic}
          onChange={(topic) => change({ topic })}
        />
        <div class="pair">
          <Choice
            label="Kind"
            value={form.workflow}
            options={workflows}
            onChange={(workflow) => change({ workflow })}
          />
          <Choice
            label="Strategy"
            value={form.strategy}
            options={{
              '': 'as the topic and the project suggest',
              ...Object.fromEntries((strategies.value?.strategies ?? []).map(({ id }) => [id, id])),
            }}
            onChange={(strategy) => change({ strategy })}
          />
        </div>
        {chosen !== undefined && (
          <p class="quiet">
            {chosen.description} Phases: {chosen.phases.join(', ')}.
          </p>
        )}
        <Panel
          agents={agents.value?.agents ?? []}
          seats={form.seats}
          onChange={(seats) => change({ seats })}
        />
        <Problem problem={agents.problem ?? strategies.problem} />
        <Check checked={form.withMe} onChange={(withMe) => change({ withMe })}>
          I take a seat: the panel waits for my turn in every round
        </Check>
        <div class="pair">
          <Amount
            label="Rounds at least"
            value={form.minRounds}
            onChange={(minRounds) => change({ minRounds })}
          />
          <Amount
            label="Rounds at most"
            value={form.maxRounds}
            onChange={(maxRounds) => change({ maxRounds })}
          />
          <Amount
            label="US dollars at most"
            step="any"
            value={form.maxCost}
            onChange={(maxCost) => change({ maxCost })}
          />
        </div>
        <Check checked={form.rehearsal} onChange={(rehearsal) => change({ rehearsal })}>
          Rehearse: the built-in panel speaks, no model is asked, and it costs nothing
        </Check>
        {isEstimated && !form.rehearsal && estimate !== null && <Costs estimate={estimate.estimate} />}
        <Problem problem={problem} />
        <p class="buttons">
          <button type="submit" class="primary" disabled={busy}>
            {form.rehearsal
              ? 'Start the rehearsal'
              : isEstimated && estimate !== null
                ? `Start, at most ${formatCost(estimate.estimate.maximum.usage.cost_usd)}`
                : 'Estimate the cost'}
          </button>
          <span class="quiet">
            {isReady ? '' : 'An estimate calls no model. The discussion starts only when you click again.'}
          </span>
        </p>
      </form>
    </main>
  );
}

function Costs({ estimate }: { estimate: Estimate }): VNode {
  return (
    <section class="box" aria-labelledby="estimate">
      <h2 id="estimate">What it may take</h2>
      <p class="strong">{sayEstimate(estimate)}</p>
      <p>
        At the table:{' '}
        {estimate.participants
          .map(({ id, model }) => `${id}${model === null ? '' : ` (${model})`}`)
          .join(', ')}
        . Strategy: {estimate.strategy}.
      </p>
      <p class="quiet">
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
  const looked = words.toLowerCase().split(/\s+/).filter(Boolean);
  const found = agents.filter(({ id, role, description, specialties }) => {
    const text = [id, role, description, ...specialties].join(' ').toLowerCase();
    return seats.includes(id) || looked.every((word) => text.includes(word));
  });
  return (
    <fieldset>
      <legend>Panel</legend>
      <p class="quiet" id="panel-hint">
        {seats.length === 0
          ? 'No seat is chosen, so the project’s own panel sits at the table.'
          : `At the table: ${seats.join(', ')}.`}
      </p>
      <details>
        <summary>Choose the seats</summary>
        <label>
          Find a role
          <input type="search" value={words} onInput={({ currentTarget }) => setWords(currentTarget.value)} />
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
      </details>
    </fieldset>
  );
}
