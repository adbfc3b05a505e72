/** Lists what each seat said in each round and in the review, wherever a session keeps it. Citations are checked against this list. */
import type { Session } from '../domain/session.ts';
import { fillWords, splitWords } from '../text/words.ts';
import type { Source } from './draft-fields.ts';

export type Speech = Source & {
  texts: readonly string[];
  /** Whether this shows that the seat spoke in the round; texts that it only supported or that were attributed to it do not. */
  counts: boolean;
};

/**
 * A seat speaks in a round by an answer, a statement or a stance with the round's number; the facilitator and the synthesizer
 * by the round's synthesis; a person also by guidance or a decision. Rounds that did not take place are left out.
 */
export function listSpeech(session: Session): Speech[] {
  const held = new Set(session.rounds.map(({ round }) => round));
  return [
    ...session.rounds.flatMap(listRound),
    ...session.artifacts.flatMap((item) => listItem(item, session)),
    ...session.statements.map(({ seat, round, text, why, verify, raised_in: raisedIn }) =>
      speak(raisedIn === 'review' ? 'review' : round, seat, [text, why, verify]),
    ),
    ...(session.review?.answers ?? []).map(({ seat }) => speak('review', seat, [])),
    ...session.conflicts.flatMap(({ positions }) => positions.map(noteOf)),
    ...session.open_questions.flatMap(({ raised_by: by, round, text }) =>
      by.map((seat) => noteOf({ round, seat, text })),
    ),
    ...session.consensus.flatMap(({ supported_by: support, stood_aside: aside, round, text }) =>
      [...support, ...aside].map((seat) => noteOf({ round, seat, text })),
    ),
    ...session.guidance.map(({ after_round: round, text }) => speak(round, 'human', [text])),
    ...session.escalations
      .filter(({ answered_by: by }) => by === 'user')
      .map(({ round, text, recommendation }) => speak(round, 'human', [text ?? recommendation ?? ''])),
  ].filter(({ round }) => round === 'review' || held.has(round));

  function listRound(round: Session['rounds'][number]): Speech[] {
    const leads = ['facilitator', 'synthesizer', session.facilitator.agent, session.synthesizer.agent];
    return [
      ...round.answers.map(({ seat, position, concerns }) =>
        speak(round.round, seat, [position, ...concerns]),
      ),
      ...[...round.facts, ...round.assumptions, ...round.context_challenges].map(({ seat, text }) =>
        noteOf({ round: round.round, seat, text }),
      ),
      ...(round.synthesis.trim() === '' ? [] : leads.map((seat) => speak(round.round, seat, []))),
    ];
  }
}

function listItem(item: Session['artifacts'][number], session: Session): Speech[] {
  const isReview = item.raised_in === 'review';
  return [
    ...item.proposed_by.map(({ seat, round }) =>
      noteOf({ round: isReview ? 'review' : round, seat, text: item.text }),
    ),
    ...item.stances.flatMap((entry) => {
      const { seat, reason } = entry;
      const round = isFromReview(session, item, entry) ? 'review' : entry.round;
      const behind = noteOf({ round, seat, text: item.text });
      return entry.presumed === true ? [behind] : [behind, speak(round, seat, [reason])];
    }),
  ];
}

/** Whether the seat took this stance in the review, and not in the round before it. */
export function isFromReview(
  session: Pick<Session, 'review'>,
  item: Pick<Session['artifacts'][number], 'id' | 'stances'>,
  stance: Session['artifacts'][number]['stances'][number],
): boolean {
  const { review } = session;
  if (review === null || stance.round !== review.after_round) return false;
  const last = item.stances.findLast(({ seat }) => seat === stance.seat);
  return (
    last === stance &&
    review.answers.some(({ seat, stances }) => seat === stance.seat && stances.includes(item.id))
  );
}

function speak(round: Source['round'], seat: string, texts: readonly string[]): Speech {
  return { round, seat, texts, counts: true };
}

function noteOf({ round, seat, text }: Source & { text: string }): Speech {
  return { round, seat, texts: [text], counts: false };
}

/** The stems of the meaningful words. */
export function stemsOf(text: string): Set<string> {
  return new Set(
    splitWords(text)
      .filter(({ text: word }) => word.length > 2 && !fillWords.has(word.toLowerCase()))
      .map(({ stem }) => stem),
  );
}

/** How many stems two texts have in common. */
export function sharedStems(some: ReadonlySet<string>, others: ReadonlySet<string>): number {
  return [...some].filter((stem) => others.has(stem)).length;
}
