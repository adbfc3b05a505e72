/** Draws the map of the project that a seat sees before it looks anything up. */
import type { ProjectFile } from './project-files.ts';

/** Describes a file by its title, or by the first sentence of its first comment. Empty when it has neither. */
export type DescribeFile = (file: ProjectFile) => Promise<string>;

/** How many files get a description; the others have only a name and a size. */
const mostDescribed = 120;

/** The share of the budget that names may fill when there are more files than fit; the rest is for descriptions. */
const shareOfNames = 0.75;

/** The length of descriptions in characters; shorter ones are used when there is little room. */
const describedIn = [100, 60, 36] as const;

/**
 * Lists all files if they fit in `maxBytes`. Otherwise a folder is one line, and folders are opened one by one while their content
 * fits, those that tell most about the project first. Files near the root, and documents, are described first. `absent`: how many files
 * of the repository are not on the disk.
 */
export async function drawProjectMap(
  files: readonly ProjectFile[],
  { maxBytes, describe, absent = 0 }: { maxBytes: number; describe: DescribeFile; absent?: number },
): Promise<string> {
  if (files.length === 0) return '';
  let root = growTree(files);
  const more = absent === 0 ? '' : `; ${absent} more that git tracks are not checked out`;
  const head = `${formatCount(root)}, ${formatSize(root.size)}${more}`;
  const room = maxBytes - measure(head);
  if (!openFolders(root, room)) {
    root = growTree(files);
    openFolders(root, room * shareOfNames);
  }
  const lines = listLines(root);
  const bare = [head, ...lines.map(({ text }) => text)];
  const described = await addDescriptions(lines, { describe, room: maxBytes - measure(bare.join('\n')) });
  return cutLines([head, ...described], maxBytes);
}

/** A folder, its content, and whether the map lists the content. */
interface Folder {
  path: string;
  depth: number;
  count: number;
  size: number;
  folders: Map<string, Folder>;
  files: ProjectFile[];
  isOpen: boolean;
}

function growTree(files: readonly ProjectFile[]): Folder {
  const make = (path: string, depth: number): Folder => ({
    path,
    depth,
    count: 0,
    size: 0,
    folders: new Map(),
    files: [],
    isOpen: false,
  });
  const root = make('', 0);
  for (const file of files) {
    const names = file.path.split('/').slice(0, -1);
    let folder = root;
    folder.count += 1;
    folder.size += file.size;
    for (const name of names) {
      const next = folder.folders.get(name) ?? make(`${folder.path}${name}/`, folder.depth + 1);
      folder.folders.set(name, next);
      folder = next;
      folder.count += 1;
      folder.size += file.size;
    }
    folder.files.push(file);
  }
  return root;
}

/** Opens folders while their lines fit, and the root in any case. Returns whether all are open. */
function openFolders(root: Folder, room: number): boolean {
  root.isOpen = true;
  let left = room - measureInside(root);
  const waiting = [...root.folders.values()];
  let isWhole = true;
  while (waiting.length > 0) {
    const next = waiting.reduce((best, folder) => (weigh(folder) < weigh(best) ? folder : best));
    waiting.splice(waiting.indexOf(next), 1);
    const cost = measureInside(next) - measure(writeFolder(next));
    if (cost > left) {
      isWhole = false;
      continue;
    }
    left -= cost;
    next.isOpen = true;
    waiting.push(...next.folders.values());
  }
  return isWhole;
}

/** Folders whose files tell little about a project, in any programming language. */
const lesser =
  /^(?:tests?|__tests__|spec|specs|fixtures?|testdata|mocks?|examples?|samples?|demos?|vendor|third_party|assets|public|static|images?|locales?|i18n|migrations|snapshots?|__snapshots__|generated|build|dist|\..*)$/i;

/** The order in which folders are opened: near ones first, those with tests, examples and assets last. */
function weigh({ path, depth, count }: Folder): number {
  const isLesser = path.split('/').some((name) => name !== '' && lesser.test(name));
  return depth * 100 + Math.min(99, count) + (isLesser ? 1_000 : 0);
}

function measureInside({ folders, files }: Folder): number {
  const inner = [...folders.values()].reduce((sum, folder) => sum + measure(writeFolder(folder)), 0);
  return files.reduce((sum, file) => sum + measure(writeFile(file)), inner);
}

interface MapLine {
  text: string;
  /** The file; null for a folder that is not open. */
  file: ProjectFile | null;
}

/** The lines of a folder, in the order of their paths. An open folder has no line of its own. */
function listLines(folder: Folder): MapLine[] {
  const entries = [
    ...folder.files.map((file) => ({
      path: file.path,
      lines: [{ text: writeFile(file), file }] as MapLine[],
    })),
    ...[...folder.folders.values()].map((inner) => ({
      path: inner.path,
      lines: inner.isOpen ? listLines(inner) : [{ text: writeFolder(inner), file: null }],
    })),
  ];
  return entries.sort((one, other) => (one.path < other.path ? -1 : 1)).flatMap(({ lines }) => lines);
}

/** Adds descriptions to the lines, the most important files first, while there is room. */
async function addDescriptions(
  lines: readonly MapLine[],
  { describe, room }: { describe: DescribeFile; room: number },
): Promise<string[]> {
  const wanted = lines
    .filter((line): line is MapLine & { file: ProjectFile } => line.file !== null)
    .sort((a, b) => importance(a.file) - importance(b.file))
    .slice(0, room <= 0 ? 0 : mostDescribed);
  const said = new Map<MapLine, string>();
  for (const line of wanted) said.set(line, await describe(line.file));
  const cost = (length: number): number =>
    [...said.values()].reduce((sum, text) => sum + measure(shorten(text, length)) + 1, 0);
  const length = describedIn.find((most) => cost(most) <= room) ?? describedIn.at(-1) ?? 0;
  let left = room;
  const kept = new Map<MapLine, string>();
  for (const line of wanted) {
    const text = shorten(said.get(line) ?? '', length);
    if (text === '' || measure(text) + 1 > left) continue;
    left -= measure(text) + 1;
    kept.set(line, text);
  }
  return lines.map((line) => (kept.has(line) ? `${line.text}: ${kept.get(line)}` : line.text));
}

function importance({ path }: ProjectFile): number {
  const parts = path.split('/');
  const isLesser = parts.some((name) => lesser.test(name));
  const isDocument = /\.(?:md|rst|adoc|txt)$/i.test(path);
  return (parts.length - 1) * 2 - (isDocument ? 1 : 0) + (isLesser ? 20 : 0);
}

/** Keeps the lines that fit, with a last line that says how many do not. */
function cutLines(lines: readonly string[], maxBytes: number): string {
  const whole = lines.join('\n');
  if (measure(whole) - 1 <= maxBytes) return whole;
  const kept: string[] = [];
  let left = maxBytes - 24;
  for (const line of lines) {
    left -= measure(line);
    if (left < 0) break;
    kept.push(line);
  }
  return [...kept, `(${lines.length - kept.length} more lines)`].join('\n');
}

/** The bytes of a line with its line end. */
function measure(line: string): number {
  return Buffer.byteLength(line) + 1;
}

function writeFile({ path, size }: ProjectFile): string {
  return `${path} (${formatSize(size)})`;
}

function writeFolder(folder: Folder): string {
  return `${folder.path} (${formatCount(folder)}, ${formatSize(folder.size)})`;
}

function formatCount({ count }: Pick<Folder, 'count'>): string {
  return `${count} ${count === 1 ? 'file' : 'files'}`;
}

function formatSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  return bytes < 1024 * 1024 ? `${Math.round(bytes / 1024)} kB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  const end = text.lastIndexOf(' ', length - 2);
  return end < length / 3 ? '' : `${text.slice(0, end)} …`;
}

/** Describes a text by its heading, or by the first sentence of the comment at its beginning. */
export function describeText(text: string): string {
  const lines = text.split(/\r?\n/, 40).map((line) => line.trim());
  const start = lines.findIndex(
    (line) => line !== '' && !/^(?:#!|<\?|'use |"use |---$|<!--$|\/\*\*?$)/.test(line),
  );
  const line = lines[start] ?? '';
  const [, comment] =
    /^(?:#+|\/\/[/!]*|\/\*\*?|\*|<!--|--|;+|"""|'''|\{-|\(\*|%+|=+)\s*(.+?)\s*(?:\*\/|-->|"""|''')?$/.exec(
      line,
    ) ?? [];
  const inComment = comment ?? (lines[start - 1]?.startsWith('/*') === true ? line : undefined);
  const said = (inComment ?? '').replace(/\s+/g, ' ');
  if (!/\p{L}{2}/u.test(said) || /copyright|licen[cs]e|eslint|prettier|generated|pragma/i.test(said))
    return '';
  const [sentence = said] = said.split(/(?<=[.!?])\s/);
  return sentence.length > 100 ? `${sentence.slice(0, sentence.lastIndexOf(' ', 99))} …` : sentence;
}
