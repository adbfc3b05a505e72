/** The map: what a seat is shown of the project before it looks anything up. */
import type { ProjectFile } from './project-files.ts';

/** What a file says of itself: its title, or the first sentence of its first comment. Empty when it says nothing. */
export type DescribeFile = (file: ProjectFile) => Promise<string>;

/** How many files get a line on what they are; the others have a name and a size. */
const mostDescribed = 120;

const describedAtOnce = 16;

/**
 * Lists all files where they fit in `maxBytes`, else folders with the number of their files, the deepest first joined into the
 * folder above. Files near the root, and documents, are described first.
 */
export async function drawProjectMap(
  files: readonly ProjectFile[],
  { maxBytes, describe }: { maxBytes: number; describe: DescribeFile },
): Promise<string> {
  if (files.length === 0) return '';
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const head = `${files.length} files, ${formatSize(total)}`;
  for (let depth = Math.max(...files.map(({ path }) => countFolders(path))); depth >= 0; depth -= 1) {
    const lines = listToDepth(files, depth);
    const bare = [head, ...lines.map(({ text }) => text)].join('\n');
    if (Buffer.byteLength(bare) > maxBytes && depth > 0) continue;
    const described = await addDescriptions(lines, describe);
    return (
      cutLines([head, ...described], maxBytes) ??
      cutLines([head, ...lines.map(({ text }) => text)], maxBytes, true) ??
      ''
    );
  }
  return '';
}

interface MapLine {
  text: string;
  /** The file of the line; null for a folder that stands for its files. */
  file: ProjectFile | null;
}

function listToDepth(files: readonly ProjectFile[], depth: number): MapLine[] {
  const lines = new Map<string, { files: ProjectFile[]; isFolder: boolean }>();
  for (const file of files) {
    const parts = file.path.split('/');
    const isFolder = parts.length - 1 > depth;
    const key = isFolder ? `${parts.slice(0, depth + 1).join('/')}/` : file.path;
    const line = lines.get(key) ?? { files: [], isFolder };
    line.files.push(file);
    lines.set(key, line);
  }
  return [...lines].map(([key, line]) => {
    const size = formatSize(line.files.reduce((sum, file) => sum + file.size, 0));
    const [only] = line.files;
    return line.isFolder || only === undefined
      ? {
          text: `${key} (${line.files.length} ${line.files.length === 1 ? 'file' : 'files'}, ${size})`,
          file: null,
        }
      : { text: `${key} (${size})`, file: only };
  });
}

async function addDescriptions(lines: readonly MapLine[], describe: DescribeFile): Promise<string[]> {
  const wanted = lines
    .filter((line) => line.file !== null)
    .sort((a, b) => importance(a.file) - importance(b.file))
    .slice(0, mostDescribed);
  const said = new Map<MapLine, string>();
  for (let start = 0; start < wanted.length; start += describedAtOnce) {
    const some = wanted.slice(start, start + describedAtOnce);
    await Promise.all(
      some.map(async (line) => {
        if (line.file !== null) said.set(line, await describe(line.file));
      }),
    );
  }
  return lines.map((line) => {
    const text = said.get(line) ?? '';
    return text === '' ? line.text : `${line.text}: ${text}`;
  });
}

function importance(file: ProjectFile | null): number {
  const path = file?.path ?? '';
  return countFolders(path) * 2 - (/\.(?:md|rst|adoc|txt)$/i.test(path) ? 1 : 0);
}

/** The lines that fit, with a last line that says how many do not; null when only some fit and `partly` is not set. */
function cutLines(lines: readonly string[], maxBytes: number, partly = false): string | null {
  const whole = lines.join('\n');
  if (Buffer.byteLength(whole) <= maxBytes) return whole;
  if (!partly) return null;
  const kept: string[] = [];
  let left = maxBytes - 40;
  for (const line of lines) {
    left -= Buffer.byteLength(line) + 1;
    if (left < 0) break;
    kept.push(line);
  }
  return [...kept, `(${lines.length - kept.length} more lines)`].join('\n');
}

function countFolders(path: string): number {
  return path.split('/').length - 1;
}

function formatSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  return bytes < 1024 * 1024 ? `${Math.round(bytes / 1024)} kB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

/** The first thing that a text says of itself: a heading, or the first sentence of the comment that it begins with. */
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
