/** The replies of the benchmark's models: answers of forty words, a synthesis of the usual length, a short draft. */

/** A JSON Schema in a request. */
export type Schema = { [key: string]: unknown };

/** The step that a request is for, by the fields of its form. */
export function readStep(
  schema: Schema,
): 'question' | 'answer' | 'synthesis' | 'statements' | 'review' | 'draft' {
  const fields = (schema['properties'] ?? {}) as Schema;
  if ('synthesis' in fields) return 'synthesis';
  if ('position' in fields) return 'answer';
  if ('question' in fields) return 'question';
  if ('missing' in fields) return 'review';
  return 'not_taken' in fields ? 'statements' : 'draft';
}

const aspects = ['latency', 'recovery', 'cost', 'testing', 'operation', 'migration', 'limits', 'ordering'];

/** A reply to a request with this form and this user message. `count` makes each question different. */
export function writeReply(schema: Schema, user: string, count: number): object {
  const aspect = aspects[count % aspects.length] ?? 'cost';
  const stances = listOpenItems(user).map((id) => ({
    item_id: id,
    stance: 'support',
    reason: 'It is the least to run.',
  }));
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
        statements: [{ text: fortyWords(aspect), why: 'It is the least to run.', verify: '', replaces: [] }],
        confidence: 0.8,
        concerns: [],
        facts: [],
        assumptions: [],
        questions: [],
        context_challenge: null,
        changed_because: null,
        stances,
      };
    case 'synthesis':
      return {
        synthesis: `On ${aspect} the seats agree that the table is enough for the load that is known, and that the step to a broker stays open. They differ only in when that step would come.`,
        items: [
          {
            id: 'new-1',
            type: 'POINT',
            title: '',
            text: `For ${aspect} number ${count} a table in the database is enough.`,
            rationale: 'It is the least to run.',
            priority: null,
            acceptance: [],
            related_to: [],
            topic_id: null,
            from: listStatements(user),
            replaces: [],
            contradicts: [],
            withdrawn: null,
          },
        ],
        not_taken: [],
        conflicts: [],
        resolved: [],
        agenda_coverage: [],
        open_questions: [],
        answered_questions: [],
        next_action: 'continue',
        next_focus: null,
        escalation_reason: null,
        escalate_conflicts: [],
        recommendation: 'Keep the jobs in a table.',
        output_type: null,
        next_question: ask,
      };
    case 'statements':
      return {
        items: [],
        not_taken: listStatements(user).map((id) => ({ statement: id, reason: 'It says nothing new.' })),
      };
    case 'review':
      return { stances, missing: [] };
    case 'draft':
      return fillSchema(schema);
  }
}

/** The ids of the open items that a seat is shown. */
function listOpenItems(user: string): string[] {
  const lists = user.matchAll(
    /^(?:Open items:|## Undecided, as they will be printed\n<<<.*)\n((?:- .*\n?)+)/gm,
  );
  return [...lists].flatMap(([, list = '']) =>
    [...list.matchAll(/^- ([A-Z]+-\d+)/gm)].map((match) => match[1] ?? ''),
  );
}

/** The ids of the statements that the facilitator has to assign to items. */
function listStatements(user: string): string[] {
  const part = user.slice(user.search(/^## (?:Answers|Statements that your synthesis left out)$/m));
  return [...part.matchAll(/^(?:- |[a-z0-9-]+ )(S-\d+): /gm)].map((match) => match[1] ?? '');
}

/** A text of forty words. */
function fortyWords(aspect: string): string {
  return `For ${aspect} I would keep the jobs in a table, because the database is there, is backed up, and is known to both people who run it; a broker is one more thing to watch at night, and the load is small.`;
}

/** A small reply that fits a form: every field filled. */
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
