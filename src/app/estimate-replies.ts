/** Replies of an ordinary length, from which an estimate lets the record and the prompts grow. */
import type { ModelRequest } from '../domain/ports.ts';

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

/** The content of an ordinary reply to a request, in the form that its step asks for. */
export function writeOrdinaryReply(request: ModelRequest): Record<string, unknown> {
  const { facts, round } = request;
  const several = (count: number, length: number): string[] =>
    Array.from({ length: count }, (_, index) => `${index + 1}. ${write(length, round)}`);
  switch (request.step) {
    case 'question':
      return writeQuestion(round);
    case 'answer':
      return {
        position: write(lengths.position, round),
        rationale: several(3, lengths.rationale),
        confidence: 0.8,
        concerns: several(2, lengths.point),
        facts: several(2, lengths.point),
        assumptions: several(1, lengths.point),
        questions: several(1, lengths.point),
        context_challenge: null,
        changed: false,
        changed_because: null,
        stances: facts.proposals.map(({ id }) => ({
          proposal_id: id,
          stance: 'support',
          reason: write(lengths.point, round),
        })),
      };
    case 'synthesis':
      return {
        synthesis: write(lengths.synthesis, round),
        consensus: [`Point ${round}: ${write(lengths.point, round)}`],
        conflicts: [],
        resolved: [],
        agenda_coverage: [],
        artifacts: facts.wanted_artifacts.slice(0, 2).map((type) => ({
          id: 'new',
          type,
          title: `Result ${round} of the kind ${type}`,
          text: write(lengths.artifact, round),
          rationale: write(lengths.point, round),
          priority: 'should',
          acceptance: several(1, lengths.point),
          related_to: [],
          topic_id: null,
          proposed_by: facts.seats.slice(0, 1).map(({ id }) => id),
          withdrawn: null,
        })),
        open_questions: [],
        // Through the phases of the strategy, and on until the last round.
        next_action: facts.phase.index < facts.phase.count - 1 ? 'phase' : 'continue',
        next_focus: write(60, round),
        escalation_reason: null,
        recommendation: write(lengths.point, round),
        output_type: null,
        next_question: writeQuestion(round + 1),
      };
    case 'ballot':
      return {
        stances: facts.proposals.map(({ id }) => ({
          proposal_id: id,
          stance: 'support',
          reason: write(lengths.point, round),
        })),
      };
    case 'draft':
      return writeDraft(request, several);
  }
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
function writeDraft(
  request: ModelRequest,
  several: (count: number, length: number) => string[],
): Record<string, unknown> {
  const fields = Object.keys((request.schema?.json['properties'] ?? {}) as Record<string, unknown>);
  const entry = (index: number): Record<string, unknown> => ({
    text: write(lengths.point, index),
    title: `Title ${index}`,
    name: `Part ${index}`,
    statement: `The system shall do this: ${write(lengths.point, index)}`,
    responsibility: write(lengths.point, index),
    rationale: write(lengths.point, index),
    acceptance: several(1, lengths.point),
    sources: [{ round: 1, seat: request.facts.seats[0]?.id ?? '' }],
  });
  const count = Math.max(3, Math.min(40, request.facts.artifacts.length));
  const lists = new Set(['items', 'blocks', 'options', 'key_points', 'decisions', 'risks', 'drivers']);
  return Object.fromEntries(
    fields.map((field) => [
      field,
      lists.has(field)
        ? Array.from({ length: field === 'items' ? count : 3 }, (_, index) => entry(index + 1))
        : write(lengths.draft_field, request.round),
    ]),
  );
}
