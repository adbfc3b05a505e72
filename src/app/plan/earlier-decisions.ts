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
import { replaceMarks } from '../../session/rules/text-measures.ts';
import type { Session } from '../../session/session.ts';
import { sayItem } from '../../wording/votes.ts';
import type { AppParts } from '../app-parts.ts';

/** The most decisions of each kind; every prompt carries them all. */
const most = { records: 5, requirements: 4, items: 4 } as const;
/** The most sessions opened to look for items: those whose topics share words with the new one. */
const mostSessions = 8;
/** The most characters of one title, status or outcome. */
const longest = { title: 120, status: 60, outcome: 220 } as const;

interface Candidate extends DecidedText {
  read: () => Pick<EarlierDecision, 'status' | 'outcome'>;
}

/** Decision records, requirements, and agreed or decided items of earlier sessions that relate to a topic. Skips unreadable ones. */
export async function readEarlierDecisions(
  { root, repository, findDecisionFolders }: Pick<AppParts, 'root' | 'repository' | 'findDecisionFolders'>,
  { topic, docs }: { topic: string; docs: ResolvedConfig['docs'] },
): Promise<EarlierDecision[]> {
  const records = await readOpenFiles(root, await findDecisionFolders());
  const requirements = await readOpenFiles(root, [docs.specifications, ...requirementFolders]);
  const sessions = await findSessions(repository, topic);
  const isPublished = ({ id }: Session): boolean =>
    [...records, ...requirements].some(({ text }) => text.includes(id));
  const pick = (candidates: readonly Candidate[], limit: number): EarlierDecision[] =>
    rankDecisions(topic, candidates, { most: limit }).map(settle);
  return [
    ...pick(listRecordCandidates(records), most.records),
    ...pick(requirements.flatMap(listRequirements), most.requirements),
    // The decisions of a session whose document is in the project are already among the records.
    ...pick(sessions.filter((session) => !isPublished(session)).flatMap(listItems), most.items),
  ];
}

/** Those files of folders that a seat may look up too. */
export async function readOpenFiles(root: string, places: readonly string[]): Promise<MarkdownFile[]> {
  const door = openDoor(root, root);
  const files = await readMarkdownFiles(root, places);
  const closed = await Promise.all(files.map(async (file) => door(path.join(root, file.path))));
  return files.filter((_, index) => closed[index] === null);
}

function settle({ source, title, read }: Candidate): EarlierDecision {
  const { status, outcome } = quietly(read) ?? { status: '', outcome: '' };
  return {
    source,
    title: cut(title, longest.title),
    status: cut(status, longest.status),
    outcome: cut(outcome, longest.outcome),
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
  return found.flatMap(({ id, statements, fields }) => {
    const outcome = statements.map((statement) => statement.text).join(' ');
    const read = () => ({ status: fields.priority ?? '', outcome });
    return outcome === '' ? [] : [{ source: file, title: id, text: outcome, read }];
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
        title: item.title === '' ? item.id : `${item.id}: ${item.title}`,
        text,
        read: () => ({ status: sayItem(item), outcome: text }),
      };
    });
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
