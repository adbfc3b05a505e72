/** The rehearsed facilitator's question. */

import type { RequestFacts } from '../domain/model-request.ts';
import { pickAt } from './random.ts';
import {
  buildScene,
  chooseFact,
  listUnmet,
  nameMatter,
  rankTopics,
  type Scene,
  stripLabel,
  type TopicFacts,
} from './scene.ts';
import {
  countShared,
  endSentence,
  findStems,
  isSameText,
  lowerFirst,
  quote,
  stripMarks,
  takeHead,
} from './text.ts';

/**
 * Asks about the most urgent agenda topic or, in a free discussion, about the next context statement, in the form that the facilitator
 * returns.
 */
export function rehearseQuestion(facts: RequestFacts, options: { withSides: boolean }) {
  const topic = chooseTopic(facts);
  const scene = buildScene({ ...facts, topic_id: topic?.id ?? null, focus: topic?.name ?? '' });
  const focus = topic?.name ?? chooseFreeFocus(scene);
  return {
    action: 'question',
    question: askAnew(scene, focus),
    context_summary: summarizeContext(scene),
    participants: ['all'],
    focus,
    topic_id: topic?.id ?? null,
    ...(options.withSides ? { sides: assignSides(scene) } : {}),
  };
}

/** The topic that the program asked for, or else the first uncovered one. */
function chooseTopic(facts: RequestFacts): TopicFacts | null {
  const waiting = rankTopics(facts, null);
  const wished = waiting.find(
    (topic) => topic.id === facts.topic_id || (facts.focus !== '' && isSameText(topic.name, facts.focus)),
  );
  return wished ?? waiting[0] ?? null;
}

const labels = {
  constraint: 'Staying within',
  objective: 'Serving',
  stack: 'Fitting',
  scope: 'Keeping the promise',
} as const;

const freeFocuses = ['What it must achieve', 'What limits it', 'What can go wrong', 'What to do first'];

/** In a free discussion each round discusses one context statement, starting with those that share most words with the topic. */
function chooseFreeFocus(scene: Scene): string {
  const wish = scene.facts.guidance.length > 0 ? '' : scene.facts.focus;
  if (wish !== '') return wish;
  const about = findStems(scene.facts.topic);
  const ranked = [...scene.contextFacts].sort(
    (left, right) => countShared(right.text, about) - countShared(left.text, about),
  );
  const fact = pickAt(ranked, scene.facts.round - 1);
  if (fact) return `${labels[fact.kind]}: ${takeHead(fact.text, 130)}`;
  return pickAt(freeFocuses, scene.facts.round - 1) ?? '';
}

/** The first candidate that was not asked before. The last resort names the round, so it is always new. */
function askAnew(scene: Scene, focus: string): string {
  const asked = scene.facts.earlier_questions;
  const guidance = scene.facts.guidance.at(-1);
  const advice = guidance === undefined ? '' : quote(guidance, 160);
  const isNew = guidance !== undefined && !asked.some((question) => question.includes(advice));
  const last = buildLastResort(scene, focus);
  const questions = [...listCandidates(scene, focus), last].map((candidate) =>
    isNew ? `With the guidance ${advice} in mind: ${lowerFirst(candidate)}` : candidate,
  );
  return questions.find((question) => !asked.some((earlier) => isSameText(earlier, question))) ?? last;
}

function listCandidates(scene: Scene, focus: string): string[] {
  const { topic, subject, facts } = scene;
  const own = topic
    ? [...topic.questions, ...topic.exploration.map(askAboutLine)]
    : listFreeQuestions(scene, focus);
  const asked = facts.earlier_questions.map((question) => stripMarks(question).toLowerCase());
  const fact = chooseFact(scene, `${focus} ${facts.topic}`, { place: facts.round - 1, except: focus });
  const within = fact ? ` Weigh it against ${fact.named}.` : '';
  const conflict = facts.conflicts.find((candidate) => candidate.status === 'open');
  // Entries without letters or digits are not questions, and a question that an earlier one contained is not asked again.
  const candidates = own
    .filter((question) => /[\p{L}\p{N}]/u.test(question))
    .filter(
      (question) =>
        !asked.some((earlier) => earlier.includes(endSentence(stripMarks(question)).toLowerCase())),
    )
    .map((question, index) => {
      const plain = endSentence(stripMarks(question));
      if (conflict && index === 0)
        return `${introduceConflict(scene, conflict.description)} And about ${subject.phrase}: ${lowerFirst(plain)}`;
      return `About ${subject.phrase}: ${lowerFirst(plain)}${within}`;
    });
  const unmet = topic && listUnmet(topic)[0];
  if (unmet)
    candidates.push(
      `What has to be decided about ${subject.phrase} so that ${quote(unmet, 140)} holds, and who at this table can say so?${within}`,
    );
  if (facts.phase.goal.trim() !== '') {
    candidates.push(
      `The purpose of this phase is ${quote(facts.phase.goal, 140)}. What follows from it for ${subject.phrase} under “${focus}”?`,
    );
  }
  return candidates;
}

/** Introduces the disagreement, in full the first time and briefly afterwards. */
function introduceConflict(scene: Scene, description: string): string {
  const full = `Two views stand on this: ${lowerFirst(endSentence(description))}`;
  return scene.facts.earlier_questions.some((question) => question.includes(full))
    ? 'The two views still stand. What would you have to see in order to follow the other one?'
    : `${full} Which argument would move you to the other side?`;
}

function askAboutLine(line: string): string {
  const plain = stripMarks(line).replace(/[.;:]+$/, '');
  return plain.endsWith('?')
    ? plain
    : `What do we know, and what do we still have to find out, about ${quote(plain, 110)}?`;
}

function listFreeQuestions(scene: Scene, focus: string): string[] {
  const openQuestion = pickAt(scene.facts.context.open_questions, scene.facts.round - 1);
  return [
    `What does ${quote(stripLabel(focus), 130)} demand, what does it forbid, and which choice would you make today?`,
    ...(openQuestion
      ? [
          `The context leaves ${quote(takeHead(openQuestion, 100), 100)} open. Does the answer to that change your choice, and how?`,
        ]
      : []),
    `Which single piece of evidence about ${quote(stripLabel(focus), 130)} would change your mind?`,
    `What is the smallest step that would show whether ${quote(stripLabel(focus), 130)} is met?`,
  ];
}

function buildLastResort(scene: Scene, focus: string): string {
  return `Round ${scene.facts.round}, ${lowerFirst(focus)}: which part of ${scene.subject.phrase} is still unsettled, and what would settle it?`;
}

/** The facts about the project in a few lines. */
function summarizeContext(scene: Scene): string {
  const { context } = scene.facts;
  const lines = [
    `Project: ${scene.project}${context.description ? `. ${endSentence(takeHead(context.description, 160))}` : ''}`,
  ];
  const lists = {
    Objectives: context.objectives,
    Constraints: context.constraints,
    'In scope': context.in_scope,
    'Out of scope': context.out_of_scope,
    Stack: context.stack,
  };
  for (const [label, items] of Object.entries(lists)) {
    const heads = items.slice(0, 3).map((item) => takeHead(item, 90));
    if (heads.length > 0) lines.push(`${label}: ${heads.join('; ')}`);
  }
  if (lines.length === 1) lines.push(`Nothing else is written down yet about ${nameMatter(scene)}.`);
  return lines.join('\n');
}

/** Sides for a debate: the dissenters argue con, joined by others until half of the seats do. */
function assignSides(scene: Scene): { seat: string; side: 'pro' | 'con' }[] {
  const seats = scene.facts.seats.map((seat) => seat.id);
  const con = new Set(scene.scenario.dissenters);
  for (const seat of [...seats].reverse()) if (con.size < Math.floor(seats.length / 2)) con.add(seat);
  return seats.map((seat) => ({ seat, side: con.has(seat) ? 'con' : 'pro' }));
}
