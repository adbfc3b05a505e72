/** The replies of the benchmark's models: answers of forty words, a synthesis of the usual length, a text of one item. */

/** A JSON Schema in a request. */
export type Schema = { [key: string]: unknown };

/** What a request is for; `revision` is every patch of the text. */
export type BenchStep = 'question' | 'answer' | 'synthesis' | 'draft' | 'review' | 'revision' | 'last-call';

/** The step that a request is for, by the fields of its form. */
export function readStep(schema: Schema): BenchStep {
  const fields = readFields(schema);
  if ('synthesis' in fields) return 'synthesis';
  if ('position' in fields) return 'answer';
  if ('question' in fields) return 'question';
  if ('votes' in fields) return 'last-call';
  if ('amendments' in fields) return 'review';
  return 'removed' in fields ? 'revision' : 'draft';
}

/** The fields of the reply itself, where look-ups may come first. */
function readFields(schema: Schema): Schema {
  const fields = (schema['properties'] ?? {}) as Record<string, { anyOf?: Schema[] }>;
  const inner = fields['reply']?.anyOf?.find((form) => 'properties' in form);
  return inner === undefined ? fields : readFields(inner);
}

const aspects = ['latency', 'recovery', 'cost', 'testing', 'operation', 'migration', 'limits', 'ordering'];

/** A reply to a request with this form and this user message. `count` makes each question different. */
export function writeReply(schema: Schema, user: string, count: number): object {
  const aspect = aspects[count % aspects.length] ?? 'cost';
  const ask = {
    question: `Which ${aspect} of the queue, seen ${count} calls into this talk, would change what we choose for the jobs?`,
    context_summary: 'One server, two people, downloads of up to an hour.',
    participants: ['all'],
    focus: `${aspect} ${count}`,
    topic_id: null,
  };
  switch (readStep(schema)) {
    case 'question':
      return { ...ask, language: 'en', pro: 'A broker', con: 'A table', sides: [] };
    case 'answer':
      return {
        position: fortyWords(aspect),
        proposal: fortyWords(aspect),
        statements: [{ kind: 'decision', text: fortyWords(aspect) }],
        confidence: 0.8,
        ...{
          concerns: [],
          facts: [],
          assumptions: [],
          questions: [],
          context_challenge: null,
          conflicts: [],
        },
      };
    case 'synthesis':
      return {
        synthesis: `On ${aspect} the seats agree that the table is enough for the load that is known, and that the step to a broker stays open. They differ only in when that step would come.`,
        ...{ ways: [], consensus: [], conflicts: [], agenda_coverage: [] },
        ...{ open_questions: [], answered_questions: [], next_action: 'continue', next_focus: null },
        ...{ escalation_reason: null, escalate_conflicts: [] },
        recommendation: 'Keep the jobs in a table.',
        next_question: ask,
      };
    case 'draft':
      return writeDraft(user);
    case 'review':
      return { exceptions: [], amendments: [], pairs: [], questions: [], facts: [] };
    case 'revision':
      return {
        ...{ answers: [], title: '', decision: '', why: [], firmness: '', sections: [], items: [] },
        ...{ removed: [], drivers: [], ways: [], open_questions: [], closed_questions: [], not_taken: [] },
        facts: [],
      };
    case 'last-call':
      return { votes: Object.fromEntries(listBallot(schema).map((id) => [id, 'ratify'])), exceptions: [] };
  }
}

function writeDraft(user: string): object {
  const item = {
    ...{ id: 'X-1', kind: 'decision', section: 'result', title: 'A table' },
    ...{ text: fortyWords('the jobs'), why: 'It is the least to run.', check: 'Look at it.' },
    from: [...new Set([...user.matchAll(/^- (S-\d+) \(/gm)].map(([, id = '']) => id))],
    ...{ facts: [], replaces: [], answers: [], change: 'merged', decision: null },
  };
  return {
    title: 'Keep the jobs in a table',
    decision: 'The jobs are kept in a table.',
    why: ['It is there.'],
    firmness: 'Nobody measured the load.',
    sections: [{ id: 'result', title: 'The table', body: fortyWords('operation') }],
    items: [item],
    ...{ open_questions: [], closed_questions: [], not_taken: [], facts: [] },
  };
}

/** The ids that a ballot asks about. */
function listBallot(schema: Schema): string[] {
  const votes = readFields(schema)['votes'] as { properties?: Schema } | undefined;
  return Object.keys(votes?.properties ?? {});
}

/** A text of forty words. */
function fortyWords(aspect: string): string {
  return `For ${aspect} I would keep the jobs in a table, because the database is there, is backed up, and is known to both people who run it; a broker is one more thing to watch at night, and the load is small.`;
}
