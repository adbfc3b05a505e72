/** The questions to a person: a decision that the panel cannot make, or their turn at the table. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { Escalation } from '../../session/records.ts';
import { isVotable, listBallot, listCalled } from '../../session/rules/ballots.ts';
import { countTokens } from '../../session/rules/usage.ts';
import type { Item } from '../../session/text.ts';
import type { Vote as VoteWord } from '../../session/vocabulary.ts';
import { sayRecommended, sayTrigger } from '../../wording/escalation.ts';
import { formatCost, formatPlural, formatTokens } from '../../wording/format-numbers.ts';
import { groupPositions } from '../../wording/group-positions.ts';
import { offerLimit } from '../../wording/pause.ts';
import { beginSentence } from '../../wording/sentence.ts';
import { sayState, sayWait } from '../../wording/state.ts';
import { voteChoices } from '../../wording/votes.ts';
import type { CommandState } from '../answer-types.ts';
import { Amount, Check, NameField, Words } from '../fields.tsx';
import { sayRoundCost } from '../figures.ts';
import { hasEnded } from '../follow-session.ts';
import type { View } from '../live-view.ts';
import { useAct, usePage, useShown } from '../page-context.ts';
import { nameSeat, Problem, Section, Voices } from '../parts.tsx';
import { Line, Rich } from '../rich.tsx';
import { writeRoute } from '../route.ts';

type OnDone = () => Promise<void>;

export function Asked({ view, onDone }: { view: View; onDone: OnDone }): VNode | null {
  const { session, round } = view;
  const pending = session.escalations.filter(({ status }) => status === 'pending');
  if (session.waits_for === 'turn') {
    return (
      <Section id="asked" title={beginSentence(sayWait('turn'))}>
        <Turn round={round} onDone={onDone} />
      </Section>
    );
  }
  if (hasEnded(session)) return null;
  if (pending.length === 0) {
    if (session.runner !== null) return null;
    return (
      <Section id="asked" title={beginSentence(sayState(session, null))}>
        <Stopped view={view} onDone={onDone} />
      </Section>
    );
  }
  return (
    <Section id="asked" title={beginSentence(sayWait('decision'))}>
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
  const send = (
    command: object,
    said: string,
    { onSent, onFailed }: { onSent?: () => void; onFailed?: () => void } = {},
  ): Promise<void> =>
    act.run(async () => {
      setNotices([]);
      const address = `/api/sessions/${session.id}/commands`;
      const state = await client.post<CommandState>(address, command).catch((error) => {
        onFailed?.();
        throw error;
      });
      onSent?.();
      setNotices(state.notices);
      announce([said, ...state.notices].join(' '));
      await onDone();
      // The answered form has disappeared, and the focus with it.
      if (document.activeElement === document.body)
        document.getElementById('main')?.focus({ preventScroll: true });
    });
  return { ...act, send, notices };
}

/** A discussion that nobody runs. To go on after a limit would pause it again at once, so a new one is asked for. */
function Stopped({ view: { session, usage }, onDone }: { view: View; onDone: OnDone }): VNode {
  const isTime = session.status === 'paused' && session.pause_reason === 'time';
  const offer = isTime
    ? { limit: 'total_timeout' as const, value: 2 * (session.settings.total_timeout ?? 600) }
    : offerLimit(session);
  const [given, setGiven] = useState(String(offer?.value ?? ''));
  const { send, busy, problem } = useCommand(onDone);
  const labels = {
    max_cost: `US dollars in all (${formatCost(usage.cost_usd)} spent)`,
    max_tokens: `Tokens in all (${formatTokens(countTokens(usage))} used)`,
    total_timeout: 'Seconds for the next run',
  };
  return (
    <form
      class="box ask"
      aria-label={offer === null ? 'Continue' : 'A new limit'}
      onSubmit={(event) => {
        event.preventDefault();
        const limit = offer === null ? {} : { [offer.limit]: Number(given) };
        void send({ command: 'resume', ...limit }, 'It continues.');
      }}
    >
      <p>
        Everything so far is kept, and the panel continues where it stopped.{' '}
        {session.pause_reason === 'no-quorum' && (
          <>
            Below is why seats failed; <code>s2s doctor</code> in a terminal checks every model.
          </>
        )}
      </p>
      {offer !== null && (
        <Amount
          label={labels[offer.limit]}
          step={offer.limit === 'max_cost' ? 'any' : '1'}
          value={given}
          onChange={setGiven}
        />
      )}
      <Problem problem={problem} />
      <button type="submit" class="primary" disabled={busy}>
        Continue
      </button>
    </form>
  );
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
  const { signedIn } = usePage();
  // What binds is chosen by the person alone; a number is a position.
  const [choice, setChoice] = useState<'accept' | 'own' | 'continue' | number | null>(null);
  const [text, setText] = useState('');
  const [rounds, setRounds] = useState(1);
  const { send, busy, problem } = useCommand(onDone);
  const conflict = session.conflicts.find((one) => one.id === subject);
  const cost = sayRoundCost(session.rounds);
  const groups = conflict === undefined ? [] : groupPositions(positions);
  // A position that is recommended is shown once.
  const recommended = groups.findIndex((group) => group.text === recommendation);
  const isAccepted = choice === 'accept' || (choice !== null && choice === recommended);
  const decision = isAccepted
    ? { decision: 'accept' }
    : choice === 'continue'
      ? { decision: 'continue', rounds }
      : { decision: 'own', text: typeof choice === 'number' ? groups[choice]?.text : text };
  return (
    <form
      class="box ask"
      aria-label={`Decision ${id}`}
      onSubmit={(event) => {
        event.preventDefault();
        void send({ command: 'answer', escalation: id, ...decision }, 'Your answer is recorded.');
      }}
    >
      <Rich text={conflict?.description ?? sayTrigger(escalation)} />
      {conflict !== undefined && (
        <p class="quiet">
          <Line text={sayTrigger({ ...escalation, subject: 'It' })} />
        </p>
      )}
      {conflict === undefined && positions.length > 0 && <Voices positions={positions} />}
      <fieldset>
        <legend>Your answer</legend>
        {groups.map((group, at) => (
          <Check among={id} checked={choice === at} onChange={() => setChoice(at)}>
            <Line text={group.text} /> {at === recommended && <span class="mark run">recommended</span>}{' '}
            <span class="quiet">{group.seats.map((seat) => nameSeat(session, seat)).join(', ')}</span>
          </Check>
        ))}
        {recommendation !== null && recommended < 0 && (
          <Check among={id} checked={choice === 'accept'} onChange={() => setChoice('accept')}>
            Accept what the facilitator recommends: <Line text={sayRecommended(escalation, session)} />
          </Check>
        )}
        <Check among={id} checked={choice === 'own'} onChange={() => setChoice('own')}>
          Decide in my own words
        </Check>
        {choice === 'own' && (
          <Words label="What is decided" rows={3} required value={text} onChange={setText} />
        )}
        <Check among={id} checked={choice === 'continue'} onChange={() => setChoice('continue')}>
          Let the panel continue
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
      <p class="quiet small">
        {choice === 'continue'
          ? `Holds ${formatPlural(rounds, 'more round')}${cost === '' ? '.' : `: ${cost}.`}`
          : `Your decision is binding, and the text will follow it. The discussion continues${cost === '' ? '.' : `; ${cost}.`}`}
      </p>
      <Problem problem={problem} />
      <div class="answer-bar">
        {signedIn === null && <NameField label="Your name, recorded with it" required />}
        <button type="submit" class="primary" disabled={busy}>
          {choice === 'continue' ? 'Continue' : isAccepted ? 'Accept' : 'Decide'}
        </button>
      </div>
    </form>
  );
}

const votes = { '': 'No vote', ...voteChoices } as const;

function Turn({ round, onDone }: { round: View['round']; onDone: OnDone }): VNode {
  const { session } = useShown();
  const [text, setText] = useState('');
  const [given, setGiven] = useState<Readonly<Record<string, VoteWord | ''>>>({});
  const { send, busy, problem } = useCommand(onDone);
  // In the review every item can be excepted from; at the last call the ballot is voted on.
  const own = session.participants.find(({ kind }) => kind === 'human')?.id ?? '';
  const open =
    session.text?.step === 'review'
      ? session.artifacts.filter((item) => isVotable(session, item))
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
        void send(command, 'Your words are recorded.', {
          onSent: () => {
            setText('');
            setGiven({});
          },
        });
      }}
    >
      {round?.question != null && <Rich text={round.question} />}
      {session.text?.step === 'review' && (
        <p>The draft is under review: say what is wrong or missing, and which items you would not sign.</p>
      )}
      {session.text !== null && (
        <p>
          <a href={writeRoute({ view: 'document', id: session.id, type: session.output_type })}>
            Read the draft first
          </a>
        </p>
      )}
      {session.text?.step === 'last-call' && (
        <p>Last call: vote on each item. After this the text is published as it stands.</p>
      )}
      {session.text?.step !== 'last-call' && (
        <Words label="Your words" name="turn" rows={4} value={text} onChange={setText} />
      )}
      {session.text?.step === 'last-call' && open.length > 1 && (
        <p>
          <button
            type="button"
            onClick={() => setGiven(Object.fromEntries(open.map(({ id }) => [id, 'ratify' as const])))}
          >
            {voteChoices.ratify} all {open.length}
          </button>
        </p>
      )}
      {open.map((item) => (
        <Vote
          key={item.id}
          item={item}
          given={given[item.id] ?? ''}
          onGive={(stance) => setGiven({ ...given, [item.id]: stance })}
        />
      ))}
      {session.text?.step === 'last-call' && (
        <Words label="Why, where you are not for it" name="turn" rows={3} value={text} onChange={setText} />
      )}
      <p class="quiet small">
        {isPass ? 'Without words or votes you pass. ' : 'Every seat hears it. '}The panel continues to your
        next turn or to the end
        {cost === '' ? '.' : `; ${cost}.`}
      </p>
      <Problem problem={problem} />
      <button type="submit" class={isPass ? '' : 'primary'} disabled={busy}>
        {isPass ? 'Pass' : session.text?.step === 'last-call' ? 'Vote' : 'Say it'}
      </button>
    </form>
  );
}

function Vote(props: { item: Item; given: string; onGive: (stance: VoteWord | '') => void }): VNode {
  const { item, given, onGive } = props;
  return (
    <fieldset class="vote">
      <legend>
        {item.id} <Line text={item.text} />
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
