/** Separates front matter, which is YAML between two lines `---` at the top of a markdown file. */

/** A part of the text of a file, and where it begins. */
export interface SourceBlock {
  text: string;
  /** The line of the file on which the text begins, from 1. */
  line: number;
  /** Columns cut off in front of each line. */
  indent: number;
}

/** The front matter and the body of a markdown file. */
export interface MarkdownParts {
  frontMatter: SourceBlock | null;
  /** The line on which front matter is opened but never closed, else null. */
  unclosedAt: number | null;
  body: SourceBlock;
}

/** Separates the front matter from the body. Blank lines before the front matter are allowed. Line ends must be `\n`. */
export function splitFrontMatter(text: string): MarkdownParts {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => line.trim() !== '');
  const whole: MarkdownParts = {
    frontMatter: null,
    unclosedAt: null,
    body: { text, line: 1, indent: 0 },
  };
  if (start === -1 || lines[start]?.trimEnd() !== '---') return whole;
  const end = lines.findIndex((line, index) => index > start && /^(---|\.\.\.)\s*$/.test(line));
  if (end === -1) return { ...whole, unclosedAt: start + 1 };
  return {
    frontMatter: { text: lines.slice(start + 1, end).join('\n'), line: start + 2, indent: 0 },
    unclosedAt: null,
    body: { text: lines.slice(end + 1).join('\n'), line: end + 2, indent: 0 },
  };
}
