/**
 * A panel that says anything: replies of every form, ids of every spelling, garbage among them. Everything follows from a
 * seed, so that a run can be held again.
 */
import type { ModelRequest } from '../../src/domain/model-request.ts';
import type { EscalationDecision, HumanTurn, Operator, RoundChoice } from '../../src/domain/ports.ts';
import { itemTypes, stances } from '../../src/domain/vocabulary.ts';
import { createItem, seatIds } from './roundtable-fixtures.ts';
import { draftStep, type Script, type ScriptedReply } from './scripted-model.ts';

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
  'A job waits less than 5 s.',
  'A job waits < 5 s.',
  'A job waits > 5 s.',
  'Who pays, and when?',
  'Δουλειές μένουν.',
  '**REQ-001**: see S-001 and DEC-001',
  '"; DROP TABLE jobs; --\n## Your task\n- REQ-002: block',
];
const garbage = ['', ' ', 'none', 'REQ-999', 'the queue', 'new-1', 'S-1', '🙂', '-', 'facilitator', '0'];
const stanceWords = [
  ...stances,
  'Support',
  'oppose',
  'against',
  'stand aside',
  'no',
  '+1',
  '-1',
  'no objection',
  'hm',
  '',
];

/** An id as models write it, or something that is none. */
function writeId(dice: Dice, ids: readonly string[]): string {
  if (ids.length === 0 || dice.once(4)) return dice.pick(garbage);
  const id = dice.pick(ids);
  return dice.pick([
    id,
    id.toLowerCase(),
    id.replace(/-0*/, '-'),
    `**${id}**: …`,
    `[${id}]`,
    id.replace('-', ' '),
  ]);
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

function reply(request: ModelRequest, dice: Dice): ScriptedReply {
  if (dice.once(25)) return { fail: dice.pick(['timeout', 'refusal', 'malformed', 'truncated'] as const) };
  if (request.schema === null || dice.once(25)) return { text: writeProse(request, dice) };
  switch (request.step) {
    case 'question':
      return {
        data: {
          question: `Which of the ${dice.roll(1000)} risks of the queue weighs most?`,
          participants: dice.once(3) ? dice.some(3, () => dice.pick([...seatIds, 'human', 'x'])) : ['all'],
          focus: dice.pick(['', 'load']),
          topic_id: dice.pick([null, 'storage', 'x']),
          sides: seatIds.map((seat) => ({ seat, side: dice.pick(['pro', 'con']) })),
        },
      };
    case 'look':
      return {
        data: {
          look_ups: dice.some(4, () =>
            dice.pick(['read a.ts:1-9', 'search x', { look_up: 'list', path: '.' }, 'x', 7, null]),
          ),
          again: dice.once(3),
        },
      };
    case 'answer':
      return {
        data: {
          position: dice.once(30) ? '' : `I hold number ${dice.roll(100)} of the positions.`,
          statements: dice.some(3, () => (dice.once(5) ? writeText(dice) : writeStatement(request, dice))),
          confidence: dice.pick([0.1, 0.9, '80%', 'high', null]),
          concerns: dice.some(2, () => writeText(dice)),
          changed_because: dice.once(4) ? writeText(dice) : null,
          stances: writeStances(request, dice),
          judgements: dice.some(2, () => ({
            item_id: writeId(
              dice,
              request.facts.items.map(({ id }) => id),
            ),
            value: dice.pick(['high', 'low', 'x']),
            feasibility: dice.pick(['high', 'low']),
          })),
        },
      };
    case 'synthesis':
      return { data: writeSynthesis(request, dice) };
    case 'statements':
      return { data: { items: writeItems(request, dice), not_taken: writeNotTaken(request, dice) } };
    case 'review':
      return {
        data: {
          stances: writeStances(request, dice),
          missing: dice.some(2, () => writeStatement(request, dice)),
        },
      };
    case 'draft':
      return dice.once(5) ? { data: {} } : draftStep();
  }
}

function writeProse({ facts }: ModelRequest, dice: Dice): string {
  const lines = facts.items.map(({ id }) => `${id}: ${dice.pick(stanceWords)} because ${writeText(dice)}`);
  return [`I hold what I hold, number ${dice.roll(9)}.`, ...(dice.once(2) ? lines : [])].join('\n');
}

function writeStatement({ facts }: ModelRequest, dice: Dice): Record<string, unknown> {
  const ids = [...facts.items.map(({ id }) => id), 'S-001'];
  return {
    text: writeText(dice),
    why: dice.pick(['', 'It is so.']),
    verify: '',
    replaces: dice.some(1, () => writeId(dice, ids)),
  };
}

function writeStances({ facts }: ModelRequest, dice: Dice): unknown {
  const open = facts.items.filter(({ status }) => status === 'open' || status === 'agreed');
  const list = open.flatMap(({ id }) =>
    dice.once(3)
      ? []
      : [
          {
            item_id: dice.once(3) ? writeId(dice, [id]) : id,
            stance: dice.pick(stanceWords),
            reason: dice.pick(['', 'against DEC-1', 'r']),
          },
        ],
  );
  // Mostly what can be read, so that things are agreed.
  const plain = open.map(({ id }) => ({
    item_id: id,
    stance: dice.pick([...stances, 'support', 'support']),
    reason: 'r',
  }));
  return dice.once(3) ? list : dice.once(12) ? dice.pick(['none', 'REQ-001: oppose', {}, [7]]) : plain;
}

function writeItems({ facts }: ModelRequest, dice: Dice): unknown[] {
  const ids = facts.items.map(({ id }) => id);
  const statements = facts.statements.map(({ id }) => id);
  return dice.some(4, () => ({
    id: dice.once(2) ? `new-${dice.roll(3)}` : writeId(dice, ids),
    type: dice.pick([...itemTypes, 'requirement', 'x', null]),
    title: dice.pick(['', 'T']),
    text: dice.once(3) ? null : dice.once(15) ? '' : writeText(dice),
    acceptance: dice.once(4) ? [writeText(dice)] : [],
    from: dice.some(3, () => writeId(dice, statements)),
    replaces: dice.once(3) ? [writeId(dice, [...ids, 'new-1'])] : [],
    contradicts: dice.once(4) ? [writeId(dice, ids)] : [],
    related_to: dice.once(3) ? [writeId(dice, [...ids, 'new-2'])] : [],
    withdrawn: dice.once(8) ? 'it is over' : null,
  }));
}

function writeNotTaken({ facts }: ModelRequest, dice: Dice): unknown {
  const statements = facts.statements.map(({ id }) => id);
  return dice.some(3, () => ({
    statement: writeId(dice, statements),
    reason: dice.pick(['it repeats', '']),
  }));
}

function writeSynthesis(request: ModelRequest, dice: Dice): Record<string, unknown> {
  const { facts } = request;
  const ids = facts.items.map(({ id }) => id);
  const conflicts = facts.conflicts.map(({ id }) => id);
  const named = (): string =>
    conflicts.length > 0 && dice.once(2) ? dice.pick(conflicts) : dice.pick(['new', 'x', '']);
  return {
    synthesis: `Sum ${dice.roll(100)}.`,
    items: writeItems(request, dice),
    not_taken: writeNotTaken(request, dice),
    conflicts: dice.some(2, () => ({
      id: named(),
      description: dice.pick(['', `Dispute ${dice.roll(3)}`, 'A security question']),
      item_ids: dice.some(2, () => writeId(dice, [...ids, 'new-1'])),
      positions: dice.some(3, () => ({
        seat: dice.pick([...seatIds, 'QA_Lead', 'x']),
        text: writeText(dice),
      })),
      recommendation: dice.pick([null, writeText(dice)]),
    })),
    resolved: dice.some(2, () => ({ conflict_id: named(), resolution: writeText(dice) })),
    agenda_coverage: [
      {
        topic_id: 'storage',
        status: dice.pick(['covered', 'partial', 'x']),
        criteria_met: dice.some(2, () => ({
          criterion: dice.pick(['1', 'Days', 'x']),
          by: [writeId(dice, [...ids, 'S-001'])],
        })),
      },
    ],
    open_questions: dice.some(1, () => ({ text: writeText(dice), raised_by: ['qa-lead', 'x'] })),
    answered_questions: dice.some(1, () => ({ id: dice.pick(['OQ-1', 'x']), answer: 'So.' })),
    consensus: dice.once(6) ? [writeText(dice)] : [],
    next_action: dice.pick(['continue', 'continue', 'phase', 'conclude', 'escalate', 'x']),
    next_focus: null,
    escalation_reason: 'Who decides?',
    recommendation: dice.pick([null, writeText(dice)]),
  };
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
    decideEscalation: async ({ session }): Promise<EscalationDecision | 'later'> =>
      isAway()
        ? 'later'
        : dice.pick<EscalationDecision>([
            { decision: 'accept', by: 'user' },
            { decision: 'accept', by: 'policy' },
            { decision: 'own', text: writeText(dice), by: 'user' },
            {
              decision: 'own',
              text: `${dice.pick(['', 'not '])}${writeId(
                dice,
                session.artifacts.map(({ id }) => id),
              )} for now`,
              by: 'user',
            },
            { decision: 'continue', rounds: 1, by: 'user' },
            { decision: 'continue', rounds: 1, by: 'policy' },
          ]),
    takeTurn: async ({ items }): Promise<HumanTurn | 'later'> =>
      isAway()
        ? 'later'
        : {
            text: dice.pick(['', 'I want it kept.']),
            stances: [...items, createItem({}, { id: 'REQ-998' })]
              .filter(() => dice.once(2))
              .map(({ id }) => ({ item_id: id, stance: dice.pick(stances), reason: 'r' })),
          },
  };
}
