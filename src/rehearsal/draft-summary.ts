/** The draft of a summary. */
import type { Session } from '../domain/session.ts';
import { type CitedPoint, listKept, listNamedFacts } from './citations.ts';
import type { DraftHead } from './draft-head.ts';
import { nameSeat, type Scene } from './scene.ts';
import { quote } from './text.ts';

/** The content of the document, in the form of its schema. */
export interface SummaryDraft extends DraftHead {
  key_points: CitedPoint[];
  pursue: string[];
  next_steps: string[];
}

const weight = { high: 2, medium: 1, low: 0 } as const;

/** Writes the summary: what the seats rested on, the ideas that they judged best, and what to do next. */
export function draftSummary(scene: Scene, session: Session, options: { head: DraftHead }): SummaryDraft {
  const score = (id: string): number => {
    const judged = session.artifacts.find((item) => item.id === id)?.judgements ?? [];
    return (
      judged.reduce((sum, { value, feasibility }) => sum + weight[value] + weight[feasibility], 0) /
      Math.max(1, judged.length)
    );
  };
  const pursue = listKept(session, ['IDEA'])
    .map(({ id }) => id)
    .sort((one, other) => score(other) - score(one))
    .slice(0, 3);
  return {
    ...options.head,
    key_points: listNamedFacts(scene, session)
      .slice(0, 4)
      .map(({ text, sources }) => ({ text, sources })),
    pursue,
    next_steps: listNextSteps(scene, session, pursue[0] ?? null),
  };
}

function listNextSteps(scene: Scene, session: Session, firstIdea: string | null): string[] {
  const questions = session.open_questions.filter(({ status }) => status === 'open').slice(0, 3);
  const raisedBy = (seats: string[]) => (seats[0] ? `, raised by ${nameSeat(scene, seats[0])}` : '');
  return [
    ...(firstIdea ? [`Try ${firstIdea} first.`] : []),
    ...questions.map(({ text, raised_by: seats }) => `Find out: ${quote(text, 160)}${raisedBy(seats)}.`),
    ...(questions.length === 0 && !firstIdea
      ? ['Put the agreed items into the plan and name somebody for each.']
      : []),
  ];
}
