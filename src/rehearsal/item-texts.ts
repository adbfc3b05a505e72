/** The words of rehearsed results: requirements, rules, qualities and exclusions, drawn from the project's context. */
import type { ItemType } from '../domain/vocabulary.ts';
import {
  buildIdea,
  describeMitigation,
  type Idea,
  listComponents,
  listDecisions,
  listInterfaces,
  listRisks,
  listTrials,
} from './item-designs.ts';
import type { Scene } from './scene.ts';
import {
  countShared,
  endSentence,
  findStems,
  lowerFirst,
  raiseFirst,
  shorten,
  stripMarks,
  takeHead,
} from './text.ts';

/** All that could be said of a kind, the most fitting first; never empty. */
export function listIdeas(scene: Scene, type: ItemType): Idea[] {
  switch (type) {
    case 'REQ':
      return listRequirements(scene);
    case 'BR':
      return listRules(scene);
    case 'NFR':
      return listQualities(scene);
    case 'EX':
    case 'OOS':
      return listExclusions(scene);
    case 'ARCH':
    case 'DEC':
      return listDecisions(scene);
    case 'COMP':
      return listComponents(scene);
    case 'INT':
      return listInterfaces(scene);
    case 'IDEA':
      return listTrials(scene);
    case 'RISK':
      return listRisks(scene);
    case 'MIT':
      return listRisks(scene).map(describeMitigation);
    case 'POINT':
      return [];
  }
}

/** The items of a scope list; an item that names several things is split. */
function splitItems(items: readonly string[]): string[] {
  return items
    .flatMap((item) =>
      stripMarks(item)
        .replace(/\s*\([^)]*\)/g, '')
        .split(/\s*[,;]\s+(?:and\s+)?/),
    )
    .map((part) => shorten(part.replace(/[.…]+$/, '').trim(), 90))
    .filter((part) => part.length > 3);
}

/** Requirements in EARS form, alternately event-driven and ubiquitous. */
function listRequirements(scene: Scene): Idea[] {
  const { facts, project, subject } = scene;
  const parts = splitItems(facts.context.in_scope);
  const about = findStems(facts.topic);
  // Items that the topic mentions come first; the others keep their order.
  const sources = (parts.length > 0 ? parts : splitItems(facts.context.objectives)).sort(
    (left, right) => countShared(right, about) - countShared(left, about),
  );
  const named = sources.map((part, index) => {
    const thing = lowerFirst(part);
    return buildIdea({
      title: shorten(raiseFirst(part), 70),
      text:
        index % 2 === 0
          ? `When a client asks for ${thing}, the ${project} shall answer with a result or with an error that names its cause.`
          : `The ${project} shall offer ${thing} to each client that is allowed to use it.`,
      rationale: 'The project context names it, and the panel kept it.',
      priority: index < 3 ? 'must' : 'should',
      acceptance: [
        `Given a client with permission, when it asks for ${thing}, then a result or a named error comes back.`,
      ],
    });
  });
  const general: [string, string][] = [
    ['State of the work', 'the state of each piece of work'],
    ['Repeat failed work', 'a way to repeat failed work'],
    ['Cancel running work', 'a way to cancel running work'],
    ['Record of requests', 'a record of who asked for what'],
  ];
  return [
    ...named,
    ...general.map(([title, thing]) =>
      buildIdea({
        title,
        text: `The ${project} shall give its users ${thing}.`,
        rationale: `The panel asked how users of ${subject.phrase} notice and repair a failure.`,
        priority: 'should',
        acceptance: [`A user finds ${thing} without help from the people who run the ${project}.`],
      }),
    ),
  ];
}

function listRules(scene: Scene): Idea[] {
  const rules = scene.facts.context.constraints.map((constraint) =>
    buildIdea({
      title: takeHead(constraint, 80),
      text: `The ${scene.project} shall keep to this rule: ${endSentence(stripMarks(constraint))}`,
      rationale: 'The project context states it as a constraint.',
      priority: 'must',
      acceptance: ['A review of each release finds no case against the rule.'],
    }),
  );
  return [
    ...rules,
    buildIdea({
      title: 'One owner for each request',
      text: `The ${scene.project} shall attribute each request to exactly one owner.`,
      rationale: 'Limits and complaints need somebody they belong to.',
      priority: 'must',
      acceptance: ['For any stored request the owner can be named.'],
    }),
  ];
}

/** Qualities whose figures are marked as unconfirmed, because a rehearsal has measured nothing. */
function listQualities(scene: Scene): Idea[] {
  const { project } = scene;
  const quality = (title: string, text: string, acceptance: string) =>
    buildIdea({
      title,
      text,
      rationale:
        'A quality without a figure cannot be tested; this one is a placeholder until those who run the service confirm it.',
      priority: 'should',
      acceptance: [acceptance],
    });
  return [
    quality(
      'Time to accept a request',
      `When a client hands in work, the ${project} shall confirm it within 1 second (figure to be confirmed).`,
      'A load test at the agreed load shows the confirmed figure.',
    ),
    quality(
      'Recovery after a restart',
      `When it restarts, the ${project} shall resume accepted work within 5 minutes (figure to be confirmed).`,
      'A restart in the middle of work loses none of it, and the time is on record.',
    ),
    quality(
      'Visible failures',
      `If work fails, then the ${project} shall show the failure and its cause within 1 minute (figure to be confirmed).`,
      'A failure brought about on purpose is shown with its cause in that time.',
    ),
    quality(
      'Bounded memory',
      `While the agreed load lasts, the ${project} shall stay within 80 percent of its memory limit (figure to be confirmed).`,
      'The memory curve of a load test stays below the confirmed limit.',
    ),
  ];
}

function listExclusions(scene: Scene): Idea[] {
  const excluded = scene.facts.context.out_of_scope.map((item) =>
    buildIdea({
      title: takeHead(item, 80),
      text: `The ${scene.project} shall not include ${lowerFirst(takeHead(item, 120))} in this release.`,
      rationale: 'The project context puts it out of scope, and no seat asked to bring it back.',
      acceptance: ['The release holds nothing that serves only this purpose.'],
    }),
  );
  return [
    ...excluded,
    buildIdea({
      title: 'Work beyond the named objectives',
      text: `The ${scene.project} shall not include work that serves none of the named objectives in this release.`,
      rationale: 'Nothing in the context asks for more.',
      acceptance: ['Each item of the release points to an objective.'],
    }),
  ];
}
