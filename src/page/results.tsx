/** What a discussion reached and what it did not. */
import type { VNode } from 'preact';
import type { Text } from '../session/text.ts';
import { sayResolution } from '../wording/conflict.ts';
import { sayAnswer } from '../wording/escalation.ts';
import { formatPlural } from '../wording/format-numbers.ts';
import { sayDegradation, sayEnglish } from '../wording/labels.ts';
import { sayDecider } from '../wording/outcome.ts';
import { sayPause } from '../wording/pause.ts';
import { beginSentence } from '../wording/sentence.ts';
import { sayLoss } from '../wording/trouble.ts';
import { voteWords } from '../wording/votes.ts';
import type { Shown } from './answer-types.ts';
import { useShown } from './page-context.ts';
import { Cited, nameSeat, Section, SourceButton, Voices } from './parts.tsx';

/** What came out: the decision first, who made it, how firm it is. */
export function Reached(): VNode {
  const { session } = useShown();
  const { outcome, text, artifacts, total_rounds: rounds } = session;
  const decision = text?.decision || outcome?.decision;
  if (outcome === null) {
    const pause = session.status === 'paused' && session.runner === null ? session.pause_reason : null;
    return (
      <Section id="reached" title="So far">
        <p class="lead">{saySoFar(text, artifacts.length, rounds)}</p>
        {pause !== null && <p>{sayPause(pause, null)}</p>}
        {text !== null && <Proposed text={text} />}
      </Section>
    );
  }
  return (
    <Section id="reached" title="Decision">
      <p class="strong">
        <Cited text={decision ?? ''} />
      </p>
      <p class="lead">
        {sayDecider(outcome, session)}. {outcome.degraded && <span class="mark warn">degraded</span>}
      </p>
      {text !== null && <Reasons text={text} />}
    </Section>
  );
}

/** What the text says before anybody signed it. */
function Proposed({ text }: { text: Text }): VNode {
  return (
    <>
      <p class="strong">
        Proposed: <Cited text={text.decision} />
      </p>
      <Reasons text={text} />
    </>
  );
}

/** Why, and how firm it is. */
function Reasons({ text: { why, firmness } }: { text: Text }): VNode {
  return (
    <>
      {why.length > 0 && (
        <>
          <h3>Why</h3>
          <p>
            <Cited text={why.join(' ')} />
          </p>
        </>
      )}
      {firmness !== '' && (
        <>
          <h3>How firm</h3>
          <p>
            <Cited text={firmness} />
          </p>
        </>
      )}
    </>
  );
}

function saySoFar(text: Shown['text'], items: number, rounds: number): string {
  if (text !== null)
    return `The text is being made: ${formatPlural(items, 'item')}, version ${text.version}.`;
  return rounds === 0
    ? 'Nothing yet: the first round is not finished.'
    : `The panel is discussing, after ${formatPlural(rounds, 'round')}.`;
}

/** What the result lacks: failed calls, uncovered topics, parts that could not be read. */
export function Missing(): VNode | null {
  const { session } = useShown();
  const { outcome, agenda, rounds, failures } = session;
  const uncovered = agenda.filter(({ critical, status }) => critical && status !== 'covered');
  const name = (seat: string): string => nameSeat(session, seat);
  const losses = rounds.flatMap((round) =>
    round.losses.map((loss) => `Round ${round.round}: ${sayLoss(loss, name)}`),
  );
  const failed = failures.map(({ round, seat, message }) => `Round ${round}, ${name(seat)}: ${message}`);
  const lines = [
    ...(outcome?.degradation ?? []).map((one) =>
      sayDegradation(one, sayEnglish, { seat: name, item: (id) => id }),
    ),
    ...failed,
    ...losses,
  ];
  const isOver = outcome !== null;
  if (lines.length === 0 && (uncovered.length === 0 || !isOver)) return null;
  return (
    <Section id="missing" title="What is missing">
      <ul class="missing">
        {isOver && uncovered.length > 0 && (
          <li>Not covered: {uncovered.map(({ name: topic }) => topic).join('; ')}.</li>
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
      {open.length === 0 && <p class="quiet">Nothing is open.</p>}
      {open.map((conflict) => (
        <article class="point" key={conflict.id}>
          <h3>{conflict.description}</h3>
          <p class="quiet">
            Open since round {conflict.opened_in}.{' '}
            <SourceButton source={{ kind: 'conflict', id: conflict.id }} text="What was said" />
          </p>
          <Voices positions={listVoices(conflict)} />
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
                  Settled in round {resolved_in}
                  {resolution_type === null ? '' : `, ${sayResolution(resolution_type)}`}:
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
      {dissent.map(({ seat, text, on, vote }) => (
        <figure class="dissent" key={`${seat} ${on} ${text}`}>
          <blockquote>
            <Cited text={text} />
          </blockquote>
          <figcaption>
            {nameSeat(session, seat)}, {voteWords[vote]}{' '}
            {on !== null && <SourceButton source={{ kind: 'item', id: on }} text={on} />}
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
        {open.map(({ id, text, raised_by, round, for_whom: whom, until, meanwhile }) => (
          <li key={id}>
            <Cited text={text} />{' '}
            <span class="quiet">
              {raised_by.length > 0 && `${raised_by.map((seat) => nameSeat(session, seat)).join(', ')}, `}
              {round === 0 ? 'before the first round' : `round ${round}`}
            </span>
            {[
              ['Who answers', whom],
              ['By when', until],
              ['Until then', meanwhile],
            ].map(([label, said = '']) =>
              said === '' ? null : (
                <div>
                  <span class="quiet">{label}:</span> <Cited text={said} />
                </div>
              ),
            )}
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
            <span class="kept-lines">{beginSentence(sayAnswer(escalation))}</span>{' '}
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

/** The positions of a conflict, each with the seats that hold it. */
function listVoices({ positions }: Shown['conflicts'][number]): { seat: string; text: string }[] {
  return positions.flatMap(({ text, held_by }) => held_by.map(({ seat }) => ({ seat, text })));
}
