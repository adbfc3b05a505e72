/** The questions to a person: a decision that the panel cannot make, or their turn at the table. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { isVotable, listBallot, listCalled } from '../session/ballots.ts';
import type { Escalation } from '../session/records.ts';
import type { Item } from '../session/text.ts';
import { replaceMarks } from '../session/text-measures.ts';
import type { Vote as VoteWord } from '../session/vocabulary.ts';
import { sayTrigger } from '../wording/escalation.ts';
import { formatPlural } from '../wording/format-numbers.ts';
import { voteWords } from '../wording/votes.ts';
import type { CommandState } from './answer-types.ts';
import { Check, Words } from './fields.tsx';
import { sayRoundCost } from './figures.ts';
import { hasEnded } from './follow-session.ts';
import type { LiveRound, View } from './live-view.ts';
import { useAct, usePage, useShown } from './page-context.ts';
import { Cited, Problem, Section, Voices } from './parts.tsx';

type OnDone = () => Promise<void>;

export function Asked({ view, onDone }: { view: View; onDone: OnDone }): VNode | null {
  const { session, round } = view;
  const pending = session.escalations.filter(({ status }) => status === 'pending');
  if (session.waits_for === 'turn') {
    return (
      <Section id="asked" title="It is your turn">
        <Turn round={round} onDone={onDone} />
      </Section>
    );
  }
  if (pending.length === 0 || hasEnded(session)) return null;
  return (
    <Section
      id="asked"
      title={pending.length === 1 ? 'A decision is needed' : `${pending.length} decisions are needed`}
    >
      {pending.map((escalation) => (
        <Decision key={escalation.id} escalation={escalation} onDone={onDone} />
      ))}
    </Section>
  );
}

/** Sends a command and keeps its notices to show them. */
export function useCommand(onDone: OnDone) {
  const { session } = useShown();
  const { client, announce } = usePage();
  const act = useAct();
  const [notices, setNotices] = useState<readonly string[]>([]);
  const send = (command: object, said: string, onSent?: () => void): Promise<void> =>
    act.run(async () => {
      setNotices([]);
      const state = await client.post<CommandState>(`/api/sessions/${session.id}/commands`, command);
      onSent?.();
      setNotices(state.notices);
      announce([said, ...state.notices].join(' '));
      await onDone();
      // The answered form has disappeared, and the focus with it.
      if (document.activeElement === document.body) document.getElementById('main')?.focus();
    });
  return { ...act, send, notices };
}

/** The program's notices about a command. */
export function Notices({ notices }: { notices: readonly string[] }): VNode | null {
  if (notices.length === 0) return null;
  return (
    <ul class="notices">
      {notices.map((notice) => (
        <li>{notice}</li>
      ))}
    </ul>
  );
}

function Decision({ escalation, onDone }: { escalation: Escalation; onDone: OnDone }): VNode {
  const { session } = useShown();
  const { recommendation, id, subject, positions } = escalation;
  const [choice, setChoice] = useState<'accept' | 'own' | 'continue'>(
    recommendation === null ? 'own' : 'accept',
  );
  const [text, setText] = useState('');
  const [rounds, setRounds] = useState(1);
  const { send, busy, problem } = useCommand(onDone);
  const conflict = session.conflicts.find((one) => one.id === subject);
  const cost = sayRoundCost(session.rounds);
  const more = choice === 'own' ? { text } : choice === 'continue' ? { rounds } : {};
  return (
    <form
      class="box ask"
      aria-label={`Decision ${id}`}
      onSubmit={(event) => {
        event.preventDefault();
        void send(
          { command: 'answer', escalation: id, decision: choice, ...more },
          'Your answer is recorded.',
        );
      }}
    >
      <p class="lead">{conflict?.description ?? sayTrigger(escalation)}</p>
      {conflict !== undefined && <p class="quiet">{sayTrigger(escalation)}</p>}
      {positions.length > 0 && <Voices positions={positions} />}
      <fieldset>
        <legend>Your answer</legend>
        {recommendation !== null && (
          <Check among={id} checked={choice === 'accept'} onChange={() => setChoice('accept')}>
            Accept what the facilitator recommends: <Cited text={recommendation} />
          </Check>
        )}
        <Check among={id} checked={choice === 'own'} onChange={() => setChoice('own')}>
          Decide in my own words
        </Check>
        {choice === 'own' && (
          <Words label="What is decided" rows={3} required value={text} onChange={setText} />
        )}
        <Check among={id} checked={choice === 'continue'} onChange={() => setChoice('continue')}>
          Let the panel go on
        </Check>
        {choice === 'continue' && (
          <label>
            Rounds
            <input
              type="number"
              min={1}
              max={100}
              value={rounds}
              onInput={({ currentTarget }) => setRounds(Number(currentTarget.value))}
            />
          </label>
        )}
      </fieldset>
      <p class="quiet">
        {choice === 'continue'
          ? `Holds ${formatPlural(rounds, 'more round')}${cost === '' ? '.' : `: ${cost}.`}`
          : `It binds the panel, and the text is written in its sense. The discussion goes on${cost === '' ? '.' : `; ${cost}.`}`}
      </p>
      <Problem problem={problem} />
      <button type="submit" class="primary" disabled={busy}>
        {choice === 'accept' ? 'Accept' : choice === 'own' ? 'Decide' : 'Go on'}
      </button>
    </form>
  );
}

const votes = { '': 'no vote', ...voteWords } as const;

function Turn({ round, onDone }: { round: LiveRound | null; onDone: OnDone }): VNode {
  const { session } = useShown();
  const [text, setText] = useState('');
  const [given, setGiven] = useState<Readonly<Record<string, VoteWord | ''>>>({});
  const { send, busy, problem } = useCommand(onDone);
  // In the review every item can be excepted from; at the last call the ballot is voted on.
  const own = session.participants.find(({ kind }) => kind === 'human')?.id ?? '';
  const open =
    session.text?.step === 'review'
      ? session.artifacts.filter(isVotable)
      : session.text?.step === 'last-call'
        ? listBallot(session, own, listCalled(session))
        : [];
  const cost = sayRoundCost(session.rounds);
  const voted = (stance: VoteWord): string[] => open.map(({ id }) => id).filter((id) => given[id] === stance);
  const isPass = text.trim() === '' && open.every(({ id }) => (given[id] ?? '') === '');
  return (
    <form
      class="box ask"
      aria-label="Your turn"
      onSubmit={(event) => {
        event.preventDefault();
        const stances = {
          ratify: voted('ratify'),
          stand_aside: voted('stand_aside'),
          block: voted('block'),
        };
        const cast = Object.fromEntries(Object.entries(stances).filter(([, ids]) => ids.length > 0));
        const command = { command: 'say', text: text.trim(), ...cast };
        void send(command, 'Your words are recorded.', () => {
          setText('');
          setGiven({});
        });
      }}
    >
      {round?.question != null && <p class="question kept-lines">{round.question}</p>}
      {session.text?.step === 'review' && (
        <p>The draft is under review: say what is wrong or missing, and which items you would not sign.</p>
      )}
      {session.text?.step === 'last-call' && <p>This is the last call: the text is printed as it stands.</p>}
      <Words label="Your words" name="turn" rows={4} value={text} onChange={setText} />
      {open.map((item) => (
        <Vote
          key={item.id}
          item={item}
          given={given[item.id] ?? ''}
          onGive={(stance) => setGiven({ ...given, [item.id]: stance })}
        />
      ))}
      <p class="quiet">
        {isPass ? 'Without words or votes you pass. ' : 'Every seat hears it. '}The panel goes on to your next
        turn or to the end
        {cost === '' ? '.' : `; ${cost}.`}
      </p>
      <Problem problem={problem} />
      <button type="submit" class="primary" disabled={busy}>
        {isPass ? 'Pass' : 'Say it'}
      </button>
    </form>
  );
}

/** Marks as the ids that they stand for: a legend has no room for buttons. */
function showMarks(text: string): string {
  return replaceMarks(text, (id) => id);
}

function Vote(props: { item: Item; given: string; onGive: (stance: VoteWord | '') => void }): VNode {
  const { item, given, onGive } = props;
  return (
    <fieldset class="vote">
      <legend>
        {item.id} {showMarks(item.text)}
      </legend>
      {Object.entries(votes).map(([stance, word]) => (
        <Check
          among={`vote-${item.id}`}
          checked={given === stance}
          onChange={() => onGive(stance as VoteWord | '')}
        >
          {word}
        </Check>
      ))}
    </fieldset>
  );
}
