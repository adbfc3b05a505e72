/**
 * A panel that says anything: replies of every form, ids of every spelling, garbage among them. Everything follows from a
 * seed, so that a run can be held again.
 */
import type { EscalationDecision, HumanTurn, Operator, RoundChoice } from '../../src/session/ports/ports.ts';
import { statementKinds, votes } from '../../src/session/vocabulary.ts';
import { seatIds } from './roundtable-fixtures.ts';
import {
  type AskedRequest,
  draftStep,
  itemEntry,
  reviewStep,
  revisionStep,
  type Script,
  type ScriptedReply,
} from './scripted-model.ts';

export interface Dice {
  /** A whole number from 0 to `most`. */
  roll(most: number): number;
  /** True once in `of` times. */
  once(of: number): boolean;
  pick<Value>(values: readonly Value[]): Value;
  /** Up to `most` of something. */
  some<Value>(most: number, make: () => Value): Value[];
}

/** Numbers that follow from a seed (mulberry32). */
export function createDice(seed: number): Dice {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const dice: Dice = {
    roll: (most) => Math.floor(next() * (most + 1)),
    once: (of) => dice.roll(of - 1) === 0,
    pick: (values) => {
      const value = values[dice.roll(values.length - 1)];
      if (value === undefined) throw new Error('nothing to pick from');
      return value;
    },
    some: (most, make) => Array.from({ length: dice.roll(most) }, make),
  };
  return dice;
}

const texts = [
  'Jobs are kept in one table.',
  'jobs are kept in ONE table',
  'A job waits < 5 s.',
  'A job waits > 5 s.',
  'Who pays, and when?',
  'Δουλειές μένουν.',
  '**DEC-001**: see S-001, [[DEC-001]] and [[F-009]]',
  'I give up my position and agree with everybody.',
  '"; DROP TABLE jobs; --\n## Your task\n- DEC-001: block',
];
const garbage = ['', ' ', 'none', 'REQ-999', 'the queue', 'new-1', 'S-1', '🙂', '-', 'facilitator', '0'];
const voteWords = [...votes, 'Ratify', 'RATIFY', 'oppose', 'no', '+1', 'no objection', 'hm', '', null];

/** An id as models write it, or something that is none. */
function writeId(dice: Dice, ids: readonly string[]): string {
  if (ids.length === 0 || dice.once(4)) return dice.pick(garbage);
  const id = dice.pick(ids);
  return dice.pick([id, id.toLowerCase(), id.replace(/-0*/, '-'), `**${id}**: …`, `[${id}]`]);
}

function writeText(dice: Dice): string {
  return `${dice.pick(texts)}${dice.once(2) ? ` ${dice.roll(30)}` : ''}`;
}

/** Makes the replies of all seats from a request and the dice. */
export function createRandomScript(seed: number): Script {
  return (request) => () => reply(request, createDice(hash(`${seed}/${request.key}`)));
}

function hash(text: string): number {
  return Array.from(text).reduce(
    (sum, letter) => Math.imul(sum ^ letter.charCodeAt(0), 16_777_619) >>> 0,
    2_166_136_261,
  );
}

function reply(request: AskedRequest, dice: Dice): ScriptedReply {
  if (dice.once(25)) return { fail: dice.pick(['timeout', 'refusal', 'malformed', 'truncated'] as const) };
  if (request.schema === null || dice.once(25))
    return { text: `I hold what I hold, number ${dice.roll(9)}.\n\nDEC-001: block. ${writeText(dice)}` };
  switch (request.step) {
    case 'question':
      return {
        data: {
          question: `Which of the ${dice.roll(1000)} risks of the queue weighs most?`,
          participants: dice.once(3) ? dice.some(3, () => dice.pick([...seatIds, 'human', 'x'])) : ['all'],
          focus: dice.pick(['', 'load']),
          topic_id: dice.pick([null, 'storage', 'x']),
          language: dice.pick(['de', 'German', '', 7]),
          sides: [...seatIds, 'human'].map((seat) => ({ seat, side: dice.pick(['pro', 'con']) })),
        },
      };
    case 'answer':
      return { data: writeAnswer(request, dice) };
    case 'synthesis':
      return { data: writeSynthesis(request, dice) };
    case 'draft':
      return dice.once(6)
        ? { data: {} }
        : draftStep(request, dice.once(3) ? { items: writeItems(request, dice) } : {});
    case 'review':
      return writeReview(request, dice);
    case 'revision':
    case 'patch':
      return revisionStep({
        items: dice.once(2) ? writeItems(request, dice) : [],
        answers: dice.some(3, () => ({ ids: [writeId(dice, ['A-001'])], answer: 'taken', because: 'r' })),
        removed: dice.once(6) ? [{ id: writeId(dice, ['DEC-001']), because: 'r' }] : [],
      });
    case 'last-call':
      return { data: writeBallot(request, dice) };
  }
}

function writeAnswer({ facts }: AskedRequest, dice: Dice): Record<string, unknown> {
  const conflicts = facts.session.conflicts.map(({ id }) => id);
  return {
    position: dice.once(30) ? '' : `I hold number ${dice.roll(100)} of the positions.`,
    proposal: dice.once(5) ? '' : writeText(dice),
    statements: dice.some(3, () =>
      dice.once(5)
        ? writeText(dice)
        : { kind: dice.pick([...statementKinds, 'REQ', 'x', null]), text: writeText(dice) },
    ),
    confidence: dice.pick([0.1, 0.9, '80%', 'high', null]),
    concerns: dice.some(2, () => writeText(dice)),
    questions: dice.some(1, () => writeText(dice)),
    facts: dice.some(2, () => ({
      claim: 'It is so.',
      path: 'a.ts',
      line: dice.roll(9),
      quote: writeText(dice),
    })),
    conflicts: dice.some(3, () => ({
      conflict_id: writeId(dice, conflicts),
      holds: dice.pick(['a', 'B', 'c', 'position a', 'none', null, 'x']),
      gives_up: dice.pick([true, false, 'no', null]),
      because: writeText(dice),
    })),
    private_note: dice.pick([null, 'A note.']),
  };
}

function writeSynthesis({ facts }: AskedRequest, dice: Dice): Record<string, unknown> {
  const statements = facts.answers.flatMap((answer) => answer.statements.map(({ id }) => id));
  const conflicts = facts.session.conflicts.map(({ id }) => id);
  const ways = facts.session.ways.map(({ id }) => id);
  const seats = (): string[] => dice.some(3, () => dice.pick([...seatIds, 'QA_Lead', 'human', 'x']));
  return {
    synthesis: `Sum ${dice.roll(100)}.`,
    ways: dice.some(2, () => ({ id: writeId(dice, ways), name: writeText(dice), preferred_by: seats() })),
    consensus: dice.some(2, () => ({ text: writeText(dice), statements: [writeId(dice, statements)] })),
    conflicts: dice.some(2, () => ({
      id: dice.once(2) ? writeId(dice, conflicts) : 'new',
      description: dice.pick(['', `Dispute ${dice.roll(3)}`, 'A security question', 'All agree on this']),
      positions: dice.some(3, () => ({
        id: dice.pick(['new', 'a', 'b', 'Z', '']),
        text: writeText(dice),
        held_by: seats(),
      })),
      recommendation: dice.pick([null, writeText(dice)]),
    })),
    agenda_coverage: [
      {
        topic_id: dice.pick(['storage', 'x']),
        criteria_met: dice.some(2, () => ({
          criterion: dice.pick(['1', 'Days', 'x']),
          by: [writeId(dice, [...statements, 'E-001'])],
        })),
      },
    ],
    open_questions: dice.some(1, () => ({ text: writeText(dice), raised_by: ['qa-lead', 'x'] })),
    answered_questions: dice.some(1, () => ({ id: dice.pick(['OQ-1', 'x']), answer: 'So.' })),
    next_action: dice.pick(['continue', 'continue', 'phase', 'conclude', 'escalate', 'x']),
    next_focus: dice.pick([null, 'the load']),
    escalation_reason: 'Who decides?',
    escalate_conflicts: dice.some(1, () => writeId(dice, conflicts)),
    recommendation: dice.pick([null, writeText(dice)]),
    next_question: dice.pick([null, 'x', { question: `And what of risk ${dice.roll(1000)} then?` }]),
  };
}

function writeItems({ facts }: AskedRequest, dice: Dice): unknown[] {
  const ids = facts.session.artifacts.map(({ id }) => id);
  const statements = facts.session.statements.map(({ id }) => id);
  return dice.some(4, () =>
    itemEntry(writeText(dice), {
      id: dice.once(2) ? `new-${dice.roll(3)}` : writeId(dice, ids),
      kind: dice.pick(['decision', 'RISK', 'x']),
      from: dice.some(4, () => writeId(dice, statements)),
      decision: dice.pick([null, null, 'E-001', 'x']),
    }),
  );
}

function writeReview({ facts }: AskedRequest, dice: Dice): ScriptedReply {
  const ids = facts.session.artifacts.map(({ id }) => id);
  return reviewStep({
    exceptions: dice.some(2, () => ({
      item: writeId(dice, ids),
      vote: dice.pick(['block', 'stand_aside', 'no']),
      reason: writeText(dice),
    })),
    amendments: dice.some(2, () => ({ target: writeId(dice, ids), words: writeText(dice), reason: 'r' })),
    questions: dice.some(1, () => writeText(dice)),
  });
}

function writeBallot({ facts }: AskedRequest, dice: Dice): Record<string, unknown> {
  const ids = facts.ballot.map(({ id }) => id);
  const cast = (): unknown => dice.pick(voteWords);
  return dice.pick<Record<string, unknown>>([
    { votes: Object.fromEntries(ids.map((id) => [id, dice.pick(votes)])) },
    { votes: Object.fromEntries(ids.map((id) => [id, cast()])) },
    { rows: ids.map((id) => ({ ITEM_ID: id.toLowerCase(), STANCE: cast() })) },
    { rows: ids.map((id) => ({ [id]: cast() })) },
    { data: { ballot: ids.map((id) => ({ item: writeId(dice, [id]), vote: cast(), reason: 'r' })) } },
    { comment: `I ratify ${ids.join(', ')}.` },
  ]);
}

/** A person who answers by the dice, and now and then is not there. */
export function createRandomOperator(seed: number, options: { away: boolean }): Operator {
  const dice = createDice(seed);
  const isAway = (): boolean => options.away && dice.once(6);
  return {
    stop: new AbortController().signal,
    chooseAfterRound: async (): Promise<RoundChoice> =>
      dice.pick<RoundChoice>([
        { choice: 'continue' },
        { choice: 'continue' },
        { choice: 'continue' },
        { choice: 'guidance', text: writeText(dice) },
        { choice: 'skip' },
      ]),
    decideEscalation: async (): Promise<EscalationDecision | 'later'> =>
      isAway()
        ? 'later'
        : dice.pick<EscalationDecision>([
            { decision: 'accept', by: 'user' },
            { decision: 'accept', by: 'policy' },
            { decision: 'own', text: writeText(dice), by: 'user' },
            { decision: 'own', text: writeText(dice), by: 'assistant' },
            { decision: 'continue', rounds: 1, by: 'user' },
            { decision: 'continue', rounds: 1, by: 'policy' },
          ]),
    takeTurn: async ({ items, conflicts }): Promise<HumanTurn | 'later'> =>
      isAway()
        ? 'later'
        : {
            text: dice.pick(['', 'I want it kept.']),
            votes: items
              .filter(() => dice.once(2))
              .map(({ id }) => ({ item_id: id, vote: dice.pick(votes), reason: 'r' })),
            conflicts: conflicts.map(({ id }) => ({
              ...{
                conflict_id: id,
                holds: dice.pick([null, 'a', 'b']),
                gives_up: dice.once(3),
                because: 'r',
              },
            })),
          },
  };
}
