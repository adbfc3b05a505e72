/** The actions of a person in a discussion; each says what it will do and cost, and at once that it was heard. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { formatCost } from '../../wording/format-numbers.ts';
import { beginSentence } from '../../wording/sentence.ts';
import { Words } from '../fields.tsx';
import { sayRoundCost } from '../figures.ts';
import { hasEnded } from '../follow-session.ts';
import type { View } from '../live-view.ts';
import { Problem } from '../parts.tsx';
import { Notices, useCommand } from './asked.tsx';

const saidAdvice = 'Heard: the panel gets your guidance with its next question.';
const saidSkip = 'Heard: no more rounds after this one; the text follows.';

function sayGrant(rounds: number): string {
  return `Heard: up to ${rounds} rounds.`;
}

/** What people sent and the run has not taken yet, also after the page was opened again. */
function sayHeard(waiting: View['session']['heard']): string[] {
  const said = waiting.map((sent) => {
    if (sent.kind === 'guidance') return saidAdvice;
    if (sent.kind === 'grant') return sayGrant(sent.max_rounds);
    return sent.kind === 'skip' ? saidSkip : 'Heard: it pauses after this round.';
  });
  return [...new Set(said)];
}

export function Steering({ view, onDone }: { view: View; onDone: () => Promise<void> }): VNode | null {
  const { session } = view;
  const { send, busy, problem, notices } = useCommand(onDone);
  const [advice, setAdvice] = useState('');
  const [rounds, setRounds] = useState(1);
  const [isSure, setSure] = useState(false);
  /** What was said last, and of which state: it holds until that state has changed. What the run has not taken yet is in the session. */
  const [heard, setHeard] = useState({ said: '', of: '' });
  if (hasEnded(session)) return null;
  const { runner, status, total_rounds: held } = session;
  const { max_rounds: most, max_cost: limit } = session.settings;
  const isRunning = runner !== null;
  const isOurs = runner === 'here' || runner === 'waiting';
  const state = [status, isRunning, held, most].join();
  const cost = sayRoundCost(session.rounds);
  const act = (command: object, said: string, onSent = (): void => undefined): void => {
    setHeard({ said, of: state });
    void send(command, said, { onSent, onFailed: () => setHeard({ said: '', of: '' }) });
  };
  return (
    <section class="card" aria-label="Steering">
      {(heard.of === state ? [heard.said] : sayHeard(session.heard)).map((said) => (
        <p key={said} class="heard" aria-hidden="true">
          {said}
        </p>
      ))}
      <Notices notices={notices} />
      <Problem problem={problem} />
      <form
        class="send"
        onSubmit={(event) => {
          event.preventDefault();
          act({ command: 'guide', text: advice.trim() }, saidAdvice, () => setAdvice(''));
        }}
      >
        <Words label="Guidance for the panel" name="advice" rows={2} value={advice} onChange={setAdvice} />
        <button type="submit" aria-label="Send guidance" disabled={busy || advice.trim() === ''}>
          Send
        </button>
      </form>
      <p class="buttons">
        {isRunning && (
          <button
            type="button"
            disabled={busy || !isOurs}
            onClick={() => act({ command: 'pause' }, 'Heard: it stops before the next call.')}
          >
            Pause
          </button>
        )}
        <button type="button" disabled={busy} onClick={() => act({ command: 'skip' }, saidSkip)}>
          Skip to the conclusion
        </button>
      </p>
      <p class="quiet small">
        {isRunning && !isOurs && 'Another process runs it; pause it there. '}
        {cost === '' ? '' : `${beginSentence(cost)}. `}
        {limit === null ? '' : `It stops at ${formatCost(limit)}.`}
      </p>
      <details>
        <summary>More</summary>
        <form
          class="buttons"
          onSubmit={(event) => {
            event.preventDefault();
            act({ command: 'grant', rounds }, sayGrant(most + rounds));
          }}
        >
          <label class="inline">
            Allow{' '}
            <input
              type="number"
              min={1}
              max={100}
              value={rounds}
              onInput={({ currentTarget }) => setRounds(Math.max(1, Number(currentTarget.value)))}
            />{' '}
            more rounds than {most}
          </label>
          <button type="submit" disabled={busy}>
            Allow
          </button>
        </form>
        {!isRunning && (
          <p class="buttons">
            {isSure ? (
              <>
                <span>This cannot be undone. No document will be written.</span>
                <button type="button" onClick={() => setSure(false)}>
                  Keep it
                </button>
                <button
                  type="button"
                  disabled={busy}
                  onClick={() => act({ command: 'close' }, 'Heard: it is closed.')}
                >
                  Close for good
                </button>
              </>
            ) : (
              <button type="button" disabled={busy} onClick={() => setSure(true)}>
                Close this discussion …
              </button>
            )}
          </p>
        )}
      </details>
    </section>
  );
}
