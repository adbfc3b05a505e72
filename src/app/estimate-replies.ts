/** Replies of an ordinary length, from which an estimate lets the record and the prompts grow. */
import type { ModelRequest } from '../domain/model-request.ts';

/** Characters of the parts of ordinary replies, as panels of current models write them. */
const lengths = {
  question: 220,
  context_summary: 420,
  position: 260,
  rationale: 160,
  point: 130,
  synthesis: 620,
  artifact: 240,
  draft_field: 420,
} as const;

const words =
  'the queue keeps each job until a worker has taken it and a person can see from one number how far it lags behind ';

/** Prose of a length; the number keeps texts of different rounds apart. */
function write(length: number, number: number): string {
  const start = `In round ${number} `;
  return (start + words.repeat(Math.ceil(length / words.length)))
    .slice(0, Math.max(start.length + 20, length))
    .trim();
}

/** Panels that design say more than others: recorded ones made six statements in an answer; those that specify, or argue a side, three. */
function countStatements({ facts }: ModelRequest): number {
  return facts.workflow === 'design' && facts.side === null ? 6 : 3;
}

/** The content of an ordinary reply to a request, in the form that its step asks for. */
export function writeOrdinaryReply(request: ModelRequest): Record<string, unknown> {
  const { facts, round } = request;
  const several = (count: number, length: number): string[] =>
    Array.from({ length: count }, (_, index) => `${index + 1}. ${write(length, round)}`);
  switch (request.step) {
    case 'question':
      return writeQuestion(round);
    case 'look':
      return {
        look_ups: [1, 2, 3].map((number) => ({
          look_up: 'read',
          path: `src/part-${number}-${facts.agent.id}.ts`,
          lines: '1-80',
          text: null,
        })),
        again: facts.evidence?.findings.length === 0,
      };
    case 'answer':
      return {
        position: write(lengths.position, round),
        statements: Array.from({ length: countStatements(request) }, (_, index) => index + 1).map(
          (number) => ({
            text: `${number}. ${write(lengths.point, round)} ${facts.agent.id}`,
            why: write(lengths.rationale, number),
            verify: '',
            replaces: [],
          }),
        ),
        confidence: 0.8,
        concerns: several(2, lengths.point),
        facts: several(2, lengths.point),
        assumptions: several(1, lengths.point),
        questions: several(1, lengths.point),
        context_challenge: null,
        changed_because: null,
        stances: stancesOn(facts),
      };
    case 'synthesis':
      return {
        synthesis: write(lengths.synthesis, round),
        conflicts: [],
        resolved: [],
        agenda_coverage: [],
        // Two statements of three find an item of their own; the rest are said to repeat it.
        items: facts.statements
          .filter((_, index) => index % 3 !== 2)
          .map((statement, index) => ({
            id: `new-${index + 1}`,
            type: facts.wanted_items[index % facts.wanted_items.length] ?? 'POINT',
            title: `Result ${round}.${index + 1}`,
            text: `${write(lengths.artifact, round)} ${statement.id}`,
            rationale: write(lengths.point, round),
            priority: 'should',
            acceptance: several(1, lengths.point),
            related_to: [],
            topic_id: null,
            from: [statement.id],
            replaces: [],
            contradicts: [],
            withdrawn: null,
          })),
        not_taken: facts.statements
          .filter((_, index) => index % 3 === 2)
          .map(({ id }) => ({ statement: id, reason: write(lengths.point, round) })),
        open_questions: [],
        answered_questions: [],
        // Through the phases of the strategy, and on until the last round.
        next_action: facts.phase.index < facts.phase.count - 1 ? 'phase' : 'continue',
        next_focus: write(60, round),
        escalation_reason: null,
        recommendation: write(lengths.point, round),
        output_type: null,
        next_question: writeQuestion(round + 1),
      };
    case 'statements':
      return {
        items: [],
        not_taken: facts.statements.map(({ id }) => ({ statement: id, reason: 'as said' })),
      };
    case 'review':
      return {
        stances: stancesOn(facts),
        missing: [{ text: write(lengths.point, round), why: '', verify: '', replaces: [] }],
      };
    case 'draft':
      return writeDraft(request);
  }
}

/** Support for what is open, with a reason for every third: the others need none. */
function stancesOn(facts: ModelRequest['facts']): Record<string, unknown>[] {
  return facts.items
    .filter(({ status, raised_in: raisedIn }) => status === 'open' && raisedIn === 'round')
    .map(({ id }, index) => ({
      item_id: id,
      stance: 'support',
      reason: index % 3 === 0 ? write(lengths.point, facts.round) : '',
    }));
}

function writeQuestion(round: number): Record<string, unknown> {
  return {
    question: write(lengths.question, round),
    context_summary: write(lengths.context_summary, round),
    participants: ['all'],
    focus: write(50, round),
    topic_id: null,
    pro: write(lengths.point, round),
    con: write(lengths.point, round),
    sides: [],
  };
}

/** Every field of the document's form gets prose; lists get a few entries, results one for each that there is. */
function writeDraft(request: ModelRequest): Record<string, unknown> {
  const fields = Object.keys((request.schema?.json['properties'] ?? {}) as Record<string, unknown>);
  const entry = (index: number): Record<string, unknown> => ({
    text: write(lengths.point, index),
    title: `Title ${index}`,
    name: `Part ${index}`,
    artifact_id: request.facts.items[index - 1]?.id ?? '',
    sources: [{ round: 1, seat: request.facts.seats[0]?.id ?? '' }],
  });
  const count = Math.max(3, Math.min(40, request.facts.items.length));
  const lists = new Set([
    'items',
    'options',
    'key_points',
    'drivers',
    'consequences_good',
    'consequences_bad',
    'next_steps',
  ]);
  return Object.fromEntries(
    fields.map((field) => [
      field,
      lists.has(field)
        ? Array.from({ length: field === 'items' ? count : 3 }, (_, index) => entry(index + 1))
        : write(lengths.draft_field, request.round),
    ]),
  );
}
