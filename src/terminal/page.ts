/** Builds a page of lines for one stream. All text is cleaned, and wrapped to the columns unless it is meant to be copied. */
import { cleanText } from '../text/clean-text.ts';
import type { ViewModes } from './terminal-modes.ts';
import { createTheme, type Style, type Theme } from './theme.ts';
import { measureWidth, truncateText, wrapText } from './wrap-text.ts';

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
  /** A label with a text beside it, or under it on a narrow page. */
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

/** On a page with fewer columns even names are broken, because nearly all would be wider than the page. */
const leastForNames = 30;

/** An empty page as wide as the stream. */
export function createPage(modes: ViewModes): Page {
  const theme = createTheme(modes);
  const columns = Math.max(1, modes.columns);
  const keepsNames = columns >= leastForNames;
  const lines: string[] = [];
  const put = (wrapped: readonly string[], style: Style | undefined): void => {
    for (const line of wrapped) lines.push(style === undefined || line === '' ? line : style(line));
  };
  const page: Page = {
    theme,
    columns,
    title(text) {
      const { rule } = theme.symbols;
      const words = truncateText(text, Math.max(1, columns - 6), theme.symbols.ellipsis);
      const tail = Math.max(0, Math.min(columns, 80) - measureWidth(words) - 4);
      lines.push(
        columns < 12 ? theme.strong(words) : `${rule}${rule} ${theme.strong(words)} ${rule.repeat(tail)}`,
      );
    },
    heading(text) {
      page.blank();
      put(wrapText(text, columns, { keepsNames }), theme.strong);
    },
    text(text, options = {}) {
      put(wrapText(text, columns, { indent: ' '.repeat(options.indent ?? 0), keepsNames }), options.style);
    },
    item(mark, text, options = {}) {
      const indent = ' '.repeat(options.indent ?? 2);
      const hang = `${indent}${' '.repeat(measureWidth(mark) + 1)}`;
      const [first = '', ...further] = wrapText(text, columns, {
        indent: hang,
        hangingIndent: hang,
        keepsNames,
      });
      const style: Style = options.style ?? ((line) => line);
      // wrapText drops indents that leave no room; the mark then gets a line of its own.
      if (first === '') lines.push(`${columns > hang.length ? indent : ''}${mark}`);
      else if (first.startsWith(hang)) lines.push(`${indent}${mark} ${style(first.slice(hang.length))}`);
      else if (columns > measureWidth(mark)) lines.push(mark, style(first));
      else lines.push(style(first));
      put(further, options.style);
    },
    line: (mark, text) => page.item(mark, text, { indent: 0 }),
    list(heading, texts, mark = theme.symbols.bullet) {
      if (texts.length > 0) page.heading(heading);
      for (const text of texts) page.item(mark, text);
    },
    field(label, text, style) {
      if (columns < fieldWidth + 26) {
        put(wrapText(label, columns), theme.quiet);
        put(wrapText(text, columns, { indent: '  ', keepsNames }), style);
        return;
      }
      const hang = ' '.repeat(fieldWidth);
      const [first = '', ...further] = wrapText(text, columns, {
        indent: hang,
        hangingIndent: hang,
        keepsNames,
      });
      const name = truncateText(label, fieldWidth - 1, theme.symbols.ellipsis);
      const rest = first.slice(fieldWidth);
      lines.push(
        `${theme.quiet(name)}${hang.slice(measureWidth(name))}${style === undefined ? rest : style(rest)}`.trimEnd(),
      );
      put(further, style);
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
