/** What stays beside a discussion: what is left open, steering, the seats, the agenda and the cost. */
import type { ComponentChildren, VNode } from 'preact';
import { formatConfidence, formatCost, formatTokens } from '../../wording/format-numbers.ts';
import { hasEnded } from '../follow-session.ts';
import type { View } from '../live-view.ts';
import { useShown } from '../page-context.ts';
import { nameSeat } from '../parts.tsx';
import { Line, SourceButton } from '../rich.tsx';
import { Left } from './results.tsx';
import { Steering } from './steering.tsx';

export function Rail({ view, onDone }: { view: View; onDone: () => Promise<void> }): VNode {
  return (
    <section class="rail" aria-label="Steering and figures">
      <Left />
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

/** Who sits at the table, and how sure each was in the last rounds. */
function Seats(): VNode {
  const { session } = useShown();
  const spoken = session.rounds.slice(-4);
  const models = new Set(session.participants.flatMap(({ model }) => model ?? []));
  return (
    <Card title={spoken.length === 0 ? 'Seats' : 'Seats and confidence'}>
      <ul class="plain">
        {session.participants.map(({ id, model }) => (
          <li key={id}>
            {nameSeat(session, id)}{' '}
            {models.size > 1 && model !== null && <span class="quiet small">{model}</span>}
            <div class="small figures">
              {spoken.flatMap(({ round, answers }) => {
                const answer = answers.find(({ seat }) => seat === id);
                if (answer === undefined || answer.confidence === null) return [];
                const moved = answer.cause === null ? '' : ', position changed';
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
      {models.size === 1 && <p class="quiet small">Model: {[...models][0]}</p>}
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
    <Card title="Figures">
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
