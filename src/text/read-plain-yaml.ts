/**
 * Reads the part of YAML that `writeYaml` writes for sessions: block mappings and lists, scalars on one line, literal blocks. It knows no more
 * than that, so that it is some twenty times faster than the library, which keeps the place of every value.
 */
import { readYaml } from './parse-yaml.ts';

/** A text in another form, which the library has to read. */
const otherForm = Symbol('another form of YAML');

const mostDepth = 40;
const entryPattern = /^([A-Za-z_][\w-]*):(?: (.*))?$/;
const literalPattern = /^\|([1-9])?([-+])?$/;
/** Words that need no look at the rules for numbers, quotes and comments. */
const wordsPattern = /^[\p{L}(“„«][^\p{Cc}\u2028\u2029\ufeff]*$/u;
const numberPattern = /^(?:0|-?[1-9][0-9]{0,14})(?:\.[0-9]{1,15})?$/;
/** Times, the ids of sessions, and paths that begin with a dot. */
const codePattern = /^(?:\d{4}-\d\d-\d\dT[\d:.]+Z|\d{8}-\d{6}-[a-z0-9-]+|\.[a-z0-9]+\/[\w./-]+)$/;
/** What JSON and YAML read alike. */
const quotedPattern = /^"(?:[^"\\\p{Cc}\u2028\u2029\ufeff]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*"$/u;
const otherWords = /^(?:null|true|false)$/i;
const constants: ReadonlyMap<string, unknown> = new Map([
  ['null', null],
  ['true', true],
  ['false', false],
]);

/**
 * The data of a YAML text, the same that `readYaml` gives; undefined where the text is in any way unlike what this program writes,
 * valid or not.
 */
export function readPlainYaml(text: string): unknown {
  if (!text.endsWith('\n') || text.includes('\r')) return undefined;
  const lines = text.slice(0, -1).split('\n');
  try {
    const reader = { lines, at: 0 };
    const value = readBlock(reader, 0, 0);
    return reader.at === lines.length ? value : undefined;
  } catch (error) {
    if (error === otherForm) return undefined;
    throw error;
  }
}

interface Reader {
  /** A list entry that holds a mapping has its hyphen replaced by a blank once that is read. */
  lines: string[];
  at: number;
}

function readBlock(reader: Reader, indent: number, depth: number): unknown {
  if (depth > mostDepth) throw otherForm;
  const line = reader.lines[reader.at] ?? '';
  return line.startsWith('- ', indent) || line.slice(indent) === '-'
    ? readList(reader, indent, depth)
    : readMapping(reader, indent, depth);
}

function readMapping(reader: Reader, indent: number, depth: number): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (; measureIndent(reader) === indent; ) {
    const [, key, source] = entryPattern.exec((reader.lines[reader.at] ?? '').slice(indent)) ?? [];
    if (key === undefined || Object.hasOwn(found, key) || key === '__proto__') throw otherForm;
    reader.at += 1;
    found[key] = readValue(reader, source ?? '', { indent, depth });
  }
  return endBlock(reader, indent, found);
}

function readList(reader: Reader, indent: number, depth: number): unknown[] {
  const found: unknown[] = [];
  for (; measureIndent(reader) === indent; ) {
    const line = reader.lines[reader.at] ?? '';
    if (!line.startsWith('- ', indent)) throw otherForm;
    const source = line.slice(indent + 2);
    if (entryPattern.test(source) || source.startsWith('- ')) {
      reader.lines[reader.at] = `${' '.repeat(indent + 2)}${source}`;
      found.push(readBlock(reader, indent + 2, depth + 1));
    } else {
      reader.at += 1;
      found.push(readValue(reader, source, { indent, depth }));
    }
  }
  return endBlock(reader, indent, found);
}

/** What comes next has to belong to a block further out. */
function endBlock<Value>(reader: Reader, indent: number, value: Value): Value {
  if (measureIndent(reader) > indent) throw otherForm;
  return value;
}

/** Blanks before the next line; -1 at the end. */
function measureIndent({ lines, at }: Reader): number {
  const line = lines[at];
  if (line === undefined) return -1;
  const indent = line.search(/[^ ]/);
  if (indent === -1) throw otherForm;
  return indent;
}

function readValue(
  reader: Reader,
  source: string,
  { indent, depth }: { indent: number; depth: number },
): unknown {
  if (source === '') {
    const next = measureIndent(reader);
    if (next <= indent) throw otherForm;
    return readBlock(reader, next, depth + 1);
  }
  if (source === '[]') return [];
  if (source === '{}') return {};
  const literal = literalPattern.exec(source);
  return literal === null ? readScalar(source) : readLiteral(reader, literal, indent);
}

/** A literal block, to the first line that is further out. */
function readLiteral(
  reader: Reader,
  [, digit, chomping]: readonly (string | undefined)[],
  outer: number,
): string {
  const { lines } = reader;
  const begin = reader.at;
  let first = begin;
  while (lines[first] === '') first += 1;
  const indent = digit === undefined ? (lines[first] ?? '').search(/[^ ]/) : outer + Number(digit);
  if (indent <= outer) throw otherForm;
  const margin = ' '.repeat(indent);
  const content: string[] = [];
  for (; reader.at < lines.length; reader.at += 1) {
    const line = lines[reader.at] ?? '';
    if (line !== '' && line.trim() === '') throw otherForm;
    if (line !== '' && !line.startsWith(margin)) break;
    content.push(line.slice(indent));
  }
  const text = content.join('\n');
  const trimmed = text.replace(/\n+$/, '');
  if (trimmed === '') throw otherForm;
  if (chomping === '-') return trimmed;
  return chomping === '+' ? `${text}\n` : `${trimmed}\n`;
}

function readScalar(source: string): unknown {
  if (constants.has(source)) return constants.get(source);
  if (wordsPattern.test(source)) {
    const isPlain = !(source.includes(': ') || source.includes(' #') || /[: ]$/.test(source));
    if (isPlain && !otherWords.test(source)) return source;
  } else if (numberPattern.test(source)) return Number(source);
  else if (codePattern.test(source)) return source;
  else if (quotedPattern.test(source)) return JSON.parse(source);
  const { value, problems } = readYaml(`value: ${source}\n`, '');
  if (problems.length > 0) throw otherForm;
  return (value as { value: unknown }).value;
}
