/** What stays beside a discussion: what is left open, steering, the seats, the agenda and the cost. */
import type { ComponentChildren, VNode } from 'preact';
import { countTokens } from '../../session/rules/usage.ts';
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

function Card(props: {
  id: string;
  title: string;
  hint: string | number;
  isOpen?: boolean;
  children: ComponentChildren;
}): VNode {
  const { id, title, hint, isOpen = false, children } = props;
  return (
    <details class="card" open={isOpen}>
      <summary>
        <h2 id={id}>{title}</h2> <span class="quiet">{hint}</span>
      </summary>
      {children}
    </details>
  );
}

/** With more seats the agenda and the cost would no longer be seen on a small screen. */
const mostOpen = 5;

/** Who sits at the table, and how sure each was in its last answer. */
function Seats(): VNode {
  const { rounds, participants, ...session } = useShown().session;
  const models = new Set(participants.flatMap(({ model }) => model ?? []));
  return (
    <Card
      id="seats"
      title="Seats"
      hint={rounds.length === 0 ? participants.length : 'and how sure each is'}
      isOpen={participants.length <= mostOpen}
    >
      <ul class="plain">
        {participants.map(({ id, model }) => {
          const name = nameSeat({ ...session, rounds, participants }, id);
          const last = rounds.findLast(({ answers }) => answers.some(({ seat }) => seat === id));
          const answer = last?.answers.find(({ seat }) => seat === id);
          return (
            <li key={id} class="seat">
              <span>
                {name} {models.size > 1 && model !== null && <span class="quiet small">{model}</span>}
              </span>
              {last !== undefined && answer != null && answer.confidence !== null && (
                <span class="figures">
                  {answer.cause !== null && <span class="quiet small">moved </span>}
                  <SourceButton
                    source={{ kind: 'said', round: last.round, seat: id }}
                    text={formatConfidence(answer.confidence)}
                    about={`${name}, round ${last.round}`}
                  />
                </span>
              )}
            </li>
          );
        })}
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
    <Card id="agenda" title="Agenda" hint={`${covered} of ${agenda.length} covered`}>
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
    </Card>
  );
}

function Cost({ view: { session, usage } }: { view: View }): VNode {
  const { max_cost: most, max_tokens: mostTokens, max_rounds: mostRounds } = session.settings;
  const of = (limit: string | number | null): string => (limit === null ? '' : ` of ${limit}`);
  const spent = usage.cost_usd === 0 ? 'nothing' : formatCost(usage.cost_usd);
  const tokens = `${formatTokens(countTokens(usage))}${of(mostTokens && formatTokens(mostTokens))} tokens`;
  return (
    <Card id="cost" title="Spent" hint={`${spent}${of(most && formatCost(most))}, ${tokens}`}>
      <dl class="figures-list">
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
