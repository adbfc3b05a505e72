/** The rehearsed facilitator's question. */

import type { AgendaTopic } from '../session/library.ts';
import type { RequestFacts } from '../session/model-request.ts';
import { joinNames, quote } from './quote.ts';
import { adoptWay, buildWay } from './story.ts';

/** A question that was not asked before: first for proposals, then about what divides the seats, then by the agenda. */
export function rehearseQuestion(facts: RequestFacts, round: number) {
  const { session, context, phase } = facts;
  const topic = chooseTopic(facts);
  const opened = session.conflicts.find(
    ({ status, opened_in: since }) => status === 'open' && since === round - 1,
  );
  const asked = [facts.asked?.question ?? '', ...session.rounds.map(({ question }) => question)];
  const [next] = topic?.questions.filter((question) => !asked.some((one) => one.includes(question))) ?? [];
  const question =
    round === 1
      ? `How would you answer ${quote(session.topic)} from your own role, and what would make you choose differently?`
      : opened !== undefined
        ? `${joinNames(opened.positions.map(({ text }) => quote(text)))}: what would the holders of each have to see in order to give it up?`
        : (next ??
          `After ${round - 1} rounds: what is still missing in the answer to ${quote(session.topic)}?`);
  const isLaterPhase = round > 1 && session.rounds[0]?.phase !== phase.name;
  const advice = session.guidance.findLast(({ after_round: after }) => after === round - 1);
  return {
    question: [
      advice === undefined ? '' : `With the advice ${quote(advice.text)} in mind: `,
      isLaterPhase ? `Now for “${phase.name}”: ` : '',
      question,
    ].join(''),
    context_summary: context.name,
    // A question that only the holders of two positions can answer is put to them alone where seats are chosen by name.
    participants:
      session.settings.participation === 'targeted' && opened !== undefined
        ? opened.positions.flatMap(({ held_by: holders }) => holders.map(({ seat }) => seat))
        : ['all'],
    focus: opened?.description ?? topic?.name ?? phase.name,
    topic_id: topic?.id ?? null,
    language: 'en',
    pro: buildWay.meaning,
    con: adoptWay.meaning,
    sides: [],
  };
}

/** The first topic of the agenda that is not covered, critical ones before others. */
export function chooseTopic({ agenda, session }: RequestFacts): AgendaTopic | null {
  const open = agenda?.topics.filter(
    ({ id }) => session.agenda.find((state) => state.id === id)?.status !== 'covered',
  );
  return open?.find(({ critical }) => critical) ?? open?.[0] ?? null;
}
