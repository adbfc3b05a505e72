/** Replies of ordinary length for an estimate, so that its record and prompts grow as in a real run. */
import type { ModelRequest } from '../domain/model-request.ts';

/** Characters of each part of an ordinary reply: the mean of recorded panels with current models. */
const lengths = {
  question: 430,
  context_summary: 500,
  position: 250,
  statement: 190,
  why: 80,
  reason: 80,
  point: 100,
  synthesis: 540,
  dispute: 330,
  draft_field: 360,
} as const;

/** Enough words that the texts of a discussion differ. There are no numbers, since differing numbers would count as disagreement. */
const words =
  'queue job worker store lock page client reader token export record limit batch index stream folder owner retry signal cache report change backup format review notice network schema budget answer holds keeps writes reads sends waits fails stops checks counts names shows moves needs takes until while before after because unless only each every late early safe small shared single whole open first last under within'.split(
    ' ',
  );

/** Prose of about `length` characters, always the same for the same `about`. */
function write(length: number, about: string): string {
  let state = Array.from(about).reduce(
    (sum, letter) => Math.imul(sum ^ (letter.codePointAt(0) ?? 0), 16777619),
    7,
  );
  let text = 'The';
  while (text.length < length) {
    state = Math.imul(state, 1664525) + 1013904223;
    text += ` ${words[(state >>> 8) % words.length]}`;
  }
  return text;
}

/** Statements per answer, as in recorded panels: a design panel makes new ones to the end, others make fewer each round. */
function countStatements({ facts: { workflow, side }, round }: ModelRequest): number {
  if (side !== null) return 3;
  if (workflow === 'design') return 6;
  return workflow === 'brainstorm' ? 3 : ([5, 5, 4, 3, 3][round - 1] ?? 2);
}

/** The content of an ordinary reply to a request, in the form of its step. */
export function writeOrdinaryReply(request: ModelRequest): Record<string, unknown> {
  const { facts, round } = request;
  const about = `${facts.agent.id} ${request.step} ${round}`;
  const several = (count: number, what: string): string[] =>
    Array.from({ length: count }, (_, index) => write(lengths.point, `${about} ${what} ${index}`));
  switch (request.step) {
    case 'question':
      return writeQuestion(about);
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
        position: write(lengths.position, about),
        statements: Array.from({ length: countStatements(request) }, (_, index) =>
          writeStatement(`${about} ${index}`),
        ),
        confidence: 0.8,
        concerns: several(1, 'concern'),
        facts: several(1, 'fact'),
        assumptions: several(1, 'assumption'),
        questions: several(round % 2, 'question'),
        context_challenge: null,
        changed_because: null,
        stances: stancesOn(facts, about),
      };
    case 'synthesis':
      return {
        synthesis: write(lengths.synthesis, about),
        conflicts: [writeConflict(facts, about)],
        resolved: [],
        agenda_coverage: [],
        // Nearly every statement becomes an item of its own; the rest count as repetitions.
        items: facts.statements
          .filter((_, index) => !isRepeated(index))
          .map((statement, index) => ({
            id: `new-${index + 1}`,
            type: facts.wanted_items[index % facts.wanted_items.length] ?? 'POINT',
            title: write(30, statement.id),
            // Every other item keeps its seat's words, which the reply need not repeat.
            text: index % 2 === 0 ? write(lengths.statement, `item ${statement.id}`) : null,
            rationale: '',
            priority: null,
            acceptance: [],
            related_to: [],
            topic_id: null,
            from: [statement.id],
            replaces: [],
            contradicts: [],
            withdrawn: null,
          })),
        not_taken: facts.statements
          .filter((_, index) => isRepeated(index))
          .map(({ id }) => ({ statement: id, reason: write(lengths.reason, id) })),
        open_questions: [],
        answered_questions: [],
        // Go through the phases of the strategy, then continue until the last round.
        next_action: facts.phase.index < facts.phase.count - 1 ? 'phase' : 'continue',
        next_focus: write(60, about),
        escalation_reason: null,
        recommendation: write(lengths.point, about),
        output_type: null,
        next_question: writeQuestion(`${about} next`),
      };
    case 'statements':
      return {
        items: [],
        not_taken: facts.statements.map(({ id }) => ({ statement: id, reason: 'as said' })),
      };
    case 'review':
      return { stances: stancesOn(facts, about), missing: [writeStatement(about)] };
    case 'draft':
      return writeDraft(request);
  }
}

function isRepeated(index: number): boolean {
  return index % 6 === 5;
}

function writeStatement(about: string): Record<string, unknown> {
  return {
    text: write(lengths.statement, about),
    why: write(lengths.why, `${about} why`),
    verify: write(lengths.why, `${about} verify`),
    replaces: [],
  };
}

/** Supports each open item, except that a seat stands aside from every fifth, with a reason. */
function stancesOn(facts: ModelRequest['facts'], about: string): Record<string, unknown>[] {
  const seat = facts.seats.findIndex(({ id }) => id === facts.agent.id);
  return facts.items
    .filter(({ status, raised_in: raisedIn }) => status === 'open' && raisedIn === 'round')
    .map(({ id }, index) => {
      const isAside = (index + seat) % 5 === 0;
      return {
        item_id: id,
        stance: isAside ? 'stand_aside' : 'support',
        reason: isAside ? write(lengths.reason, `${about} ${id}`) : '',
      };
    });
}

/** One dispute that lasts through all rounds. */
function writeConflict({ conflicts, seats }: ModelRequest['facts'], about: string): Record<string, unknown> {
  return {
    id: conflicts[0]?.id ?? 'new',
    description: write(lengths.dispute, about),
    positions: seats
      .slice(0, 2)
      .map(({ id }) => ({ seat: id, text: write(lengths.dispute, `${about} ${id}`) })),
    item_ids: [],
    recommendation: write(lengths.point, `${about} recommendation`),
  };
}

function writeQuestion(about: string): Record<string, unknown> {
  return {
    question: write(lengths.question, about),
    context_summary: write(lengths.context_summary, `${about} context`),
    participants: ['all'],
    focus: write(50, `${about} focus`),
    topic_id: null,
    pro: write(lengths.point, `${about} pro`),
    con: write(lengths.point, `${about} con`),
    sides: [],
  };
}

/** Fills every field of the document's form: lists get three entries, `items` one for each item (3 to 40), other fields prose. */
function writeDraft(request: ModelRequest): Record<string, unknown> {
  const fields = Object.keys((request.schema?.json['properties'] ?? {}) as Record<string, unknown>);
  const entry = (index: number): Record<string, unknown> => ({
    text: write(lengths.why, `entry ${index}`),
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
        : write(lengths.draft_field, field),
    ]),
  );
}
