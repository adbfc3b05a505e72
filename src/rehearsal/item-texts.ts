/** What seats put forward about requirements, and the list of all ideas that a rehearsed seat may put forward. */

import { buildIdea, type Idea } from './idea.ts';
import { answerCriterion, listDesign, listWeighed } from './item-designs.ts';
import type { Scene } from './scene.ts';
import {
  countShared,
  endSentence,
  findStems,
  lowerFirst,
  quote,
  raiseFirst,
  shorten,
  stripMarks,
  takeHead,
  takeQuestion,
} from './text.ts';
import { listTrialRisks, listTrials } from './trials.ts';

/** All ideas that can be put forward in a session, in the order of a free discussion. */
export function listIdeas(scene: Scene): Idea[] {
  const { workflow, output_type: output, wanted_items: wanted } = scene.facts;
  const isSpecs = workflow === 'specs' || output === 'requirements';
  const isDesign = workflow === 'design' || output === 'adr' || output === 'architecture';
  const wantsIdeas = wanted.includes('IDEA');
  const isBrainstorm = output === 'summary' && wantsIdeas;
  return [
    ...(isBrainstorm ? listTrialRisks() : []),
    ...(wantsIdeas ? listTrials(scene).slice(0, isSpecs || isDesign ? 3 : undefined) : []),
    ...(isSpecs ? listNeeds(scene) : []),
    ...(isDesign ? listDesign(scene) : []),
    ...listWeighed(scene).filter(({ type }) => !isBrainstorm || (type !== 'RISK' && type !== 'MIT')),
  ];
}

/** The ideas that meet a criterion of the agenda; never empty. */
export function listAnswers(scene: Scene, criterion: string): Idea[] {
  const fitting = listIdeas(scene).filter(({ meets }) => meets?.test(criterion));
  return fitting.length > 0 ? fitting : [answerCriterion(scene, criterion)];
}

/** The open question of the context that this round puts on record; empty if there is none that no item answers. */
export function chooseOpenQuestion(scene: Scene): string {
  const said = listIdeas(scene).map(({ title, text }) => findStems(`${title} ${text}`));
  const open = scene.facts.context.open_questions.filter((question) =>
    said.every((stems) => countShared(question, stems) < 2),
  );
  return takeQuestion(open[scene.facts.round - 1] ?? '');
}

/** The items of a scope list; an item that names several things is split. */
function splitItems(items: readonly string[]): string[] {
  return items
    .flatMap((item) =>
      stripMarks(item)
        .replace(/\s*\([^)]*\)/g, '')
        // "Requesting, fetching and serving episodes" is one thing; its parts make no sense alone.
        .split(/^\p{L}+ing,/u.test(item) ? /\n/ : /\s*[,;]\s+(?:and\s+)?/),
    )
    .map((part) => shorten(part.replace(/[.…]+$/, '').trim(), 90))
    .filter((part) => part.length > 3);
}

/** What a specification needs, in the order of the agenda. */
function listNeeds(scene: Scene): Idea[] {
  const { project, facts } = scene;
  const about = takeHead(facts.context.domain || facts.context.description, 80);
  const point = (title: string, text: string, meets: RegExp, rationale: string): Idea =>
    buildIdea({ type: 'POINT', title, text, meets, rationale });
  return [
    point(
      'Main group of users',
      `${about === '' ? `Those who use the ${project} every day` : `Those whom the context names, under ${quote(about, 80)},`} come first; the need arises when they ask and nobody is there to help.`,
      /user group is named/i,
      'Whoever serves all serves nobody.',
    ),
    point(
      'What they do today',
      'Today they do it by hand or go without; what that costs them is an assumption until two of them were asked.',
      /people do today/i,
      'Nobody at the table has watched them.',
    ),
    point(
      'What counts as success',
      'On the first day somebody of the main group gets the result at the first attempt and without help.',
      /success for the main group/i,
      'It can be seen by watching one person once.',
    ),
    ...listRequirements(scene),
    ...listRules(scene),
    point(
      'Exceptions to the rules',
      'Nobody knows of an exception to these rules; whoever needs one asks the owner of the project, who writes it down.',
      /exceptions to the rules/i,
      'An exception that nobody wrote down becomes the rule.',
    ),
    ...listQualities(scene),
    ...listExclusions(scene),
    point(
      'Where others take over',
      `The ${project} ends where a result was handed over; what is done with it afterwards belongs to whoever asked for it.`,
      /another system or person takes over/i,
      'Both sides have to know where to look.',
    ),
    point(
      'Who answers what is open',
      'Each open question goes to the owner of the project; what rests on it is marked as an assumption until then.',
      /open question names who/i,
      'A question without a name stays open.',
    ),
  ];
}

/** Reasons for requirements from the context, several so that no two requirements give the same one. */
const promises = [
  'The project context promises it.',
  'It is in the scope that the context names.',
  'The objectives rest on it.',
  'It is asked for every day.',
];

/** Requirements in EARS form: first what the context promises, then what every main task needs. */
function listRequirements(scene: Scene): Idea[] {
  const { facts, project } = scene;
  const parts = splitItems(facts.context.in_scope);
  const about = findStems(facts.topic);
  // Items that the topic mentions come first; the others keep their order.
  const sources = (parts.length > 0 ? parts : splitItems(facts.context.objectives)).sort(
    (left, right) => countShared(right, about) - countShared(left, about),
  );
  const named = sources.slice(0, 4).map((part, index) => {
    const thing = lowerFirst(part);
    return buildIdea({
      type: 'REQ',
      title: shorten(raiseFirst(part), 70),
      text:
        index % 2 === 0
          ? `When a client asks for ${thing}, the ${project} shall answer with a result or with an error that names its cause.`
          : `The ${project} shall offer ${thing} to each client that is allowed to use it.`,
      rationale: promises[index] ?? '',
      priority: index < 2 ? 'must' : 'should',
      acceptance: [
        `Given a client with permission, when it asks for ${thing}, then a result or a named error comes back.`,
      ],
      meets: /each requirement states one behaviour/i,
    });
  });
  const need = (title: string, why: string, text: string, check: string, meets: RegExp): Idea =>
    buildIdea({ type: 'REQ', title, text, rationale: why, priority: 'must', acceptance: [check], meets });
  const main = /main task is described|requirement states one behaviour/i;
  const invalid = /invalid input|requirement states one behaviour/i;
  return [
    need(
      'Confirmation of a request',
      'Whoever hands something in wants to know that it arrived.',
      `When a client hands in a request, the ${project} shall confirm it with an id.`,
      'Given a valid request, when it is handed in, then the answer holds an id.',
      main,
    ),
    need(
      'State of a request',
      'Without it people hand the same thing in again.',
      `When a client asks with an id, the ${project} shall answer with the state of that request.`,
      'Given an accepted request, when it is asked for by its id, then its state comes back.',
      main,
    ),
    ...named,
    need(
      'Invalid requests',
      'A refusal without a cause is asked about by telephone.',
      `If a request is invalid, then the ${project} shall refuse it with an error that names the cause.`,
      'Given a request without a field that is needed, when it is handed in, then the error names that field.',
      invalid,
    ),
    need(
      'Repeated requests',
      'Callers repeat what they are not sure of.',
      `When the same request arrives twice, the ${project} shall answer with the id of the first one.`,
      'Given an accepted request, when it arrives again, then both answers hold one id.',
      invalid,
    ),
    need(
      'Interrupted work',
      'What was accepted is promised.',
      `If work is interrupted, then the ${project} shall start it again after the restart.`,
      'Given work in progress, when the process stops, then the work is done after the restart.',
      invalid,
    ),
  ];
}

function listRules(scene: Scene): Idea[] {
  const meets = /rule names its source/i;
  const given = [
    'The project context states it.',
    'It is given, whoever asks.',
    'It holds for every release.',
  ];
  const rules = scene.facts.context.constraints.slice(0, 3).map((constraint, index) =>
    buildIdea({
      type: 'BR',
      meets,
      title: takeHead(constraint, 80),
      text: `The ${scene.project} shall keep to this rule: ${endSentence(stripMarks(constraint))}`,
      rationale: given[index] ?? '',
      priority: 'must',
      acceptance: [`A review of each release finds no case against ${quote(takeHead(constraint, 40), 40)}.`],
    }),
  );
  return [
    ...rules,
    buildIdea({
      type: 'BR',
      meets,
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
  const meets = /two or three qualities|has a number, the load/i;
  const quality = (title: string, why: string, text: string, check: string) =>
    buildIdea({ type: 'NFR', meets, title, text, rationale: why, priority: 'should', acceptance: [check] });
  return [
    quality(
      'Time to accept a request',
      'Whoever waits longer hands it in again.',
      `When a client hands in work, the ${project} shall confirm it within 1 second (figure to be confirmed).`,
      'A load test at the agreed load shows the confirmed figure.',
    ),
    quality(
      'Recovery after a restart',
      'A restart at night must wake nobody.',
      `When it restarts, the ${project} shall resume accepted work within 5 minutes (figure to be confirmed).`,
      'A restart in the middle of work loses none of it, and the time is on record.',
    ),
  ];
}

function listExclusions(scene: Scene): Idea[] {
  const meets = /expectation is excluded/i;
  const reasons = [
    'The context puts it out of scope.',
    'No seat asked to bring it back.',
    'It can come later without a change to the rest.',
  ];
  const excluded = scene.facts.context.out_of_scope.slice(0, 3).map((item, index) =>
    buildIdea({
      type: 'EX',
      meets,
      title: takeHead(item, 80),
      text: `The ${scene.project} shall not include ${lowerFirst(takeHead(item, 120))} in this release.`,
      rationale: reasons[index] ?? '',
      acceptance: [`The release holds nothing that serves only ${quote(takeHead(item, 40), 40)}.`],
    }),
  );
  return [
    ...excluded,
    buildIdea({
      type: 'EX',
      meets,
      title: 'Work beyond the named objectives',
      text: `The ${scene.project} shall not include work that serves none of the named objectives in this release.`,
      rationale: 'Nothing in the context asks for more.',
      acceptance: ['Each item of the release points to an objective.'],
    }),
  ];
}
