/** What a review is of: a change, as git prints one, or a document. */
import * as z from 'zod';
import { count } from './field-schemas.ts';

export const subjectSchema = z.looseObject({
  /** As the person named it: `main..HEAD`, `docs/x.md`. */
  name: z.string(),
  kind: z.enum(['change', 'document']),
  text: z.string(),
  of_characters: count,
  /** Files of the change that did not fit, or must not be sent; their names alone are shown. */
  left_out: z.array(z.string()).default([]),
  /** Full hashes of what the change starts from and where it ends; without an end, it goes on to what is not committed. */
  base: z.string().optional(),
  head: z.string().optional(),
  /** Where the repository stands on the web; absent without a known remote. */
  repository: z.string().optional(),
  /** The commits of a range, the newest first. */
  commits: z.array(z.looseObject({ hash: z.string(), subject: z.string() })).optional(),
});

export type Subject = z.infer<typeof subjectSchema>;

/** A line of a file after the change; one that goes has no number. */
export interface ChangedLine {
  number: number | null;
  text: string;
}

/** One file of a change. */
export interface ChangedFile {
  path: string;
  /** Where it was moved or copied from; absent for any other file. */
  from?: string;
  /** Its part of the change, as it was written. */
  text: string;
  lines: ChangedLine[];
}

/**
 * The files of a change in the unified format, with the numbers that its lines have afterwards; a file that goes has its old path. What
 * stands between files belongs to none. Empty for a text that is no change.
 */
export function readChange(text: string): ChangedFile[] {
  const files: ChangedFile[] = [];
  const source = text.split('\n');
  let file: ChangedFile | null = null;
  let old = '';
  for (let at = 0; at < source.length; at += 1) {
    const line = source[at] ?? '';
    const git = /^diff --git (.+)$/.exec(line)?.[1];
    const before = /^--- (.+?)(?:\t.*)?$/.exec(line)?.[1];
    const after = /^\+\+\+ (.+?)(?:\t.*)?$/.exec(source[at + 1] ?? '')?.[1];
    if (git !== undefined) {
      file = { path: readGitPath(git), text: line, lines: [] };
      files.push(file);
      continue;
    }
    if (before !== undefined && after !== undefined) {
      old = readPath(before);
      const path = after === '/dev/null' ? old : readPath(after);
      // Without git's own line, the file begins here.
      if (file === null || file.lines.length > 0) {
        file = { path, text: '', lines: [] };
        files.push(file);
      }
      file.path = path;
      file.text += `${file.text === '' ? '' : '\n'}${line}\n${source[at + 1] ?? ''}`;
      at += 1;
      continue;
    }
    if (file === null) continue;
    file.text += `\n${line}`;
    const from = /^(?:rename|copy) from (.+)$/.exec(line)?.[1];
    if (from !== undefined) file.from = readName(from);
    const [, removed = '1', start, added = '1'] =
      /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line) ?? [];
    if (start === undefined) continue;
    // The numbers say how long it is, so that a line of it that looks like a head is none.
    let [left, number, right] = [Number(removed), Number(start), Number(added)];
    while (left + right > 0 && at + 1 < source.length) {
      at += 1;
      const next = source[at] ?? '';
      file.text += `\n${next}`;
      if (next.startsWith('\\')) continue;
      const goes = next.startsWith('-');
      file.lines.push({ number: goes ? null : number, text: next });
      if (!goes) [number, right] = [number + 1, right - 1];
      if (!next.startsWith('+')) left -= 1;
    }
  }
  return files;
}

/** The new path in `a/x b/x`; both are the same where no further line names them. */
function readGitPath(both: string): string {
  const half = both.slice((both.length + 1) / 2);
  return readPath(/^"?b\//.test(half) ? half : (both.split(' b/').at(-1) ?? both));
}

function readPath(name: string): string {
  return readName(name).replace(/^[abciow]\//, '');
}

const escapes: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  t: '\t',
  n: '\n',
  v: '\v',
  f: '\f',
  r: '\r',
};

/** A name that git quotes, because of characters such as a line end in it, stands for itself. */
function readName(name: string): string {
  if (!/^".*"$/.test(name)) return name.replace(/^"|"$/g, '');
  return name
    .slice(1, -1)
    .replace(/\\(?:([0-7]{3})|(.))/g, (_, code: string | undefined, letter: string) =>
      code === undefined ? (escapes[letter] ?? letter) : String.fromCharCode(Number.parseInt(code, 8)),
    );
}

/** The files of a subject: those of a change, or the document with all its lines. */
export function listSubjectFiles({ kind, name, text }: Subject): ChangedFile[] {
  if (kind === 'change') return readChange(text);
  const lines = text.split('\n').map((line, index) => ({ number: index + 1, text: line }));
  return [{ path: name, text, lines }];
}

/** A place as an item names it: `src/a.ts:12`, or a path alone. */
export function readPlace(place: string): { path: string; line: number | null } {
  const [, path = '', line] = /^[`'"\s]*(.+?)(?::(\d+)(?:[-–:]\d+)?)?[`'"\s]*$/.exec(place) ?? [];
  return { path, line: line === undefined ? null : Number(line) };
}
