/** The texts of rehearsed decisions, components, interfaces, ideas and risks. */
import type { Scene } from './scene.ts';
import { endSentence, lowerFirst, raiseFirst, shorten, stripMarks, takeHead } from './text.ts';

/** An artifact that no seat has put forward yet. */
export interface Idea {
  title: string;
  text: string;
  rationale: string;
  priority: 'must' | 'should' | 'could' | null;
  acceptance: string[];
  /** Titles of the artifacts that it answers. */
  related_to: string[];
}

/** Builds one; fields that are not given are empty. */
export function buildIdea(idea: Pick<Idea, 'title' | 'text' | 'rationale'> & Partial<Idea>): Idea {
  return { priority: null, acceptance: [], related_to: [], ...idea };
}

/** Decisions: the first way itself, then decisions that suit either way. */
export function listDecisions(scene: Scene): Idea[] {
  const [first] = scene.scenario.ways;
  const constraints = scene.facts.context.constraints.map((constraint) =>
    buildIdea({
      title: `Stay within: ${takeHead(constraint, 75)}`,
      text: `The solution stays within what is given: ${endSentence(stripMarks(constraint))}`,
      rationale: 'It is given, not chosen.',
    }),
  );
  return [
    buildIdea({
      title: first.title,
      text: `${first.title}, because ${first.good[0] ?? 'the panel found more for it'}.`,
      rationale: `For it: ${first.good.slice(0, 3).join('; ')}.`,
    }),
    buildIdea({
      title: 'Compare both ways and the present state by the same list',
      text: `Each way to do this for ${scene.subject.phrase}, and leaving things as they are, is held against one list before one is taken.`,
      rationale: 'Arguments about different lists cannot settle anything.',
    }),
    ...constraints,
    buildIdea({
      title: 'One owner for each piece of state',
      text: 'Exactly one part writes each piece of state; the others ask it.',
      rationale: 'Two writers cannot be reasoned about separately.',
    }),
    buildIdea({
      title: 'A way back for every change',
      text: 'A change goes out in steps that can be taken back one by one.',
      rationale: 'The panel preferred choices that can be undone.',
    }),
  ];
}

/** The building blocks of any system that accepts work and does it later, named after the subject of the topic. */
export function listComponents(scene: Scene): Idea[] {
  const noun = raiseFirst(scene.subject.noun ?? 'work');
  const [taking, doing] = scene.facts.context.stack.map((item) => takeHead(item, 70));
  const builtWith = (stack: string | undefined) =>
    stack ? ` Built with what is there: ${endSentence(stack)}` : '';
  const part = (title: string, text: string) =>
    buildIdea({ title, text, rationale: 'It can be named in one sentence and changed without the others.' });
  return [
    part(
      `${noun} intake`,
      `Takes in requests, checks them, and answers with a handle at once.${builtWith(taking)}`,
    ),
    part(`${noun} store`, 'Keeps what was accepted and its state; the only part that writes it.'),
    part(
      `${noun} worker`,
      `Does the accepted work one piece at a time and reports how it ended.${builtWith(doing)}`,
    ),
    part(`${noun} monitor`, 'Shows what waits, what runs and what failed.'),
  ];
}

/** Interfaces between those blocks. */
export function listInterfaces(scene: Scene): Idea[] {
  const noun = raiseFirst(scene.subject.noun ?? 'work');
  const contract = (title: string, text: string) =>
    buildIdea({
      title,
      text,
      rationale: 'Both sides can be tested against it alone.',
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

/** Ideas to try: objectives and scope items, alternately as a trial and turned around, then the two ways themselves. */
export function listTrials(scene: Scene): Idea[] {
  const { objectives, in_scope: inScope } = scene.facts.context;
  const trial = (title: string, text: string) =>
    buildIdea({
      title,
      text,
      rationale: 'It can be tried in small and dropped again.',
      acceptance: ['After the trial somebody says in one sentence what was learned.'],
    });
  const own = [...objectives, ...inScope].map((text, index) => {
    const about = takeHead(text, 70);
    return index % 2 === 0
      ? trial(
          `One-week trial: ${about}`,
          `Build the thinnest slice that serves “${about}”, show it to one user, and decide on what they do with it.`,
        )
      : trial(
          `Turned around: ${about}`,
          `Suppose “${about}” were impossible: what would users do instead, and can that be offered first?`,
        );
  });
  const ways = scene.scenario.ways.map((way) =>
    trial(shorten(way.title, 80), `${way.title}, because ${way.good[0] ?? 'more speaks for it'}.`),
  );
  return [...own, ...ways];
}

/** Risks: the arguments against the first way, then those against the second. */
export function listRisks(scene: Scene): Idea[] {
  return scene.scenario.ways.flatMap((way) =>
    way.bad.map((text) =>
      buildIdea({
        title: shorten(raiseFirst(text), 85),
        text: `${raiseFirst(text)}.`,
        rationale: `It comes with the choice to ${way.phrase}.`,
      }),
    ),
  );
}

/** The mitigation of a risk. */
export function describeMitigation(risk: Idea): Idea {
  return buildIdea({
    title: `Against: ${lowerFirst(shorten(risk.title, 75))}`,
    text: `Bring it about on purpose before the release that ${lowerFirst(risk.text).replace(/[.!?]+$/, '')}, write down what happens, and agree who reacts.`,
    rationale: 'A risk that has been seen once is easier to judge.',
    acceptance: ['The exercise took place and its result is written down.'],
    related_to: [risk.title],
  });
}
