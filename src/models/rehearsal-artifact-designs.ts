/** The words of rehearsed decisions, components, interfaces, ideas and risks. */
import { findWay, type Scene } from './rehearsal-scene.ts';
import { lowerFirst, raiseFirst, shorten, stripMarks, takeHead } from './rehearsal-text.ts';

/** An artifact before it is attached to a round. Without `proposed_by` it comes from those who spoke to the topic. */
export interface Idea {
  title: string;
  text: string;
  rationale: string;
  priority: 'must' | 'should' | 'could' | null;
  acceptance: string[];
  related_to?: string[];
  proposed_by?: string[];
}

export function listDecisions(scene: Scene): Idea[] {
  const [first] = scene.plot.ways;
  const named = scene.facts.answers.map((answer) => findWay(answer.position, scene.plot.ways));
  const settled = !named.includes(1) && (named.includes(0) || hasSettledConflict(scene));
  const constraint = scene.facts.context.constraints[0];
  const decision = (title: string, text: string, rationale: string): Idea => ({
    title,
    text,
    rationale,
    priority: null,
    acceptance: [],
  });
  const holders = scene.facts.answers
    .filter(({ position }) => findWay(position, scene.plot.ways) === 0)
    .map(({ seat }) => seat);
  return [
    ...(settled
      ? [
          {
            ...decision(
              first.title,
              `${first.title}, because ${first.good[0] ?? 'the panel found more for it'}.`,
              `For it: ${first.good.slice(0, 3).join('; ')}.`,
            ),
            ...(holders.length > 0 ? { proposed_by: holders } : {}),
          },
        ]
      : []),
    decision(
      'Both ways are measured by the same criteria',
      `Each way for ${scene.subject.phrase} is held against the same list of criteria before one is taken.`,
      'Arguments about different criteria cannot settle anything.',
    ),
    ...(constraint
      ? [
          decision(
            `Constraint kept: ${takeHead(constraint, 60)}`,
            `The solution stays within the constraint: ${stripMarks(constraint)}`,
            'It is given, not chosen.',
          ),
        ]
      : []),
    decision(
      'Each piece of state has one owner',
      'Exactly one part writes each piece of state; the others ask it.',
      'Two writers cannot be reasoned about separately.',
    ),
    decision(
      'Every change has a way back',
      'A change goes out in steps that can be taken back one by one.',
      'The panel preferred choices that can be undone.',
    ),
  ];
}

/** Whether a conflict about the two ways was closed in favour of the first. */
export function hasSettledConflict(scene: Scene): boolean {
  const [first] = scene.plot.ways;
  return scene.facts.conflicts.some(
    ({ status, resolution }) =>
      status === 'resolved' && (resolution ?? '').toLowerCase().includes(first.phrase.toLowerCase()),
  );
}

export function listComponents(scene: Scene): Idea[] {
  const noun = raiseFirst(scene.subject.noun ?? 'work');
  const stack = scene.facts.context.stack.map((item) => takeHead(item, 60));
  const part = (title: string, text: string, place: number): Idea => ({
    title,
    text: `${text}${stack[place] ? ` Built with what is there: ${stack[place]}.` : ''}`,
    rationale: 'It can be named in one sentence and changed without the others.',
    priority: null,
    acceptance: [],
  });
  return [
    part(`${noun} intake`, `Takes in requests, checks them, and answers with a handle at once.`, 0),
    part(`${noun} store`, `Keeps what was accepted and its state; the only part that writes it.`, 2),
    part(`${noun} worker`, `Does the accepted work one piece at a time and reports how it ended.`, 1),
    part(`${noun} monitor`, `Shows what waits, what runs and what failed.`, 3),
  ];
}

export function listInterfaces(scene: Scene): Idea[] {
  const noun = raiseFirst(scene.subject.noun ?? 'work');
  const contract = (title: string, text: string): Idea => ({
    title,
    text,
    rationale: 'Both sides can be tested against it alone.',
    priority: null,
    acceptance: ['A test of each side runs against the written contract.'],
  });
  return [
    contract(
      `${noun} intake to store`,
      'Hands over id, content and priority; handing over the same id twice changes nothing.',
    ),
    contract(
      `${noun} store to worker`,
      'Gives out one piece at a time for a limited time; what is not reported back in time is given out again.',
    ),
    contract(
      `${noun} state for callers`,
      'Asked with a handle, answers with state, progress and, after a failure, its cause.',
    ),
  ];
}

export function listTrials(scene: Scene): Idea[] {
  const seeds = [...scene.facts.context.objectives, ...scene.facts.context.in_scope].map((text) =>
    takeHead(text, 70),
  );
  const trial = (title: string, text: string): Idea => ({
    title,
    text,
    rationale: 'It can be tried in small and dropped again.',
    priority: null,
    acceptance: ['After the trial somebody says in one sentence what was learned.'],
  });
  const about = (text: string) => lowerFirst(text);
  const [first, second] = scene.plot.ways;
  return [
    ...seeds.flatMap((text, index) => [
      index % 2 === 0
        ? trial(
            `One-week trial: ${text}`,
            `Build the thinnest slice that serves “${about(text)}”, show it to one user, and decide on what they do with it.`,
          )
        : trial(
            `Turned around: ${text}`,
            `Suppose “${about(text)}” were impossible: what would users do instead, and can that be offered first?`,
          ),
    ]),
    trial(
      raiseFirst(shorten(first.phrase, 70)),
      `${first.title}, because ${first.good[0] ?? 'it is the smaller step'}.`,
    ),
    trial(
      raiseFirst(shorten(second.phrase, 70)),
      `${second.title}, because ${second.good[0] ?? 'it leaves more room'}.`,
    ),
  ];
}

/** Risks with their answers: what seats were worried about first, then what the two ways bring with them. */
export function listRisks(scene: Scene): { risk: Idea; mitigation: Idea }[] {
  const voiced = scene.facts.answers.flatMap(({ seat, concerns }) =>
    concerns.map((text) => ({ text: text.replace(/\.+$/, ''), seats: [seat] })),
  );
  const general = scene.plot.ways.flatMap((way) => way.bad.map((text) => ({ text, seats: null })));
  return [...voiced, ...general].map(({ text, seats }) => {
    const title = shorten(raiseFirst(text), 70);
    const source = seats === null ? {} : { proposed_by: seats };
    const risk: Idea = {
      title,
      text: `${raiseFirst(text)}.`,
      rationale: 'Named in the discussion.',
      priority: null,
      acceptance: [],
      ...source,
    };
    const mitigation: Idea = {
      title: `Against: ${lowerFirst(title)}`,
      text: 'Bring the case about on purpose before release, write down what happens, and agree who reacts.',
      rationale: 'A risk that has been seen once is easier to judge.',
      priority: null,
      acceptance: ['The exercise took place and its result is written down.'],
      related_to: [title],
      ...source,
    };
    return { risk, mitigation };
  });
}
