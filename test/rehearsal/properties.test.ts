import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RequestFacts } from '../../src/domain/model-request.ts';
import { itemStatuses, itemTypes, stances } from '../../src/domain/vocabulary.ts';
import { rehearseAnswer } from '../../src/rehearsal/answer.ts';
import { rehearseQuestion } from '../../src/rehearsal/question.ts';
import { hasKeyword } from '../../src/rehearsal/scenario.ts';
import { rehearseSynthesis } from '../../src/rehearsal/synthesis.ts';
import { findQuestionProblem } from '../../src/roundtable/rules/questions.ts';

const text = fc.oneof(
  fc.string({ maxLength: 80, unit: 'grapheme' }),
  fc.constantFrom(
    'Which queue should carry the jobs?',
    'A or B?',
    'security first',
    '## Heading',
    '“quoted”',
    '',
    '   ',
    '…',
  ),
);
const texts = fc.array(text, { maxLength: 4 });
const id = fc.constantFrom('qa-lead', 'human', 'cost-analyst', 'api-designer', 'ux-researcher');
const agent = fc.record({
  id,
  role: text,
  description: text,
  body: fc.oneof(
    text,
    texts.map((lines) => lines.map((line) => `- ${line}`).join('\n')),
  ),
  model: fc.constant(null),
  model_hint: fc.constant(null),
  level: fc.constant(2 as const),
  specialties: texts,
  token_budget: fc.constant(null),
  stop_sequences: fc.constant<string[]>([]),
  file: fc.constant('agent.md'),
  origin: fc.constant('project' as const),
});
const topic = fc.record({
  id: fc.constantFrom('one', 'two', 'three'),
  name: text,
  description: text,
  critical: fc.boolean(),
  criteria: texts,
  minimums: fc.array(
    fc.record({
      kind: fc.constantFrom('requirements', 'nfr', 'components', 'mitigations', 'unheard_of'),
      count: fc.nat(5),
    }),
    { maxLength: 2 },
  ),
  exploration: texts,
  questions: texts,
  status: fc.constantFrom('pending', 'partial', 'covered'),
  criteria_met: texts,
});
const conflict = fc.record({
  id: fc.constantFrom('c-1', 'c-2'),
  description: text,
  item_ids: fc.array(fc.constantFrom('DEC-001', 'POINT-001', 'REQ-009'), { maxLength: 2 }),
  status: fc.constantFrom('open' as const, 'resolved' as const),
  opened_in: fc.nat(3),
  rounds_open: fc.nat(5),
  positions: fc.array(fc.record({ seat: id, text, round: fc.nat(3) }), { maxLength: 3 }),
  recommendation: fc.option(text),
  resolution: fc.option(text),
  resolution_type: fc.constant('user' as const),
  resolved_in: fc.constant(1),
  history: fc.constant<[]>([]),
});
const statement = fc.record({
  seat: id,
  round: fc.nat(3),
  text,
  why: text,
  verify: text,
  replaces: texts,
  evidence: fc.constant<[]>([]),
  items: fc.constant<string[]>([]),
  not_taken: fc.constant(null),
  raised_in: fc.constant('round' as const),
});
const itemFields = fc.record({
  type: fc.constantFrom(...itemTypes),
  title: text,
  text,
  rationale: text,
  priority: fc.constantFrom('must' as const, null),
  acceptance: texts,
  related_to: fc.constant<string[]>([]),
  topic_id: fc.constantFrom('one', null),
  round: fc.nat(3),
  worded_in: fc.nat(3),
  from: fc.constant<string[]>([]),
  proposed_by: fc.array(fc.record({ seat: id, round: fc.nat(3) }), { maxLength: 2 }),
  status: fc.constantFrom(...itemStatuses),
  replaces: fc.constant<string[]>([]),
  replaced_by: fc.constant(null),
  decided_by: fc.constant(null),
  stances: fc.array(
    fc.record({ seat: id, stance: fc.constantFrom(...stances), reason: text, round: fc.nat(3) }),
    { maxLength: 2 },
  ),
  judgements: fc.constant<[]>([]),
  raised_in: fc.constantFrom('round' as const, 'review' as const),
  contradicts: fc.constant<string[]>([]),
  history: fc.constant<[]>([]),
});
/** Numbers the entries as the program does, so that no two have the same id. */
const numbered = <Entry extends object>(entry: fc.Arbitrary<Entry>, prefix: (entry: Entry) => string) =>
  fc
    .array(entry, { maxLength: 4 })
    .map((entries) =>
      entries.map((fields, index) => ({ ...fields, id: `${prefix(fields)}-00${index + 1}` })),
    );
const facts: fc.Arbitrary<RequestFacts> = fc.record({
  topic: text,
  seed: fc.nat(100),
  round: fc.integer({ min: 1, max: 6 }),
  min_rounds: fc.integer({ min: 1, max: 5 }),
  max_rounds: fc.integer({ min: 1, max: 20 }),
  workflow: fc.constantFrom('roundtable', 'specs', 'design', 'brainstorm'),
  output_type: fc.constantFrom('adr', 'requirements', 'architecture', 'summary'),
  phase: fc.record({
    name: text,
    goal: text,
    index: fc.nat(2),
    count: fc.constant(3),
    rounds_in_phase: fc.nat(3),
  }),
  agent,
  side: fc.constantFrom('pro', 'con', null),
  seats: fc.uniqueArray(fc.record({ id, role: text, specialties: texts }), {
    selector: (seat) => seat.id,
    maxLength: 5,
  }),
  context: fc.record({
    name: text,
    description: text,
    domain: text,
    objectives: texts,
    constraints: texts,
    in_scope: texts,
    out_of_scope: texts,
    stack: texts,
    open_questions: texts,
    text,
  }),
  agenda: fc.uniqueArray(topic, { selector: (entry) => entry.id, maxLength: 3 }),
  question: text,
  focus: text,
  topic_id: fc.constantFrom('one', 'two', null),
  earlier_questions: texts,
  guidance: texts,
  items: numbered(itemFields, ({ type }) => type),
  statements: numbered(statement, () => 'S'),
  wanted_items: fc.uniqueArray(fc.constantFrom(...itemTypes)),
  votes: fc.boolean(),
  conflicts: fc.array(conflict, { maxLength: 2 }),
  own_positions: fc.array(fc.record({ round: fc.nat(3), position: text }), { maxLength: 2 }),
  critical_keywords: texts,
  max_rounds_per_conflict: fc.option(fc.integer({ min: 1, max: 5 })),
  earlier_decisions: fc.constant([]),
  confidence_below: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
  answers: fc.array(
    fc.record({
      seat: id,
      position: text,
      confidence: fc.constant(null),
      concerns: texts,
      questions: texts,
      stances: fc.constant<[]>([]),
    }),
    { maxLength: 4 },
  ),
  session: fc.constant(null),
});

test('whatever the facts are, there is a specific question that was not asked before', () => {
  fc.assert(
    fc.property(facts, (given) => {
      const { question, topic_id: chosen, focus } = rehearseQuestion(given, { withSides: true });
      // By the rule that the loop holds a facilitator to.
      expect(findQuestionProblem(question, given.earlier_questions)).toBe(null);
      expect(focus).toBeTypeOf('string');
      if (chosen !== null)
        expect(given.agenda.find(({ id: known }) => known === chosen)?.status).not.toBe('covered');
    }),
  );
});

test('an entry of the agenda that says nothing is not asked', () => {
  const blank = fc.constantFrom('', ' ', '**', '` `', '…');
  const said = fc.property(facts, blank, (given, nothing) => {
    const ask = (questions: string[]): string => {
      const agenda = given.agenda.map((entry) => ({ ...entry, questions }));
      return rehearseQuestion({ ...given, agenda }, { withSides: true }).question;
    };
    expect(ask([nothing, nothing])).toBe(ask([]));
  });
  fc.assert(said);
});

test('whatever the facts are, an answer holds a position, a share and a stance on every open item, where the phase votes', () => {
  fc.assert(
    fc.property(facts, (given) => {
      const answer = rehearseAnswer(given, 'key');
      expect(answer.position.length).toBeGreaterThanOrEqual(10);
      expect(answer.confidence).toBeGreaterThanOrEqual(0);
      expect(answer.confidence).toBeLessThanOrEqual(1);
      const open = given.items.filter(
        ({ status, raised_in: raisedIn }) => status === 'open' && raisedIn === 'round',
      );
      const voted = answer.stances.map(({ item_id: item }) => item);
      if (given.votes) expect(voted).toEqual(open.map((item) => item.id));
      else if (given.side !== null) expect(voted).toEqual([]);
      else for (const { stance } of answer.stances) expect(stance).not.toBe('support');
      expect(open.map((item) => item.id)).toEqual(expect.arrayContaining(voted));
      expect(answer.statements.length).toBeGreaterThan(0);
      for (const { text: words } of answer.statements) expect(words.trim()).not.toBe('');
      if (given.seed % 10 === 1) expect(answer.stances.every(({ stance }) => stance !== 'block')).toBe(true);
    }),
  );
});

test('whatever is answered, a synthesis invents no conflict, no statement and no criterion, and leaves none out', () => {
  fc.assert(
    fc.property(facts, (given) => {
      const reply = rehearseSynthesis(given, { withQuestion: true });
      expect(reply.synthesis.trim()).not.toBe('');
      const open = given.conflicts.filter(({ status }) => status === 'open');
      expect(
        reply.conflicts
          .filter(({ id: known }) => known !== 'new')
          .every(({ id: known }) => open.some((entry) => entry.id === known)),
      ).toBe(true);
      for (const { criteria_met: met, topic_id: covered } of reply.agenda_coverage) {
        const entry = given.agenda.find(({ id: known }) => known === covered);
        for (const { criterion } of met)
          expect([...(entry?.criteria ?? []), `${entry?.name}: the panel has an answer`]).toContain(
            criterion,
          );
      }
      for (const { criteria_met: met } of reply.agenda_coverage)
        for (const word of met.flatMap(({ by }) => by))
          expect(given.statements.map(({ id: known }) => known)).toContain(word);
      const taken = [
        ...reply.items.flatMap(({ from }) => from),
        ...reply.not_taken.map(({ statement: left }) => left),
      ];
      expect(new Set(taken)).toEqual(new Set(given.statements.map(({ id: known }) => known)));
      const known = new Set(given.items.map((item) => item.id));
      for (const { id: item } of reply.items) expect(known.has(item) || item.startsWith('new-')).toBe(true);
      if (reply.conflicts.length > 0 || reply.next_action === 'conclude')
        expect(reply.recommendation).not.toBeNull();
    }),
  );
});

test('with the default class, a new conflict holds no critical keyword, as far as the last resort can be worded without', () => {
  const words = fc.array(
    fc.constantFrom('security', 'queue', 'keep', 'run', 'jobs', 'part', 'Redis', 'legal'),
    { maxLength: 5 },
  );
  fc.assert(
    fc.property(
      facts,
      words,
      fc.constantFrom('Which legal queue should run?', 'Redis or Kafka?', 'jobs'),
      (given, keywords, asked) => {
        const base = {
          ...given,
          seed: 1,
          topic: asked,
          critical_keywords: keywords,
          conflicts: [],
          own_positions: [],
          round: 1,
          max_rounds_per_conflict: 3,
        };
        const seats = ['qa-lead', 'cost-analyst', 'api-designer'];
        const table = {
          ...base,
          side: null,
          seats: seats.map((seat) => ({ id: seat, role: seat, specialties: [] })),
        };
        const answers = seats.map((seat) => {
          const { position } = rehearseAnswer({ ...table, agent: { ...given.agent, id: seat } }, seat);
          return { seat, position, confidence: 0.7, concerns: [], stances: [] };
        });
        const [opened] = rehearseSynthesis({ ...table, answers }, { withQuestion: false }).conflicts;
        expect(opened).toMatchObject({ id: 'new' });
        expect(
          hasKeyword(
            `${opened?.description} ${opened?.positions.map((entry) => entry.text).join(' ')}`,
            keywords,
          ),
        ).toBe(false);
      },
    ),
  );
});
