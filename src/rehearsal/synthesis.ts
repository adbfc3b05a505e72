/** The rehearsed facilitator's synthesis. Who holds what is read from fields, and from the script's own sentences, word for word. */
import type { RequestFacts } from '../session/model-request.ts';
import { reportCoverage, type Said } from './coverage.ts';
import { findPoint } from './items.ts';
import { findHeld } from './plots.ts';
import { chooseTopic, rehearseQuestion } from './question.ts';
import { joinNames, quote } from './quote.ts';
import {
  adoptPoint,
  adoptWay,
  argument,
  buildPoint,
  buildWay,
  openQuestion,
  ways,
  whoAnswers,
} from './story.ts';

/** What the round brought, and what the facilitator proposes. */
export function rehearseSynthesis(facts: RequestFacts, round: number) {
  const { session, answers, phase } = facts;
  const now: Said[] = answers.flatMap(({ id: seat, statements }) =>
    statements.map((statement) => ({ ...statement, seat })),
  );
  const all = [...session.statements.filter((statement) => statement.round < round), ...now];
  const saying = (text: string): Said[] => all.filter((statement) => statement.text === text);
  const seatsOf = (text: string): string[] => [...new Set(saying(text).map(({ seat }) => seat))];
  const builders = seatsOf(buildPoint.text);
  const adopters = seatsOf(adoptPoint.text);
  const conflicts = reportConflicts(facts, [builders, adopters]);
  const isEarly = conflicts.length > 0 || round < session.settings.min_rounds;
  const action = phase.votes ? (isEarly ? 'continue' : 'conclude') : 'phase';
  const focus =
    conflicts.length > 0 ? 'what divides the seats' : (chooseTopic(facts)?.name ?? 'what is missing');
  return {
    synthesis: [
      ...tellRound(facts, now, conflicts),
      action === 'conclude' ? 'The text can be written.' : `Next: ${focus}.`,
    ].join(' '),
    ways: ways.map((way) => ({
      id: session.ways.find(({ name }) => name === way.name)?.id ?? 'new',
      ...{ name: way.name, meaning: way.meaning, for: way.for, against: way.against },
      preferred_by: way === buildWay ? builders : way === adoptWay ? adopters : [],
    })),
    consensus:
      builders.length > 1
        ? [{ text: buildPoint.text, statements: saying(buildPoint.text).map(({ id }) => id) }]
        : [],
    conflicts,
    agenda_coverage: reportCoverage(facts, round, now),
    open_questions: [...new Set(answers.flatMap(({ questions }) => questions))].map((text) => ({
      text,
      raised_by: answers.filter(({ questions }) => questions.includes(text)).map(({ id }) => id),
      for_whom: text === openQuestion ? whoAnswers : '',
    })),
    next_action: action,
    next_focus: action === 'conclude' ? null : focus,
    recommendation: buildPoint.text,
    next_question: action === 'conclude' ? null : rehearseQuestion(facts, round + 1),
  };
}

/** The conflict between the two ways as soon as both have a holder; later those that are open, with whoever holds a position after this round. */
function reportConflicts({ session, answers }: RequestFacts, holders: [string[], string[]]) {
  if (session.conflicts.length === 0) {
    if (holders.some((seats) => seats.length === 0)) return [];
    const positions = [buildPoint, adoptPoint].map(({ text }, index) => {
      return { id: 'new', text, held_by: holders[index] ?? [] };
    });
    const description = 'Whether the first version builds on what runs today or adopts an existing product.';
    return [{ id: 'new', description, positions, recommendation: buildPoint.text }];
  }
  return session.conflicts
    .filter(({ status }) => status === 'open')
    .map((conflict) => {
      const holdsNow = (seat: string): string | null => {
        const answer = answers.find(({ id }) => id === seat);
        const said = answer?.conflicts.find(({ conflict_id: id }) => id === conflict.id);
        return said?.gives_up === true ? null : (said?.holds ?? findHeld(conflict, seat)?.id ?? null);
      };
      const seats = session.participants.map(({ id }) => id);
      const positions = conflict.positions.map(({ id, text }) => {
        return { id, text, held_by: seats.filter((seat) => holdsNow(seat) === id) };
      });
      const held = positions.filter(({ held_by: by }) => by.length > 0);
      const { id, description } = conflict;
      return { id, description, positions: held, recommendation: buildPoint.text };
    })
    .filter(({ positions }) => positions.length > 1);
}

/** What happened in the round, in a few sentences. */
function tellRound(
  { session, answers }: RequestFacts,
  now: readonly Said[],
  conflicts: ReturnType<typeof reportConflicts>,
): string[] {
  const nameSeats = (seats: readonly string[]): string =>
    joinNames(seats.map((seat) => session.participants.find(({ id }) => id === seat)?.role ?? seat));
  const texts = [...new Set(now.map(({ text }) => text))].filter((text) => text !== argument);
  return [
    texts.length > 0
      ? `On the table now: ${joinNames(texts.map((text) => quote(findPoint(text).title)))}.`
      : 'Nothing new was said.',
    ...answers.flatMap(({ role, conflicts: stances }) =>
      stances
        .filter(({ gives_up: gives }) => gives)
        .map(({ because }) => `${role} gave a position up: ${because}`),
    ),
    ...conflicts.map(({ positions }) => {
      const sides = positions.map(({ text, held_by: by }) => `${quote(text)} (${nameSeats(by)})`);
      return `The seats differ: ${sides.join(' against ')}.`;
    }),
    conflicts.length === 0
      ? 'Nothing divides the seats now.'
      : 'What would settle it is a limit that somebody has measured.',
  ];
}
