/** The texts of a rehearsed design: one set for running systems, and one for any other choice. */
import type { ItemType } from '../domain/vocabulary.ts';
import { raiseFirst } from './text.ts';

/** The criteria of a design agenda, each with the type of item that meets it. */
export const designCriteria = {
  components: ['COMP', /each component has one responsibility/i],
  trace: ['ARCH', /main scenario is traced/i],
  interfaces: ['INT', /for each interface/i],
  change: ['ARCH', /interface may change/i],
  state: ['ARCH', /stored data has one owning/i],
  restart: ['ARCH', /at a restart/i],
  failures: ['ARCH', /likeliest failures/i],
  operation: ['ARCH', /deployment, rollback/i],
  inputs: ['ARCH', /untrusted input/i],
  rights: ['ARCH', /who may do what/i],
} satisfies Record<string, [ItemType, RegExp]>;

/** One item of a design: the criterion that it meets, its title, text and reason, and how to verify it. */
export type DesignWords = [
  criterion: keyof typeof designCriteria,
  title: string,
  text: string,
  why: string,
  verify: string,
];

/** Words that show that a topic is about a running system. */
const systemWords =
  /queue|job|task|worker|service|\bapi\b|server|stor(?:e|age|ing)|data|cache|event|message|request|download|upload|restart|sync|deploy|endpoint|webhook|stream|backup|transcri/i;

/** Whether a topic is about a running system. */
export function isSystemTopic(topic: string): boolean {
  return systemWords.test(topic);
}

/** The design texts that fit a topic. `noun` is the thing that the topic names, or null. */
export function chooseDesignWords(topic: string, noun: string | null): readonly DesignWords[] {
  return isSystemTopic(topic) ? describeSystem(noun) : ruleWords;
}

function describeSystem(noun: string | null): DesignWords[] {
  const name = (part: string): string => raiseFirst(noun === null ? part : `${noun} ${part}`);
  return [
    [
      'components',
      name('intake'),
      'It checks what comes in, answers with a handle at once, and hands it to the store; it uses nothing but the store.',
      'What is wrong is refused before it costs anything.',
      'A wrong request is refused with its cause, and the store stays as it was.',
    ],
    [
      'components',
      name('store'),
      'It keeps what was accepted and how far it is; it alone writes that to disk, and it uses no other part.',
      'Two writers cannot be reasoned about separately.',
      'A search of the code finds one part that writes.',
    ],
    [
      'components',
      name('worker'),
      'It takes one accepted piece at a time from the store, does it, and reports how it ended.',
      'The slow part can be stopped without losing what was accepted.',
      'With the worker stopped, requests are still accepted.',
    ],
    [
      'trace',
      'Way through the parts',
      'A request goes from the intake to the store, from there to the worker, and its result back to the store, where whoever asked reads it.',
      'Each step can be seen from outside.',
      'One request is followed through all parts by its handle.',
    ],
    [
      'interfaces',
      'Intake to store',
      'The intake hands over id, content and priority; the same id twice changes nothing, and where the store cannot write, the intake refuses and says so.',
      'Callers repeat what they are not sure of.',
      'A test sends one id twice and finds one entry.',
    ],
    [
      'interfaces',
      'Store to worker',
      'The store lends one piece for a limited time; what is not reported back by then is lent again, and counted.',
      'A worker that stops half-way must hold nothing for ever.',
      'A worker that is stopped half-way loses its piece to the next one.',
    ],
    [
      'change',
      'Fields are only added',
      'Every hand-over carries a version; fields are added and never get another meaning, and what goes away is announced one release before.',
      'Nobody updates both sides at the same minute.',
      'The former worker passes its tests against the new store.',
    ],
    [
      'state',
      'Owner and life of what is stored',
      'Accepted work belongs to the store; what is done is removed after 30 days, which is an assumption until somebody names a figure.',
      'What nobody removes fills the disk.',
      'A piece that was done 31 days ago is gone.',
    ],
    [
      'restart',
      'Restart',
      'What was under way when the process stopped is started again from its beginning; nothing counts as done before its end is on disk.',
      'To do it twice costs time, to lose it costs trust.',
      'The process is stopped half-way, and the work is done after the restart.',
    ],
    [
      'failures',
      'The two likeliest failures',
      'The process stops half-way: work waits, its age shows it, and the restart goes on with it. Work comes faster than it is done: callers wait, the number that waits shows it, and beyond a limit the intake refuses.',
      'Both happen in an ordinary year.',
      'Both are brought about on purpose before the release.',
    ],
    [
      'operation',
      'Release and watch',
      'It goes out in one step that can be taken back in ten minutes; watched are how much waits, how old the oldest piece is, and how much failed.',
      'Three figures can be read at night.',
      'Somebody who did not build it takes the release back once.',
    ],
    [
      'inputs',
      'One way in',
      'Input from outside enters by the intake only, which limits its size and checks every address; nothing that came in becomes a command or a path.',
      'One door can be watched.',
      'Inputs that are too large, or that name a path, are refused.',
    ],
    [
      'rights',
      'Who may do what',
      'Who may start, see and cancel work is decided in the intake for each request; the parts behind it answer to nobody else.',
      'A right that is checked in two places is forgotten in one.',
      'A caller without the right is refused, and the refusal is logged.',
    ],
  ];
}

const ruleWords: readonly DesignWords[] = [
  [
    'components',
    'Page of the decision',
    'It says on one page what holds, for what, and since when; it refers to nothing but the list of cases.',
    'What does not fit on a page is not followed.',
    'Somebody new finds the answer to a plain case within a minute.',
  ],
  [
    'components',
    'List of cases',
    'It holds the cases in which the decision was tried, each with its result; only its owner writes it.',
    'Cases convince more than reasons.',
    'Each case names who tried it and when.',
  ],
  [
    'components',
    'Check before work goes out',
    'It holds new work against the page and names what does not fit; it uses the page and nothing else.',
    'What nobody checks holds for a month.',
    'Work that breaks one point on purpose is sent back.',
  ],
  [
    'trace',
    'Way of a case',
    'Whoever does the work reads the page, the check holds the work against it, and what does not fit goes into the list, which is read before the page changes.',
    'Each step leaves something that can be read.',
    'One case is followed from the page to the list.',
  ],
  [
    'interfaces',
    'Page to check',
    'The page hands over its points, each to be answered with yes or no; a point without an answer counts as no, and the check says which.',
    'A silent point is the one that is argued about later.',
    'A check with one point left out fails and names it.',
  ],
  [
    'interfaces',
    'Check to list',
    'The check hands over the case, the point it broke and what was done; a case that is handed over twice stands once.',
    'A case without its point teaches nothing.',
    'The list is read without asking who wrote the entry.',
  ],
  [
    'change',
    'The page carries a date',
    'Points are added, and none gets another meaning without a new date; what goes away is announced a month before.',
    'Nobody reads a page again that looks the same.',
    'Two dates of the page differ in what the list of changes says.',
  ],
  [
    'state',
    'Owner and life of the list',
    'The list belongs to the owner of the page; cases older than a year are removed, which is an assumption until somebody names a figure.',
    'A list that only grows is not read.',
    'No case in it is older than a year.',
  ],
  [
    'restart',
    'Work under way',
    'Work that has begun when the page changes is finished by the page it began with.',
    'Nobody can work by a rule that moves.',
    'Work in progress names the date of its page.',
  ],
  [
    'failures',
    'The two likeliest failures',
    'The page is not read: work comes back, which the check counts, and the point is named to whoever did it. The page does not fit a case: the list shows it, and the page is changed.',
    'Both happen in an ordinary year.',
    'After a month both figures are on the table.',
  ],
  [
    'operation',
    'Start and way back',
    'It starts with the next piece of work, and the page before can be taken back into use on the same day; watched is how much work comes back.',
    'A choice that can be undone needs less proof.',
    'The page before was taken back into use once, for a try.',
  ],
  [
    'inputs',
    'One way in',
    'What comes from outside is a proposal until the owner of the page has taken it; it enters by the check only.',
    'One door can be watched.',
    'A proposal from outside changes nothing by itself.',
  ],
  [
    'rights',
    'Who may do what',
    'Everybody may propose, the owner alone changes the page, and the check is where that is seen to.',
    'Two owners are none.',
    'A change by somebody else is sent back.',
  ],
];
