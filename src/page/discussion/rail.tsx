/** What stays beside a discussion: its state, what waits, steering, the seats, the agenda and the cost. */
import type { ComponentChildren, VNode } from 'preact';
import { formatConfidence, formatCost, formatTokens } from '../../wording/format-numbers.ts';
import { sayStatus } from '../../wording/pause.ts';
import { sayInstant } from '../figures.ts';
import { hasEnded } from '../follow-session.ts';
import type { View } from '../live-view.ts';
import { usePage, useShown } from '../page-context.ts';
import { nameSeat, openFold } from '../parts.tsx';
import { Line, SourceButton } from '../rich.tsx';
import { Left } from './results.tsx';
import { Steering } from './steering.tsx';

export function Rail({ view, onDone }: { view: View; onDone: () => Promise<void> }): VNode {
  return (
    <section class="rail" aria-label="State and steering">
      <State />
      <Steering view={view} onDone={onDone} />
      <Seats />
      <Agenda />
      <Cost view={view} />
    </section>
  );
}

function Card({ title, children }: { title: string; children: ComponentChildren }): VNode {
  return (
    <div class="card">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

function State(): VNode {
  const { session } = useShown();
  const { now } = usePage();
  const { status, pause_reason: reason, runner, waits_for: wait, completed_at: at } = session;
  return (
    <Card title={hasEnded(session) ? 'What is left' : 'Now'}>
      <p>
        <span class={`mark ${wait ? 'ask' : runner === null ? '' : 'run'}`} data-status={status}>
          {runner === 'waiting' ? 'waits for a free place' : sayStatus(status, reason, runner !== null)}
        </span>{' '}
        {at !== null && <span class="quiet">{sayInstant(at, now())}</span>}
      </p>
      {session.rehearsal && <p class="quiet">Rehearsal: nothing here is an opinion.</p>}
      {wait !== null && (
        <p>
          <button type="button" class="source" onClick={() => openFold('asked')}>
            {wait === 'turn' ? 'It is your turn' : 'A decision is needed'}
          </button>
        </p>
      )}
      {runner === 'elsewhere' && (
        <p class="quiet">Another process runs it; each answer appears once it is complete.</p>
      )}
      <Left />
    </Card>
  );
}

/** Who sits at the table, and how sure each was in the last rounds. */
function Seats(): VNode {
  const { session } = useShown();
  const spoken = session.rounds.slice(-4);
  return (
    <Card title="Seats">
      <ul class="plain">
        {session.participants.map(({ id, model }) => (
          <li key={id}>
            {nameSeat(session, id)} {model !== null && <span class="quiet small">{model}</span>}
            <div class="small figures">
              {spoken.flatMap(({ round, answers }) => {
                const answer = answers.find(({ seat }) => seat === id);
                if (answer === undefined || answer.confidence === null) return [];
                const moved = answer.cause === null ? '' : ' changed';
                return [
                  <SourceButton
                    source={{ kind: 'said', round, seat: id }}
                    text={`round ${round}: ${formatConfidence(answer.confidence)}${moved}`}
                  />,
                  ' ',
                ];
              })}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const coverage = { pending: 'not begun', partial: 'in part', covered: 'covered' } as const;

function Agenda(): VNode | null {
  const { agenda } = useShown().session;
  if (agenda.length === 0) return null;
  const covered = agenda.filter(({ status }) => status === 'covered').length;
  return (
    <details class="card">
      <summary>
        <h2 id="agenda">Agenda</h2>{' '}
        <span class="quiet">
          {covered} of {agenda.length} covered
        </span>
      </summary>
      <ul class="plain">
        {agenda.map(({ id, name, critical, status, criteria, criteria_met }) => (
          <li key={id} data-status={status}>
            <details>
              <summary>
                {name}{' '}
                <span class="quiet">
                  {coverage[status]}
                  {critical && status !== 'covered' && ', critical'}
                </span>
              </summary>
              <ul>
                {criteria.map((criterion) => {
                  const met = criteria_met.find((one) => one.criterion === criterion);
                  return (
                    <li>
                      {criterion}{' '}
                      <span class="quiet">
                        {met === undefined ? (
                          'not met'
                        ) : (
                          <Line text={`round ${met.round}: ${met.by.join(', ')}`} />
                        )}
                      </span>
                    </li>
                  );
                })}
              </ul>
            </details>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Cost({ view: { session, usage } }: { view: View }): VNode {
  const { max_cost: most, max_tokens: mostTokens, max_rounds: mostRounds } = session.settings;
  const of = (limit: string | number | null): string => (limit === null ? '' : ` of ${limit}`);
  return (
    <Card title="Cost">
      <dl class="figures-list">
        <dt>Spent</dt>
        <dd class="usage">
          {usage.cost_usd === null
            ? 'unknown'
            : usage.cost_usd === 0
              ? 'nothing'
              : formatCost(usage.cost_usd)}
          {of(most && formatCost(most))}
        </dd>
        <dt>Tokens</dt>
        <dd>
          {formatTokens(usage.input_tokens + usage.output_tokens)}
          {of(mostTokens && formatTokens(mostTokens))}
        </dd>
        <dt>Calls</dt>
        <dd>{usage.calls}</dd>
        <dt>Rounds</dt>
        <dd>
          {session.total_rounds}
          {hasEnded(session) ? '' : of(mostRounds)}
        </dd>
        <dt>Strategy</dt>
        <dd>{session.strategy}</dd>
      </dl>
    </Card>
  );
}
