/** Turns stored values into words. Files and JSON keep `max-rounds` or `max_tokens 40123/40000`; screens do not show them. */
import type { Item } from '../domain/records.ts';
import {
  documentNames,
  type Ending,
  type FailureKind,
  type mechanisms as mechanismNames,
  type OutcomeResult,
  type OutputType,
  type PauseReason,
  type SessionStatus,
} from '../domain/vocabulary.ts';
import { formatCost, formatCount, formatDuration, formatPlural } from './format-numbers.ts';

type Mechanism = (typeof mechanismNames)[number];

const results: Record<OutcomeResult, string> = {
  consensus: 'The panel agrees',
  'partial-consensus': 'The panel agrees in part',
  'stable-disagreement': 'The panel disagrees, and no position is moving any more',
  decided: 'Decided by a person',
  collected: 'Ideas collected without a vote',
  undecided: 'Nothing is agreed',
};

const ends: Record<Ending, string> = {
  conclude: '',
  'max-rounds': 'the last allowed round was held',
  skipped: 'a person skipped to the conclusion',
  limit: 'a limit was reached',
  stable: '',
};

/** The result of a discussion, and what ended it unless it ended by itself; `after` is put between the two. */
export function sayResult(outcome: { result: OutcomeResult; ended_by: Ending }, after = ''): string {
  const end = ends[outcome.ended_by];
  return `${results[outcome.result]}${after}${end === '' ? '' : `; ${end}`}`;
}

/** The name of a type of document; an unknown type is returned as it is. */
export function sayDocument(type: string): string {
  if (type === 'record') return 'record of the discussion';
  return Object.hasOwn(documentNames, type) ? documentNames[type as OutputType] : type;
}

const actions: Record<string, string> = {
  continue: 'continue',
  phase: 'begin the next phase',
  conclude: 'conclude',
  escalate: 'ask a person',
  pause: 'pause',
};

/** What the facilitator asked for or the program did; fits after "to". */
export function sayAction(action: string): string {
  return actions[action] ?? action;
}

const resolvers: Record<string, string> = {
  consensus: 'by consensus',
  conceded: 'because a side gave way',
  user: 'by a person',
  policy: 'by policy',
  facilitator: 'by the facilitator',
};

/** Who resolved a conflict. */
export function sayResolution(type: string | null): string {
  return type === null ? '' : (resolvers[type] ?? `by ${type}`);
}

const deciders: Record<string, string> = {
  count: 'by count',
  facilitator: 'by the facilitator',
  user: 'by a person',
};

/** The status of an item, and who decided it. */
export function sayItem(item: Pick<Item, 'status' | 'decided_by' | 'replaced_by' | 'raised_in'>): string {
  if (item.replaced_by !== null) return `replaced by ${item.replaced_by}`;
  if (item.raised_in === 'review') return 'raised in the review, not voted on';
  return item.decided_by === null
    ? item.status
    : `${item.status} ${deciders[item.decided_by] ?? `by ${item.decided_by}`}`;
}

const stanceWords = { support: 'for', stand_aside: 'aside', block: 'against' } as const;

/** A stance in a word. */
export function sayStance(stance: keyof typeof stanceWords): string {
  return stanceWords[stance];
}

const failures: Partial<Record<FailureKind, string>> = {
  'rate-limit': 'rate limit',
  auth: 'key refused',
  'unknown-model': 'unknown model',
  'bad-request': 'bad request',
  'too-large': 'too large',
  refusal: 'refused',
  truncated: 'cut short',
  malformed: 'unreadable',
  empty: 'empty reply',
  server: 'server error',
};

/** Why a call failed, in a word or two. */
export function sayFailure(kind: FailureKind): string {
  return failures[kind] ?? kind;
}

const statusNotes: Record<PauseReason, string> = {
  person: 'by a person',
  signal: 'interrupted',
  time: 'time limit',
  budget: 'budget used up',
  'no-quorum': 'too few answers',
  'waiting-for-person': 'waiting for a person',
};

/** A status: `paused (waiting for a person)`. An active session that nobody runs was interrupted, by a kill or a lost machine. */
export function sayStatus(status: SessionStatus, reason: PauseReason | null, running: boolean): string {
  if (status === 'active') return running ? 'running' : 'interrupted';
  return status === 'paused' && reason !== null ? `paused (${statusNotes[reason]})` : status;
}

/** Why a session is paused: fits after "Paused: ". `detail` is what the loop recorded, shown without what the reason already says. */
export function sayPause(reason: PauseReason, detail = ''): string {
  const more = sayReason(detail).trim();
  const add = (words: string): string => (more === '' ? `${words}.` : `${words}: ${endLine(more)}`);
  switch (reason) {
    case 'person':
      return 'you asked for it.';
    case 'signal':
      return 'the run was interrupted.';
    case 'time':
      return more.startsWith('the time limit')
        ? endLine(more.replace(/^the time limit of \d+\w( \d+\w)?/, '$& was reached'))
        : add('the time limit was reached');
    case 'budget':
      return add('the budget is used up');
    case 'no-quorum':
      return more === '' ? 'a model cannot be used, or too few seats answered.' : endLine(more);
    case 'waiting-for-person':
      return 'the discussion is waiting for a person.';
  }
}

/** Ends the first line with a full stop unless it has one. */
function endLine(text: string): string {
  const [first = '', ...rest] = text.split('\n');
  return [/[.!?]$/.test(first) ? first : `${first}.`, ...rest].join('\n');
}

const ofRounds = (most: string): string => formatPlural(Number(most), 'round');

const sayKind = (kind: string): string => sayFailure(kind as FailureKind);

/** Reasons as the loop records them, and their wording. Each fits into a longer sentence. */
const reasons: [RegExp, (...parts: string[]) => string][] = [
  [/pause: [a-z-]+|the person asked for a pause|stopped on request/g, () => ''],
  [
    /max_rounds_per_conflict (\d+)\/\d+: "([^"]+)" is still open/g,
    (age = '', id = '') => `${id} has been open for ${ofRounds(age)}`,
  ],
  [/max_rounds_per_phase \d+\/(\d+)/g, (most = '') => `the phase has reached its limit of ${ofRounds(most)}`],
  [/max_rounds \d+\/(\d+)/g, (most = '') => `the discussion has reached its limit of ${ofRounds(most)}`],
  [/min_rounds (\d+)\/(\d+)/g, (at = '', least = '') => `this is round ${at} of at least ${least}`],
  [
    /min_rounds of phase ([^:]+): (\d+)\/(\d+)/g,
    (phase = '', at = '', least = '') => `this is round ${at} of at least ${least} in the phase "${phase}"`,
  ],
  [
    /max_tokens (\d+)\/(\d+)/g,
    (used = '', most = '') =>
      `${formatCount(Number(used))} tokens are used of the ${formatCount(Number(most))} allowed`,
  ],
  [
    /max_cost ([\d.]+) USD cannot be checked/g,
    (most = '') => `The cost limit of ${formatCost(Number(most))} cannot be checked`,
  ],
  [/\(1 tokens so far\)/g, () => '(1 token so far)'],
  [
    /max_cost ([\d.]+)\/([\d.]+) USD/g,
    (spent = '', most = '') =>
      `${formatCost(Number(spent))} is spent of the ${formatCost(Number(most))} allowed`,
  ],
  [
    /total_timeout ([\d.]+) s/g,
    (seconds = '') => `the time limit of ${formatDuration(Number(seconds) * 1000)}`,
  ],
  [/critical topic not covered: /g, () => 'a critical topic is not covered yet: '],
  [/phase not held yet: ([^;]+)/g, (phase = '') => `the phase "${phase}" is still to come`],
  [/(^|; )blocked: ([^;]+)/g, (start = '', ids = '') => `${start}a block stands against ${ids}`],
  [
    /critical keyword ("[^"]*") in the open conflict "([^"]+)"/g,
    (keyword = '', id = '') => `the open conflict ${id} mentions ${keyword}`,
  ],
  [
    /mean confidence ([\d.]+) is below ([\d.]+)/g,
    (mean = '', least = '') => `the panel is not sure enough: its mean confidence is ${mean}, below ${least}`,
  ],
  // A kind of failure before its message, or in brackets.
  [/\b(rate-limit|unknown-model|bad-request|too-large)(?=: |\)|, |":)/g, (kind = '') => sayKind(kind)],
  [
    /(^|\(|answered ")(auth|malformed|refusal|truncated|empty|server)(?=: |\)|, |":)/g,
    (start = '', kind = '') => start + sayKind(kind),
  ],
];

/** A reason, detail, override or notice of the loop without the words of configuration and code. */
export function sayReason(text: string): string {
  return reasons.reduce(
    (said, [pattern, say]) => said.replace(pattern, (_match, ...parts: string[]) => say(...parts)),
    text,
  );
}

/** What the facilitator asked for, what the program did, and why; both can be the same when there is still something to mention. */
export function sayOverride(round: {
  proposed_action: string;
  next_action: string | null;
  override: string | null;
}): string {
  const asked = `the facilitator asked to ${sayAction(round.proposed_action)}`;
  const why = sayReason(round.override ?? '');
  if (round.next_action === round.proposed_action) return `${asked}, and the program did; ${why}`;
  const next = round.next_action === null ? '' : `, the program chose to ${sayAction(round.next_action)}`;
  return `${asked}${next}: ${why}`;
}

/** A strategy and why it was chosen; a place in the configuration is named without its key. */
export function sayStrategy(strategy: string, reason: string): string {
  const why = reason.replace(/^(.+):(\d+), roundtable\.[\w.]+$/, 'set in $1, line $2');
  return why === '' ? strategy : `${strategy} (${why})`;
}

const mechanisms: Record<Mechanism, string> = {
  majority: 'majority',
  weighted_majority: 'majority, weighted by confidence',
  unanimous: 'everybody',
  consent: 'nobody against',
  facilitator_decides: 'majority; the facilitator advises on a tie',
  none: 'no votes',
};

/** How a strategy counts, in a few words. */
export function sayMechanism(mechanism: Mechanism): string {
  return mechanisms[mechanism];
}

/** The text with a capital letter, unless it begins with an id. */
export function beginSentence(text: string): string {
  return text.replace(/^(?:a|no|the|you)\b/, (word) => word.charAt(0).toUpperCase() + word.slice(1));
}

/** A part of a reply that could not be read, with the name of its field as people write it. */
export function sayLoss(loss: string): string {
  return loss.replace(/\b[a-z]+(?:_[a-z]+)+\b/g, (field) => field.replaceAll('_', ' '));
}

/** That a seat passed, and why; `name` is the seat. */
export function sayPassed(name: string, reason: string): string {
  if (reason === 'passed') return `${name} passed`;
  if (reason === 'voted without a word') return `${name} voted without a word`;
  return reason.startsWith('sits out') ? `${name} ${reason}` : `${name} passed: ${reason}`;
}

const lookUpWords: Readonly<Record<string, string>> = {
  read: 'reading',
  list: 'listing',
  search: 'searching for',
  log: 'reading the history of',
  decisions: 'looking for decisions on',
};

/** A look-up while it is under way: `reading src/queue.ts:1-80`. */
export function sayLookUp(title: string): string {
  return title.replace(/^[a-z]+/, (word) => lookUpWords[word] ?? word);
}
