/** Plans which files are written for a session; touches no file. */
import type { Session } from '../domain/session.ts';
import type { OutputType } from '../domain/vocabulary.ts';
import type { Redactor } from '../text/redactor.ts';
import { createSlug } from '../text/slug.ts';
import { fillWords } from '../text/words.ts';
import { listRecords, readTitle } from './adr/record-folder.ts';
import type { FolderFile, PlannedFile } from './document-kind.ts';
import { documentKinds, findHome } from './document-kinds.ts';
import {
  cleanPath,
  type DocsPaths,
  isKeptAside,
  joinPath,
  linkPath,
  recordPathOf,
  slugOf,
} from './document-paths.ts';
import { inline } from './markdown/text.ts';
import {
  type DocumentContent,
  extendDocument,
  readContent,
  readMark,
  renderDocument,
  type Templates,
} from './render-document.ts';
import type { RecordLink } from './rendering.ts';

export interface DocumentPlan {
  type: OutputType;
  files: PlannedFile[];
  /** Notes for the person, one sentence each. */
  notes: string[];
  /** File names of records that the document wants to replace; each needs a person's consent. */
  proposed: string[];
}

export interface PlanOptions {
  session: Session;
  docsPaths: DocsPaths;
  templates: Templates;
  /** The markdown files that exist in the folders of `listFolders`, by path. */
  existing: ReadonlyMap<string, string>;
  /** By default the session's own. */
  type?: OutputType;
  /** Whether the repository holds the session's record, so that documents may link to it. */
  recordIsKept?: boolean;
  /** Records that a person agreed to mark as superseded, by file name or number. */
  supersede?: readonly string[];
  /** The maximum length of the slug in a new document's name, in characters. */
  slugMaxLength?: number | undefined;
  redact?: Redactor | undefined;
}

/** The folders whose markdown files `planDocument` needs to know. */
export function listFolders(
  session: Session,
  options: { docsPaths: DocsPaths; type?: OutputType },
): string[] {
  const type = options.type ?? session.output_type;
  const { folder } = findHome(session, { type, docsPaths: options.docsPaths });
  const records = documentKinds[type].linksRecords ? [cleanPath(options.docsPaths.decisions)] : [];
  return [...new Set([folder, ...records])];
}

/** Plans the document of a session. The same session and files give the same plan; after writing, the next plan keeps every file. */
export function planDocument(options: PlanOptions): DocumentPlan {
  const type = options.type ?? options.session.output_type;
  const { session, docsPaths, templates, existing } = options;
  const { content, assembled } = readContent(session, type);
  const slug = nameDocument(session, assembled === null ? content['title'] : null, options);
  const { folder, file } = findHome(session, { type, docsPaths, slug });
  if (documentKinds[type].extend === undefined)
    return planWhole(options, { type, folder, file, slug, content });
  const path = joinPath(folder, file);
  const before = existing.get(path);
  const rendering = { session, type, ...linkToRecord(options, path) };
  const extended =
    before === undefined || before.trim() === ''
      ? null
      : extendDocument(before, { ...rendering, shownAs: path });
  const text = extended?.text ?? renderDocument({ ...rendering, templates, redact: options.redact });
  const action = before === undefined ? 'create' : text === before ? 'keep' : 'update';
  const notes = (extended?.edited ?? []).map(
    (name) => `${path}: the part ${name} was edited by hand and stays as it is.`,
  );
  return { type, files: [{ path, text, kind: 'document', action }], notes, proposed: [] };
}

/** The maximum length of a slug if the configuration sets none. */
const defaultSlugLength = 30;

/**
 * The slug of a new document: its title in a few words, which says what was decided while the topic only asks. Without a title
 * of its own it gets the session's slug.
 */
function nameDocument(
  session: Session,
  title: unknown,
  { slugMaxLength = defaultSlugLength }: PlanOptions,
): string {
  const bare = typeof title === 'string' ? title.replace(/^(?:adr[-_ #]*)?\d{1,5}\s*[-–—.:]\s*/i, '') : '';
  const words = createSlug(bare, slugMaxLength).split('-');
  // A cut name must not end with a function word.
  while (words.length > 1 && fillWords.has(words.at(-1) ?? '')) words.pop();
  return words.join('-') || slugOf(session);
}

/** Plans a document that is a file of its own; an existing one is recognized by its mark. */
function planWhole(
  options: PlanOptions,
  {
    type,
    folder,
    file,
    slug,
    content,
  }: { type: OutputType; folder: string; file: string; slug: string } & Pick<DocumentContent, 'content'>,
): DocumentPlan {
  const { session, templates, existing } = options;
  const kind = documentKinds[type];
  const files = listFolder(existing, folder);
  const own = files.find((one) => {
    const mark = readMark(one.text);
    return mark?.sessionId === session.id && mark.type === type;
  });
  const isAside = isKeptAside(session);
  const numbered = isAside ? null : kind.chooseName?.(files, { slug, day: session.id.slice(0, 8) });
  const name = own?.name ?? findFreeName(files, numbered ?? file);
  const path = joinPath(folder, name);
  const { supersede = [] } = options;
  const others = isAside ? [] : files.filter((one) => one.name !== name);
  const wanted = kind.findProposed?.(content, others) ?? [];
  const planOthers = (text: string): PlannedFile[] =>
    isAside ? [] : (kind.planNeighbors?.(content, { folder, files, name, text, supersede }) ?? []);
  const isEdited = own !== undefined && readMark(own.text)?.edited === true;
  const plan = (file: PlannedFile, notes: string[]): DocumentPlan => {
    // For a record that people edited, only the records that it supersedes are changed.
    const neighbors = planOthers(file.text).filter((one) => !isEdited || one.kind === 'superseded');
    const done = neighbors.filter((one) => one.kind === 'superseded').map((one) => one.path);
    const proposed = wanted.filter((one) => !done.includes(joinPath(folder, one)));
    return { type, files: [file, ...neighbors], notes: [...notes, ...proposed.map(sayProposed)], proposed };
  };
  const sayProposed = (old: string): string =>
    `${path} proposes to supersede ${joinPath(folder, old)}, which stays as it is until you say so: s2s roundtable publish ${session.id} --supersede ${old}`;
  if (own !== undefined && isEdited) {
    const note = `${path} was edited by hand and stays as it is; \`s2s roundtable export ${session.id} --type ${type}\` shows what the session says.`;
    return plan({ path, text: own.text, kind: 'document', action: 'keep' }, [note]);
  }
  const replaced = planOthers(own?.text ?? '').filter((one) => one.kind === 'superseded');
  const records = kind.linksRecords
    ? linkRecords(options, path).map((record) => ({
        ...record,
        isSuperseded:
          record.isSuperseded === true || replaced.some((one) => one.path === joinPath(folder, record.file)),
      }))
    : [];
  const text = renderDocument({
    session,
    type,
    templates,
    records,
    redact: options.redact,
    ...linkToRecord(options, path),
  });
  const action = own === undefined ? 'create' : own.text === text ? 'keep' : 'update';
  return plan({ path, text, kind: 'document', action }, []);
}

function linkToRecord({ session, recordIsKept }: PlanOptions, from: string): { recordHref?: string } {
  return recordIsKept === true ? { recordHref: linkPath(from, recordPathOf(session)) } : {};
}

function linkRecords({ docsPaths, existing }: PlanOptions, from: string): RecordLink[] {
  const folder = cleanPath(docsPaths.decisions);
  const name = from.slice(from.lastIndexOf('/') + 1);
  return listRecords(listFolder(existing, folder)).map((one) => ({
    file: one.name,
    title: inline(readTitle(one)),
    href: linkPath(from, joinPath(folder, one.name)),
    isSuperseded: /^\W*status\W.*superseded by/im.test(one.text) && one.text.includes(name),
  }));
}

function listFolder(existing: ReadonlyMap<string, string>, folder: string): FolderFile[] {
  return [...existing]
    .filter(([path]) => path.slice(0, Math.max(path.lastIndexOf('/'), 0)) === folder)
    .map(([path, text]) => ({ name: path.slice(path.lastIndexOf('/') + 1), text }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** A free file name; adds a number if the name is taken. */
function findFreeName(files: readonly FolderFile[], name: string): string {
  const taken = new Set(files.map((file) => file.name.toLowerCase()));
  let free = name;
  for (let count = 2; taken.has(free.toLowerCase()); count += 1)
    free = name.replace(/\.md$/i, `-${count}.md`);
  return free;
}
