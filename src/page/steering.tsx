/** The actions of a person in a discussion; each says what it will do and cost. */
import type { ComponentChildren, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { formatCost, formatCount } from '../wording/format-numbers.ts';
import { offerLimit } from '../wording/pause.ts';
import { Notices, useCommand } from './asked.tsx';
import { Words } from './fields.tsx';
import { sayRoundCost } from './figures.ts';
import { hasEnded } from './follow-session.ts';
import type { View } from './live-view.ts';
import { Problem, Section } from './parts.tsx';

export function Steering({ view, onDone }: { view: View; onDone: () => Promise<void> }): VNode | null {
  const { session } = view;
  const { send, busy, problem, notices } = useCommand(onDone);
  const [advice, setAdvice] = useState('');
  const [rounds, setRounds] = useState(1);
  const [isSure, setSure] = useState(false);
  if (hasEnded(session)) return null;
  const isRunning = session.runner !== null;
  const isOurs = session.runner === 'here' || session.runner === 'waiting';
  const { max_rounds: most, max_cost: limit } = session.settings;
  const cost = sayRoundCost(session.rounds);
  const later = isRunning ? '' : ' It takes effect when the discussion goes on.';
  const offer = offerLimit(session);
  const raised = offer === null ? {} : { [offer.limit]: offer.value };
  const stop = offer?.limit === 'max_cost' ? offer.value : limit;
  const budget = stop === null ? '' : ` It stops at ${formatCost(stop)}.`;
  return (
    <Section id="steering" title="Steer">
      <form
        class="steer"
        onSubmit={(event) => {
          event.preventDefault();
          void send({ command: 'guide', text: advice.trim() }, 'Your advice is recorded.', () =>
            setAdvice(''),
          );
        }}
      >
        <Words label="Advice to the panel" name="advice" rows={2} value={advice} onChange={setAdvice} />
        <p class="quiet">Every seat hears it in the next round. It costs a few tokens in each call.{later}</p>
        <button type="submit" disabled={busy || advice.trim() === ''}>
          Send advice
        </button>
      </form>
      <ul class="actions">
        {!isRunning && (
          <Action
            label={offer === null ? 'Go on' : `Raise the limit to ${sayLimitValue(offer)} and go on`}
            disabled={busy || session.waits_for !== null}
            onClick={() => send({ command: 'resume', ...raised }, 'It goes on.')}
          >
            {session.waits_for !== null
              ? 'First answer what you are asked above.'
              : `Holds rounds up to the limit of ${most}${cost === '' ? '' : `; ${cost}`}.${budget}`}
          </Action>
        )}
        {isRunning && (
          <Action
            label="Pause"
            disabled={busy || !isOurs}
            onClick={() => send({ command: 'pause' }, 'It pauses.')}
          >
            {isOurs
              ? 'Stops before the next call. Nothing that was answered is lost, and it costs nothing.'
              : 'Another process runs it; pause it there.'}
          </Action>
        )}
        <Action
          label="Skip to the conclusion"
          disabled={busy}
          onClick={() => send({ command: 'skip' }, 'It skips to the conclusion.')}
        >
          No more rounds after this one: the review and the document follow, with one call for each seat and
          one or two more.{later}
        </Action>
        <li>
          <label class="inline">
            More rounds{' '}
            <input
              type="number"
              min={1}
              max={100}
              value={rounds}
              onInput={({ currentTarget }) => setRounds(Math.max(1, Number(currentTarget.value)))}
            />
          </label>{' '}
          <button
            type="button"
            disabled={busy}
            onClick={() => void send({ command: 'grant', rounds }, 'More rounds are granted.')}
          >
            Grant
          </button>
          <p class="quiet">
            Raises the limit of {most} to {most + rounds}
            {cost === '' ? '' : `; ${cost}`}.{later}
          </p>
        </li>
        {!isRunning &&
          (isSure ? (
            <Action
              label="End it for good"
              disabled={busy}
              onClick={() => send({ command: 'close' }, 'It is closed.')}
            >
              Sure? No document is written, and it cannot go on. It costs nothing.
            </Action>
          ) : (
            <Action label="Close …" disabled={busy} onClick={async () => setSure(true)}>
              Ends it without a conclusion. You are asked once more.
            </Action>
          ))}
      </ul>
      <Notices notices={notices} />
      <Problem problem={problem} />
    </Section>
  );
}

function sayLimitValue({ limit, value }: { limit: string; value: number }): string {
  return limit === 'max_cost' ? formatCost(value) : `${formatCount(value)} tokens`;
}

function Action(props: {
  label: string;
  disabled: boolean;
  onClick: () => Promise<void>;
  children: ComponentChildren;
}): VNode {
  const { label, disabled, onClick, children } = props;
  return (
    <li>
      <button type="button" disabled={disabled} onClick={() => void onClick()}>
        {label}
      </button>
      <p class="quiet">{children}</p>
    </li>
  );
}
