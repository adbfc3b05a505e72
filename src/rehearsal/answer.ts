/** A rehearsed seat's answer: the criteria, questions and checks of its agent file, applied to the facts about the project. */
import type { RequestFacts } from '../domain/model-request.ts';
import { chooseOpenQuestion } from './item-texts.ts';
import { type Persona, readPersona } from './persona.ts';
import { createRandom, pickAt } from './random.ts';
import { buildScene, chooseFact, findDecision, nameMatter, type Scene, seatPlace } from './scene.ts';
import { rehearseJudgements, rehearseStances } from './stances.ts';
import { chooseSuggestions, speakSuggestions, stateSuggestion, wayStatement } from './suggestions.ts';
import { endSentence, lowerFirst, quote, raiseFirst, stripMarks, takeHead } from './text.ts';
import { type Choice, chooseWay } from './ways.ts';

/** Builds the asked seat's answer in the form that participants return. Small variations depend on `key`, the request's key. */
export function rehearseAnswer(facts: RequestFacts, key: string) {
  const scene = buildScene(facts);
  const persona = readPersona(facts.agent);
  const choice = chooseWay(scene);
  const place = seatPlace(scene) + facts.round - 1;
  const random = createRandom(facts.seed, key);
  return {
    position: speakPosition(scene, persona, { choice, place }),
    statements: listStatements(scene, persona, { choice, place }),
    confidence: chooseConfidence(scene, choice, random()),
    concerns: listConcerns(scene, persona, { choice, place }),
    facts: listFacts(scene, place),
    assumptions: [chooseAssumption(scene, place)],
    questions: listQuestions(scene, persona, place),
    context_challenge: challengeContext(scene),
    changed_because: choice.cause,
    stances: rehearseStances(scene, persona, { inReview: false }),
    judgements: rehearseJudgements(scene),
  };
}

type Stated = ReturnType<typeof stateSuggestion>;

/** What a seat's sentences depend on: its choice of way, and a number that differs between seats and rounds. */
interface Turn {
  choice: Choice;
  place: number;
}

/** How answers begin in phases that set a certain mood. */
const phaseOpenings: Record<string, string> = {
  dreamer: 'If nothing stood in the way',
  realist: 'To make it happen',
  critic: 'Where it could fail',
  white: 'From what is known',
  red: 'My first feeling',
  black: 'The danger I see',
  yellow: 'What speaks for it',
  green: 'From another angle',
  blue: 'To put it in order',
  rebuttal: 'Against what the other side holds',
  closing: 'To close',
  validate: 'Checked against what we set out to do',
};

function speakPosition(scene: Scene, persona: Persona, turn: Turn): string {
  const sentences = [
    ...(turn.choice.spoken ? [speakWay(scene, turn)] : []),
    ...speakSuggestions(chooseSuggestions(scene)),
    speakMeasure(scene, persona, turn),
  ];
  const opening = turn.choice.cause === null ? chooseOpening(scene) : undefined;
  const [first = '', ...rest] = sentences;
  return [
    opening === undefined ? first : `${opening}: ${/^I\b/.test(first) ? first : lowerFirst(first)}`,
    ...rest,
  ]
    .map(endSentence)
    .join(' ');
}

/** The opening for the phase's mood, used by every other seat in the first round of the phase. */
function chooseOpening(scene: Scene): string | undefined {
  const { phase, round } = scene.facts;
  if (phase.rounds_in_phase > 0 || (seatPlace(scene) + round) % 2 === 1) return undefined;
  return phaseOpenings[phase.name.toLowerCase().replace(/[^a-z].*$/, '')];
}

/** The sentence about the two ways. It contains the phrase of the chosen way and never that of the other. */
function speakWay(scene: Scene, { choice, place }: Turn): string {
  const { scenario, facts } = scene;
  const way = scenario.ways[choice.way];
  const good = pickAt(way.good, place) ?? '';
  if (choice.decided !== null)
    return `I work from what was decided, ${quote(choice.decided, 120)}, though I argued that ${good}.`;
  if (choice.cause !== null) {
    return `I have changed my mind and would now ${way.phrase}: ${pickAt(way.good, scene.turn + seatPlace(scene)) ?? good}.`;
  }
  if (facts.own_positions.length > 0) return restateWay(scene, { choice, place });
  const fact = chooseFact(scene, `${way.phrase} ${facts.agent.specialties.join(' ')}`, { place });
  const forms = [
    `I would ${way.phrase}, because ${good}.`,
    `From where I sit I would ${way.phrase}: ${good}${fact ? `, and ${fact.named} can be kept that way` : ''}.`,
    `Until somebody brings numbers I would ${way.phrase}: ${good}.`,
    `Asked today, I would ${way.phrase}${fact ? ` and hold it against ${fact.named}` : ''}; ${good}.`,
  ];
  return pickAt(forms, place) ?? '';
}

function restateWay(scene: Scene, { choice, place }: Turn): string {
  const way = scene.scenario.ways[choice.way];
  const other = scene.scenario.ways[choice.way === 0 ? 1 : 0];
  const good = pickAt(way.good, place) ?? '';
  const bad = pickAt(other.bad, place) ?? 'more can go wrong';
  const own = pickAt(way.bad, place) ?? 'it has its price';
  const forms = [
    `I would still ${way.phrase}; nobody has answered yet that with the other way ${bad}.`,
    `I grant that ${own}, and would still ${way.phrase}: ${good}.`,
    `My answer stays to ${way.phrase}. What would turn me is a case that shows how much it hurts that ${own}.`,
    `Having heard the round before, I would ${way.phrase} all the same, because ${good}.`,
  ];
  return pickAt(forms, place) ?? '';
}

/** The sentence that names what the seat judges by, and the context statement that it tests the answer with. */
function speakMeasure(scene: Scene, persona: Persona, { place }: Turn): string {
  const { focus, agent } = scene.facts;
  const fact = chooseFact(scene, `${focus} ${agent.specialties.join(' ')}`, { place });
  const measure = quote(pickAt(persona.criteria, place) ?? '', 120);
  const check = quote(pickAt(persona.checks, place) ?? '', 120);
  const question = quote(pickAt(persona.questions, place) ?? '', 120);
  const forms = [
    `I judge it by ${measure}${fact ? `, and ${fact.named} is the case to try it on` : ''}.`,
    `My checklist says ${check}${fact ? `, with ${fact.named} before me` : ''}.`,
    `I can sign it as soon as somebody answers ${question}${fact ? `; ${fact.named} gives no answer to that` : ''}.`,
    `${fact ? `Held against ${fact.named}, it` : 'It'} has to pass this: ${measure}.`,
  ];
  return pickAt(forms, place) ?? '';
}

/** What the seat wants in the result: the way that it takes and what it puts forward, or else the criterion it judges by. */
function listStatements(
  scene: Scene,
  persona: Persona,
  { choice, place }: Turn,
): (Stated & { replaces: string[] })[] {
  const way = scene.scenario.ways[choice.way];
  const fact = chooseFact(scene, `${nameMatter(scene)} ${scene.facts.question}`, { place: place + 1 });
  const statements: Stated[] = chooseSuggestions(scene).map(stateSuggestion);
  if (choice.spoken && choice.decided === null)
    statements.unshift({
      text: wayStatement(way),
      why: `${raiseFirst(pickAt(way.good, place + 1) ?? way.phrase)}${fact ? `; ${fact.named} points the same way` : ''}.`,
      verify: '',
    });
  const measure = endSentence(pickAt(persona.criteria, place + 1) ?? nameMatter(scene));
  if (statements.length === 0)
    statements.push({
      text: `The result is judged by this: ${lowerFirst(measure)}`,
      why: 'It is what my role answers for.',
      verify: '',
    });
  return statements.map((statement) => ({ ...statement, replaces: [] }));
}

function listConcerns(scene: Scene, persona: Persona, { choice, place }: Turn): string[] {
  const decision = findDecision(scene);
  if (decision !== null && scene.scenario.dissenters.includes(scene.facts.agent.id))
    return [`${decision.item} holds, and I keep my objection to it: ${decision.objection}.`];
  const bad = pickAt(scene.scenario.ways[choice.way].bad, place);
  const open = `Still to do on ${nameMatter(scene)}: ${lowerFirst(endSentence(pickAt(persona.checks, place + 1) ?? 'an example'))}`;
  return choice.spoken && bad ? [`${raiseFirst(bad)}.`, open] : [open];
}

/** The context statement that this seat cites, word for word, with its source. */
function listFacts(scene: Scene, place: number): string[] {
  const fact = chooseFact(scene, scene.facts.agent.specialties.join(' '), { place });
  return fact ? [`${endSentence(stripMarks(fact.text))} (project context, ${fact.kind})`] : [];
}

function chooseAssumption(scene: Scene, place: number): string {
  const stack = pickAt(scene.facts.context.stack, place);
  const assumptions = [
    'Nothing in the context says how much load to expect; I assume no more than today until somebody has counted.',
    'The people who build this are also the ones who run it.',
    stack
      ? `${quote(takeHead(stack, 80), 80)} stays as it is while this is built.`
      : 'The tools in use stay as they are while this is built.',
    'What is agreed here can be taken back within one release.',
    'Nobody outside this table has promised a date for it.',
  ];
  return pickAt(assumptions, place) ?? '';
}

function listQuestions(scene: Scene, persona: Persona, place: number): string[] {
  const { round, seats } = scene.facts;
  const own = pickAt(persona.questions, place) ?? `Who decides about ${nameMatter(scene)} after this round?`;
  // Each open question of the context is asked by one seat only.
  const open = chooseOpenQuestion(scene);
  const isMine = open !== '' && seatPlace(scene) === (round - 1) % Math.max(1, seats.length);
  return isMine ? [own, open] : [own];
}

/** In the first round one seat challenges the context; with some seeds all seats do. */
function challengeContext(scene: Scene): string | null {
  const { facts, scenario } = scene;
  if (facts.round !== 1 || (scenario.challenger !== 'all' && scenario.challenger !== facts.agent.id))
    return null;
  const { context } = facts;
  const open = pickAt(context.open_questions, seatPlace(scene));
  if (context.text.trim() === '' && scene.contextFacts.length === 0)
    return `There is no project context; everything said here about ${scene.subject.phrase} is general.`;
  const doubts: string[] = [];
  if (open)
    doubts.push(
      `The context leaves ${quote(takeHead(open, 100), 100)} open; I would not build on either answer yet.`,
    );
  if (context.constraints.length === 0)
    doubts.push('The context names no constraint, so every way looks equally good on paper.');
  if (context.out_of_scope.length === 0)
    doubts.push('The context does not say what is out of scope, so any answer may grow.');
  doubts.push(`The context gives no figures for ${scene.subject.phrase}: how often, how large, how urgent.`);
  return pickAt(doubts, scenario.challenger === 'all' ? seatPlace(scene) : 0);
}

/** A confidence from 0 to 1 with two decimals, above `confidence_below` unless the scenario is `low-confidence`. */
function chooseConfidence(scene: Scene, choice: Choice, chance: number): number {
  const limit = scene.facts.confidence_below ?? 0.5;
  if (scene.scenario.name === 'low-confidence') return roundShare(limit * (0.5 + 0.3 * chance));
  const base =
    (choice.way === 1 ? 0.6 : 0.68) + 0.14 * chance + Math.min(0.1, 0.02 * (scene.facts.round - 1));
  return roundShare(Math.min(1, Math.max(base, limit + 0.05)));
}

function roundShare(value: number): number {
  return Math.round(value * 100) / 100;
}
