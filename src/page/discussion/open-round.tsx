/** The open round: every seat in its place, from waiting to its answer. */
import type { VNode } from 'preact';
import type { OpenRound, SeatState } from '../../session/ports/open-round.ts';
import type { FailureKind } from '../../session/vocabulary.ts';
import { formatDuration, sayConfidence } from '../../wording/format-numbers.ts';
import { sayPassed, stageWords } from '../../wording/steps.ts';
import { sayLeft } from '../../wording/time-left.ts';
import { sayFailure } from '../../wording/trouble.ts';
import { sayElapsed } from '../figures.ts';
import { isBusy, type View } from '../live-view.ts';
import { useNow } from '../page-context.ts';
import { nameSeat, Section } from '../parts.tsx';
import { Rich } from '../rich.tsx';

const states: Readonly<Record<SeatState['state'] | 'looking', string>> = {
  waiting: 'waiting',
  looking: 'looking up',
  thinking: 'thinking',
  retrying: 'asking again',
  answered: 'done',
  failed: 'failed',
  passed: 'passed',
};

export function OpenRoundView({ view }: { view: View }): VNode | null {
  const { session, round } = view;
  const isRunning = session.runner === 'here' || session.runner === 'elsewhere';
  const isAsked = session.waits_for !== null;
  const now = useNow(isRunning && round !== null);
  if (round === null) return null;
  const title = isText(round.stage) ? 'The text' : `Round ${round.round}`;
  const left = isRunning ? sayLeft(session, round, now) : '';
  return (
    <Section id="now" title={title}>
      <p class="quiet" data-stage={round.stage}>
        {isRunning && (
          <>
            {stageWords[round.stage]}. <span class="figures">{sayElapsed(round.started_at, now)}</span>
            {left !== '' && ` · ${left}`}
          </>
        )}
      </p>
      {round.question !== null && !isAsked && <Rich text={round.question} />}
      <ul class={isRunning ? 'seats' : 'plain'}>
        {round.seats.map((seat) => (
          <Seat
            key={seat.seat}
            seat={seat}
            name={nameSeat(session, seat.seat)}
            now={isRunning ? now : null}
          />
        ))}
      </ul>
    </Section>
  );
}

/** Whether the step belongs to the text, after the rounds. */
export function isText(stage: OpenRound['stage']): boolean {
  return stage === 'draft' || stage === 'review' || stage === 'revision' || stage === 'last-call';
}

function Seat({ seat, name, now }: { seat: SeatState; name: string; now: number | null }): VNode {
  const { since, duration_ms: duration, note } = seat;
  const said = sayWords(seat, name);
  const state = seat.state === 'thinking' && note !== null && seat.position === null ? 'looking' : seat.state;
  const shown = isBusy(seat) && now === null ? 'waiting' : state;
  const time =
    state === 'answered' && duration !== null
      ? formatDuration(duration)
      : isBusy(seat) && since !== null && now !== null
        ? sayElapsed(since, now)
        : '';
  const confidence = state === 'answered' && seat.confidence !== null ? sayConfidence(seat.confidence) : '';
  const isHidden = state === 'answered' && seat.step === 'answer' && seat.position === null;
  return (
    <li class="seat-line" data-state={shown}>
      <p>
        <span class="dot" aria-hidden="true" />
        <span class="strong">{name}</span>{' '}
        <span class="state figures">
          {[states[shown], time, confidence, isHidden ? 'hidden until you have answered' : '']
            .filter((part) => part !== '')
            .join(' · ')}
        </span>
      </p>
      {said !== '' && (
        <div class="words">
          <Rich text={said} />
        </div>
      )}
    </li>
  );
}

function sayWords({ state, position, note }: SeatState, name: string): string {
  switch (state) {
    case 'retrying':
      return note === null ? '' : `The last call failed: ${sayFailure(note as FailureKind)}.`;
    case 'failed':
      return note ?? '';
    case 'passed':
      return sayPassed(name, (note ?? 'passed') as Parameters<typeof sayPassed>[1]);
    case 'answered':
      return position ?? '';
    default:
      return position ?? note ?? '';
  }
}
