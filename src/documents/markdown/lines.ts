/** Reads the outline of markdown line by line, as far as files of people need it. */

/** A heading: its line's index, depth 1 to 6, and text. */
export interface Heading {
  line: number;
  depth: number;
  text: string;
}

/**
 * The indexes of lines in closed code fences, the fences included. A fence that is never closed is not
 * counted: what follows it is more likely meant as text than as code.
 */
export function findFencedLines(lines: readonly string[]): ReadonlySet<number> {
  const fenced = new Set<number>();
  for (let index = 0; index < lines.length; index += 1) {
    const open = /^ {0,3}(`{3,}|~{3,})/.exec(lines[index] ?? '')?.[1];
    if (open === undefined) continue;
    const close = lines.findIndex((line, at) => {
      const mark = line.trim();
      return at > index && /^(?:`{3,}|~{3,})$/.test(mark) && mark.startsWith(open);
    });
    if (close === -1) continue;
    for (let at = index; at <= close; at += 1) fenced.add(at);
    index = close;
  }
  return fenced;
}

/** The index of the line that closes the front matter, or -1 when there is none. */
export function findFrontMatterEnd(lines: readonly string[]): number {
  return lines[0]?.trimEnd() === '---'
    ? lines.findIndex((line, at) => at > 0 && line.trimEnd() === '---')
    : -1;
}

/** Headings written with `#`, and those underlined with `=` or `-`, outside of fences and front matter. */
export function listHeadings(lines: readonly string[]): Heading[] {
  const fenced = findFencedLines(lines);
  const start = findFrontMatterEnd(lines) + 1;
  const headings: Heading[] = [];
  for (let index = start; index < lines.length; index += 1) {
    if (fenced.has(index)) continue;
    const line = lines[index] ?? '';
    const [, marks, text] = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/.exec(line) ?? [];
    if (marks !== undefined) {
      headings.push({ line: index, depth: marks.length, text: (text ?? '').trim() });
      continue;
    }
    const under = /^ {0,3}(=+|-+)[ \t]*$/.exec(line)?.[1];
    const above = lines[index - 1] ?? '';
    const paragraph = index - 1 >= start && !fenced.has(index - 1) && /^ {0,3}[^\s#>*+|<-]/.test(above);
    if (under !== undefined && paragraph) {
      headings.push({ line: index - 1, depth: under.startsWith('=') ? 1 : 2, text: above.trim() });
    }
  }
  return headings;
}
