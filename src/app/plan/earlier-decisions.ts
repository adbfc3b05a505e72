/** The project's earlier decisions, for a new panel: read once, at the start of a session, and stored in it. */
import path from 'node:path';
import type { ResolvedConfig } from '../../config/resolve-config.ts';
import { readDecision } from '../../documents/adr/read-decision.ts';
import { listRecords, readTitle } from '../../documents/adr/record-folder.ts';
import { readDocumentText } from '../../documents/lint/document-text.ts';
import { findRequirements } from '../../documents/requirements/find-requirements.ts';
import { splitRecordPath } from '../../files/record-paths.ts';
import { type MarkdownFile, readMarkdownFiles, requirementFolders } from '../../project/decision-files.ts';
import { openDoor } from '../../project/open-door.ts';
import { type DecidedText, rankDecisions } from '../../project/rank-decisions.ts';
import { S2sError } from '../../session/errors.ts';
import type { EarlierDecision } from '../../session/records.ts';
import { cutText } from '../../session/rules/cut-text.ts';
import { readDay } from '../../session/rules/read-day.ts';
import { replaceMarks } from '../../session/rules/text-measures.ts';
import type { Session } from '../../session/session.ts';
import type { Item } from '../../session/text.ts';
import { sayItem } from '../../wording/votes.ts';
import type { AppParts } from '../app-parts.ts';

/** The most decisions of each kind; every prompt carries them all. */
const most = { records: 5, requirements: 4, items: 4 } as const;
/** The most sessions opened to look for items: those whose topics share words with the new one. */
const mostSessions = 8;
/** The most that a person decided; they are given whether or not they share words with the topic. */
const mostDecided = 12;
/** The most characters of one title or status, of the outcome of a record, and of a requirement or item, whose numbers count. */
const longest = { title: 120, status: 90, outcome: 220, demand: 600 } as const;

interface Candidate extends DecidedText {
  /** Whether it carries out what a person decided. */
  isDecided?: boolean;
  read: () => Pick<EarlierDecision, 'status' | 'outcome'>;
}

interface EarlierOrder {
  topic: string;
  docs: ResolvedConfig['docs'];
  isLookUp?: boolean;
  onSkip?: (why: string) => void;
}

/**
 * Decision records, requirements, and agreed or decided items of earlier sessions that relate to a topic, and all that people decided;
 * `isLookUp`: of requirements and items only those that have one of the words. `onSkip` hears of those that cannot be read.
 */
export async function readEarlierDecisions(
  { root, repository, findDecisionFolders }: Pick<AppParts, 'root' | 'repository' | 'findDecisionFolders'>,
  { topic, docs, isLookUp = false, onSkip }: EarlierOrder,
): Promise<EarlierDecision[]> {
  const records = await readOpenFiles(root, await findDecisionFolders(), onSkip);
  const requirements = await readOpenFiles(root, [docs.specifications, ...requirementFolders], onSkip);
  const sessions = await findSessions(repository, topic);
  const isPublished = ({ id }: Session): boolean =>
    [...records, ...requirements].some(({ text }) => text.includes(id));
  const pick = (candidates: readonly Candidate[], limit: number): EarlierDecision[] => {
    const related = rankDecisions(topic, candidates, { most: limit, anyWord: isLookUp });
    const decided = isLookUp ? [] : candidates.filter(({ isDecided }) => isDecided === true);
    return [...new Set([...related, ...decided.slice(0, mostDecided)])].map(settle);
  };
  return [
    ...pick(listRecordCandidates(records), most.records),
    ...pick(requirements.flatMap(listRequirements), most.requirements),
    // The decisions of a session whose document is in the project are already among the records.
    ...pick(sessions.filter((session) => !isPublished(session)).flatMap(listItems), most.items),
  ];
}

/** Those files of folders that a seat may look up too. */
export async function readOpenFiles(
  root: string,
  places: readonly string[],
  onSkip?: (why: string) => void,
): Promise<MarkdownFile[]> {
  const door = openDoor(root, root);
  const files = await readMarkdownFiles(root, places, onSkip);
  const closed = await Promise.all(files.map(async (file) => door(path.join(root, file.path))));
  return files.filter((_, index) => closed[index] === null);
}

function settle({ source, title, isDecided, read }: Candidate): EarlierDecision {
  const { status, outcome } = quietly(read) ?? { status: '', outcome: '' };
  return {
    source,
    title: cut(title, longest.title),
    status: cut(status, longest.status),
    outcome: cut(outcome, isDecided === undefined ? longest.outcome : longest.demand),
  };
}

function listRecordCandidates(files: readonly MarkdownFile[]): Candidate[] {
  const named = files.map((file) => ({ ...file, name: splitRecordPath(file.path).name }));
  const records = new Set(listRecords(named));
  return named
    .filter((file) => records.has(file))
    .map((file) => ({
      source: file.path,
      title: quietly(() => readTitle(file)) ?? file.name,
      text: file.text,
      read: () => readDecision(file.text, file.path),
    }));
}

function listRequirements({ path: file, text }: MarkdownFile): Candidate[] {
  const found = quietly(() => findRequirements(readDocumentText(text, file))) ?? [];
  return found.flatMap(({ id, title, statements, fields, isDecided, replacedBy }) => {
    const outcome = statements.map((statement) => statement.text).join(' ');
    if (outcome === '' || replacedBy !== null) return [];
    const read = () => ({ status: fields.priority ?? '', outcome });
    return [{ source: file, title: nameItem({ id, title }), text: outcome, isDecided, read }];
  });
}

/** Completed sessions with related topics, the best first; no rehearsals and replays, which decide nothing. */
async function findSessions(repository: AppParts['repository'], topic: string): Promise<Session[]> {
  const { entries } = await repository.list({ status: 'completed' });
  const heads = entries.flatMap(({ id, head }) =>
    head === null || head.rehearsal ? [] : [{ source: id, title: head.topic, text: '' }],
  );
  const sessions: Session[] = [];
  // Packages and findings are no decisions.
  const decides = ({ output_type: type }: Session): boolean => type !== 'plan' && type !== 'review';
  for (const { source } of rankDecisions(topic, heads, { most: mostSessions })) {
    try {
      const { session } = await repository.load(source);
      if (session.replay === undefined && decides(session)) sessions.push(session);
    } catch (error) {
      if (!(error instanceof S2sError)) throw error;
    }
  }
  return sessions;
}

/** The items that hold, as they stand now: what people decided is worked into their texts. */
function listItems(session: Session): Candidate[] {
  return session.artifacts
    .filter(({ status }) => status === 'agreed' || status === 'decided')
    .map((item) => {
      const text = replaceMarks(item.text, (id) => id);
      return {
        source: session.id,
        title: nameItem(item),
        text,
        isDecided: item.status === 'decided' && item.decided_by === 'user',
        read: () => ({ status: sayStatus(item, session), outcome: text }),
      };
    });
}

function nameItem({ id, title }: { id: string; title: string }): string {
  return title === '' ? id : `${id}: ${title}`;
}

/** With the name of the person who decided, and the day. */
function sayStatus(item: Item, session: Session): string {
  const decision = session.escalations.find(({ id }) => id === item.decision);
  const name = item.decided_by === 'user' ? (decision?.answered_name ?? '') : '';
  const day = decision?.answered_at ?? null;
  return name === '' || day === null ? sayItem(item) : `decided by ${name} on ${readDay(day, session)}`;
}

function quietly<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof S2sError) return null;
    throw error;
  }
}

/** One line of bounded length, cut at a word. */
function cut(text: string, limit: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= limit) return line;
  const head = cutText(line, limit, '');
  return `${(head.lastIndexOf(' ') > limit / 2 ? head.slice(0, head.lastIndexOf(' ')) : head).trimEnd()} […]`;
}
