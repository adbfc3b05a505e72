/** The finished rounds, newest first; collapsed rounds are not rendered. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { Round } from '../session/round.ts';
import { formatDuration, formatPlural, sayConfidence } from '../wording/format-numbers.ts';
import { sayDecision } from '../wording/override.ts';
import { sayUsage } from './figures.ts';
import { useShown } from './page-context.ts';
import { Cited, nameSeat, Section, SourceButton } from './parts.tsx';

export function Rounds(): VNode | null {
  const { session } = useShown();
  if (session.rounds.length === 0) return null;
  return (
    <Section id="rounds" title="Rounds" count={session.rounds.length}>
      {session.rounds.toReversed().map((round, index) => (
        <RoundView key={round.round} round={round} isFirst={index === 0} />
      ))}
    </Section>
  );
}

function RoundView({ round, isFirst }: { round: Round; isFirst: boolean }): VNode {
  const { session } = useShown();
  const [isOpen, setOpen] = useState(isFirst);
  const said = [
    formatPlural(round.answers.length, 'answer'),
    round.failed.length > 0 ? `${round.failed.length} failed` : '',
    round.statements.length > 0 ? formatPlural(round.statements.length, 'statement') : '',
    round.conflicts.length > 0 ? `${round.conflicts.length} contested` : '',
    formatDuration(Date.parse(round.ended_at) - Date.parse(round.started_at)),
  ].filter((part) => part !== '');
  return (
    <details class="round" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <span class="strong">Round {round.round}</span> <span>{round.focus}</span>{' '}
        <span class="quiet">{said.join(', ')}</span>
      </summary>
      {isOpen && (
        <>
          <p class="question kept-lines">{round.question}</p>
          <p>
            <Cited text={round.synthesis} />
          </p>
          {round.answers.map((answer) => (
            <article class="answer" key={answer.seat}>
              <h3>
                <SourceButton
                  source={{ kind: 'said', round: round.round, seat: answer.seat }}
                  text={nameSeat(session, answer.seat)}
                />{' '}
                <span class="quiet">{sayConfidence(answer.confidence)}</span>
              </h3>
              <p class="kept-lines">{answer.position}</p>
              {answer.proposal !== '' && (
                <details>
                  <summary>The whole answer</summary>
                  <div class="kept-lines">{answer.proposal}</div>
                </details>
              )}
              {answer.cause !== null && <p class="quiet">Changed its position: {answer.cause}</p>}
            </article>
          ))}
          {[
            ...round.failed.map((seat) => [seat, 'failed']),
            ...round.passed.map((seat) => [seat, 'said nothing']),
          ].map(([seat = '', what]) => (
            <p class="quiet">
              {nameSeat(session, seat)} {what}.
            </p>
          ))}
          {round.override !== null && <p class="quiet">{sayDecision(round)}</p>}
          <p class="quiet small">
            {sayUsage(round.usage)} ·{' '}
            <SourceButton
              source={{ kind: 'call', round: round.round, seat: session.facilitator.agent }}
              text="Calls of the facilitator"
            />
          </p>
        </>
      )}
    </details>
  );
}
