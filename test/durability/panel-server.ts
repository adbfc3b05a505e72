/**
 * A panel on this machine: an OpenAI-compatible server whose every reply follows from the request alone, so that a
 * discussion that was interrupted and one that was not must come to the same. It replies alike however it is told of the
 * form: a program that has met free text describes forms in its prompts, and one that has just begun does not. Models are
 * named after seats.
 */
import { listBallot, nameStep, readRound } from '../support/loopback-panel.ts';
import { type AskedRequest, type Fault, startLoopback } from '../support/loopback-server.ts';

/** The four seats. */
export const seats = ['software-architect', 'qa-lead', 'devops-engineer', 'technical-lead'];

/** One call as the server saw it. */
export interface SeenCall {
  /** The key that the journal will give it. */
  key: string;
  /** The question, where it is one of many: `the 3th`. */
  which: string | undefined;
  /** Milliseconds on the monotonic clock. */
  arrived: number;
  /** When the last byte of the reply was handed to the system, or null. */
  finished: number | null;
}

export interface PanelServer {
  /** `providers:` and models for a configuration file. */
  config: string;
  calls: SeenCall[];
  /** Called at every arrival and at every finished reply. */
  onEvent: (event: 'arrived' | 'finished', call: SeenCall) => void;
  close: () => Promise<void>;
}

export interface PanelOptions {
  /** Milliseconds that each reply takes. */
  delayMs?: number;
  /** Every reply waits for what this gives. */
  gate?: (call: SeenCall) => Promise<void>;
  /** What goes wrong in place of a reply, if anything. */
  fault?: (call: SeenCall) => Fault | undefined;
}

/** Starts the server on a free port. */
export async function startPanel({ delayMs = 0, gate, fault }: PanelOptions = {}): Promise<PanelServer> {
  const calls: SeenCall[] = [];
  const server = await startLoopback({
    reply: async (asked) => {
      const { key, reply } = readCall(asked);
      // The topic of this session: what others decided stands in prompts too.
      const which = /<<<\w+ topic\n[^<]*?(the \d+th)/.exec(asked.user)?.[1];
      const call: SeenCall = { key, which, arrived: performance.now(), finished: null };
      calls[asked.number - 1] = call;
      panel.onEvent('arrived', call);
      const wrong = fault?.(call);
      if (wrong !== undefined) return wrong;
      await gate?.(call);
      return { ...reply, delayMs };
    },
    onSent: ({ number }) => {
      const call = calls[number - 1];
      if (call === undefined) return;
      call.finished = performance.now();
      panel.onEvent('finished', call);
    },
  });
  const panel: PanelServer = {
    config: writeConfig(server.url),
    calls,
    onEvent: () => undefined,
    close: server.close,
  };
  return panel;
}

function writeConfig(url: string): string {
  const participants = seats.map((seat) => `      ${seat}: panel/${seat}`).join('\n');
  return `name: clip-api
roundtable:
  models:
    default: panel/anybody
    facilitator: panel/facilitator
    synthesizer: panel/synthesizer
    participants:
${participants}
providers:
  panel: {type: openai, base_url: "${url}/v1"}
prices:
${[...seats, 'facilitator', 'synthesizer'].map((seat) => `  panel/${seat}: {input: 1, output: 5}`).join('\n')}
`;
}

type Reply = { text: string; stopReason?: string };

function readCall({ model: seat, schema, user }: AskedRequest): { key: string; reply: Reply } {
  const attempt = user.includes('## Your reply could not be used') ? 2 : 1;
  const step = nameStep({ schema, user });
  const round = readRound(user) ?? 0;
  const mayLook = /"look_ups"/.test(schema === null ? user : JSON.stringify(schema));
  const isRound = step === 'question' || step === 'answer' || step === 'synthesis';
  const name = isRound ? step : nameTextStep(step, user);
  const made = isRound
    ? replyInRound(step, { seat, round, attempt, user })
    : replyOnText(name, { seat, user });
  return {
    key: `${isRound ? round : 'text'}/${name}/${seat}/${attempt}`,
    reply:
      'text' in made
        ? (made as Reply)
        : { text: JSON.stringify(mayLook ? { look_ups: [], reply: made } : made) },
  };
}

/** The name that the journal gives a step of the text: the task says which patch it is, and the text when it is made. */
function nameTextStep(step: string, user: string): string {
  if (step === 'last-call') return user.includes(patchedAlarm) ? 'last-call-2' : step;
  if (step !== 'revision') return step;
  if (user.includes('Mend these, and nothing else.'))
    return user.includes(editedTitle) ? 'mend-revision' : 'mend-draft';
  return user.includes('Patch these items') ? 'patch' : 'revision';
}

const rows = 'Jobs are rows of a table in the database.';
const risk = 'Two workers take one row.';
const alarm = 'The age of the oldest row is the alarm.';
const patchedAlarm = 'The age of the oldest row is the alarm, once it is more than an hour.';
const forgotten = 'Somebody reads the log once a week.';
const draftedTitle = 'Keep jobs in a table';
const editedTitle = 'Keep download jobs in a table';

/** Two rounds: a conflict that escalates, a seat that refuses, a reply that has to be repeated. */
function replyInRound(
  step: 'question' | 'answer' | 'synthesis',
  { seat, round, attempt, user }: { seat: string; round: number; attempt: number; user: string },
): object {
  switch (step) {
    case 'question':
      return {
        question:
          round === 1
            ? 'Which queue survives a restart of the single machine without losing download jobs?'
            : 'Who is woken when the download queue stops, and what do they look at first?',
        context_summary: `What is known in round ${round}.`,
        participants: ['all'],
        focus: round === 1 ? 'restart' : 'operation',
        topic_id: null,
        language: 'en',
      };
    case 'answer':
      if (round === 1 && seat === 'qa-lead' && attempt === 1)
        return { text: 'I would rather talk about the weather.' };
      if (round === 2 && seat === 'devops-engineer') return { text: '', stopReason: 'refusal' };
      return {
        position: `In round ${round} the ${seat} holds that a table in the database is enough for now, because one machine runs everything.`,
        proposal: `What ${seat} would build in round ${round}: a table, and workers that take its rows.`,
        statements: [
          { kind: 'decision', text: round === 1 ? rows : alarm },
          ...(round === 1 && seat === 'qa-lead' ? [{ kind: 'risk', text: risk }] : []),
          ...(round === 2 && seat === 'technical-lead' ? [{ kind: 'other', text: forgotten }] : []),
        ],
        confidence: 0.7 + round / 20,
        concerns: [`what ${seat} fears: two workers take the same row`],
        assumptions: [],
        questions: [],
        context_challenge: null,
        facts: [],
        conflicts: [],
      };
    case 'synthesis':
      return round === 1
        ? {
            synthesis: 'A table is enough for most; the tests disagree about its isolation.',
            ways: ['Table', 'Broker'].map((name) => ({
              ...{ id: 'new', name, meaning: `${name}, as it is known.` },
              ...{ for: [], against: [], preferred_by: name === 'Table' ? ['qa-lead'] : [] },
            })),
            consensus: [{ text: rows, statements: findStatements(user, rows) }],
            conflicts: [
              {
                id: 'new',
                description: 'Whether one row can be taken twice',
                positions: [
                  { id: 'new', text: 'it can', held_by: ['qa-lead'] },
                  { id: 'new', text: 'not with a lock', held_by: ['software-architect'] },
                ],
                recommendation: 'Take rows with a lock.',
              },
            ],
            next_action: 'escalate',
            escalation_reason: 'A person has to say how often a job may run.',
            recommendation: 'Take rows with a lock and let jobs be repeatable.',
            open_questions: [
              { text: 'How many workers will there be?', raised_by: ['qa-lead'], for_whom: 'operator' },
            ],
          }
        : {
            synthesis: 'The one on duty looks at the age of the oldest row.',
            ways: [],
            consensus: [{ text: alarm, statements: findStatements(user, alarm) }],
            conflicts: [],
            next_action: 'conclude',
            recommendation: 'Use a table, alarm on the oldest row.',
          };
  }
}

/** Ids of the statements before the model that begin so. */
function findStatements(user: string, said: string): string[] {
  return [...user.matchAll(/^- (S-\d+) \([a-z-]+\) (.*)$/gm)]
    .filter(([, , text]) => text?.startsWith(said))
    .map(([, id = '']) => id);
}

/**
 * A text that meets every step: the draft leaves a statement without a place, the review wants something added and somebody
 * stands aside, the last reading writes a reason too many, and the last call brings words to be worked in.
 */
function replyOnText(step: string, { seat, user }: { seat: string; user: string }): object {
  const asked = [...new Set([...user.matchAll(/^(A-\d+) \(/gm)].map(([, id = '']) => id))];
  const answers = asked.map((id) => ({ ids: [id], answer: 'taken', because: 'It stands in the text now.' }));
  switch (step) {
    case 'draft':
      return makeDraft(user);
    case 'mend-draft':
      return {
        ...emptyPatch,
        not_taken: [{ statements: findStatements(user, forgotten), reason: 'It is about the log.' }],
      };
    case 'review':
      return {
        exceptions:
          seat === 'qa-lead'
            ? [
                {
                  item: findItem(user, alarm),
                  vote: 'stand_aside',
                  reason: 'No limit.',
                  lifted_by: 'a limit',
                },
              ]
            : [],
        amendments:
          seat === 'software-architect'
            ? [
                {
                  ...{ target: 'text', operation: 'add', field: '', severity: 'gap', facts: [] },
                  ...{ words: readers.text, reason: 'Nobody said who may read the table.' },
                },
              ]
            : [],
        ...{ pairs: [], questions: [], facts: [] },
      };
    case 'revision':
      return {
        ...{ ...emptyPatch, answers, items: [{ ...item('decision', readers), id: 'new' }] },
        ...{ title: editedTitle, why: ['One.', 'Two.', 'Three.', 'Four.'] },
      };
    case 'mend-revision':
      return { ...emptyPatch, why: ['One machine runs everything.'] };
    case 'patch':
      return {
        ...emptyPatch,
        answers,
        items: [{ ...item('decision', { title: 'Alarm', text: patchedAlarm }), id: findItem(user, alarm) }],
      };
    default:
      return {
        votes: Object.fromEntries(
          listBallot({ user } as AskedRequest).map((id) => [
            id,
            step === 'last-call' && seat === 'qa-lead' && id === findItem(user, alarm)
              ? 'stand_aside'
              : 'ratify',
          ]),
        ),
        exceptions:
          step === 'last-call' && seat === 'qa-lead'
            ? [
                {
                  ...{ item: findItem(user, alarm), reason: `says ${seat}`, lifted_by: 'a limit' },
                  ratify_if: patchedAlarm,
                },
              ]
            : [],
      };
  }
}

const readers = { title: 'Who reads', text: 'Only the service may read the table.' };

const emptyPatch = {
  answers: [],
  ...{ title: '', decision: '', why: [], firmness: '' },
  ...{ sections: [], items: [], removed: [], drivers: [], ways: [] },
  ...{ open_questions: [], closed_questions: [], not_taken: [], facts: [] },
};

function item(kind: string, words: { title: string; text: string }): Record<string, unknown> {
  return {
    ...words,
    ...{ kind, section: 'result', why: 'One machine runs everything.', check: 'A restart loses no job.' },
    ...{ priority: null, from: [], facts: [], replaces: [], change: 'none', decision: null },
  };
}

/** The id of the item with these words. */
function findItem(user: string, text: string): string {
  const lines = user.split('\n');
  const at = lines.findIndex((line, index) => line.startsWith(text.slice(0, -1)) && index > 0);
  return /^\[([A-Z]+-\d+)\]/.exec(lines[at - 1] ?? '')?.[1] ?? 'none';
}

function makeDraft(user: string): object {
  const points = [
    { ...item('decision', { title: 'Table', text: rows }), from: findStatements(user, rows) },
    { ...item('decision', { title: 'Alarm', text: alarm }), from: findStatements(user, alarm) },
    { ...item('risk', { title: 'Double taking', text: risk }), from: findStatements(user, risk) },
    { ...item('decision', { title: 'Lock', text: 'Rows are taken with a lock.' }), decision: 'E-001' },
  ];
  return {
    title: draftedTitle,
    decision: 'Jobs are rows of a table.',
    why: ['One machine runs the service.'],
    firmness: 'Nobody has measured it.',
    sections: [{ id: 'result', title: 'The table', body: 'Workers take rows.' }],
    items: points.map((point, index) => ({ ...point, id: `X-${index + 1}` })),
    drivers: ['few parts'],
    ways: ['Table', 'Broker', 'As it is'].map((name, index) => ({
      ...{ name, meaning: `${name}, as it is known.`, for: 'known', against: '', chosen: index === 0 },
      because: index === 0 ? 'It is there already.' : 'It has more parts.',
    })),
    ...{ open_questions: [], closed_questions: [], not_taken: [], facts: [], supersedes: [], labels: [] },
  };
}
