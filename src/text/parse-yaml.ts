/** Reads all YAML of this program, with the same options and with a line and a column for every problem. */
import {
  Composer,
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type Node,
  Parser,
  visit,
  YAMLParseError,
} from 'yaml';
import type { FileProblem } from '../session/errors.ts';
import type { SourceBlock } from './front-matter.ts';
import { createExcessCheck, type Excess } from './yaml-nesting.ts';

/** A position in a file, both from 1. */
export interface Position {
  line: number;
  column: number;
}

/** A place in a YAML value: keys and indexes from the top. */
export type YamlPath = readonly PropertyKey[];

/** The result of reading a YAML text. */
export interface YamlReading {
  /** Plain data; undefined when there are problems. */
  value: unknown;
  /** What makes the text unusable. */
  problems: FileProblem[];
  warnings: FileProblem[];
  /** The tree; null when the text was refused before it was parsed. */
  document: Document | null;
  /** The position of a value, or of its key; if it does not exist, that of the nearest existing parent. Aliases are followed. */
  locate: (path: YamlPath, part?: 'key' | 'value') => Position;
  /** The position of a node of the tree. */
  locateNode: (node: unknown) => Position;
}

/** How a text is read. */
export interface YamlOptions {
  /** Longer texts are refused. Unlimited when absent. */
  maxCharacters?: number;
  /** Where the text begins in its file, if it is a part of one; each of its lines begins at this column. */
  origin?: Position;
}

/** A problem of a text; `error` means that the text cannot be used as it is. */
export interface TextProblem extends FileProblem {
  severity: 'error' | 'warning';
}

/** A parsed block. `value` is plain data; null when the problems include errors. */
export interface YamlSource {
  file: string;
  value: unknown;
  problems: TextProblem[];
  locate: YamlReading['locate'];
}

/** The longest text written by a person that is accepted, in characters. */
export const maxYamlCharacters = 64 * 1024;

const readOptions = {
  schema: 'core',
  resolveKnownTags: false,
  stringKeys: true,
  // The library would compare each key with all others of its mapping; findRepeatedKeys is faster.
  uniqueKeys: false,
  logLevel: 'error',
  prettyErrors: false,
} as const;
const mostAliases = 100;
/** One mistake can cause thousands of errors; the first ones are enough to find it. */
const mostProblems = 50;

/**
 * Parses a text into a tree, which holds its errors, as the library's `parseDocument` does. Checks each token first, and returns
 * `excess` instead when the parser could exhaust the stack or take minutes. Duplicate keys are not an error here.
 */
export function parseTree(
  text: string,
  lineCounter = new LineCounter(),
): { document: Document; excess: null } | { document: null; excess: Excess } {
  const findExcess = createExcessCheck();
  const found: Excess[] = [];
  const parser = new Parser(lineCounter.addNewLine);
  lineCounter.addNewLine(0);
  const parse = function* () {
    for (const token of new Lexer().lex(text)) {
      const excess = findExcess(token);
      if (excess !== null) {
        found.push(excess);
        return;
      }
      yield* parser.next(token);
    }
    yield* parser.end();
  };
  // The composer always yields a document, even for an empty text.
  const [document, second] = new Composer(readOptions).compose(
    parse(),
    true,
    text.length,
  ) as Iterable<Document>;
  const [excess] = found;
  if (excess !== undefined) return { document: null, excess };
  if (document === undefined) throw new Error('no document was made of a text');
  if (second !== undefined) {
    const place: [number, number] = [second.range?.[0] ?? 0, second.range?.[1] ?? 0];
    document.errors.push(
      new YAMLParseError(place, 'MULTIPLE_DOCS', 'a second document begins here; only one can be read'),
    );
  }
  return { document, excess: null };
}

/** Reads one document of YAML 1.2: core schema, at most 100 aliases, unique keys, bounded depth. Never throws. */
export function readYaml(text: string, file: string, options: YamlOptions = {}): YamlReading {
  const { maxCharacters = Number.POSITIVE_INFINITY, origin = { line: 1, column: 1 } } = options;
  const refuse = (message: string, line = 1): YamlReading => ({
    value: undefined,
    problems: [{ file, line: line - 1 + origin.line, column: origin.column, message }],
    warnings: [],
    document: null,
    locate: () => origin,
    locateNode: () => origin,
  });
  if (text.length > maxCharacters)
    return refuse(`${text.length} characters of settings; at most ${maxCharacters} are read`);
  const lineCounter = new LineCounter();
  const { document, excess } = parseTree(text, lineCounter);
  if (document === null) return refuse(excess.message, excess.line);
  const place = (offset: number): Position => {
    const { line, col } = lineCounter.linePos(offset);
    return { line: Math.max(line, 1) - 1 + origin.line, column: Math.max(col, 1) - 1 + origin.column };
  };
  const list = (errors: readonly { pos: [number, number]; message: string }[]): FileProblem[] =>
    errors
      .slice(0, mostProblems)
      .map(({ pos, message }) => ({ file, ...place(pos[0]), message: clarify(message) }));
  const locateNode = (node: unknown): Position => place(isNode(node) ? (node.range?.[0] ?? 0) : 0);
  const reading: YamlReading = {
    value: undefined,
    problems: list(
      [...document.errors, ...findRepeatedKeys(document.contents)].sort((a, b) => a.pos[0] - b.pos[0]),
    ),
    warnings: list(document.warnings),
    document,
    locate: (path, part = 'value') => place(findOffset(document, path, part)),
    locateNode,
  };
  if (reading.problems.length > 0) return reading;
  try {
    return { ...reading, value: document.toJS({ maxAliasCount: mostAliases }) };
  } catch (error) {
    const alias = findOpenAlias(document);
    const message =
      alias === null
        ? `too many aliases (at most ${mostAliases})`
        : `*${alias.source} refers to nothing: there is no &${alias.source} before it; put the text in quotes`;
    // The library throws a ReferenceError in both cases; anything else is a bug.
    if (!(error instanceof ReferenceError)) throw error;
    return { ...reading, problems: [{ file, ...locateNode(alias), message }] };
  }
}

/** Reads a block of settings inside another file, where `__proto__` is not allowed as a key. Problems are returned, never thrown. */
export function parseYamlBlock(block: SourceBlock, file: string): YamlSource {
  const origin = { line: block.line, column: block.indent + 1 };
  const reading = readYaml(block.text, file, { maxCharacters: maxYamlCharacters, origin });
  const errors = [...reading.problems];
  if (reading.document !== null) {
    visit(reading.document, {
      Pair: (_, { key }) => {
        if (isScalar(key) && key.value === '__proto__')
          errors.push({ file, ...reading.locateNode(key), message: '"__proto__" cannot be used as a key' });
      },
    });
  }
  return {
    file,
    value: errors.length === 0 ? reading.value : null,
    problems: [
      ...errors.map((problem) => ({ ...problem, severity: 'error' as const })),
      ...reading.warnings.map((problem) => ({ ...problem, severity: 'warning' as const })),
    ],
    locate: reading.locate,
  };
}

function findOffset(document: Document, path: YamlPath, part: 'key' | 'value'): number {
  let node: unknown = document.contents;
  let offset = isNode(node) ? (node.range?.[0] ?? 0) : 0;
  for (const [depth, segment] of path.entries()) {
    if (isAlias(node)) node = node.resolve(document);
    let next: unknown = null;
    let marked: unknown = null;
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && key.value === segment);
      if (pair === undefined) return offset;
      next = pair.value;
      marked = (part === 'key' && depth === path.length - 1) || next === null ? pair.key : next;
    } else if (isSeq(node) && typeof segment === 'number') {
      next = node.items[segment];
      marked = next;
    } else return offset;
    offset = isNode(marked) ? (marked.range?.[0] ?? offset) : offset;
    node = next;
  }
  return offset;
}

/** Finds duplicate keys, in the form of the library's errors. Recursive, since `findExcess` limits the depth. */
function findRepeatedKeys(node: unknown): { pos: [number, number]; message: string }[] {
  if (isSeq(node)) return node.items.flatMap(findRepeatedKeys);
  if (!isMap(node)) return [];
  const known = new Set<unknown>();
  return node.items.flatMap(({ key, value }) => {
    const inside = findRepeatedKeys(value);
    if (!isScalar(key)) return [...findRepeatedKeys(key), ...inside];
    const at = key.range?.[0] ?? 0;
    if (known.has(key.value)) inside.unshift({ pos: [at, at], message: 'this key appears twice' });
    known.add(key.value);
    return inside;
  });
}

/** The first alias without an anchor before it, or null. */
function findOpenAlias(document: Document): (Node & { source: string }) | null {
  const anchors = new Set<string>();
  let found: (Node & { source: string }) | null = null;
  visit(document, {
    Value: (_, node) => {
      if (node.anchor !== undefined) anchors.add(node.anchor);
    },
    Alias: (_, node) => {
      if (anchors.has(node.source)) return undefined;
      found = node;
      return visit.BREAK;
    },
  });
  return found;
}

/** Rewords the parser's messages for the most common mistakes. */
function clarify(message: string): string {
  if (message.startsWith('Nested mappings are not allowed')) {
    return 'a second ": " on this line is not allowed; put the text in quotes';
  }
  if (message.includes('Tabs are not allowed')) return 'a tab is used for indentation; use spaces';
  if (message.startsWith('Maximum call stack')) return 'nested too deeply to be read';
  return /^[A-Z]{2}/.test(message) ? message : message.charAt(0).toLowerCase() + message.slice(1);
}
