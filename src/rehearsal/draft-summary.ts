/** The draft of a summary. */
import type { Item } from '../domain/records.ts';
import type { Session } from '../domain/session.ts';
import { listKept, listNamedFacts, rankIdeas } from './citations.ts';
import type { DraftHead } from './draft-head.ts';
import { nameSeat, type Scene } from './scene.ts';
import { joinWords } from './text.ts';

/** Writes the summary: the facts that the seats relied on, the ideas they judged best, and what to do next. */
export function draftSummary(scene: Scene, session: Session, { head }: { head: DraftHead }) {
  return {
    ...head,
    key_points: listNamedFacts(scene, session).slice(0, 4),
    pursue: rankIdeas(session)
      .slice(0, 3)
      .map(({ id }) => id),
    next_steps: listNextSteps(scene, session),
  };
}

/** The next steps: the best idea, the count and the first step that the panel named, and the open questions, as far as there are any. */
function listNextSteps(scene: Scene, session: Session): string[] {
  const [idea] = rankIdeas(session);
  const name = (item: Item): string => nameSeat(scene, item.proposed_by[0]?.seat ?? 'somebody');
  const find = (title: string) => listKept(session, ['POINT']).find((item) => item.title === title);
  const [step, count] = [find('First step'), find('The assumption that carries the most')];
  const open = session.open_questions.filter(({ status }) => status === 'open');
  const askers = [...new Set(open.flatMap(({ raised_by: seats }) => seats))];
  const steps: string[] = [];
  if (idea) steps.push(`${name(idea)} tries ${idea.id} with one user within a week.`);
  if (count) steps.push(`${name(count)} does the count of ${count.id}, before anything is built.`);
  if (step) steps.push(`${name(step)} takes the first step, ${step.id}.`);
  if (open.length > 0)
    steps.push(
      `Whoever answers for the project answers ${joinWords(open.map(({ id }) => id))}, as ${joinWords(askers.map((seat) => nameSeat(scene, seat))) || 'the panel'} asked.`,
    );
  if (!idea && !step && open.length === 0)
    steps.push('Put the agreed items into the plan and name somebody for each.');
  return steps;
}
