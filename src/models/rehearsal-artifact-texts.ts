/** The words of rehearsed artifacts, drawn from the project's context and, for risks, from what the seats said. */
import type { ArtifactType } from '../session/schema.ts';
import {
  type Idea,
  listComponents,
  listDecisions,
  listInterfaces,
  listRisks,
  listTrials,
} from './rehearsal-artifact-designs.ts';
import type { Scene } from './rehearsal-scene.ts';
import { lowerFirst, raiseFirst, shorten, stripMarks, takeHead } from './rehearsal-text.ts';

/** All that could be said of a kind, the most fitting first; never empty. */
export function listIdeas(scene: Scene, type: ArtifactType): Idea[] {
  switch (type) {
    case 'REQ':
      return listRequirements(scene);
    case 'BR':
      return listRules(scene);
    case 'NFR':
      return listQualities(scene);
    case 'EX':
      return listExclusions(scene);
    case 'ARCH':
      return listDecisions(scene);
    case 'COMP':
      return listComponents(scene);
    case 'INT':
      return listInterfaces(scene);
    case 'IDEA':
      return listTrials(scene);
    case 'RISK':
      return listRisks(scene).map(({ risk }) => risk);
    case 'MIT':
      return listRisks(scene).map(({ mitigation }) => mitigation);
  }
}

/** Items of a scope list, split where they name several things. */
function splitItems(items: readonly string[]): string[] {
  return items
    .flatMap((item) =>
      takeHead(item, 160)
        .replace(/\s*\([^)]*\)/g, '')
        .split(/\s*[,;]\s+(?:and\s+)?/),
    )
    .map((part) =>
      stripMarks(part)
        .replace(/[.…]+$/, '')
        .trim(),
    )
    .filter((part) => part.length > 3);
}

function listRequirements(scene: Scene): Idea[] {
  const { facts, project, subject } = scene;
  const parts = splitItems(facts.context.in_scope);
  const sources = parts.length > 0 ? parts : splitItems(facts.context.objectives);
  const ideas = sources.map(
    (part, index): Idea => ({
      title: shorten(raiseFirst(part), 70),
      text:
        index % 2 === 0
          ? `When a client asks for ${lowerFirst(part)}, the ${project} shall answer with a result or with an error that names its cause.`
          : `The ${project} shall offer ${lowerFirst(part)} to every client that is allowed to use it.`,
      rationale: 'It is named in the project context and the panel kept it.',
      priority: index < 3 ? 'must' : 'should',
      acceptance: [
        `Given a client that is allowed to, when it asks for ${lowerFirst(part)}, then a result or a named error comes back.`,
      ],
    }),
  );
  return [
    ...ideas,
    ...[
      'an overview of its own state',
      'a way to repeat failed work',
      'a way to cancel running work',
      'a record of who asked for what',
    ].map(
      (thing): Idea => ({
        title: raiseFirst(thing.replace(/^an? /, '')),
        text: `The ${project} shall give its users ${thing} for ${subject.phrase}.`,
        rationale: 'More than one seat asked how users would notice and repair a failure.',
        priority: 'should',
        acceptance: [`A user can find ${thing} without help from the people who run the ${project}.`],
      }),
    ),
  ];
}

function listRules(scene: Scene): Idea[] {
  const rules = scene.facts.context.constraints.map(
    (constraint): Idea => ({
      title: takeHead(constraint, 70),
      text: `The ${scene.project} shall keep to the rule: ${lowerFirst(stripMarks(constraint).replace(/\.$/, ''))}.`,
      rationale: 'The project context states it as a constraint.',
      priority: 'must',
      acceptance: ['A review of each release finds no case against the rule.'],
    }),
  );
  return [
    ...rules,
    {
      title: 'Every request has an owner',
      text: `The ${scene.project} shall attribute every request to exactly one owner.`,
      rationale: 'Limits and complaints need somebody they belong to.',
      priority: 'must',
      acceptance: ['For any stored request the owner can be named.'],
    },
  ];
}

function listQualities(scene: Scene): Idea[] {
  const { project, subject } = scene;
  const quality = (title: string, text: string, acceptance: string): Idea => ({
    title,
    text,
    rationale:
      'A quality without a figure cannot be tested; the figure is to be confirmed by the people who run it.',
    priority: 'should',
    acceptance: [acceptance],
  });
  return [
    quality(
      'Time to accept a request',
      `When a client hands in work for ${subject.phrase}, the ${project} shall confirm it within 1 second (figure to be confirmed).`,
      'A load test at the agreed load shows the confirmed figure.',
    ),
    quality(
      'Recovery after a restart',
      `When the ${project} restarts, the ${project} shall resume accepted work within 5 minutes (figure to be confirmed).`,
      'A restart in the middle of work loses none of it, and the time is on record.',
    ),
    quality(
      'Visible failures',
      `If work for ${subject.phrase} fails, then the ${project} shall show the failure with its cause within 1 minute (figure to be confirmed).`,
      'A failure brought about on purpose is shown with its cause in that time.',
    ),
    quality(
      'Bounded use of resources',
      `While the agreed load lasts, the ${project} shall stay within 80 percent of its memory limit (figure to be confirmed).`,
      'The memory curve of a load test stays below the confirmed limit.',
    ),
  ];
}

function listExclusions(scene: Scene): Idea[] {
  const excluded = scene.facts.context.out_of_scope.map(
    (item): Idea => ({
      title: takeHead(item, 70),
      text: `The ${scene.project} shall not include ${lowerFirst(takeHead(item, 120))} in this release.`,
      rationale: 'The project context puts it out of scope, and no seat asked to bring it back.',
      priority: null,
      acceptance: ['The release holds nothing that serves only this purpose.'],
    }),
  );
  return [
    ...excluded,
    {
      title: 'Work beyond the named objectives',
      text: `The ${scene.project} shall not include work that serves none of the named objectives in this release.`,
      rationale: 'Nothing in the context asks for more.',
      priority: null,
      acceptance: ['Each item of the release points to an objective.'],
    },
  ];
}
