/** The rehearsed facilitator's synthesis: it counts and quotes the answers and adds nothing to them. */

import type { RequestFacts } from '../domain/model-request.ts';
import { type Disagreement, readDisagreement } from './disagreement.ts';
import { chooseOpenQuestion, listAnswers } from './item-texts.ts';
import { indexStatements, type Placement, placeStatements } from './items.ts';
import { suggestNext } from './next.ts';
import { rehearseQuestion } from './question.ts';
import { pickAt } from './random.ts';
import { buildScene, listUnmet, nameMatter, nameSeat, type Scene } from './scene.ts';
import { isChoice, wayStatement } from './suggestions.ts';
import { joinWords, quote } from './text.ts';

/** The agenda criteria that a round has met, in the form of a synthesis. */
type Coverage = { topic_id: string; criteria_met: { criterion: string; by: string[] }[] }[];

/** Sums up a round from its answers in the form that the facilitator returns; with `withQuestion`, including the next question. */
export function rehearseSynthesis(facts: RequestFacts, options: { withQuestion: boolean }) {
  const scene = buildScene(facts);
  const dispute = readDisagreement(scene);
  const met = readCoverage(scene, dispute);
  const next = suggestNext(scene, { met, dispute });
  const placed = placeStatements(scene, { withdrawsSecond: dispute.resolved.length > 0 });
  const reply = {
    action: 'synthesis',
    synthesis: summarize(scene, { met, dispute, placed }),
    items: placed.items,
    not_taken: placed.not_taken,
    conflicts: dispute.standing.map(({ isWays, ...conflict }) => ({
      ...conflict,
      item_ids: isWays ? placed.ways.filter((id) => id !== null) : [],
      recommendation: isWays ? next.recommendation : null,
    })),
    resolved: dispute.resolved,
    agenda_coverage: met,
    open_questions: findOpenQuestions(scene),
    answered_questions: [],
    ...next,
    output_type: next.next_action === 'conclude' ? facts.output_type : null,
  };
  if (!options.withQuestion) return reply;
  const following = next.next_action === 'conclude' ? null : askNext(scene, { met, focus: next.next_focus });
  return { ...reply, next_question: following };
}

/** The agenda criteria that this round has met, each with the statements that meet it. */
function readCoverage(scene: Scene, dispute: Disagreement): Coverage {
  const { agenda, round } = scene.facts;
  const findStatements = indexStatements(scene);
  const isChosen = round > 2 || dispute.standing.every(({ isWays }) => !isWays);
  const listWords = (criterion: string): string[] =>
    (isChoice(criterion)
      ? [isChosen ? wayStatement(scene.scenario.ways[0]) : '']
      : listAnswers(scene, criterion).map(({ text }) => text)
    ).flatMap((text) => (text === '' ? [] : findStatements(text).map(({ id }) => id)));
  return agenda
    .map((topic) => ({
      topic_id: topic.id,
      criteria_met: listUnmet(topic)
        .map((criterion) => ({ criterion, by: listWords(criterion) }))
        .filter(({ by }) => by.length > 0),
    }))
    .filter(({ criteria_met: met }) => met.length > 0);
}

/** One to four sentences: who took which way, what was put forward, and one concern. */
function summarize(
  scene: Scene,
  { met, dispute, placed }: { met: Coverage; dispute: Disagreement; placed: Placement },
): string {
  const { answers, seats } = scene.facts;
  const sentences: string[] = [];
  const [first, second] = dispute.holders.map((holders) =>
    joinWords(holders.map((seat) => nameSeat(scene, seat))),
  );
  const [firstWay, secondWay] = scene.scenario.ways;
  if (first && second)
    sentences.push(`${first} would ${firstWay.phrase}; ${second} would ${secondWay.phrase}.`);
  else if (first || second)
    sentences.push(
      `${first || second} would ${(first ? firstWay : secondWay).phrase}, and no answer speaks against it.`,
    );
  const resolved = dispute.resolved[0];
  if (resolved) sentences.push(`With that the disagreement is settled: ${resolved.resolution}`);
  const names = met.flatMap(
    ({ topic_id: id }) => scene.facts.agenda.find((topic) => topic.id === id)?.name ?? [],
  );
  if (names.length > 0)
    sentences.push(
      `What was put forward answers part of ${joinWords(names.map((name) => quote(name, 60)))}.`,
    );
  const fresh = placed.items.filter(({ title, from }) => title !== '' && from.length > 0);
  const [put] = fresh;
  if (put) {
    const sources = scene.facts.statements.filter(({ id }) => put.from.includes(id));
    const names = new Set(sources.map(({ seat }) => nameSeat(scene, seat)));
    sentences.push(
      `${joinWords([...names])} put forward ${quote(put.title, 90)}${fresh.length > 1 ? ' among other results' : ''}.`,
    );
  }
  const concern = pickAt(
    answers.flatMap(({ seat, concerns }) => concerns.slice(0, 1).map((text) => ({ seat, text }))),
    scene.facts.round - 1,
  );
  if (concern && sentences.length < 4)
    sentences.push(`${nameSeat(scene, concern.seat)} warns: ${quote(concern.text, 130)}.`);
  const silent = seats.length - answers.length;
  if (sentences.length === 0)
    sentences.push(
      `${answers.length} ${answers.length === 1 ? 'seat' : 'seats'} answered on ${nameMatter(scene)}${silent > 0 ? `, ${silent} did not` : ''}; none of them took up what the round was about.`,
    );
  return sentences.slice(0, 4).join(' ');
}

/** At most one question per round that nobody on the panel can answer: an open question of the context, or else a seat's own. */
function findOpenQuestions(scene: Scene): { text: string; raised_by: string[] }[] {
  const { answers, round } = scene.facts;
  const open = chooseOpenQuestion(scene);
  const asks = answers.find(({ questions }) => open !== '' && questions?.includes(open));
  if (asks) return [{ text: open, raised_by: [asks.seat] }];
  const asking = answers.filter((answer) => (answer.questions ?? []).length > 0);
  const chosen = asking[(round - 1) % Math.max(1, asking.length)];
  const own = chosen?.questions?.[0];
  return chosen && own ? [{ text: own, raised_by: [chosen.seat] }] : [];
}

/** The question of the next round, which takes this round's coverage into account. */
function askNext({ facts }: Scene, about: { met: Coverage; focus: string | null }) {
  const agenda = facts.agenda.map((topic) => {
    const fresh = about.met.find(({ topic_id: id }) => id === topic.id)?.criteria_met ?? [];
    if (fresh.length === 0) return topic;
    const criteria = [...topic.criteria_met, ...fresh.map(({ criterion }) => criterion)];
    return {
      ...topic,
      criteria_met: criteria,
      status: criteria.length >= topic.criteria.length ? 'covered' : 'partial',
    };
  });
  return rehearseQuestion(
    {
      ...facts,
      agenda,
      round: facts.round + 1,
      topic_id: null,
      focus: agenda.some((topic) => topic.name === about.focus) ? (about.focus ?? '') : '',
      earlier_questions: [...facts.earlier_questions, facts.question],
    },
    { withSides: false },
  );
}
