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
import { isSameId, listEntries } from '../../session/rules/packages.ts';
import { readDay } from '../../session/rules/read-day.ts';
import { replaceMarks } from '../../session/rules/text-measures.ts';
import type { Session } from '../../session/session.ts';
import type { Item } from '../../session/text.ts';
import { sayItem } from '../../wording/votes.ts';
import type { AppParts } from '../app-parts.ts';
import { isOver } from '../decision-records.ts';
import { namesPackage } from './read-earlier-plan.ts';

/** The most decisions of each kind; every prompt carries them all. */
const most = { records: 5, requirements: 4, items: 4 } as const;
/** The most sessions opened to look for items: those whose topics share words with the new one. */
const mostSessions = 8;
/** The most that a person decided; they are given whether or not they share words with the topic. */
const mostDecided = 12;
/** The most demands of each kind that come with the packages that a topic names. */
const mostFulfilled = 12;
/** The most characters of one title or status, of the outcome of a record, of a requirement or item, whose numbers count, and of a package. */
const longest = { title: 120, status: 90, outcome: 220, demand: 600, package: 1_200 } as const;

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
 * The packages that a topic names with what they fulfil; decision records, their items, requirements, and agreed or decided items of
 * earlier sessions that relate to it; and all that people decided. `isLookUp`: of requirements and items only those that have one of the
 * words; `onSkip` hears of those that cannot be read.
 */
export async function readEarlierDecisions(
  { root, repository, findDecisionFolders }: Pick<AppParts, 'root' | 'repository' | 'findDecisionFolders'>,
  { topic, docs, isLookUp = false, onSkip }: EarlierOrder,
): Promise<EarlierDecision[]> {
  const records = await readOpenFiles(root, await findDecisionFolders(), onSkip);
  const requirements = await readOpenFiles(root, [docs.specifications, ...requirementFolders], onSkip);
  const sessions = await findSessions(repository, topic);
  const packages = await findPackages(repository, topic);
  // Whoever builds a package answers for what it fulfils.
  const ids = packages.flatMap(({ item }) => listEntries(item, 'fulfils'));
  const isFulfilled = ({ source, title }: Candidate): boolean =>
    [title.split(':')[0] ?? '', path.posix.basename(source)].some((name) =>
      ids.some((id) => isSameId(id, name)),
    );
  const isPublished = ({ id }: Session): boolean =>
    [...records, ...requirements].some(({ text }) => text.includes(id));
  const pick = async (candidates: readonly Candidate[], limit: number): Promise<EarlierDecision[]> => {
    const fulfilled = candidates.filter(isFulfilled).slice(0, mostFulfilled);
    const related = await rankDecisions(topic, candidates, { most: limit, anyWord: isLookUp });
    const decided = isLookUp ? [] : candidates.filter(({ isDecided }) => isDecided === true);
    return [...new Set([...fulfilled, ...related, ...decided.slice(0, mostDecided)])].map(settle);
  };
  return [
    ...packages.map(({ item, session }) => describePackage(item, session)),
    ...(await pick(listRecordCandidates(records), most.records)),
    ...(await pick(records.flatMap(listRecordItems), most.items)),
    ...(await pick(requirements.flatMap(listRequirements), most.requirements)),
    // The decisions of a session whose document is in the project are already among the records.
    ...(await pick(sessions.filter((session) => !isPublished(session)).flatMap(listItems), most.items)),
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

/** The decisions of a record that somebody may follow today, each by its id. */
function listRecordItems(file: MarkdownFile): Candidate[] {
  const { status = '' } = quietly(() => readDecision(file.text, file.path)) ?? {};
  if (isOver(status)) return [];
  return listRequirements(file).map((one) => ({ ...one, read: () => ({ ...one.read(), status }) }));
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

/** The packages that a text names, of the newest plan that has one of them. */
async function findPackages(
  repository: AppParts['repository'],
  text: string,
): Promise<{ item: Item; session: string }[]> {
  if (!/\p{L}-\d/u.test(text)) return [];
  const { entries } = await repository.list({ status: 'completed', workflow: 'plan' });
  const ids = entries.flatMap(({ id, head }) => (head?.rehearsal === false ? [id] : [])).sort();
  for (const id of ids.reverse().slice(0, mostSessions)) {
    const session = await load(repository, id);
    const named = (session?.artifacts ?? []).filter(
      (item) => (item.status === 'agreed' || item.status === 'decided') && namesPackage(text, item.id),
    );
    if (named.length > 0) return named.slice(0, most.items).map((item) => ({ item, session: id }));
  }
  return [];
}

function describePackage(item: Item, session: string): EarlierDecision {
  const read = (words: string): string => replaceMarks(words, (id) => id);
  const { fulfils = '' } = item.details;
  return {
    source: session,
    title: cut(nameItem(item), longest.title),
    status: 'work package of the plan',
    outcome: cut(
      read(`${fulfils === '' ? '' : `Fulfils ${fulfils}. `}${item.text} ${item.check}`),
      longest.package,
    ),
  };
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
  for (const { source } of await rankDecisions(topic, heads, { most: mostSessions })) {
    const session = await load(repository, source);
    if (session !== null && decides(session)) sessions.push(session);
  }
  return sessions;
}

/** A session that can be read and is no replay; else null. */
async function load(repository: AppParts['repository'], id: string): Promise<Session | null> {
  try {
    const { session } = await repository.load(id);
    return session.replay === undefined ? session : null;
  } catch (error) {
    if (error instanceof S2sError) return null;
    throw error;
  }
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
