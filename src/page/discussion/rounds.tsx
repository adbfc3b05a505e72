/** The finished rounds, newest first; collapsed rounds are not rendered. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { Round } from '../../session/round.ts';
import {
  formatDuration,
  formatPlural,
  formatUsageBriefly,
  sayConfidence,
} from '../../wording/format-numbers.ts';
import { sayDecision } from '../../wording/override.ts';
import { useShown } from '../page-context.ts';
import { AnswerText, Fold, nameSeat } from '../parts.tsx';
import { Line, Rich, SourceButton } from '../rich.tsx';

export function Rounds(): VNode | null {
  const { session } = useShown();
  if (session.rounds.length === 0) return null;
  return (
    <Fold id="rounds" title="Rounds" hint={session.rounds.length}>
      {session.rounds.toReversed().map((round) => (
        <RoundView key={round.round} round={round} />
      ))}
    </Fold>
  );
}

function RoundView({ round }: { round: Round }): VNode {
  const { session } = useShown();
  const [isOpen, setOpen] = useState(false);
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
        <span class="strong">Round {round.round}</span> <Line text={round.focus} />{' '}
        <span class="quiet">{said.join(', ')}</span>
      </summary>
      {isOpen && (
        <>
          <blockquote>
            <Rich text={round.question} />
          </blockquote>
          <Rich text={round.synthesis} />
          {round.answers.map((answer) => (
            <article class="answer" key={answer.seat}>
              <h3>
                <SourceButton
                  source={{ kind: 'said', round: round.round, seat: answer.seat }}
                  text={nameSeat(session, answer.seat)}
                />{' '}
                <span class="quiet">{sayConfidence(answer.confidence)}</span>
              </h3>
              <AnswerText answer={answer} />
              {answer.cause !== null && (
                <p class="quiet">
                  Changed its position: <Line text={answer.cause} />
                </p>
              )}
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
          {round.override !== null && (
            <p class="quiet">
              <Line text={sayDecision(round)} />
            </p>
          )}
          <p class="quiet small">{formatUsageBriefly(round.usage)}</p>
        </>
      )}
    </details>
  );
}
