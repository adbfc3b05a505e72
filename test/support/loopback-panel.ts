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

/** What a request asks for. */
export interface AskedStep {
  step: 'question' | 'look' | 'answer' | 'synthesis' | 'statements' | 'review' | 'draft';
  /** The agent whose prompt leads the request; `unknown` for a draft by the facilitator, which is asked under no role. */
  seat: string;
  /** The round, where the request names one (a review names the last one); else 0. */
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
  const seat = [...bodies].find(([, body]) => request.system.startsWith(body))?.[0] ?? 'unknown';
  return { step: nameStep(request), seat, round: readRound(request.user) ?? 0, request };
}

/** The step, by the form that is asked for: a server is told of it, or the prompt describes it at its end, or both. */
export function nameStep({ schema, user }: Pick<AskedRequest, 'schema' | 'user'>): AskedStep['step'] {
  const described = user.slice(user.lastIndexOf('Reply with one JSON object and nothing else'));
  const fields =
    schema === null
      ? [...described.matchAll(/^ {2}"(\w+)": /gm)].map(([, field]) => field)
      : Object.keys((schema['properties'] ?? {}) as object);
  const has = (field: string): boolean => fields.includes(field);
  return has('synthesis')
    ? 'synthesis'
    : has('look_ups')
      ? 'look'
      : has('position')
        ? 'answer'
        : has('question')
          ? 'question'
          : has('missing')
            ? 'review'
            : has('not_taken')
              ? 'statements'
              : 'draft';
}

/** The round that a request names, or null. */
export function readRound(user: string): number | null {
  const found = /\bRound (\d+) of at most |has ended after (\d+) rounds?\./.exec(user);
  return found === null ? null : Number(found[1] ?? found[2]);
}

/** What the panel says where a test says nothing else. */
export function replyAsPanel(asked: AskedStep): Record<string, unknown> {
  const { seat, round, request } = asked;
  switch (asked.step) {
    case 'look':
      return { look_ups: [], again: false };
    case 'question':
      return {
        question: `In step ${round}, which property of a queue decides between Redis and PostgreSQL for number ${round} of our jobs?`,
        context_summary: 'One small server, two volunteers.',
        participants: ['all'],
        focus: `Property ${round}`,
        topic_id: null,
        pro: 'A queue of its own',
        con: 'A table in the database',
        sides: [],
      };
    case 'answer':
      return {
        position: `As ${seat} I hold in round ${round} that a table in PostgreSQL carries the jobs.`,
        statements: [
          { text: mainText, why: `Reason of ${seat} in round ${round}.`, verify: '', replaces: [] },
        ],
        confidence: 0.8,
        concerns: ['Polling costs something.'],
        facts: ['PostgreSQL is there already.'],
        assumptions: [],
        questions: [],
        context_challenge: null,
        changed_because: null,
        stances: supportOpenItems(request),
      };
    case 'synthesis':
      return {
        synthesis: `In round ${round} all seats would use a table in PostgreSQL.`,
        items: makeItems(request, round),
        not_taken: [],
        conflicts: [],
        resolved: [],
        agenda_coverage: readAgenda(request),
        open_questions: [],
        answered_questions: [],
        next_action: 'conclude',
        next_focus: null,
        escalation_reason: null,
        escalate_conflicts: [],
        recommendation: 'Use a table in PostgreSQL.',
        output_type: null,
      };
    case 'statements':
      return {
        items: [],
        not_taken: listStatements(request).map((id) => ({ statement: id, reason: 'It says nothing new.' })),
      };
    case 'review':
      return { stances: supportOpenItems(request), cannot_both_hold: [], missing: [] };
    case 'draft':
      return makeDraft(request);
  }
}

/** What every seat puts forward in every round, and the wording of the item that is made of it. */
const mainText = 'The jobs are kept in a table in PostgreSQL.';

function supportOpenItems(request: AskedRequest): object[] {
  return listOpenItems(request).map((id) => ({ item_id: id, stance: 'support', reason: 'It fits.' }));
}

/** Ids of the items that a seat is shown as open. */
export function listOpenItems({ user }: AskedRequest): string[] {
  const lists = user.matchAll(
    /^(?:Open items:|## Undecided, as they will be printed\n<<<.*)\n((?:- .*\n?)+)/gm,
  );
  return [...lists].flatMap(([, list = '']) =>
    [...list.matchAll(/^- ([A-Z]+-\d+)/gm)].map((id) => id[1] ?? ''),
  );
}

/** The statements that the facilitator is asked to place; behind a text stand its reason and check in brackets, where it has any. */
export function readStatements(user: string): { id: string; text: string }[] {
  const part = user.slice(user.search(/^## (?:Answers|Statements that your synthesis left out)$/m));
  return [...part.matchAll(/^(?:- |[a-z0-9-]+ )(S-\d+): (.*)$/gm)].map(([, id = '', text = '']) => ({
    id,
    text,
  }));
}

export function listStatements({ user }: AskedRequest): string[] {
  return readStatements(user).map(({ id }) => id);
}

/** The agenda as the facilitator is told it: every topic with all its criteria met. */
function readAgenda(request: AskedRequest): CoveredTopic[] {
  const agenda = findAgenda(request);
  const by = listStatements(request);
  const topics: CoveredTopic[] = [];
  for (const line of agenda.split('\n')) {
    const topic = /^- ([a-z0-9-]+) /.exec(line);
    if (topic) topics.push({ topic_id: topic[1] ?? '', status: 'covered', criteria_met: [] });
    const criterion = /^ {4}- (.*)$/.exec(line)?.[1];
    if (criterion !== undefined) topics.at(-1)?.criteria_met.push({ criterion, by });
  }
  return topics;
}

function findAgenda({ user }: AskedRequest): string {
  return /^## Agenda\n([\s\S]*?)(?=\n## )/m.exec(user)?.[1] ?? '';
}

interface CoveredTopic {
  topic_id: string;
  status: string;
  criteria_met: { criterion: string; by: string[] }[];
}

/**
 * One item made of what all seats put forward, named again in every round with its new statements. Where there is an agenda,
 * the first round brings as many more of each kind as the shipped agendas ask for.
 */
function makeItems(request: AskedRequest, round: number): object[] {
  const kinds = [
    ...(/of these kinds: (.*?)\. One result each/.exec(request.user)?.[1] ?? '').matchAll(/([A-Z]+) \(/g),
  ]
    .map((match) => match[1] ?? '')
    .filter((kind) => kind !== 'POINT');
  const from = listStatements(request);
  const item = (changes: object): object => ({
    title: '',
    rationale: 'It was asked for.',
    priority: null,
    acceptance: ['A test shows it.'],
    related_to: [],
    topic_id: null,
    from,
    replaces: [],
    contradicts: [],
    withdrawn: null,
    ...changes,
  });
  const main = item({
    id: 'new-1',
    type: kinds[0] ?? 'POINT',
    title: 'A table for the jobs',
    text: mainText,
  });
  if (round > 1 || findAgenda(request) === '') return [main];
  const more = kinds.flatMap((type) =>
    Array.from({ length: type === 'REQ' ? 3 : 2 }, (_, index) => ({
      type,
      title: `${type} number ${index + 1} of the job table`,
      text: `The job table shall keep its promise ${index + 1} for ${type}.`,
      priority: 'must',
    })),
  );
  return [main, ...more.map((changes, index) => item({ id: `new-${index + 2}`, ...changes }))];
}

function makeDraft({ schema }: AskedRequest): Record<string, unknown> {
  const fields = Object.keys((schema?.['properties'] ?? {}) as object);
  const sources = [{ round: 1, seat: 'software-architect' }];
  const point = (text: string) => ({ text, sources });
  const head = {
    title: 'Keep the jobs in a table',
    summary: 'The panel was asked about a queue. It would use a table in PostgreSQL.',
    recommendation: 'Use a table in PostgreSQL.',
  };
  if (fields.includes('chosen')) {
    const option = (title: string) => ({
      title,
      description: `${title}, as it is.`,
      good: [point('It is known.')],
      neutral: [],
      bad: [point('It has limits.')],
    });
    return {
      ...head,
      context: 'Jobs have to survive a restart. Where are they kept?',
      drivers: [point('Two volunteers run it.')],
      options: [option('A table in PostgreSQL'), option('Redis')],
      chosen: 'A table in PostgreSQL',
      reason: 'it is there already',
      consequences_good: [point('Nothing new has to be run.')],
      consequences_bad: [point('Polling costs something.')],
      confirmation: 'A restart loses no job.',
      revisit: null,
      supersedes: [],
    };
  }
  if (fields.includes('items')) {
    return {
      ...head,
      purpose: 'Jobs.',
      scope: 'Jobs in, payments out.',
      overview: 'One server.',
      definitions: [],
      items: [
        {
          artifact_id: 'REQ-001',
          verification: 'test',
          quality: 'reliability',
          area: 'functions',
        },
      ],
    };
  }
  return {
    ...head,
    key_points: [point('A table is enough.')],
    pursue: [],
    next_steps: ['Create the table.'],
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
