/** Decides what is written for a session, without touching a file. */
import type { Session } from '../domain/session.ts';
import type { OutputType } from '../domain/vocabulary.ts';
import {
  extendIndex,
  type FolderFile,
  listRecords,
  nextNumberedName,
  readTitle,
  supersede,
} from './adr/record-folder.ts';
import { decideStatus, findRecord } from './adr/view.ts';
import { type DocsPaths, findHome, isKeptAside, joinPath, linkPath } from './document-paths.ts';
import { heading, inline } from './markdown/text.ts';
import {
  readContent,
  readMark,
  readRequirementParts,
  renderDocument,
  type Templates,
} from './render-document.ts';
import type { RecordLink } from './rendering.ts';
import { extendRequirements } from './requirements/extend-requirements.ts';
import type { AdrContent } from './schema.ts';

/** One file of a plan. Paths are relative to the project, with slashes. */
export interface PlannedFile {
  path: string;
  text: string;
  /** What the file is to the session. */
  kind: 'document' | 'index' | 'superseded';
  /** `keep`: it stays as it is, because a person edited it or nothing changed. */
  action: 'create' | 'update' | 'keep';
}

export interface DocumentPlan {
  type: OutputType;
  files: PlannedFile[];
  /** What a person should know, one sentence each. */
  notes: string[];
}

export interface PlanOptions {
  session: Session;
  docsPaths: DocsPaths;
  templates: Templates;
  /** The markdown files that exist in the folders of `listFolders`, by their paths. */
  existing: ReadonlyMap<string, string>;
  /** By default the session's own. */
  type?: OutputType;
}

/** The folders whose markdown files `planDocument` needs to know. */
export function listFolders(
  session: Session,
  options: { docsPaths: DocsPaths; type?: OutputType },
): string[] {
  const type = options.type ?? session.output_type;
  const { folder } = findHome(session, { type, docsPaths: options.docsPaths });
  const records = findHome(
    { ...session, rehearsal: false, replay: undefined },
    { type: 'adr', docsPaths: options.docsPaths },
  ).folder;
  return type === 'architecture' ? [...new Set([folder, records])] : [folder];
}

/** Plans the document of a session. The same session and files give the same plan; once written, the next plan keeps everything. */
export function planDocument(options: PlanOptions): DocumentPlan {
  const type = options.type ?? options.session.output_type;
  return type === 'requirements' ? planRequirements(options) : planWhole(options, type);
}

function planRequirements({ session, docsPaths, templates, existing }: PlanOptions): DocumentPlan {
  const { folder, file } = findHome(session, { type: 'requirements', docsPaths });
  const path = joinPath(folder, file);
  const before = existing.get(path);
  if (before === undefined || before.trim() === '') {
    const text = renderDocument({ session, type: 'requirements', templates });
    return {
      type: 'requirements',
      files: [{ path, text, kind: 'document', action: before === undefined ? 'create' : 'update' }],
      notes: [],
    };
  }
  const { text, edited } = extendRequirements(before, readRequirementParts({ session }), { shownAs: path });
  const notes = edited.map((name) => `${path}: the part ${name} was edited by hand and stays as it is.`);
  return {
    type: 'requirements',
    files: [{ path, text, kind: 'document', action: text === before ? 'keep' : 'update' }],
    notes,
  };
}

function planWhole(options: PlanOptions, type: 'adr' | 'architecture' | 'summary'): DocumentPlan {
  const { session, docsPaths, templates, existing } = options;
  const { folder, file } = findHome(session, { type, docsPaths });
  const files = listFolder(existing, folder);
  const own = files.find((one) => {
    const mark = readMark(one.text);
    return mark?.sessionId === session.id && mark.type === type;
  });
  const numbered =
    type === 'adr' && !isKeptAside(session)
      ? nextNumberedName(files, session.id.replace(/^\d{8}-\d{6}-/, ''))
      : null;
  const name = own?.name ?? findFreeName(files, numbered ?? file);
  const path = joinPath(folder, name);
  const records = linkRecords(options, path, type);
  const text = renderDocument({
    session,
    type,
    templates,
    records,
  });
  if (own !== undefined && readMark(own.text)?.edited === true) {
    const note = `${path} was edited by hand and stays as it is; \`s2s roundtable export ${session.id} --type ${type}\` shows what the session says.`;
    return { type, files: [{ path, text: own.text, kind: 'document', action: 'keep' }], notes: [note] };
  }
  const action = own === undefined ? 'create' : own.text === text ? 'keep' : 'update';
  const plan: DocumentPlan = { type, files: [{ path, text, kind: 'document', action }], notes: [] };
  if (type === 'adr' && !isKeptAside(session))
    plan.files.push(...planNeighbors(options, { folder, files, name, text }));
  return plan;
}

/** The index of the records, and the records that this one replaces once a person accepted it. */
function planNeighbors(
  { session }: PlanOptions,
  record: { folder: string; files: FolderFile[]; name: string; text: string },
): PlannedFile[] {
  const { folder, files, name, text } = record;
  const title = heading(readTitle({ name, text }), name);
  const status = decideStatus(session);
  const date = /^date: (\d{4}-\d{2}-\d{2})$/m.exec(text)?.[1] ?? '';
  const planned: PlannedFile[] = [];
  const index = extendIndex([...files.filter((one) => one.name !== name), { name, text }], {
    name,
    title,
    status,
    date,
  });
  if (index !== null)
    planned.push({ path: joinPath(folder, index.name), text: index.text, kind: 'index', action: 'update' });
  if (status !== 'accepted') return planned;
  const { content } = readContent(session, 'adr');
  for (const named of (content as AdrContent).supersedes) {
    const old = findRecord(
      named,
      listRecords(files)
        .filter((one) => one.name !== name)
        .map((one) => ({ ...one, file: one.name })),
    );
    const changed = old === undefined ? null : supersede(old, { name, title });
    if (changed !== null)
      planned.push({
        path: joinPath(folder, changed.name),
        text: changed.text,
        kind: 'superseded',
        action: 'update',
      });
  }
  return planned;
}

function linkRecords(
  { session, docsPaths, existing }: PlanOptions,
  from: string,
  type: OutputType,
): RecordLink[] {
  if (type === 'summary') return [];
  const { folder } = findHome(
    { ...session, rehearsal: false, replay: undefined },
    { type: 'adr', docsPaths },
  );
  return listRecords(listFolder(existing, folder)).map((one) => ({
    file: one.name,
    title: inline(readTitle(one)),
    href: linkPath(from, joinPath(folder, one.name)),
  }));
}

function listFolder(existing: ReadonlyMap<string, string>, folder: string): FolderFile[] {
  return [...existing]
    .filter(([path]) => path.slice(0, Math.max(path.lastIndexOf('/'), 0)) === folder)
    .map(([path, text]) => ({ name: path.slice(path.lastIndexOf('/') + 1), text }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** A name that no file has; the same name with a number where one has it. */
function findFreeName(files: readonly FolderFile[], name: string): string {
  const taken = new Set(files.map((file) => file.name.toLowerCase()));
  let free = name;
  for (let count = 2; taken.has(free.toLowerCase()); count += 1)
    free = name.replace(/\.md$/i, `-${count}.md`);
  return free;
}
