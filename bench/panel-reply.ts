/** What the models of the benchmark say: answers of forty words, a synthesis of the usual length, a short draft. */

/** A JSON Schema as it stands in a request. */
export type Schema = { [key: string]: unknown };

/** Which step a request asks for, by the fields of its form. */
export function readStep(schema: Schema): 'question' | 'answer' | 'synthesis' | 'ballot' | 'draft' {
  const fields = (schema['properties'] ?? {}) as Schema;
  if ('synthesis' in fields) return 'synthesis';
  if ('position' in fields) return 'answer';
  if ('question' in fields) return 'question';
  return 'stances' in fields ? 'ballot' : 'draft';
}

const aspects = ['latency', 'recovery', 'cost', 'testing', 'operation', 'migration', 'limits', 'ordering'];

/** A reply to a request with this form and this user turn. `count` tells one question from another. */
export function writeReply(schema: Schema, user: string, count: number): object {
  const aspect = aspects[count % aspects.length] ?? 'cost';
  const stances = [...new Set([...user.matchAll(/^(P-\d+): /gm)].map((match) => match[1] ?? ''))].map(
    (id) => ({
      proposal_id: id,
      stance: 'support',
      reason: 'It is the least to run.',
    }),
  );
  const ask = {
    question: `Which ${aspect} of the queue, seen ${count} calls into this talk, would change what we choose for the jobs?`,
    context_summary: 'One server, two people, downloads of up to an hour.',
    participants: ['all'],
    focus: `${aspect} ${count}`,
    topic_id: null,
  };
  switch (readStep(schema)) {
    case 'question':
      return { ...ask, pro: 'A broker', con: 'A table', sides: [] };
    case 'answer':
      return {
        position: fortyWords(aspect),
        rationale: [],
        confidence: 0.8,
        concerns: [],
        facts: [],
        assumptions: [],
        questions: [],
        context_challenge: null,
        changed: false,
        changed_because: null,
        stances,
      };
    case 'synthesis':
      return {
        synthesis: `On ${aspect} the seats agree that the table is enough for the load that is known, and that the step to a broker stays open. They differ only in when that step would come.`,
        consensus: [`For ${aspect} number ${count} a table in the database is enough.`],
        conflicts: [],
        resolved: [],
        agenda_coverage: [],
        artifacts: [],
        open_questions: [],
        next_action: 'continue',
        next_focus: null,
        escalation_reason: null,
        recommendation: 'Keep the jobs in a table.',
        output_type: null,
        next_question: ask,
      };
    case 'ballot':
      return { stances };
    case 'draft':
      return fillSchema(schema);
  }
}

/** Forty words, as the comparison asks for. */
function fortyWords(aspect: string): string {
  return `For ${aspect} I would keep the jobs in a table, because the database is there, is backed up, and is known to both people who run it; a broker is one more thing to watch at night, and the load is small.`;
}

/** The smallest text that fits a form: every required field filled. */
function fillSchema(schema: Schema): object {
  return fill(schema) as object;
}

function fill(schema: Schema): unknown {
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  const options = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(options)) return fill((options[0] ?? {}) as Schema);
  const type = Array.isArray(schema['type']) ? schema['type'][0] : schema['type'];
  if (type === 'object') {
    const fields = (schema['properties'] ?? {}) as { [key: string]: Schema };
    return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fill(field)]));
  }
  if (type === 'array') return [fill((schema['items'] ?? {}) as Schema)];
  if (type === 'number' || type === 'integer') return 1;
  if (type === 'boolean') return false;
  return type === 'null' ? null : 'The jobs are kept in a table of the database.';
}
