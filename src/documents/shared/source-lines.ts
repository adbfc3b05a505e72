/** A text as lines that keep their own ends, so that what is not touched stays byte for byte. */

export interface SourceLine {
  text: string;
  /** `\n`, `\r\n`, `\r`, or empty for a last line without an end. */
  end: string;
}

/** The lines of a text; there is no empty one after a last line that ends. */
export function splitLines(text: string): SourceLine[] {
  const parts = text.split(/(\r\n|\n|\r)/);
  const lines: SourceLine[] = [];
  for (let index = 0; index < parts.length; index += 2)
    lines.push({ text: parts[index] ?? '', end: parts[index + 1] ?? '' });
  const last = lines.at(-1);
  if (last?.text === '' && last.end === '') lines.pop();
  return lines;
}

export function joinLines(lines: readonly SourceLine[]): string {
  return lines.map(({ text, end }) => text + end).join('');
}

/** A text of the program as lines with this end. */
export function makeLines(text: string, end: string): SourceLine[] {
  return text.split('\n').map((line) => ({ text: line, end }));
}

/** The text that a parser reads: the same lines, all with `\n`. */
export function readPlain(lines: readonly SourceLine[]): string {
  return lines.map(({ text }) => text).join('\n');
}

/** Changes the lines of a text. Those before and behind the change keep their ends, also in a text that mixes them. */
export function editLines(text: string, change: (lines: readonly string[]) => string[]): string {
  const lines = text.split(/\r\n?|\n/);
  const ends = text.match(/\r\n?|\n/g) ?? [];
  const changed = change(lines);
  const first = changed.findIndex((line, at) => line !== lines[at]);
  const added = changed.length - lines.length;
  return changed
    .map((line, at) => {
      const end = ends[first === -1 || at < first + added ? at : at - added] ?? ends[0] ?? '\n';
      return at === changed.length - 1 ? line : line + end;
    })
    .join('');
}
