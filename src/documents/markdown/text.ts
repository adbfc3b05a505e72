/**
 * Makes text by people and models harmless for markdown: it is displayed as written, and cannot open a heading,
 * list, fence, table, link, comment, HTML, entity or front matter in the surrounding document. Rules from
 * CommonMark 0.31 and the GitHub extensions.
 */

/** Control characters except tab and line feed, marks that change the text direction, and invisible characters. */
const invisible =
  /(?![\t\n])\p{Cc}|[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff\u{e0000}-\u{e007f}]/gu;

/** Removes invisible characters, and normalizes line ends to `\n` and the text to NFC. */
export function cleanText(text: string): string {
  return text
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(invisible, '')
    .normalize('NFC');
}

/** One line of harmless markdown: every run of white space becomes one space. Also safe as a table cell. */
export function inline(text: string): string {
  const line = cleanText(text).replace(/\s+/gu, ' ').trim();
  return escapeLineStart(escapeLine(parenthesizeCitations(line)));
}

/** Like `inline`, but a dash if nothing visible is left: for the start of a list item and for emphasis. */
export function shown(text: string): string {
  return inline(text) || '–';
}

/** The text of a heading: like `inline`, without trailing punctuation, and `fallback` if nothing is left. */
export function heading(text: string, fallback: string): string {
  const line = cleanText(text)
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/^[#\s]+/u, '')
    .replace(/[\s.,;:!。，；：！#]+$/u, '');
  return line === '' ? fallback : inline(line);
}

/**
 * Paragraphs and flat lists of harmless markdown. Line breaks are kept; a line that begins with a list mark
 * becomes a list item; a leading number stays as text.
 */
export function block(text: string): string {
  const groups: { list: boolean; lines: string[] }[] = [];
  let open: { list: boolean; lines: string[] } | null = null;
  for (const line of cleanText(text).split('\n')) {
    const plain = line.replace(/\s+/gu, ' ').trim();
    const item = /^[-*+•] (\S.*)$/u.exec(plain)?.[1];
    if (plain === '') {
      open = null;
      continue;
    }
    if (open === null || open.list !== (item !== undefined)) {
      const last = groups.at(-1);
      // Two lists with nothing but blank lines between them are one list.
      if (last?.list && item !== undefined) open = last;
      else {
        open = { list: item !== undefined, lines: [] };
        groups.push(open);
      }
    }
    open.lines.push(item === undefined ? inline(plain) : `* ${inline(item)}`);
  }
  return groups.map((group) => group.lines.join('\n')).join('\n\n');
}

/** Escapes what has a meaning inside a line; simple code spans stay code, and web addresses stay links. */
function escapeLine(line: string): string {
  let result = '';
  let rest = line;
  while (rest !== '') {
    const special = /(?<![`\\])`(?!`)([^`]*[^`\s][^`]*)`(?!`)|https?:\/\/[^\s<>[\]`\\]+/iu.exec(rest);
    if (special === null) return result + escapePlain(rest);
    result += escapePlain(rest.slice(0, special.index));
    if (special[1] !== undefined) {
      result += codeSpan(special[1]);
      rest = rest.slice(special.index + special[0].length);
    } else {
      const address = trimAddress(special[0]);
      result += address === '' ? escapePlain(special[0]) : `<${address.replace(/\|/g, '%7C')}>`;
      rest = rest.slice(special.index + (address === '' ? special[0].length : address.length));
    }
  }
  return result;
}

/** Content that site generators execute even in code: templates, and code with a language (knitr, Quarto, Obsidian, Gatsby). */
const runCode = /\{[{%#]|^\s*(?:\{|r\s|\$?=|embed:)|##\w*\[/i;

/** A code span, unless it contains a pipe, which would end a table cell, a comment, which simple tools read even here, or `runCode`. */
function codeSpan(code: string): string {
  return /\||<!--/.test(code) || runCode.test(code) ? `\\\`${escapePlain(code)}\\\`` : `\`${code.trim()}\``;
}

/** Only real citations are in square brackets; text that looks like one gets parentheses, whatever brackets it has. */
function parenthesizeCitations(line: string): string {
  return line.replace(
    /\p{Ps}\s*((?:(?:R|Ｒ|round)\s*\p{N}|review\b)[^\p{Ps}\p{Pe}]{0,200})\p{Pe}/giu,
    '($1)',
  );
}

/** An address without the punctuation of the sentence around it; empty if no host is left. */
function trimAddress(address: string): string {
  let end = address.replace(/[.,;:!?'"*_~]+$/u, '');
  while (end.endsWith(')') && !end.includes('(')) end = end.slice(0, -1).replace(/[.,;:!?'"*_~]+$/u, '');
  return /^https?:\/\/[^\s/]/iu.test(end) ? end : '';
}

function escapePlain(part: string): string {
  return (
    part
      .replace(/\\(?=[^\p{L}\p{N}\s]|$)/gu, '\\\\')
      .replace(/[`[\]|~]/g, '\\$&')
      .replace(/<(?=[\p{L}/!?$_>])/gu, '\\<')
      .replace(/(?<=<)!/g, '\\!')
      .replace(/&(?=#?\w+;)/g, '\\&')
      .replace(/\*/g, '\\*')
      .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
      // A backslash does not stop Liquid, Vue or Hugo, which look for the pair; MDX executes text in single braces.
      .replace(/\{(?=[{%#<])|\}(?=\})|[%#](?=\})/g, '$& ')
      .replace(/[{}]/g, '\\$&')
      .replace(/##(?=\w*\\\[)/g, '# #')
      .replace(/\$(?=\$)/g, '\\$')
      .replace(/(?<=\w)@(?=[\w-]+\.\w)|(?<=www)\.|(?<=\w):(?=\/\/)/giu, '\\$&')
  );
}

/** Escapes what has a meaning only at the start of a line. */
function escapeLineStart(line: string): string {
  return (
    line
      .replace(/^(?:#|[-+](?=[ +-]|$|8<)|\*(?= |$)|=|>|:(?=[-:])|_(?=_)|<(?=<<)|!(?=!!)|\?(?=\?\?))/u, '\\$&')
      // MDX would execute such a line; readers see the same word.
      .replace(/^(?:import|export)(?=[ {*'"]|$)/u, (word) => `&#${word.charCodeAt(0)};${word.slice(1)}`)
      .replace(/^(\d{1,9})([.)])(?= |$)/u, '$1\\$2')
  );
}
