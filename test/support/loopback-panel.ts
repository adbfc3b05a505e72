/**
 * A panel behind the loopback server: it reads in each request which step is asked, of which seat, and gives a reply
 * of the right form. What it says is plain on purpose; tests change single replies.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Answer, AskedRequest } from './loopback-server.ts';

const agentsFolder = path.join(
  path.dirname(fileURLToPath(import.meta.url)),
  '..',
  '..',
  'agents',
  'roundtable',
);

/** What a request asks for. `revision` is every patch of the text: what the program found, the review's, the last reading's, the last call's. */
export interface AskedStep {
  step: 'panel' | 'question' | 'answer' | 'synthesis' | 'draft' | 'review' | 'revision' | 'last-call';
  /** The agent whose role the request gives; `unknown` where it is none of those that ship. */
  seat: string;
  /** The round, where the request names one; else 0. */
  round: number;
  request: AskedRequest;
}

const bodies = new Map(
  readdirSync(agentsFolder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => {
      const text = readFileSync(path.join(agentsFolder, name), 'utf8');
      return [name.slice(0, -'.md'.length), text.replace(/^---\n[\s\S]*?\n---\n/, '').trim()] as const;
    }),
);

/** Reads step, seat and round of a request. */
export function readStep(request: AskedRequest): AskedStep {
  const seat = [...bodies].find(([, body]) => request.user.includes(body))?.[0] ?? 'unknown';
  return { step: nameStep(request), seat, round: readRound(request.user) ?? 0, request };
}

/** The step, by the form that is asked for: a server is told of it, or the prompt describes it at its end, or both. */
export function nameStep({ schema, user }: Pick<AskedRequest, 'schema' | 'user'>): AskedStep['step'] {
  const described = user.slice(user.lastIndexOf('Reply with one JSON object and nothing else'));
  const fields =
    schema === null ? [...described.matchAll(/"(\w+)": /g)].map(([, field]) => field) : listFields(schema);
  const has = (field: string): boolean => fields.includes(field);
  if (has('seats')) return 'panel';
  if (has('synthesis')) return 'synthesis';
  if (has('position')) return 'answer';
  if (has('question')) return 'question';
  if (has('votes')) return 'last-call';
  if (has('amendments')) return 'review';
  return has('removed') ? 'revision' : 'draft';
}

/** Names of the fields of a form; of the reply itself where look-ups may come first. */
function listFields(schema: Record<string, unknown>): string[] {
  const properties = (schema['properties'] ?? {}) as Record<string, { anyOf?: Record<string, unknown>[] }>;
  const inner = properties['reply']?.anyOf?.find((form) => 'properties' in form);
  return inner === undefined ? Object.keys(properties) : listFields(inner);
}

/** The round that a request names, or null. */
export function readRound(user: string): number | null {
  const found = /\bRound (\d+) of at most |is over after (\d+) rounds?;/.exec(user);
  return found === null ? null : Number(found[1] ?? found[2]);
}

/** Whom the facilitator seats. */
export const chosenSeats = ['software-architect', 'qa-lead', 'devops-engineer'];

/** What the panel says where a test says nothing else. */
export function replyAsPanel(asked: AskedStep): Record<string, unknown> {
  const { seat, round, request } = asked;
  switch (asked.step) {
    case 'panel':
      return { seats: chosenSeats.map((id) => ({ id, why: `What ${id} sees here.` })) };
    case 'question':
      return {
        question: `In step ${round}, which property of a queue decides between Redis and PostgreSQL for number ${round} of our jobs?`,
        context_summary: 'One small server, two volunteers.',
        participants: ['all'],
        focus: `Property ${round}`,
        topic_id: null,
        language: 'en',
        pro: 'A queue of its own',
        con: 'A table in the database',
        sides: [],
      };
    case 'answer':
      return {
        position: `As ${seat} I hold in round ${round} that a table in PostgreSQL carries the jobs.`,
        proposal: `The proposal of ${seat} in round ${round}: a table in PostgreSQL, which is there already.`,
        statements: [
          { kind: 'decision', text: `${mainText.slice(0, -1)}, says ${seat} in round ${round}.` },
          ...(round === 1
            ? countedKinds.map((kind) => ({ kind, text: `A ${kind} that ${seat} wants.` }))
            : []),
        ],
        confidence: 0.8,
        concerns: ['Polling costs something.'],
        assumptions: [],
        questions: [],
        context_challenge: null,
        facts: [],
        conflicts: [],
      };
    case 'synthesis':
      return {
        synthesis: `In round ${round} all seats would use a table in PostgreSQL.`,
        ways: ['A table in PostgreSQL', 'Redis'].map((name) => ({
          ...{ id: 'new', name, meaning: `${name}, as it is known.`, for: [], against: [], preferred_by: [] },
        })),
        consensus: [{ text: mainText, statements: listStatements(request) }],
        conflicts: [],
        agenda_coverage: readAgenda(request),
        open_questions: [],
        answered_questions: [],
        next_action: 'conclude',
        next_focus: null,
        escalation_reason: null,
        escalate_conflicts: [],
        recommendation: 'Use a table in PostgreSQL.',
      };
    case 'draft':
      return makeDraft(request);
    case 'review':
      return { exceptions: [], amendments: [], pairs: [], questions: [], facts: [] };
    case 'revision':
      return makeRevision(request);
    case 'last-call':
      return { votes: Object.fromEntries(listBallot(request).map((id) => [id, 'ratify'])), exceptions: [] };
  }
}

/** What every seat puts forward in every round, and the wording of the item that is made of it. */
const mainText = 'The jobs are kept in a table in PostgreSQL.';

/** Kinds of statement that agendas count, so that every discussion can be concluded. */
const countedKinds = ['requirement', 'rule', 'quality', 'out-of-scope', 'part', 'interface', 'risk', 'idea'];

/** What stands under a heading of a prompt, up to the next of the same level. */
function readPart(user: string, heading: string): string {
  const start = user.lastIndexOf(`## ${heading}\n`);
  if (start < 0) return '';
  const end = user.slice(start + 3).search(/\n## (?:The form|Your task|How votes are counted|The file)/);
  return end < 0 ? user.slice(start) : user.slice(start, start + 3 + end);
}

/** Ids of the items that a seat is asked to vote on. */
export function listBallot({ user }: AskedRequest): string[] {
  return [...readPart(user, 'Your ballot').matchAll(/^\[([A-Z]+-\d+)\] /gm)].map(([, id = '']) => id);
}

/** Ids of the statements that a synthesis or a draft has before it. */
export function listStatements({ user }: AskedRequest): string[] {
  // A draft has them among the rounds that it was told of.
  const part = readPart(user, 'Statements without a place') || readPart(user, 'Answers') || user;
  return [...new Set([...part.matchAll(/^- (S-\d+) \(/gm)].map(([, id = '']) => id))];
}

/** The agenda as the facilitator is told it: every topic with all its criteria met. */
function readAgenda(request: AskedRequest): CoveredTopic[] {
  const agenda = /^## Agenda, with its criteria\n([\s\S]*?)(?=\n## )/m.exec(request.user)?.[1] ?? '';
  const by = listStatements(request);
  const topics: CoveredTopic[] = [];
  for (const line of agenda.split('\n')) {
    const topic = /^- ([a-z0-9-]+) /.exec(line);
    if (topic) topics.push({ topic_id: topic[1] ?? '', criteria_met: [] });
    const criterion = /^ {4}- (.*)$/.exec(line)?.[1];
    // What is counted needs no report.
    if (criterion !== undefined && !criterion.startsWith('at least '))
      topics.at(-1)?.criteria_met.push({ criterion, by });
  }
  return topics;
}

interface CoveredTopic {
  topic_id: string;
  criteria_met: { criterion: string; by: string[] }[];
}

/** A text of one item, made from all statements. */
function makeDraft(request: AskedRequest): Record<string, unknown> {
  const kind = /^Items are of these kinds: ([a-z_]+)/m.exec(request.user)?.[1] ?? 'decision';
  const section = /^- ([a-z0-9_-]+) \(/m.exec(readPart(request.user, 'The form'))?.[1] ?? 'result';
  return {
    title: 'Keep the jobs in a table',
    decision: 'The jobs are kept in a table in PostgreSQL.',
    why: ['It is there already.'],
    firmness: 'Nobody has measured the load.',
    sections: [{ id: section, title: 'The table', body: 'Two volunteers run one server.' }],
    items: [
      {
        id: 'X-1',
        kind,
        section,
        title: 'A table for the jobs',
        text: mainText,
        why: 'It was asked for.',
        check: 'A restart loses no job.',
        priority: 'must',
        from: listStatements(request),
        facts: [],
        replaces: [],
        answers: [],
        change: 'merged',
        decision: /^- (E-\d+)/m.exec(readPart(request.user, 'Decided and advised by people'))?.[1] ?? null,
      },
    ],
    drivers: ['little to run'],
    ways: ['A table in PostgreSQL', 'Redis', 'As it is'].map((name, index) => ({
      name,
      meaning: `${name}, as it is known.`,
      for: 'known',
      against: '',
      chosen: index === 0,
      because: index === 0 ? 'It is there already.' : 'It has limits.',
    })),
    open_questions: [],
    closed_questions: [],
    not_taken: [],
    facts: [],
    supersedes: [],
    labels: [],
  };
}

/** A patch that answers everything that was put to the writer, and changes nothing. */
function makeRevision({ user }: AskedRequest): Record<string, unknown> {
  const ids = [...new Set([...user.matchAll(/^(A-\d+) \(/gm)].map(([, id = '']) => id))];
  return {
    answers: ids.length === 0 ? [] : [{ ids, answer: 'declined', because: 'The text says it.' }],
    ...{ title: '', decision: '', why: [], firmness: '' },
    ...{ sections: [], items: [], removed: [], drivers: [], ways: [] },
    ...{ open_questions: [], closed_questions: [], facts: [] },
    not_taken: listStatements({ user } as AskedRequest).map((id) => ({
      statements: [id],
      reason: 'It says nothing new.',
    })),
  };
}

/** A script for the server: the panel, with single replies changed. A change gives undefined where it has nothing to say. */
export function createPanel(
  change: (
    asked: AskedStep,
  ) =>
    | Answer
    | Record<string, unknown>
    | undefined
    | Promise<Answer | Record<string, unknown> | undefined> = () => undefined,
): (request: AskedRequest) => Promise<Answer> {
  return async (request) => {
    const asked = readStep(request);
    const changed = await change(asked);
    if (typeof changed === 'string') return changed;
    if (changed !== undefined && ('fault' in changed || 'text' in changed)) return changed as Answer;
    return JSON.stringify(
      changed === undefined ? replyAsPanel(asked) : { ...replyAsPanel(asked), ...changed },
    );
  };
}
