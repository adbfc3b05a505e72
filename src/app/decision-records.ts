/** The project's decision records, whoever wrote them: what they say, what is due again, and a person's word on them. */
import path from 'node:path';
import { amend, changeStatus, noteReplaced, supersede, takeBack } from '../documents/adr/change-status.ts';
import { readField } from '../documents/adr/lint-record-head.ts';
import { readDecision } from '../documents/adr/read-decision.ts';
import { listRevisits } from '../documents/adr/read-revisit.ts';
import {
  describeRecord,
  findRecords,
  listRecords,
  readTitle,
  updateIndex,
} from '../documents/adr/record-folder.ts';
import { bareRecordName } from '../documents/adr/record-numbers.ts';
import type { FolderFile } from '../documents/document-kind.ts';
import { readMark } from '../documents/document-mark.ts';
import { readDocumentText } from '../documents/lint/document-text.ts';
import { changeFolder } from '../documents/write-documents.ts';
import { splitRecordPath } from '../files/record-paths.ts';
import { readMarkdownFiles } from '../project/decision-files.ts';
import { findNearestNames, S2sError } from '../session/errors.ts';
import { readDay } from '../session/rules/read-day.ts';
import type { AppParts } from './app-parts.ts';
import { namePerson } from './name-person.ts';
import type { ChangeDecisionOptions, RevisitOptions } from './options.ts';
import type {
  ChangedDecision,
  DecisionRecord,
  DecisionRecordText,
  DueDecisions,
  ReviewedSubject,
} from './results.ts';

interface Found extends FolderFile {
  path: string;
}

/** All records of all folders, in the order of their names. Unreadable files are left out, and named in warnings. */
export async function listDecisions(parts: AppParts): Promise<DecisionRecord[]> {
  const records = await readRecords(parts);
  const described = records.flatMap((record) => {
    try {
      return [describe(record)];
    } catch (error) {
      if (!(error instanceof S2sError)) throw error;
      parts.notify({ level: 'warning', text: error.message });
      return [];
    }
  });
  return parts.redactData(described);
}

/** One record with its text. Throws UNKNOWN_RECORD. */
export async function getDecision(parts: AppParts, name: string): Promise<DecisionRecordText> {
  const record = choose(await readRecords(parts), name);
  return parts.redactData({ ...describe(record), text: record.text, rehearsal: isRehearsed(record) });
}

/** A record to be looked at again, for a start with `workflowType: 'revisit'`; `why` is what made a person ask. Throws UNKNOWN_RECORD. */
export async function readRevisited(
  parts: AppParts,
  { record: named, why = '' }: RevisitOptions,
): Promise<ReviewedSubject> {
  const record = choose(await readRecords(parts), named);
  const { path: name, text } = record;
  const asked = `Was “${readTitle(record)}” (${name}) the right decision, with what the project shows today?`;
  return {
    topic: why.trim() === '' ? asked : `${asked} ${why.trim()}`,
    subject: parts.redactData({ name, kind: 'document', text, of_characters: text.length, left_out: [] }),
  };
}

/** What wants to be looked at again, of the records that are proposed or in force. */
export async function listDueDecisions(parts: AppParts): Promise<DueDecisions> {
  const today = readToday(parts);
  const all = await listDecisions(parts);
  const open = all.filter(({ status }) => !isOver(status));
  // A record that looks at another one again says anew when to look.
  const again = open.flatMap(({ path: by, revisits }) =>
    revisits === '' ? [] : [path.posix.join(path.posix.dirname(by), revisits)],
  );
  const lines = open
    .filter(({ path: file }) => !again.includes(file))
    .flatMap(({ path: file, title, status, revisit }) =>
      revisit.map((one) => ({ path: file, title, status, ...one })),
    );
  const dated = lines
    .flatMap((one) => (one.date === null ? [] : [{ ...one, date: one.date }]))
    .sort((one, other) => one.date.localeCompare(other.date));
  return {
    today,
    due: dated.filter(({ date }) => date <= today),
    later: dated.filter(({ date }) => date > today),
    events: lines.filter(({ date }) => date === null),
  };
}

/**
 * Accepts, rejects or supersedes a record, in its own form and in the folder's index. Throws UNKNOWN_RECORD, INVALID_VALUE for a record
 * that would replace itself, and for one of a rehearsal that is to be accepted or to replace another, FILE_UNWRITABLE, FILE_OUTSIDE_PROJECT, FILE_REFUSED.
 */
export async function changeDecision(
  parts: AppParts,
  { record: named, to, successor: by, ...speaker }: ChangeDecisionOptions,
): Promise<ChangedDecision> {
  const records = await readRecords(parts);
  const record = choose(records, named);
  const successor = by === undefined ? null : choose(records, by);
  if (successor !== null) {
    refuseSuccessor(record, successor);
    refuseRehearsal(successor, 'supersede another');
  }
  if (to === 'accepted') refuseRehearsal(record);
  const { name: person = null } = await namePerson(parts, speaker);
  const day = readToday(parts);
  const { folder } = splitRecordPath(record.path);
  const files = await changeFolder(parts.root, folder === '.' ? '' : folder, {
    lockFolder: parts.lockFolder,
    change: (all) => {
      const find = (one: Found): FolderFile => all.find(({ name }) => name === one.name) ?? one;
      const own = find(record);
      const { revisits, verdict } = describe(record);
      const revisited = all.find(({ name }) => name === revisits);
      const changed =
        to === 'superseded'
          ? replace(own, successor === null ? null : find(successor))
          : carryOut(changeStatus(own, { status: to, day, person }) ?? own, { to, verdict, revisited });
      const isReplaced = to !== 'superseded' && verdict === 'superseded' && (changed[1] ?? null) !== null;
      const states = [
        { name: own.name, status: to },
        ...(isReplaced ? [{ name: revisits, status: to === 'accepted' ? 'superseded' : 'accepted' }] : []),
      ];
      return [...changed, updateIndex(all, states)].filter(
        (file) => file !== null && all.find(({ name }) => name === file.name)?.text !== file.text,
      ) as FolderFile[];
    },
  });
  const after = choose(await readRecords({ ...parts, notify: () => undefined }), record.path);
  return parts.redactData({ ...describe(after), files });
}

function isRehearsed({ text, path: file }: Found): boolean {
  return readField(readDocumentText(text, file), 'rehearsal')?.value === 'true';
}

function refuseRehearsal(record: Found, what = 'be accepted'): void {
  if (!isRehearsed(record)) return;
  throw new S2sError(
    'INVALID_VALUE',
    `${record.path} is from a rehearsal: nobody argued it, so it cannot ${what}.`,
    { hint: 'Hold the discussion with models: s2s design "..."' },
  );
}

/** The record after a person's word, and what that does to the one that it looks at again: a verdict takes effect when it is accepted. */
function carryOut(
  own: FolderFile,
  { to, verdict, revisited }: { to: string; verdict: string; revisited: FolderFile | undefined },
): (FolderFile | null)[] {
  if (revisited === undefined) return [own];
  if (to === 'rejected') return [own, takeBack(revisited, describeRecord(own))];
  if (verdict === 'amended') return [own, amend(revisited, describeRecord(own))];
  if (verdict !== 'superseded') return [own];
  const [old, noted] = replace(revisited, own);
  return [noted ?? own, old ?? null];
}

function replace(old: FolderFile, next: FolderFile | null): (FolderFile | null)[] {
  return next === null ? [] : [supersede(old, describeRecord(next)), noteReplaced(next, describeRecord(old))];
}

function refuseSuccessor(record: Found, successor: Found): void {
  if (record.path === successor.path)
    throw new S2sError('INVALID_VALUE', `${record.path} cannot be superseded by itself.`, {
      hint: 'Name the record that replaces it: s2s decisions list',
    });
  if (splitRecordPath(record.path).folder !== splitRecordPath(successor.path).folder)
    throw new S2sError('INVALID_VALUE', `${successor.path} is not in the folder of ${record.path}.`, {
      hint: 'Records of one folder supersede each other; change the status of the other one by hand.',
    });
  const { status } = describe(successor);
  if (isOver(status))
    throw new S2sError(
      'INVALID_VALUE',
      `${successor.path} cannot supersede another: it no longer holds (${status}).`,
      { hint: 'Name a record that holds: s2s decisions list' },
    );
}

async function readRecords({ root, findDecisionFolders, notify }: AppParts): Promise<Found[]> {
  const files = await readMarkdownFiles(root, await findDecisionFolders(), (text) =>
    notify({ level: 'warning', text }),
  );
  const named = files.map((file) => ({ ...file, name: splitRecordPath(file.path).name }));
  return (listRecords(named) as Found[]).sort((one, other) =>
    one.path.localeCompare(other.path, 'en', { numeric: true }),
  );
}

/** By path, file name or number, else by words of the file name that only one has: what is a number names no other record. */
function choose(records: readonly Found[], named: string): Found {
  const file = path.posix.normalize(named.replaceAll('\\', '/'));
  const alike = records.filter(({ name }) => name.toLowerCase().includes(named.toLowerCase()));
  const found = [
    records.filter((record) => record.path === file),
    named.includes('/') ? [] : records.filter((record) => findRecords([record], [named]).length > 0),
    /^(?:adr)?[-_ #]*\d*\W*$/i.test(named) ? [] : alike,
  ];
  const best = found.find((some) => some.length > 0) ?? [];
  const [one, other] = best;
  if (one !== undefined && other === undefined) return one;
  const near = one === undefined ? [...alike.map((some) => some.path), ...findNear(records, named)] : [];
  if (records.length === 0)
    throw new S2sError('UNKNOWN_RECORD', 'There are no decision records yet.', {
      hint: 's2s design "..." writes one.',
    });
  throw refuseUnknown(named, { several: best.map((some) => some.path), near: [...new Set(near)] });
}

function findNear(records: readonly Found[], named: string): string[] {
  const near = findNearestNames(
    named,
    records.map(({ name }) => bareRecordName(name)),
  );
  return records.filter(({ name }) => near.includes(bareRecordName(name))).map((one) => one.path);
}

function refuseUnknown(
  named: string,
  { several, near }: { several: readonly string[]; near: readonly string[] },
): S2sError {
  const candidates = [...several, ...near];
  return new S2sError(
    'UNKNOWN_RECORD',
    several.length > 0
      ? `"${named}" names ${several.length} decision records.`
      : `There is no decision record "${named}".`,
    {
      hint:
        candidates.length === 0
          ? 'A record is named by its number, file name or path: s2s decisions list'
          : `Did you mean ${candidates.slice(0, 5).join(' or ')}? All records: s2s decisions list`,
      data: { candidates },
    },
  );
}

function describe(record: Found): DecisionRecord {
  const document = readDocumentText(record.text, record.path);
  const { status, outcome } = readDecision(record.text, record.path);
  return {
    path: record.path,
    title: readTitle(record),
    status,
    date: readField(document, 'date')?.value ?? '',
    outcome,
    revisit: listRevisits(document),
    revisits: readField(document, 'revisits')?.value ?? '',
    verdict: readField(document, 'verdict')?.value ?? '',
    session: readMark(record.text)?.sessionId ?? null,
  };
}

/** Whether nobody has to look at a record again, by the words of MADR and Nygard. */
export function isOver(status: string): boolean {
  return /^\W*(?:superseded|deprecated|rejected)\b/i.test(status);
}

/** The person's day. */
function readToday({ world: { clock, timeZone } }: AppParts): string {
  return readDay(clock.now().toISOString(), timeZone === undefined ? {} : { time_zone: timeZone });
}
