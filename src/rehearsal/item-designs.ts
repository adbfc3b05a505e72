/** What seats put forward about a design or any other choice: drivers, parts, risks and first steps. */
import { chooseDesignWords, designCriteria } from './design-words.ts';
import { buildIdea, type Idea } from './idea.ts';
import type { ContextFact, Scene } from './scene.ts';
import { lowerFirst, quote, raiseFirst, shorten, takeHead } from './text.ts';

/** What every choice needs: the drivers, how the ways are compared, and what would reverse the choice. */
export function listWeighed(scene: Scene): Idea[] {
  const [way] = scene.scenario.ways;
  const drivers = scene.contextFacts.filter(({ kind }) => kind !== 'scope').slice(0, 3);
  const given = scene.contextFacts.filter(({ kind }) => kind === 'constraint');
  const measured = findMeasured(scene);
  const point = (title: string, text: string, why: string, check: string, meets: RegExp | null): Idea =>
    buildIdea({ type: 'POINT', title, text, rationale: why, acceptance: [check], meets });
  return [
    point(
      'Order of what weighs',
      drivers.length > 1
        ? `In this order: ${drivers.map((fact) => quote(takeHead(fact.text, 60), 60)).join(', then ')}.`
        : 'In this order: what is lost when it fails, then what somebody has to look after every day, then what it costs to go back.',
      'Arguments about different lists settle nothing.',
      'Each argument for a way names one of these.',
      /drivers.*(?:named|ordered)/i,
    ),
    point(
      'The number that decides',
      measured === null
        ? 'The first result is there within two weeks; the figure is an assumption until somebody has counted.'
        : `The quality that decides has its number in the context, under ${quote(takeHead(measured.text, 80), 80)}.`,
      'A quality without a number decides nothing.',
      'It is measured in the busiest hour, and the result is on record.',
      /most important quality|number, given/i,
    ),
    buildIdea({
      type: 'ARCH',
      title: 'Nothing beyond what is given',
      text:
        given.length === 0
          ? 'No limit is written down; until one is, nothing is added that somebody would have to pay for or look after.'
          : `The solution adds nothing to what is given; ${quote(takeHead(given[0]?.text ?? '', 60), 60)} rules out the most.`,
      meets: /constraints from the project context/i,
      rationale: 'It is given, not chosen.',
      acceptance: ['The list of what has to run is as long as before.'],
    }),
    point(
      'How the ways are compared',
      'Both ways, and leaving things as they are, are held against the same three questions: what is lost in a failure, who has to look after it, and what it costs to go back.',
      'A comparison by different questions favours whoever asks.',
      'Each way has three answers.',
      /options .*compared/i,
    ),
    point(
      'What would reverse the choice',
      `The choice is turned when this was seen twice within a quarter: ${way.bad[0] ?? 'somebody had to step in by hand'}.`,
      'Once is an accident.',
      'The cases are counted where everybody sees them.',
      /reverse the choice/i,
    ),
    ...listRisks(scene),
    point(
      'The assumption that carries the most',
      'All of this assumes that as much comes in as today; one week of counting, before the work starts, tests it.',
      'It is the cheapest test that could still change the answer.',
      'The count of the week is written beside this record.',
      /assumption that carries/i,
    ),
    point(
      'First step',
      'The thinnest slice goes to one user within two weeks, and what they do with it decides about the second one.',
      'A slice says more than a plan.',
      'One user has used it without help.',
      null,
    ),
  ];
}

/** The objective or constraint that states a number, or null. */
function findMeasured(scene: Scene): ContextFact | null {
  const having = (wanted: ContextFact['kind']): ContextFact | undefined =>
    scene.contextFacts.find(
      ({ kind, text }) =>
        kind === wanted && /\b(?:\d+|two|three|five|ten)\s+(?:second|minute|hour|day|percent|%)/i.test(text),
    );
  return having('objective') ?? having('constraint') ?? null;
}

/** Parts, interfaces and decisions of a design. */
export function listDesign(scene: Scene): Idea[] {
  return chooseDesignWords(scene.facts.topic, scene.subject.noun).map(
    ([criterion, title, text, why, verify]) => {
      const [type, meets] = designCriteria[criterion];
      return buildIdea({ type, title, text, rationale: why, acceptance: [verify], meets });
    },
  );
}

/** The greatest risk of each way, with its mitigation. */
export function listRisks(scene: Scene): Idea[] {
  return scene.scenario.ways.flatMap((way, index): Idea[] => {
    const bad = way.bad[0] ?? 'the choice may not hold';
    const meets = index === 0 ? /greatest risk/i : null;
    const title = shorten(raiseFirst(bad), 85);
    const [answer, action, check] = riskAnswers[index === 0 ? 0 : 1];
    return [
      buildIdea({
        type: 'RISK',
        title,
        text: `Whoever would ${way.phrase} has to know that ${bad}; the first sign is that somebody steps in by hand twice in a month.`,
        rationale: 'It comes with the choice.',
        meets,
      }),
      buildIdea({
        type: 'MIT',
        title: answer,
        text: action,
        rationale: 'What was seen once is easier to judge.',
        acceptance: [check],
        related_to: [title],
        meets,
      }),
    ];
  });
}

/** The mitigation of each way's risk: title, text, and how to tell that it was done. */
const riskAnswers = [
  [
    'A rehearsal of the worst case',
    'The worst case is brought about on purpose before the release, and what happened and who reacted is written down.',
    'The day and the result are written down.',
  ],
  [
    'A date for the second look',
    'Three months after the start somebody who was not for it looks at it again, with the figures of those months.',
    'The second look has a date and a name from the first day on.',
  ],
] as const;

/** The idea for a criterion that no other idea meets: somebody writes the answer down. */
export function answerCriterion(scene: Scene, criterion: string): Idea {
  const seats = scene.facts.seats.filter(({ id }) => id !== 'human');
  const plain = criterion.replace(/: the panel has an answer$/, '');
  const owner = seats[plain.length % Math.max(1, seats.length)]?.role.trim() || 'owner of the project';
  const about = plain.trim() === '' ? 'this topic' : quote(plain, 150);
  return buildIdea({
    type: 'POINT',
    title: shorten(plain, 70),
    text: `The ${lowerFirst(owner)} writes down in one page what answers ${about}, before any work rests on it.`,
    rationale: 'The agenda asks for it and nobody at the table could give the figures today.',
    acceptance: ['The page is there, with a date and a name.'],
  });
}
