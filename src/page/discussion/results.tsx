/** What a discussion reached and what it did not. */
import type { VNode } from 'preact';
import type { Text } from '../../session/text.ts';
import type { OutcomeResult } from '../../session/vocabulary.ts';
import { resolutionWords } from '../../wording/conflict.ts';
import { sayAnswer } from '../../wording/escalation.ts';
import { sayFirmness } from '../../wording/firmness.ts';
import { formatPlural } from '../../wording/format-numbers.ts';
import { sayDegradation, sayEnglish } from '../../wording/labels.ts';
import { sayDecider, sayDocument } from '../../wording/outcome.ts';
import { beginSentence } from '../../wording/sentence.ts';
import { sayWait } from '../../wording/state.ts';
import { sayLoss } from '../../wording/trouble.ts';
import { voteWords } from '../../wording/votes.ts';
import type { Shown } from '../answer-types.ts';
import { hasEnded } from '../follow-session.ts';
import { useShown } from '../page-context.ts';
import { Fold, nameSeat, openFold, Section, Voices } from '../parts.tsx';
import { Line, Rich, SourceButton } from '../rich.tsx';
import { writeRoute } from '../route.ts';

/** What the panel's result is called where it is no decision. */
const titles: Partial<Record<OutcomeResult, string>> = {
  undecided: 'Recommendation',
  'stable-disagreement': 'Recommendation',
  collected: 'Collected',
};

/** What came out: the decision first, who made it, how firm it is, and where it is written. */
export function Reached(): VNode | null {
  const { session } = useShown();
  const { id, outcome, text, rounds, output_type: type, waits_for: waits } = session;
  const read = (
    <a
      class={`button ${outcome === null ? '' : 'primary'}`}
      href={writeRoute({ view: 'document', id, type })}
    >
      Read the {outcome === null ? 'draft' : sayDocument(type)}
    </a>
  );
  if (outcome === null) {
    const last = rounds.at(-1);
    // What waits for a decision is said with it; the summary of the round stands with the rounds.
    if (text === null)
      return last === undefined || waits === 'decision' ? null : (
        <Section id="reached" title={`So far, after ${formatPlural(rounds.length, 'round')}`}>
          <Rich text={last.synthesis} />
        </Section>
      );
    return (
      <Section id="reached" title="Proposed">
        <p class="decision">
          <Line text={text.decision} />
        </p>
        <p class="buttons">{read}</p>
        <Reasons session={session} text={text} />
      </Section>
    );
  }
  const { result, decided_by } = outcome;
  const file = outcome.files.find((one) => one.type === type)?.path;
  return (
    <Section id="reached" title={decided_by === 'panel' ? (titles[result] ?? 'Decision') : 'Decision'}>
      <p class="decision">
        <Line text={outcome.decision || text?.decision || ''} />
      </p>
      <p class="facts">
        <span>{sayDecider(outcome, session)}.</span>
        {outcome.degraded && (
          <button type="button" class="mark ask" onClick={() => openFold('missing')}>
            degraded: what is missing
          </button>
        )}
      </p>
      <p class="buttons">
        {read} {file !== undefined && <code class="quiet small wide-only">{file}</code>}
      </p>
      {text !== null && <Reasons session={session} text={text} />}
    </Section>
  );
}

/** Why, and how firm it is. */
function Reasons({ session, text: { why, firmness } }: { session: Shown; text: Text }): VNode {
  const counted = sayFirmness(session, (seat) => nameSeat(session, seat));
  const firm = [counted, firmness].filter((part) => part !== '').join(' ');
  return (
    <>
      {why.length > 0 && <Rich text={why.join(' ')} />}
      {firm !== '' && <Rich text={`**How firm:** ${firm}`} />}
    </>
  );
}

/** What the result lacks: failed calls, uncovered topics, parts that could not be read. */
export function Missing(): VNode | null {
  const { session } = useShown();
  const { outcome, agenda, rounds, failures, open_round: open } = session;
  const name = (seat: string): string => nameSeat(session, seat);
  const uncovered = outcome === null ? [] : agenda.filter((one) => one.critical && one.status !== 'covered');
  const lines = new Set([
    ...uncovered.map((topic) => `Not covered: ${topic.name}.`),
    ...(outcome?.degradation ?? []).map((one) =>
      sayDegradation(one, sayEnglish, { seat: name, item: (id) => id }),
    ),
    // Those of the open round stand with its seats.
    ...failures
      .filter(({ round }) => round !== open?.round)
      .map(({ round, seat, message }) => `Round ${round}, ${name(seat)}: ${message}`),
    ...rounds.flatMap((round) => round.losses.map((loss) => `Round ${round.round}: ${sayLoss(loss, name)}`)),
  ]);
  if (lines.size === 0) return null;
  return (
    <Fold id="missing" title="What is missing" hint={lines.size}>
      <ul>
        {[...lines].map((line) => (
          <li class="kept-lines">{line}</li>
        ))}
      </ul>
    </Fold>
  );
}

export function Contested(): VNode | null {
  const { session } = useShown();
  const open = session.conflicts.filter(({ status }) => status === 'open');
  const settled = session.conflicts.filter(({ status }) => status === 'resolved');
  if (open.length + settled.length === 0) return null;
  return (
    <Fold
      id="contested"
      title="Contested points"
      hint={[open.length > 0 && `${open.length} open`, settled.length > 0 && `${settled.length} settled`]
        .filter(Boolean)
        .join(', ')}
    >
      {open.map((conflict) => (
        <article key={conflict.id}>
          <h3>
            <Line text={conflict.description} />
          </h3>
          <Voices
            positions={conflict.positions.flatMap(({ text, held_by }) =>
              held_by.map(({ seat }) => ({ seat, text })),
            )}
          />
          <SourceButton source={{ kind: 'conflict', id: conflict.id }} text="What was said" />
        </article>
      ))}
      {open.length > 0 && settled.length > 0 && <h3>Settled</h3>}
      <ul>
        {settled.map(({ id, description, resolution, resolution_type: how, resolved_in: round }) => (
          <li key={id}>
            <Line text={description} />{' '}
            <span class="quiet">
              Round {round}
              {how === null ? '' : `, ${resolutionWords[how]}`}:
            </span>{' '}
            <Line text={resolution ?? ''} />{' '}
            <SourceButton source={{ kind: 'conflict', id }} text="What was said" />
          </li>
        ))}
      </ul>
    </Fold>
  );
}

export function Dissent(): VNode | null {
  const { session } = useShown();
  const dissent = session.outcome?.dissent ?? [];
  if (dissent.length === 0) return null;
  return (
    <Section id="dissent" title="Dissent">
      <ul class="plain">
        {dissent.map(({ seat, text, on, vote }) => (
          <li key={`${seat} ${on} ${text}`}>
            <span class="strong">{nameSeat(session, seat)}</span> {voteWords[vote]}
            {on !== null && (
              <>
                {', '}
                <SourceButton source={{ kind: 'item', id: on }} text={on} />
              </>
            )}
            : <Line text={text} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Up to this many open questions are shown whole, more behind a fold. */
const mostWhole = 3;

export function Questions(): VNode | null {
  const open = listOpen(useShown().session);
  if (open.length === 0) return null;
  const list = (
    <ul>
      {open.map(({ id, text, for_whom: whom, until, meanwhile }) => (
        <li key={id}>
          <Line text={text} />
          <div class="facts">
            {[
              ['Who answers', whom],
              ['By when', until],
              ['Until then', meanwhile],
            ].map(([label, said = '']) =>
              said === '' ? null : (
                <span>
                  <span class="quiet">{label}:</span> <Line text={said} />
                </span>
              ),
            )}
          </div>
        </li>
      ))}
    </ul>
  );
  return open.length <= mostWhole ? (
    <Section id="questions" title="Open questions">
      {list}
    </Section>
  ) : (
    <Fold id="questions" title="Open questions" hint={open.length}>
      {list}
    </Fold>
  );
}

/** The questions that nobody has answered. */
export function listOpen({ open_questions: all }: Pick<Shown, 'open_questions'>): Shown['open_questions'] {
  return all.filter(({ status }) => status === 'open');
}

/** What people told the panel: advice, and decisions that it could not make. */
export function People(): VNode | null {
  const { guidance, escalations } = useShown().session;
  const answered = escalations.filter(({ status }) => status === 'answered');
  if (guidance.length + answered.length === 0) return null;
  const after = (round: number): string => (round === 0 ? 'before the first round' : `after round ${round}`);
  return (
    <Fold id="people" title="Decisions and guidance" hint={guidance.length + answered.length}>
      <ul>
        {answered.map((escalation) => (
          <li key={escalation.id}>
            <Rich text={beginSentence(sayAnswer(escalation))} />
            <span class="quiet">{after(escalation.round)}</span>
          </li>
        ))}
        {guidance.map(({ after_round: round, text, name }) => (
          <li key={`${round} ${text}`}>
            <Rich text={text} />
            <span class="quiet">{[name ?? '', after(round)].filter(Boolean).join(', ')}</span>
          </li>
        ))}
      </ul>
    </Fold>
  );
}

/** The links to what a discussion leaves to people; on a narrow screen the folds themselves stand above. */
export function Left(): VNode | null {
  const { session } = useShown();
  const contested = session.conflicts.filter(({ status }) => status === 'open').length;
  const refused = session.artifacts.filter(({ status }) => status === 'not-agreed').length;
  const left = [
    ['questions', listOpen(session).length, 'open question'] as const,
    ['items', refused, 'item not agreed', 'items not agreed'] as const,
    ['contested', contested, 'contested point'] as const,
  ].filter(([, count]) => count > 0);
  const { waits_for: wait } = session;
  if (left.length === 0 && wait === null && !hasEnded(session)) return null;
  return (
    <div class="card wide-only">
      <h2>{left.length === 0 && wait === null ? 'Nothing is left open' : 'Left open'}</h2>
      <ul class="plain facts">
        {wait !== null && (
          <li>
            <button type="button" class="mark ask" onClick={() => openFold('asked')}>
              {sayWait(wait)}
            </button>
          </li>
        )}
        {left.map(([id, count, word, words]) => (
          <li key={id}>
            <button type="button" class="source" onClick={() => openFold(id)}>
              {formatPlural(count, word, words)}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
