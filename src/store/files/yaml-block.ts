/**
 * The simple part of writing YAML: blocks of maps and lists, numbers, short words and sentences that stand as they are.
 * A round has some two hundred values, nearly all of them of this kind; the library builds a node with its tags for each,
 * and takes ten times as long. Everything else, quotes and blocks of text above all, is the library's, and the result is
 * the library's to the letter: test/session/yaml-block.test.ts.
 */

/** Writes a value inside a list or map of one entry; the library's `stringify` with the options of the house. */
export type WriteByLibrary = (value: unknown) => string;

/** Two columns for each level, the library's way. */
const step = '  ';
const simpleKey = /^[a-z][a-z_]{0,40}$/;
const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
/** Words that would be read as something else than text, by the core schema of YAML 1.2. */
const reserved = new Set(['null', 'Null', 'NULL', 'true', 'True', 'TRUE', 'false', 'False', 'FALSE']);
/** Control characters and lone surrogates; what starts a comment or a value; an end that would be cut off. */
const unsafe = /[\p{Cc}\p{Cs}]|: | #|[ :]$/u;

/** Writes a map with at least one entry that is not undefined, or null when this is none. */
export function writeBlock(value: unknown, writeByLibrary: WriteByLibrary): string | null {
  if (!isPlainMap(value)) return null;
  const text = writeEntries(value, '', writeByLibrary);
  return text === '' ? null : text;
}

function writeEntries(map: object, indent: string, writeByLibrary: WriteByLibrary): string {
  let text = '';
  for (const [key, value] of Object.entries(map)) {
    if (value !== undefined) text += writeEntry(key, value, { indent, writeByLibrary });
  }
  return text;
}

interface Place {
  indent: string;
  writeByLibrary: WriteByLibrary;
}

function writeEntry(key: string, value: unknown, { indent, writeByLibrary }: Place): string {
  if (simpleKey.test(key) && !reserved.has(key)) {
    const scalar = writeScalar(value);
    if (scalar !== null) return `${indent}${key}: ${scalar}\n`;
    if (Array.isArray(value)) {
      if (value.length === 0) return `${indent}${key}: []\n`;
      const place = { indent: `${indent}${step}`, writeByLibrary };
      return `${indent}${key}:\n${value.map((item) => writeItem(item, place)).join('')}`;
    }
    if (isPlainMap(value)) {
      const inner = writeEntries(value, `${indent}${step}`, writeByLibrary);
      return inner === '' ? `${indent}${key}: {}\n` : `${indent}${key}:\n${inner}`;
    }
  }
  return writeInside({ [key]: value }, { indent, writeByLibrary });
}

function writeItem(value: unknown, { indent, writeByLibrary }: Place): string {
  const scalar = writeScalar(value);
  if (scalar !== null) return `${indent}- ${scalar}\n`;
  if (isPlainMap(value)) {
    const inner = writeEntries(value, `${indent}${step}`, writeByLibrary);
    if (inner !== '') return `${indent}- ${inner.slice(indent.length + step.length)}`;
  }
  return writeInside([value], { indent, writeByLibrary });
}

/** The value as it stands in a line, or null when it needs the library. */
function writeScalar(value: unknown): string | null {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') {
    const text = JSON.stringify(value);
    return /^(?:0|-?[1-9]\d*|-?\d+\.\d+)$/.test(text) && !Object.is(value, -0) ? text : null;
  }
  if (typeof value !== 'string') return null;
  if (/^[A-Za-z]/.test(value)) return reserved.has(value) || unsafe.test(value) ? null : value;
  return timestamp.test(value) ? value : null;
}

function isPlainMap(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** By the library, one level below the top where it is not at the top: there `---` needs no quotes. */
function writeInside(value: object, { indent, writeByLibrary }: Place): string {
  if (indent === '') return writeByLibrary(value);
  const text = writeByLibrary({ a: value });
  return indentLines(text.slice(text.indexOf('\n') + 1), indent.slice(step.length));
}

/** Empty lines stay empty: in a block of text they belong to it as they are. Only line feeds end a line here. */
function indentLines(text: string, indent: string): string {
  const lines = text.split('\n').map((line) => (line === '' ? '' : `${indent}${line}`));
  return lines.join('\n');
}
