/** Builds a page of lines for one stream. All text is cleaned, and wrapped to the columns unless it is meant to be copied. */
import { cleanText } from '../text/clean-text.ts';
import type { ViewModes } from './terminal-modes.ts';
import { createTheme, type Style, type Theme } from './theme.ts';
import { measureWidth, padText, truncateText, wrapText } from './wrap-text.ts';

/** The style of one entry. */
export interface EntryOptions {
  style?: Style;
  /** Columns to the left of the mark. */
  indent?: number;
}

export interface Page {
  readonly theme: Theme;
  readonly columns: number;
  /** A title followed by a rule. */
  title(text: string): void;
  /** A heading after an empty line. */
  heading(text: string): void;
  /** A paragraph; its own line breaks are kept. */
  text(text: string, options?: EntryOptions): void;
  /** A marked entry; further lines align with its first word. The mark is trusted and may hold colour. */
  item(mark: string, text: string, options?: EntryOptions): void;
  /** The same at the left edge. */
  line(mark: string, text: string): void;
  /** A heading with an entry for each text, marked with bullets by default; nothing when there are no texts. */
  list(heading: string, texts: readonly string[], mark?: string): void;
  /** A label with a text beside it. */
  field(label: string, text: string, style?: Style): void;
  /** A path or a command: cleaned but never wrapped, so that it can be copied. */
  verbatim(text: string, indent?: number): void;
  /** A line that already fits the columns. */
  raw(line: string): void;
  blank(): void;
  /** The lines, without a final line break. */
  toText(): string;
}

const fieldWidth = 14;

/** A narrower terminal breaks the lines itself. */
const leastColumns = 40;

/** An empty page as wide as the stream. */
export function createPage(modes: ViewModes): Page {
  const theme = createTheme(modes);
  const columns = Math.max(leastColumns, modes.columns);
  const lines: string[] = [];
  /** Text behind a head, which stands in the place of the first line's indent. */
  const put = (text: string, { head = '', indent = 0, style }: EntryOptions & { head?: string }): void => {
    const margin = ' '.repeat(indent);
    const [first = '', ...further] = wrapText(text, columns, { indent: margin, keepsNames: true });
    const dress = (line: string): string => (style === undefined || line === '' ? line : style(line));
    const [before, rest] = head === '' ? ['', first] : [head, first.slice(indent)];
    lines.push(`${before}${dress(rest)}`.trimEnd(), ...further.map(dress));
  };
  const page: Page = {
    theme,
    columns,
    title(text) {
      const { rule } = theme.symbols;
      const words = truncateText(text, columns - 6, theme.symbols.ellipsis);
      const tail = Math.max(0, Math.min(columns, 80) - measureWidth(words) - 4);
      lines.push(`${rule}${rule} ${theme.strong(words)} ${rule.repeat(tail)}`);
    },
    heading(text) {
      page.blank();
      put(text, { style: theme.strong });
    },
    text: (text, options = {}) => put(text, options),
    item(mark, text, { indent = 2, ...options } = {}) {
      const head = `${' '.repeat(indent)}${mark} `;
      put(text, { ...options, head, indent: measureWidth(head) });
    },
    line: (mark, text) => page.item(mark, text, { indent: 0 }),
    list(heading, texts, mark = theme.symbols.bullet) {
      if (texts.length > 0) page.heading(heading);
      for (const text of texts) page.item(mark, text);
    },
    field(label, text, style) {
      const head = theme.quiet(padText(label, fieldWidth));
      put(text, { head, indent: fieldWidth, ...(style === undefined ? {} : { style }) });
    },
    verbatim(text, indent = 2) {
      lines.push(`${' '.repeat(indent)}${cleanText(text)}`);
    },
    raw(line) {
      lines.push(line);
    },
    blank() {
      if (lines.length > 0 && lines.at(-1) !== '') lines.push('');
    },
    toText() {
      while (lines.at(-1) === '') lines.pop();
      return lines.join('\n');
    },
  };
  return page;
}
