/**
 * A panel on this machine: an OpenAI-compatible server whose every reply follows from the request alone, so that a
 * discussion that was interrupted and one that was not must come to the same. It replies alike however it is told of the
 * form: a program that has met free text describes forms in its prompts, and one that has just begun does not. Models are
 * named after seats.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { nameStep, readRound, readStatements } from '../support/loopback-panel.ts';
import { writeOpenAiReply } from '../support/loopback-replies.ts';

/** The five seats. */
export const seats = [
  'software-architect',
  'qa-lead',
  'devops-engineer',
  'security-champion',
  'technical-lead',
];

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
  gate?: () => Promise<void>;
  /** Answers instead of the panel where it gives true: the response is then its own. */
  intercept?: (call: SeenCall, response: ServerResponse) => boolean;
}

/** Starts the server on a free port. */
export async function startPanel({ delayMs = 0, gate, intercept }: PanelOptions = {}): Promise<PanelServer> {
  const calls: SeenCall[] = [];
  const server = createServer((incoming, response) => {
    answer(incoming, response).catch((error: unknown) => response.destroy(error as Error));
  });
  const answer = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    if (incoming.method !== 'POST') {
      response.writeHead(404).end();
      return;
    }
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as ChatBody;
    const { key, reply } = readCall(body);
    // The topic of this session: what others decided stands in prompts too.
    const which = /<<<\w+ topic\\n[^<]*?(the \d+th)/.exec(JSON.stringify(body.messages))?.[1];
    const call: SeenCall = { key, which, arrived: performance.now(), finished: null };
    const number = calls.push(call);
    response.on('finish', () => {
      call.finished = performance.now();
      panel.onEvent('finished', call);
    });
    panel.onEvent('arrived', call);
    if (intercept?.(call, response) === true) return;
    await gate?.();
    setTimeout(() => {
      const asked = {
        protocol: 'openai' as const,
        model: body.model,
        system: '',
        user: '',
        schema: null,
        stream: body.stream === true,
        number,
        headers: {},
        body: {},
      };
      writeOpenAiReply(response, asked, reply);
    }, delayMs);
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const panel: PanelServer = {
    config: writeConfig(port),
    calls,
    onEvent: () => undefined,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return panel;
}

interface ChatBody {
  model: string;
  stream?: boolean;
  messages: { role: string; content: string }[];
  response_format?: { json_schema?: { schema?: Record<string, unknown> } };
}

function writeConfig(port: number): string {
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
  panel: {type: openai, base_url: "http://127.0.0.1:${port}/v1"}
prices:
${[...seats, 'facilitator', 'synthesizer'].map((seat) => `  panel/${seat}: {input: 1, output: 5}`).join('\n')}
`;
}

type Reply = { text: string; stopReason?: string };

function readCall({ model: seat, messages, response_format: format }: ChatBody): {
  key: string;
  reply: Reply;
} {
  const user = messages
    .filter(({ role }) => role === 'user')
    .map(({ content }) => content)
    .join('\n');
  const attempt = user.includes('## Your reply could not be used') ? 2 : 1;
  // Only the second round leaves a statement out, and the draft comes after it.
  const round = readRound(user) ?? 2;
  const step = nameStep({ schema: format?.json_schema?.schema ?? null, user });
  const key = `${round}/${step}/${seat}/${attempt}`;
  const made = makeReply(step, { seat, round, attempt, statements: readStatements(user) });
  return {
    key,
    reply: typeof made === 'object' && 'text' in made ? (made as Reply) : { text: JSON.stringify(made) },
  };
}

const rows = 'Jobs are rows of a table in the database.';
const risk = 'Two workers take one row.';
const alarm = 'The age of the oldest row is the alarm.';
const forgotten = 'Somebody reads the log once a week.';

/**
 * Two rounds: a conflict that escalates, a seat that refuses, a reply that has to be repeated, a statement that the synthesis
 * leaves out, a review that adds a point, a record.
 */
function makeReply(
  step: string,
  {
    seat,
    round,
    attempt,
    statements,
  }: { seat: string; round: number; attempt: number; statements: { id: string; text: string }[] },
): object {
  const from = (said: string): string[] =>
    statements.filter(({ text }) => text.startsWith(said)).map(({ id }) => id);
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
      };
    case 'answer':
      if (round === 1 && seat === 'qa-lead' && attempt === 1)
        return { text: 'I would rather talk about the weather.' };
      if (round === 2 && seat === 'devops-engineer') return { text: '', stopReason: 'refusal' };
      return {
        position: `In round ${round} the ${seat} holds that a table in the database is enough for now, because one machine runs everything.`,
        statements: [
          { text: round === 1 ? rows : alarm, why: `${seat}: fewer parts` },
          ...(round === 1 && seat === 'qa-lead' ? [{ text: risk, verify: 'A test with two workers.' }] : []),
          ...(round === 2 && seat === 'technical-lead' ? [{ text: forgotten }] : []),
        ],
        confidence: 0.7 + round / 20,
        concerns: [`what ${seat} fears: two workers take the same row`],
        facts: [`${seat} counts 40 jobs a minute`],
        assumptions: [],
        questions: [],
        stances: round === 1 ? [] : [{ item_id: 'DEC-001', stance: 'support', reason: 'it is enough' }],
      };
    case 'synthesis':
      return round === 1
        ? {
            synthesis: 'A table is enough for most; the tests disagree about its isolation.',
            items: [
              { id: 'new-1', type: 'DEC', title: 'A table', text: rows, from: from(rows) },
              { id: 'new-2', type: 'RISK', title: 'Double taking', text: risk, from: from(risk) },
            ],
            conflicts: [
              {
                id: 'new',
                description: 'Whether one row can be taken twice',
                positions: [
                  { seat: 'qa-lead', text: 'it can' },
                  { seat: 'software-architect', text: 'not with a lock' },
                ],
              },
            ],
            next_action: 'escalate',
            escalation_reason: 'A person has to say how often a job may run.',
            recommendation: 'Take rows with a lock and let jobs be repeatable.',
            open_questions: [{ text: 'How many workers will there be?', raised_by: ['qa-lead'] }],
          }
        : {
            synthesis: 'The one on duty looks at the age of the oldest row.',
            items: [{ id: 'new-1', type: 'DEC', title: 'The alarm', text: alarm, from: from(alarm) }],
            conflicts: [],
            next_action: 'conclude',
            recommendation: 'Use a table, alarm on the oldest row.',
          };
    case 'statements':
      return {
        items: [],
        not_taken: statements.map(({ id }) => ({ statement: id, reason: 'It is about the log.' })),
      };
    case 'review':
      return {
        stances: [
          { item_id: 'RISK-001', stance: 'support', reason: '' },
          // The policy's decision on the conflict is DEC-002.
          {
            item_id: 'DEC-003',
            stance: seat === 'qa-lead' ? 'stand_aside' : 'support',
            reason: `says ${seat}`,
          },
        ],
        missing: seat === 'security-champion' ? [{ text: 'Nobody said who may read the table.' }] : [],
      };
    default:
      return {
        title: 'Keep jobs in a table',
        summary: 'The panel asked which queue to take and chose a table.',
        recommendation: 'Use a table.',
        context: 'One machine runs the service. Which queue carries the jobs?',
        drivers: [{ text: 'Few parts', sources: [{ round: 1, seat: 'software-architect' }] }],
        options: [
          { title: 'Table', description: 'Rows', good: [], neutral: [], bad: [] },
          { title: 'Broker', description: 'A server', good: [], neutral: [], bad: [] },
        ],
        chosen: 'Table',
        reason: 'it is enough',
        consequences_good: [],
        consequences_bad: [],
        confirmation: 'Look at the alarm after a month.',
        revisit: null,
        supersedes: [],
      };
  }
}
