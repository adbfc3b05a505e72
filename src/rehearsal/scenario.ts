/**
 * What happens in a rehearsal depends on the last digit of the seed. Digit 1 (as in the default seed, 1) never needs a person; together
 * the others cover all other branches of the loop:
 *
 * | seed mod 10 | what happens |
 * |---|---|
 * | 1 | a conflict opens and the seats settle it; one seat stands aside once, one changes its position and says why; the panel agrees |
 * | 2 | the same conflict, but one seat holds its way until a person has to decide, and keeps its objection afterwards |
 * | 3 | the facilitator asks for a person in round 2 |
 * | 4 | all seats are unsure in every round |
 * | 5 | the conflict contains a critical keyword |
 * | 6 | one seat blocks the first item and keeps blocking it |
 * | 7 | two camps, nobody moves, and nothing new comes up after the agenda is covered: stable disagreement |
 * | 8 | the facilitator asks to conclude in every round, from the first |
 * | 9 | the facilitator asks to conclude from the minimum round on, with a critical topic uncovered |
 * | 0 | the facilitator asks for the next phase in every round, even in the last phase |
 *
 * With an odd tens digit (10–19, 30–39, …) every seat also challenges the context in round 1. Otherwise, seeds with the same last digit
 * differ only in which seat plays which part.
 */
import type { RequestFacts } from '../domain/model-request.ts';
import { isSystemTopic } from './design-words.ts';
import { hashText, pickAt } from './random.ts';
import { raiseFirst, readSubject } from './text.ts';

/** The names of the scenarios, by the last digit of the seed. */
const scenarioNames = [
  'phases',
  'settle',
  'old-conflict',
  'facilitator-escalates',
  'low-confidence',
  'keyword',
  'block',
  'stable',
  'early-conclude',
  'uncovered-conclude',
] as const;
type ScenarioName = (typeof scenarioNames)[number];

/** One of the two ways to answer the topic: its wording, and the arguments for and against it. */
export interface Way {
  /** Fits after "would": `keep the queue inside what already runs`. */
  phrase: string;
  title: string;
  good: string[];
  bad: string[];
}

/** The plan of a rehearsal, the same for every call of a session. */
export interface Scenario {
  name: ScenarioName;
  /** First the way that most seats start with, then the other one. */
  ways: [Way, Way];
  /** Seats that start with the other way, unless sides were assigned. */
  dissenters: string[];
  /** The seat that stands aside once on the first item. */
  asideSeat: string | null;
  /** The seat that blocks the first item (only in `block`). */
  blockSeat: string | null;
  /** The seat that challenges the context in round 1, or `'all'`. */
  challenger: string | null;
  /** Whether a conflict may open: not in `settle` if a person is asked after a single open round. */
  conflictAllowed: boolean;
}

/** The scenario of a seed. */
export function nameScenario(seed: number): ScenarioName {
  return scenarioNames[seed % 10] ?? 'settle';
}

/** Makes the plan from seed, topic and seats. The seat `human` is a person and gets no part. */
export function buildScenario(facts: RequestFacts): Scenario {
  const name = nameScenario(facts.seed);
  const seats = facts.seats.map((seat) => seat.id).filter((id) => id !== 'human');
  const start = hashText(`${facts.seed}/${facts.topic}`) % Math.max(1, seats.length);
  const dissenter = pickAt(seats, start);
  const second = name === 'stable' && seats.length > 3 ? pickAt(seats, start + 2) : null;
  return {
    name,
    ways: buildWays(facts),
    dissenters: seats.length < 2 ? [] : [dissenter, second].filter((id) => id !== null),
    // With two seats, one that stands aside would prevent any agreement.
    asideSeat: seats.length > 2 ? pickAt(seats, start + 1) : null,
    blockSeat: name === 'block' ? dissenter : null,
    challenger: Math.floor(facts.seed / 10) % 2 === 1 ? 'all' : pickAt(seats, start + seats.length - 1),
    conflictAllowed: name !== 'settle' || (facts.max_rounds_per_conflict ?? 99) > 1,
  };
}

/** The two ways, worded without critical keywords, whatever the topic says. */
function buildWays(facts: RequestFacts): [Way, Way] {
  const isSafe = ([first, second]: [Way, Way]) =>
    !hasKeyword(`${first.phrase} ${second.phrase}`, facts.critical_keywords);
  const { noun, alternatives } = readSubject(facts.topic);
  const candidates: [Way, Way][] = [];
  if (alternatives) candidates.push(nameAlternatives(alternatives));
  if (facts.workflow === 'specs') candidates.push(specsWays);
  if (facts.workflow === 'brainstorm') candidates.push(brainstormWays);
  if (noun && isSystemTopic(facts.topic)) candidates.push(placeThing(noun));
  candidates.push(growWays, plainWays);
  return candidates.find(isSafe) ?? plainWays;
}

/** Whether a text contains one of the words, ignoring case. */
export function hasKeyword(text: string, keywords: readonly string[]): boolean {
  const folded = text.toLowerCase();
  return keywords.some((word) => word.trim() !== '' && folded.includes(word.trim().toLowerCase()));
}

function buildWay(phrase: string, good: string[], bad: string[]): Way {
  return { phrase, title: raiseFirst(phrase), good, bad };
}

const insideGood = [
  'it adds nothing that has to be deployed, watched and learned',
  'it can be taken back quickly if it proves wrong',
  'the people on call already know how it fails',
  'there is one place to look when something goes wrong',
];
const insideBad = [
  'work that is waiting shares the fate of the process that holds it',
  'a busy hour on one side is felt on the other',
];
const apartGood = [
  'a failure in one part stays in that part',
  'it can be restarted and sized without touching the rest',
  'its load and its limits can be seen from outside',
];
const apartBad = [
  'it is one more thing to run, update and watch',
  'the hand-over between the parts can itself fail',
];

function placeThing(noun: string): [Way, Way] {
  return [
    buildWay(`keep the ${noun} inside what already runs`, insideGood, insideBad),
    buildWay(`run the ${noun} as a part of its own`, apartGood, apartBad),
  ];
}

function nameAlternatives([left, right]: [string, string]): [Way, Way] {
  const good = [
    'it asks for the least that is new',
    'what it costs to leave it again is known',
    'its failures are well described',
  ];
  const other = [
    'it leaves more room for later needs',
    'its limits are further away',
    'it keeps the parts apart',
  ];
  return [
    buildWay(`go with ${left}`, good, [
      'its limits may be reached sooner than planned',
      'later needs may force a second move',
    ]),
    buildWay(`go with ${right}`, other, [
      'it asks the team to learn and run more',
      'part of what it offers may never be needed',
    ]),
  ];
}

const specsWays: [Way, Way] = [
  buildWay(
    'promise less in the first release and keep every promise testable',
    [
      'each promise can be shown on an example before the next is made',
      'what users do with it decides what follows',
      'a late surprise costs one promise, not the date',
    ],
    [
      'users judge the whole, and may miss a part they count on',
      'a second release has to be planned from the start',
    ],
  ),
  buildWay(
    'describe the whole scope now and order it afterwards',
    [
      'nothing that is in scope is forgotten',
      'dependencies between the parts show early',
      'one conversation with users instead of several',
    ],
    ['much of it is a guess until somebody uses it', 'long lists get agreed without being read'],
  ),
];

const brainstormWays: [Way, Way] = [
  buildWay(
    'pick a few ideas and carry each as far as a first trial',
    [
      'a trial says more than another list',
      'each idea gets somebody who wants it',
      'weak ideas fall away early and cheaply',
    ],
    ['a good idea that is hard to explain may be dropped too soon'],
  ),
  buildWay(
    'keep collecting and decide on ideas later',
    [
      'the best idea is seldom among the first',
      'odd ideas lead to sound ones',
      'nobody has to defend anything yet',
    ],
    ['a list without a choice changes nothing'],
  ),
];

/** Ways for any question that names no alternatives. */
const growWays: [Way, Way] = [
  buildWay(
    'start from what is in use today and change it in small steps',
    [
      'nothing has to be learned before the first step',
      'each step can be taken back quickly if it proves wrong',
      'everybody knows already how it fails',
      'the first result is seen within days',
    ],
    ['small steps may never reach the end', 'two ways stand side by side for a while'],
  ),
  buildWay(
    'choose anew and change over at one date',
    [
      'after the date there is one way only',
      'nothing of the old has to be carried along',
      'whoever is concerned has to learn once',
    ],
    ['a fault shows when it is too late to go back', 'nothing can be seen of it before the date'],
  ),
];

/** The last resort: words that no sensible list of keywords contains. */
const plainWays: [Way, Way] = [
  buildWay('take the first way', ['it asks for the least that is new'], ['its limits may come early']),
  buildWay('take the second way', ['its limits are further away'], ['it asks for more that is new']),
];
