/** Plans which files are written for a session; touches no file. */
import { readDated, readDay } from '../session/rules/read-day.ts';
import { readVerdict } from '../session/rules/verdict.ts';
import type { Session } from '../session/session.ts';
import type { OutputType } from '../session/vocabulary.ts';
import type { Redactor } from '../text/secrets/redactor.ts';
import { createSlug } from '../text/slug.ts';
import { fillWords } from '../text/words.ts';
import type { FolderFile, FolderRules, PlannedFile } from './document-kind.ts';
import { documentKinds, findHome } from './document-kinds.ts';
import { readMark } from './document-mark.ts';
import {
  type DocsPaths,
  findRevisited,
  isKeptAside,
  joinPath,
  linkPath,
  recordPathOf,
  slugOf,
} from './document-paths.ts';
import { inline } from './markdown/text.ts';
import type { Replaced } from './parts/head.ts';
import { readLinks } from './place-links.ts';
import { renderDocument, renderText, type Templates } from './render-document.ts';
import { extendFile } from './shared/extend-file.ts';

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
  /** The markdown files that exist in the folder of `findFolder`, by path. */
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

/** The folder whose markdown files `planDocument` needs to know. */
export function findFolder(session: Session, options: { docsPaths: DocsPaths; type?: OutputType }): string {
  return findHome(session, { type: session.output_type, ...options }).folder;
}

/** Plans the document of a session. The same session and files give the same plan; after writing, the next plan keeps every file. */
export function planDocument(options: PlanOptions): DocumentPlan {
  const type = options.type ?? options.session.output_type;
  return documentKinds[type].isShared ? planShared(options, type) : planWhole(options, type);
}

function planShared(options: PlanOptions, type: OutputType): DocumentPlan {
  const { session, docsPaths, templates, existing, redact } = options;
  const { folder, file } = findHome(session, { type, docsPaths });
  const path = joinPath(folder, file);
  const before = existing.get(path);
  const { text, notes } = extendFile(
    before ?? '',
    {
      session,
      name: type,
      render: (ids) =>
        renderText({
          session,
          type,
          templates,
          ids,
          redact,
          inShared: true,
          file: path,
          taken: readLinks(before ?? ''),
          ...linkToRecord(options, path),
        }),
    },
    { shownAs: path },
  );
  const action = before === undefined ? 'create' : text === before ? 'keep' : 'update';
  return { type, files: [{ path, text, kind: 'document', action }], notes, proposed: [] };
}

/** The maximum length of a slug if the configuration sets none. */
const defaultSlugLength = 30;

/**
 * The slug of a new document: its title in a few words, which says what was decided while the topic only asks. Without a title
 * of its own it gets the session's slug.
 */
function nameDocument({ session, slugMaxLength = defaultSlugLength }: PlanOptions): string {
  const title = session.text?.title ?? '';
  const bare = title.replace(/^(?:adr[-_ #]*)?\d{1,5}\s*[-–—.:]\s*/i, '');
  const words = createSlug(bare, slugMaxLength).split('-');
  // A cut name must not end with a function word.
  while (words.length > 1 && fillWords.has(words.at(-1) ?? '')) words.pop();
  return words.join('-') || slugOf(session);
}

/** Plans a document that is a file of its own; an existing one is recognized by its mark. */
function planWhole(options: PlanOptions, type: OutputType): DocumentPlan {
  const { session, docsPaths, templates, redact } = options;
  const slug = nameDocument(options);
  const { folder, file } = findHome(session, { type, docsPaths, slug });
  const files = listFolder(options.existing, folder);
  const own = files.find((one) => {
    const mark = readMark(one.text);
    return mark?.sessionId === session.id && mark.type === type;
  });
  const rules = isKeptAside(session) ? undefined : documentKinds[type].folderRules;
  const named = rules?.chooseName(files, {
    slug,
    day: readDay(readDated(session), session).replaceAll('-', ''),
  });
  const name = own?.name ?? findFreeName(files, named ?? file);
  const path = joinPath(folder, name);
  const isEdited = own !== undefined && readMark(own.text)?.edited === true;
  const neighbors = planReplaced(options, {
    rules,
    folder,
    name,
    others: files.filter((one) => one.name !== name),
  });
  const text =
    own !== undefined && isEdited
      ? own.text
      : renderDocument({
          ...{ session, type, templates, redact, replaced: neighbors.replaced, file: path },
          ...linkToRecord(options, path),
        });
  const action = own === undefined ? 'create' : own.text === text ? 'keep' : 'update';
  // A record that people edited stays, and so does its line in the index.
  const marked = neighbors.mark({ name, text });
  const index = isEdited ? null : (rules?.extendIndex(files, { name, text }, marked) ?? null);
  const editedNote = `${path} was edited by hand and stays as it is; \`s2s roundtable export ${session.id} --type ${type}\` shows what the session says.`;
  return {
    type,
    files: [
      { path, text, kind: 'document', action },
      ...(index === null ? [] : [update(folder, index, 'index')]),
      ...marked.map((changed) => update(folder, changed, 'superseded')),
      ...neighbors.amend({ name, text }).map((changed) => update(folder, changed, 'amended')),
    ],
    notes: [
      ...(isEdited ? [editedNote] : []),
      ...neighbors.proposed.map(
        (old) =>
          `${path} proposes to supersede ${joinPath(folder, old)}, which stays as it is until you say so: s2s roundtable publish ${session.id} --supersede ${old}`,
      ),
    ],
    proposed: neighbors.proposed,
  };
}

/**
 * The records that the text wants to replace: a model wrote it, but the decisions in force belong to people, so each is marked only
 * when a person agreed to it (`supersede`).
 */
function planReplaced(
  { session, supersede = [] }: PlanOptions,
  place: { rules: FolderRules | undefined; folder: string; name: string; others: readonly FolderFile[] },
): {
  replaced: Replaced[];
  proposed: string[];
  mark: (own: FolderFile) => FolderFile[];
  amend: (own: FolderFile) => FolderFile[];
} {
  const { rules, name, others } = place;
  // A record that a person had looked at again gets the state that this ended in, and nothing else does without their yes.
  const revisited = findRevisited(session)?.name;
  const verdict = readVerdict(session);
  const superseded = revisited !== undefined && verdict === 'superseded' ? [revisited] : [];
  const named = [...superseded, ...(session.text?.supersedes ?? [])];
  if (rules === undefined) {
    return {
      replaced: named.map((one) => ({ name: inline(one), isDone: false })),
      proposed: [],
      mark: () => [],
      amend: () => [],
    };
  }
  const found = rules.findReplaced(others, named);
  const agreed = new Set(rules.findReplaced(found, [...superseded, ...supersede]));
  const isInForce = (file: FolderFile): boolean => rules.markReplaced(file, { name, text: '' }) !== null;
  const unknown = named.filter((one) => rules.findReplaced(others, [one]).length === 0);
  return {
    replaced: [
      ...found.map((file) => ({
        name: `[${rules.readTitle(file)}](${linkPath(name, file.name)})`,
        isDone: agreed.has(file) || (!isInForce(file) && file.text.includes(name)),
      })),
      ...unknown.map((one) => ({ name: inline(one), isDone: false })),
    ],
    proposed: found.filter((file) => !agreed.has(file) && isInForce(file)).map((file) => file.name),
    mark: (own) => [...agreed].flatMap((file) => rules.markReplaced(file, own) ?? []),
    amend: (own) =>
      others
        .filter((file) => verdict === 'amended' && file.name === revisited)
        .flatMap((file) => rules.markAmended(file, own) ?? []),
  };
}

function update(folder: string, { name, text }: FolderFile, kind: PlannedFile['kind']): PlannedFile {
  return { path: joinPath(folder, name), text, kind, action: 'update' };
}

function linkToRecord({ session, recordIsKept }: PlanOptions, from: string): { recordHref?: string } {
  return recordIsKept === true ? { recordHref: linkPath(from, recordPathOf(session)) } : {};
}

function listFolder(existing: ReadonlyMap<string, string>, folder: string): FolderFile[] {
  const start = joinPath(folder, '');
  return [...existing]
    .filter(([path]) => path.startsWith(start))
    .map(([path, text]) => ({ name: path.slice(start.length), text }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** A free file name; adds a number if the name is taken. */
function findFreeName(files: readonly FolderFile[], name: string): string {
  const taken = new Set(files.map((file) => file.name.toLowerCase()));
  let free = name;
  for (let count = 2; taken.has(free.toLowerCase()); count += 1)
    free = name.replace(/(?:\/readme)?\.md$/i, (end) => `-${count}${end}`);
  return free;
}
