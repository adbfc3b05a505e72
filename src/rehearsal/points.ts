/** The points that rehearsed seats put forward, in this order. Their words fit any topic. */
import type { ItemKind } from '../session/vocabulary.ts';

/** One thing that a seat wants in the result: the statement is its text, and the item that is made from it has the rest. */
export interface Point {
  /** What it is in a discussion of requirements, and in every other one. */
  kinds: { specs: ItemKind; else: ItemKind };
  title: string;
  text: string;
  why: string;
  check: string;
}

export const points: readonly Point[] = [
  {
    kinds: { specs: 'requirement', else: 'part' },
    title: 'One way in',
    text: 'When something arrives, one part alone accepts it, checks it and writes it down before it confirms it.',
    why: 'What is confirmed before it is written is lost when the machine stops.',
    check: 'Stop the process right after a confirmation: after the next start it is there.',
  },
  {
    kinds: { specs: 'requirement', else: 'interface' },
    title: 'A small interface',
    text: 'The parts talk in a few calls only. Each names what it is about, and may be repeated without harm.',
    why: 'With a small interface, a change of what stands behind it is a change in one place.',
    check: 'A test sends each call twice in a row; the second one changes nothing.',
  },
  {
    kinds: { specs: 'rule', else: 'decision' },
    title: 'Every message carries a version',
    text: 'Every message carries the version of its form, and a reader accepts the present version and the one before.',
    why: 'The parts are not updated at the same moment.',
    check: 'A test lets a reader of the version before work with a writer of the present one.',
  },
  {
    kinds: { specs: 'quality', else: 'part' },
    title: 'A test that stops everything',
    text: 'A test that stops the whole system at a random moment and starts it again finds nothing that was lost or done twice.',
    why: 'The failures that cost most happen between two steps that each work.',
    check: 'The test runs each night and names everything that is missing or done twice.',
  },
  {
    kinds: { specs: 'requirement', else: 'decision' },
    title: 'Input is checked on arrival',
    text: 'If input from outside is wrong in form, size or origin, then it is refused where it arrives, with the reason, and nothing of it is kept.',
    why: 'One place for checks can be tested and watched, five cannot.',
    check: 'A list of malformed inputs is sent to each entry: each one is refused, and none gets further.',
  },
  {
    kinds: { specs: 'risk', else: 'risk' },
    title: 'A way in that nobody watches',
    text: 'A further entry is opened in a hurry, and what comes through it is not checked.',
    why: 'Entries for tests and for support are made when there is no time; the first sign is an entry without an owner.',
    check: 'List all entries of a running system, and compare them with the list of those that are known.',
  },
  {
    kinds: { specs: 'out-of-scope', else: 'decision' },
    title: 'The main task first',
    text: 'Reports, and settings for rare cases, are not part of the first version; they wait until people have used it for a month.',
    why: 'What is missing shows in use, and what is too much never does.',
    check: 'Every screen and call of the first version belongs to a step of the main task.',
  },
  {
    kinds: { specs: 'requirement', else: 'part' },
    title: 'Parts that may be stopped',
    text: 'When a part is told to stop, it finishes or gives back what it has begun.',
    why: 'Updates happen while people work, and must cost nothing.',
    check: 'Stop a part half-way: what it had begun is finished later, and done once.',
  },
  {
    kinds: { specs: 'risk', else: 'risk' },
    title: 'More than can be handled',
    text: 'More arrives than is handled, and nobody notices until people complain.',
    why: 'Load comes in bursts; the first sign is how long the oldest request waits.',
    check: 'A burst in a test visibly raises the age of the oldest request.',
  },
  {
    kinds: { specs: 'quality', else: 'mitigation' },
    title: 'A limit and an alarm',
    text: 'As soon as the oldest request has waited for ten minutes, new ones are refused with that reason, and whoever is on duty is told. The time is assumed.',
    why: 'A refusal can be tried again, and a silent delay cannot.',
    check: 'A burst in a test leads to a refusal, and to one message to the person on duty.',
  },
  {
    kinds: { specs: 'idea', else: 'idea' },
    title: 'A small core that others extend',
    text: 'Build only the core, and let anybody add the rest as small extensions that can be shared.',
    why: 'Those who need a thing build it better than those who guess at it.',
    check: 'One person from outside writes an extension in an afternoon.',
  },
  {
    kinds: { specs: 'idea', else: 'idea' },
    title: 'Ready in ten minutes',
    text: 'Make a kit with which one person has it running on a machine of their own in ten minutes.',
    why: 'Whoever can try it at once does not have to be persuaded.',
    check: 'Five people with a stopwatch and no help.',
  },
  {
    kinds: { specs: 'idea', else: 'idea' },
    title: 'By hand first',
    text: 'Do it by hand for ten users before a line is written, and write down each step.',
    why: 'What is dull by hand is worth a program, and what is not may stay as it is.',
    check: 'Ten users served, and a list of steps with the minutes that each took.',
  },
  {
    kinds: { specs: 'idea', else: 'idea' },
    title: 'A trial with an end',
    text: 'Try the boldest version for two weeks with a date on which it is removed, whatever happens.',
    why: 'An end makes it cheap to say yes.',
    check: 'On the last day the users are asked whether it should come back.',
  },
];
