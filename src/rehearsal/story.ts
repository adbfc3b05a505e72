/** What a rehearsal is about, whatever the topic: three ways, what they are weighed by, and the two on which the seats differ. */
import type { Point } from './points.ts';

/** What the ways are weighed by, in order of weight. */
export const drivers = [
  'Effort until the first use',
  'What has to be operated',
  'Safety of what is accepted',
  'Cost of leaving again',
] as const;

interface Way {
  name: string;
  meaning: string;
  for: string[];
  against: string[];
  /** Why it was taken, or why not. */
  because: string;
}

export const buildWay: Way = {
  name: 'Build on what runs today',
  meaning: 'The parts that run today are extended, behind one interface of the project.',
  for: ['nothing new has to be installed or learned', 'it can be left again at the interface'],
  against: ['what the present parts cannot do has to be written'],
  because: 'It needs the least before the first use, and the interface keeps the other ways open.',
};

export const adoptWay: Way = {
  name: 'Adopt an existing product',
  meaning: 'A product that was made for this is installed, and the project is adapted to it.',
  for: ['it is tested by many others', 'rare cases are covered from the first day'],
  against: ['one more thing to install, watch and update'],
  because: 'It pays only when the present parts reach a limit that somebody has measured.',
};

const stayWay: Way = {
  name: 'As it is',
  meaning: 'Nothing is built, and people go on as they do today.',
  for: ['no work now'],
  against: ['the need behind the question stays'],
  because: 'It does not answer the need that led to the question.',
};

export const ways: readonly Way[] = [buildWay, adoptWay, stayWay];

/** What most seats want; its words are the first position of the conflict. */
export const buildPoint: Point = {
  kinds: { specs: 'requirement', else: 'decision' },
  title: 'Build on what runs today',
  text: 'The first version builds on what the project already runs, behind one interface of its own.',
  why: 'It needs nothing new to install, watch and learn, and the interface keeps the other ways open.',
  check:
    'The first version is installed on a machine to which nothing else was added, and the main task runs there.',
};

/** What one seat, or one side of a debate, wants instead. */
export const adoptPoint: Point = {
  kinds: { specs: 'requirement', else: 'decision' },
  title: 'Adopt an existing product',
  text: 'The first version takes an existing product that was made for this, and the project is adapted to it.',
  why: 'What others have run for years has met the rare cases that we would meet one by one.',
  check: 'The main task runs on the product with no more than its configuration changed.',
};

/** What every seat takes for granted. */
export const assumption = 'The present machines have room for it.';

/** What every seat worries about. */
export const concern = 'What waits makes no noise until somebody complains.';

/** An argument of the first seat; it becomes no item. */
export const argument = 'The team has run the present parts for a long time and knows how they fail.';

/** What nobody at the table can answer. */
export const openQuestion = 'Who pays to run it, and what is the monthly limit?';
export const whoAnswers = 'the product owner';

/** Why the seat that stands alone gives its position up. */
export const concession =
  'Nobody could name a limit of the present parts that was measured, and the interface lets us change later.';
