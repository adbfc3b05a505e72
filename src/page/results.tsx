/** What a discussion reached and what it did not. */
import type { VNode } from 'preact';
import type { Escalation } from '../domain/records.ts';
import { formatPlural } from '../terminal/format-numbers.ts';
import { sayPause, sayReason, sayResolution, sayResult } from '../terminal/wording.ts';
import { useShown } from './page-context.ts';
import { Cited, nameSeat, Section, SourceButton, Voices } from './parts.tsx';

export function Reached(): VNode {
  const { session } = useShown();
  const { outcome, artifacts, total_rounds: rounds } = session;
  if (outcome === null) {
    const agreed = artifacts.filter(({ status }) => status === 'agreed').length;
    const open = artifacts.filter(({ status }) => status === 'open').length;
    return (
      <Section id="reached" title="Reached so far">
        <p class="lead">
          {rounds === 0
            ? 'Nothing yet: the first round is not finished.'
            : `${agreed === 0 ? 'No point' : formatPlural(agreed, 'point')} agreed, ${formatPlural(open, 'point')} open, after ${formatPlural(rounds, 'round')}.`}
        </p>
        {session.status === 'paused' && session.pause_reason !== null && session.runner === null && (
          <p>Paused: {sayPause(session.pause_reason)}</p>
        )}
      </Section>
    );
  }
  return (
    <Section id="reached" title="What was reached">
      <p class="strong">
        {sayResult(outcome)}, after {formatPlural(rounds, 'round')}.{' '}
        {outcome.degraded && <span class="mark warn">degraded</span>}
      </p>
      {outcome.recommendation !== null && (
        <p class="lead">
          <Cited text={outcome.recommendation} />
        </p>
      )}
      <p>
        <Cited text={outcome.summary} />
      </p>
    </Section>
  );
}

/** What the result lacks: failed calls, uncovered topics, parts that could not be read. */
export function Missing(): VNode | null {
  const { session } = useShown();
  const { outcome, agenda, rounds, failures } = session;
  const uncovered = agenda.filter(({ critical, status }) => critical && status !== 'covered');
  const losses = rounds.flatMap((round) =>
    round.losses.map((loss) => `Round ${round.round}: ${sayReason(loss)}`),
  );
  const failed = failures.map(
    ({ round, seat, message }) => `Round ${round}, ${nameSeat(session, seat)}: ${message}`,
  );
  const lines = [...(outcome?.degradation ?? []).map(sayReason), ...failed, ...losses];
  const isOver = outcome !== null;
  if (lines.length === 0 && (uncovered.length === 0 || !isOver)) return null;
  return (
    <Section id="missing" title="What is missing">
      <ul class="missing">
        {isOver && uncovered.length > 0 && (
          <li>Not covered: {uncovered.map(({ name }) => name).join('; ')}.</li>
        )}
        {lines.map((line) => (
          <li class="kept-lines">{line}</li>
        ))}
      </ul>
    </Section>
  );
}

export function Contested(): VNode | null {
  const { session } = useShown();
  const { conflicts } = session;
  if (conflicts.length === 0) return null;
  const open = conflicts.filter(({ status }) => status === 'open');
  const resolved = conflicts.filter(({ status }) => status === 'resolved');
  return (
    <Section id="contested" title="Contested points" count={open.length}>
      {open.length === 0 && <p class="quiet">None is still open.</p>}
      {open.map((conflict) => (
        <article class="point" key={conflict.id}>
          <h3>{conflict.description}</h3>
          <p class="quiet">
            Open for {formatPlural(conflict.rounds_open, 'round')}.{' '}
            <SourceButton source={{ kind: 'conflict', id: conflict.id }} text="What was said" />
          </p>
          <Voices positions={conflict.positions} />
        </article>
      ))}
      {resolved.length > 0 && (
        <details>
          <summary>{formatPlural(resolved.length, 'settled point')}</summary>
          <ul>
            {resolved.map(({ id, description, resolution, resolution_type, resolved_in }) => (
              <li key={id}>
                {description}{' '}
                <span class="quiet">
                  Settled in round {resolved_in} {sayResolution(resolution_type)}:
                </span>{' '}
                {resolution} <SourceButton source={{ kind: 'conflict', id }} text="What was said" />
              </li>
            ))}
          </ul>
        </details>
      )}
    </Section>
  );
}

export function Dissent(): VNode | null {
  const { session } = useShown();
  const dissent = session.outcome?.dissent ?? [];
  if (dissent.length === 0) return null;
  return (
    <Section id="dissent" title="Dissent" count={dissent.length}>
      {dissent.map(({ seat, text, round }) => (
        <figure class="dissent" key={`${seat} ${round} ${text}`}>
          <blockquote class="kept-lines">{text}</blockquote>
          <figcaption>
            {nameSeat(session, seat)},{' '}
            <SourceButton source={{ kind: 'said', round, seat }} text={`round ${round}`} />
          </figcaption>
        </figure>
      ))}
    </Section>
  );
}

const coverage = { pending: 'not begun', partial: 'in part', covered: 'covered' } as const;

export function Agenda(): VNode | null {
  const { session } = useShown();
  const { agenda } = session;
  if (agenda.length === 0) return null;
  const covered = agenda.filter(({ status }) => status === 'covered').length;
  return (
    <Section id="agenda" title="Agenda">
      <p class="quiet">
        {covered} of {formatPlural(agenda.length, 'topic')} covered.
      </p>
      <ul class="agenda">
        {agenda.map(({ id, name, critical, status, criteria, criteria_met }) => (
          <li key={id} data-status={status}>
            <details>
              <summary>
                <span>{name}</span>
                {critical && <span class="mark">critical</span>} <span class="quiet">{coverage[status]}</span>
              </summary>
              <ul>
                {criteria.map((criterion) => {
                  const met = criteria_met.find((one) => one.criterion === criterion);
                  return (
                    <li>
                      {criterion}{' '}
                      {met === undefined ? (
                        <span class="quiet">not met</span>
                      ) : (
                        <Cited text={`Round ${met.round}: ${met.by.join(', ')}`} />
                      )}
                    </li>
                  );
                })}
              </ul>
            </details>
          </li>
        ))}
      </ul>
    </Section>
  );
}

export function Questions(): VNode | null {
  const { session } = useShown();
  const open = session.open_questions.filter(({ status }) => status === 'open');
  if (open.length === 0) return null;
  return (
    <Section id="questions" title="Open questions" count={open.length}>
      <ul>
        {open.map(({ id, text, raised_by, round }) => (
          <li key={id}>
            <span class="kept-lines">{text}</span>{' '}
            <span class="quiet">
              {raised_by.map((seat) => nameSeat(session, seat)).join(', ')}, round {round}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** What people told the panel: advice, and decisions that it could not make. */
export function People(): VNode | null {
  const { session } = useShown();
  const { guidance, escalations } = session;
  const answered = escalations.filter(({ status }) => status === 'answered');
  if (guidance.length + answered.length === 0) return null;
  return (
    <Section id="people" title="Said by people">
      <ul>
        {answered.map((escalation) => (
          <li key={escalation.id}>
            <span class="kept-lines">{sayDecision(escalation)}</span>{' '}
            <span class="quiet">
              {escalation.answered_name === undefined ? '' : `${escalation.answered_name}, `}
              {escalation.id}, after round {escalation.round}
            </span>
          </li>
        ))}
        {guidance.map(({ after_round: round, text, name }) => (
          <li key={`${round} ${text}`}>
            <span class="kept-lines">{text}</span>{' '}
            <span class="quiet">
              {name === undefined ? '' : `${name}, `}
              {round === 0 ? 'before the first round' : `after round ${round}`}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const deciders = { user: '', policy: ' (by policy)', assistant: ' (by an assistant)' } as const;

function sayDecision(escalation: Escalation): string {
  const { decision, recommendation, text, extra_rounds: rounds, answered_by: by } = escalation;
  const who = deciders[by ?? 'user'];
  if (decision === 'accept') return `Recommendation accepted${who}: ${recommendation ?? ''}`;
  if (decision === 'own') return `Decided${who}: ${text ?? ''}`;
  return `${formatPlural(rounds, 'more round')} granted${who}`;
}
