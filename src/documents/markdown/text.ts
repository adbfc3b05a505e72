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

/** What a text may bring beside words: marks of the session's text, emphasis, and links to web addresses. */
export interface Rich {
  /** The markdown in the place of a mark such as `[[REQ-001]]`. */
  mark: (id: string) => string;
  /** False where the line itself is emphasized or a heading: there, marks of emphasis are removed. */
  emphasis: boolean;
}

/** One line of harmless markdown: every run of white space becomes one space. Also safe as a table cell. */
export function inline(text: string, rich?: Rich): string {
  const line = cleanText(text).replace(/\s+/gu, ' ').trim();
  return escapeLineStart(escapeLine(line, rich));
}

/** Like `inline`, but a dash if nothing visible is left: for the start of a list item and for emphasis. */
export function shown(text: string, rich?: Rich): string {
  return inline(text, rich) || '–';
}

/** The text of a heading: like `inline`, without trailing punctuation, and `fallback` if nothing is left. */
export function heading(text: string, fallback: string, rich?: Rich): string {
  const line = cleanText(text)
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/^[#\s]+/u, '')
    .replace(/[\s.,;:!。，；：！#]+$/u, '');
  return line === '' ? fallback : inline(line, rich);
}

const codeToken = '(?<![`\\\\])`(?!`)(?<code>[^`]*[^`\\s][^`]*)`(?!`)';
const addressToken = '(?<address>https?:\\/\\/[^\\s<>[\\]`\\\\{}]+)';
/** What stays markdown in any text: simple code spans and web addresses. */
const plainTokens = new RegExp(`${codeToken}|${addressToken}`, 'giu');
/** What may be emphasized: anything but asterisks, which code may hold. */
const emphasizable = '(?:`[^`]*`|`(?![^`]*`)|[^*`])+?';
const emphasized = (name: string, mark: string): string =>
  `(?<![\\p{L}\\p{N}*\\\\])${mark}(?=[^\\s*])(?<${name}>${emphasizable})(?<=[^\\s*\\\\])${mark}(?![\\p{L}\\p{N}*])`;
const richTokens = new RegExp(
  [
    '(?<tick>`?)\\[\\[\\s*(?<mark>[A-Za-z][A-Za-z0-9-]{0,39})\\s*\\]\\]\\k<tick>',
    codeToken,
    '(?<![!\\\\])\\[(?<label>[^\\][]+)\\]\\((?<target>https?:\\/\\/[^\\s()<>[\\]`\\\\{}|]+)\\)',
    addressToken,
    emphasized('strong', '\\*\\*'),
    emphasized('em', '\\*'),
  ].join('|'),
  'giu',
);

/** Escapes what has a meaning inside a line, except the tokens. */
function escapeLine(line: string, rich?: Rich): string {
  const tokens = new RegExp(rich === undefined ? plainTokens : richTokens);
  const protect = rich === undefined ? escapePlain : (part: string) => escapePlain(unescapeMarks(part));
  let result = '';
  let at = 0;
  for (let token = tokens.exec(line); token !== null; token = tokens.exec(line)) {
    const { written, length } = writeToken(token, rich);
    result = join(join(result, protect(line.slice(at, token.index))), written);
    at = token.index + length;
    tokens.lastIndex = at;
  }
  return join(result, protect(line.slice(at)));
}

/** What follows a reference such as `[text.ts:12]` must not make another link or a definition of it. */
function join(before: string, after: string): string {
  if (!before.endsWith(']') || before.endsWith('\\]') || !/^[[(:]/.test(after)) return before + after;
  // Only what begins a line can be a definition.
  if (after.startsWith(':') && !/^\[(?:[^\\[\]]|\\.)*\]$/.test(before)) return before + after;
  return after.startsWith('[') ? `${before} ${after}` : `${before}\\${after}`;
}

/** A token as markdown, and how many characters of the source it takes. */
function writeToken(token: RegExpExecArray, rich?: Rich): { written: string; length: number } {
  const [{ length }] = token;
  const { code: span, address: found, mark, label, target, strong, em } = token.groups ?? {};
  if (span !== undefined) return { written: codeSpan(span, { pipes: rich !== undefined }), length };
  if (found !== undefined) {
    const link = trimAddress(found);
    return link === ''
      ? { written: escapePlain(found), length }
      : { written: `<${link.replace(/\|/g, '%7C')}>`, length: link.length };
  }
  if (rich === undefined) return { written: escapePlain(token[0]), length };
  if (mark !== undefined) return { written: rich.mark(mark), length };
  if (label !== undefined) return { written: `[${escapePlain(unescapeMarks(label))}](${target})`, length };
  const inner = escapeLine(strong ?? em ?? '', rich);
  const sign = !rich.emphasis ? '' : strong === undefined ? '*' : '**';
  return { written: `${sign}${inner}${sign}`, length };
}

/** The characters that backslashes stand for, in texts that their authors wrote as markdown. */
function unescapeMarks(part: string): string {
  return part.replace(/\\([!-/:-@[-`{-~])/g, '$1');
}

/** Content that site generators execute even in code: templates, and code with a language (knitr, Quarto, Gatsby, Obsidian, where `== 7` is none). */
const runCode = /\{[{%#]|^\s*(?:\{\w+\}\s|r\s|\$=|=(?![=>~])|embed:)|##\w*\[/i;

/**
 * A code span, unless it contains a comment, which simple tools read even here, or `runCode`, or a pipe where that could end the cell of
 * a table; `formatTable` takes care of pipes.
 */
export function codeSpan(code: string, { pipes }: { pipes: boolean } = { pipes: false }): string {
  const isHarmful = (!pipes && code.includes('|')) || code.includes('<!--') || runCode.test(code);
  return isHarmful ? `\\\`${escapePlain(code)}\\\`` : `\`${code}\``;
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
      // In a comment, GitLab takes a line such as `/merge` for a command.
      .replace(/^\/(?=[a-z_]+(?: |$))/, '\\/')
      // MDX would execute such a line; readers see the same word.
      .replace(/^(?:import|export)(?=[ {*'"]|$)/u, (word) => `&#${word.charCodeAt(0)};${word.slice(1)}`)
      .replace(/^(\d{1,9})([.)])(?= |$)/u, '$1\\$2')
  );
}
