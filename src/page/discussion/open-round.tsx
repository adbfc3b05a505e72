/** The open round: every seat in its place, from waiting to its answer. */
import type { VNode } from 'preact';
import type { FailureKind } from '../../session/vocabulary.ts';
import { formatDuration, sayConfidence } from '../../wording/format-numbers.ts';
import { sayPassed } from '../../wording/steps.ts';
import { sayFailure } from '../../wording/trouble.ts';
import { estimateLeft, sayElapsed, sayLeft } from '../figures.ts';
import type { LiveRound, LiveSeat, View } from '../live-view.ts';
import { useNow } from '../page-context.ts';
import { nameSeat, Section } from '../parts.tsx';
import { Rich } from '../rich.tsx';

const stages: Readonly<Record<LiveRound['stage'], string>> = {
  question: 'The facilitator is preparing the question.',
  answers: 'The seats are answering.',
  synthesis: 'The facilitator is summing up.',
  decision: 'The program decides what comes next.',
  draft: 'The text is being drafted.',
  review: 'The seats are reviewing the draft.',
  revision: 'The text is being revised.',
  'last-call': 'The seats are voting on the text.',
};

const states: Readonly<Record<LiveSeat['state'], string>> = {
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
  const title = isText(round.stage)
    ? 'The text'
    : `Round ${round.round}${isRunning ? '' : isAsked ? ', waiting for a person' : session.status === 'paused' ? ', paused' : ', interrupted'}`;
  const left = isRunning ? sayLeft(estimateLeft(session, round, now)) : '';
  return (
    <Section id="now" title={title}>
      <p class="quiet" data-stage={round.stage}>
        {isRunning && (
          <>
            {stages[round.stage]} <span class="figures">{sayElapsed(round.started_at, now)}</span>
            {left !== '' && ` · ${left}`}
          </>
        )}
        {!isRunning &&
          !isAsked &&
          'What was answered is kept. Continue asks only for what is missing, your turn included.'}
      </p>
      {round.question !== null && !isAsked && <Rich text={round.question} />}
      <ul class="seats">
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
export function isText(stage: LiveRound['stage']): boolean {
  return stage === 'draft' || stage === 'review' || stage === 'revision' || stage === 'last-call';
}

function Seat({ seat, name, now }: { seat: LiveSeat; name: string; now: number | null }): VNode {
  const { state, since, duration_ms: duration } = seat;
  const said = sayWords(seat, name);
  const isBusy = state === 'thinking' || state === 'looking' || state === 'retrying';
  const shown = isBusy && now === null ? 'waiting' : state;
  const time =
    state === 'answered' && duration !== null
      ? formatDuration(duration)
      : isBusy && since !== null && now !== null
        ? sayElapsed(since, now)
        : '';
  return (
    <li class="seat-line" data-state={shown}>
      <p class="seat-head">
        <span class="dot" aria-hidden="true" />
        <span class="strong">{name}</span> <span class="state">{states[shown]}</span>{' '}
        <span class="quiet figures">{time}</span>
        {state === 'answered' && seat.confidence !== null && (
          <span class="quiet"> {sayConfidence(seat.confidence)}</span>
        )}
      </p>
      {said !== '' && (
        <div class="words">
          <Rich text={said} />
        </div>
      )}
    </li>
  );
}

function sayWords({ state, words, note, step }: LiveSeat, name: string): string {
  switch (state) {
    case 'looking':
      return note ?? '';
    case 'retrying':
      return note === null ? '' : `The last call failed: ${sayFailure(note as FailureKind)}.`;
    case 'failed':
      return note ?? '';
    case 'passed':
      return sayPassed(name, (note ?? 'passed') as Parameters<typeof sayPassed>[1]);
    case 'answered':
      return words ?? (step === 'answer' ? 'Hidden until you have answered.' : '');
    default:
      return words ?? '';
  }
}
