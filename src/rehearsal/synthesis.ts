/** The rehearsed facilitator's synthesis: it counts and quotes the answers and adds nothing to them. */

import type { RequestFacts } from '../domain/model-request.ts';
import type { OutputType } from '../domain/vocabulary.ts';
import { type Disagreement, readDisagreement } from './disagreement.ts';
import { type Placement, placeStatements, type RehearsedItem } from './items.ts';
import { suggestNext } from './next.ts';
import { type RehearsedQuestion, rehearseQuestion } from './question.ts';
import { pickAt } from './random.ts';
import { buildScene, nameMatter, nameSeat, quoteCriterion, type Scene } from './scene.ts';
import { joinWords, quote, takeHead } from './text.ts';

/** A synthesis in the form that the facilitator returns. */
export interface RehearsedSynthesis {
  action: 'synthesis';
  synthesis: string;
  items: RehearsedItem[];
  not_taken: { statement: string; reason: string }[];
  conflicts: {
    id: string;
    description: string;
    item_ids: string[];
    positions: { seat: string; text: string }[];
    recommendation: string | null;
  }[];
  resolved: { conflict_id: string; resolution: string }[];
  agenda_coverage: { topic_id: string; criteria_met: { criterion: string; by: string[] }[] }[];
  open_questions: { text: string; raised_by: string[] }[];
  answered_questions: { id: string; answer: string }[];
  next_action: 'continue' | 'phase' | 'conclude' | 'escalate';
  next_focus: string | null;
  escalation_reason: string | null;
  escalate_conflicts: string[];
  recommendation: string | null;
  output_type: OutputType | null;
  next_question?: RehearsedQuestion | null;
}

/** Sums up a round from its answers. With `withQuestion` it includes the question of the next round. */
export function rehearseSynthesis(
  facts: RequestFacts,
  options: { withQuestion: boolean },
): RehearsedSynthesis {
  const scene = buildScene(facts);
  const met = findMetCriteria(scene);
  const dispute = readDisagreement(scene);
  const next = suggestNext(scene, { met, dispute });
  const placed = placeStatements(scene, { withdrawsSecond: dispute.resolved.length > 0 });
  const reply: RehearsedSynthesis = {
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
    agenda_coverage:
      scene.topic && met.length > 0
        ? [
            {
              topic_id: scene.topic.id,
              criteria_met: met.map((criterion) => ({ criterion, by: listWords(scene, criterion) })),
            },
          ]
        : [],
    open_questions: findOpenQuestions(scene),
    answered_questions: [],
    ...next,
    output_type: next.next_action === 'conclude' ? facts.output_type : null,
  };
  if (!options.withQuestion) return reply;
  const following = next.next_action === 'conclude' ? null : askNext(scene, { met, focus: next.next_focus });
  return { ...reply, next_question: following };
}

/** The criteria of this round that at least one answer addresses, as the agenda words them. */
function findMetCriteria(scene: Scene): string[] {
  return scene.criteria.filter((criterion) =>
    scene.facts.answers.some(({ position }) => position.includes(quoteCriterion(criterion))),
  );
}

/** The statements of those who took a criterion up: the words that can be pointed to. */
function listWords(scene: Scene, criterion: string): string[] {
  const quoted = quoteCriterion(criterion);
  const seats = scene.facts.answers
    .filter(({ position }) => position.includes(quoted))
    .map(({ seat }) => seat);
  return scene.facts.statements.filter(({ seat }) => seats.includes(seat)).map(({ id }) => id);
}

/** What the round's reading came to. */
interface Reading {
  met: string[];
  dispute: Disagreement;
  placed: Placement;
}

/** Two to four sentences: who took which way, what was said on the criteria, what stays open. */
function summarize(scene: Scene, { met, dispute, placed }: Reading): string {
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
  const taken = met[0];
  if (taken !== undefined) {
    const quoted = quoteCriterion(taken);
    const speakers = answers
      .filter(({ position }) => position.includes(quoted))
      .map(({ seat }) => nameSeat(scene, seat));
    sentences.push(
      `On ${quoted}, ${joinWords(speakers)} said what would satisfy them${met.length > 1 ? `, and ${met.length - 1} further ${met.length === 2 ? 'point was' : 'points were'} taken up` : ''}.`,
    );
  }
  const fresh = placed.items.filter(({ title, from }) => title !== '' && from.length > 0);
  const [put] = fresh;
  if (put) {
    const names = [
      ...new Set(
        scene.facts.statements
          .filter(({ id }) => put.from.includes(id))
          .map(({ seat }) => nameSeat(scene, seat)),
      ),
    ];
    sentences.push(
      `${joinWords(names)} put forward ${quote(put.title, 90)}${fresh.length > 1 ? ' among other results' : ''}.`,
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

/** At most one question per round that nobody at the table can answer: a seat's own, or one from the context. */
function findOpenQuestions(scene: Scene): RehearsedSynthesis['open_questions'] {
  const { answers, context, round } = scene.facts;
  const asking = answers.filter((answer) => (answer.questions ?? []).length > 0);
  const chosen = asking.length === 0 ? undefined : asking[(round - 1) % asking.length];
  const own = chosen?.questions?.[0];
  if (chosen && own) return [{ text: own, raised_by: [chosen.seat] }];
  const open = round === 1 ? context.open_questions[0] : undefined;
  return open ? [{ text: takeHead(open, 160), raised_by: [] }] : [];
}

/** The question of the next round, which takes this round's coverage into account. */
function askNext(scene: Scene, about: { met: string[]; focus: string | null }): RehearsedQuestion {
  const { facts } = scene;
  const agenda = facts.agenda.map((topic) => {
    if (topic.id !== scene.topic?.id) return topic;
    const criteria = [...new Set([...topic.criteria_met, ...about.met])];
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
