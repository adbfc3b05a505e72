/** Reads all YAML of this program, with the same options and with a line and a column for every problem. */
import { loadAll, YAMLException } from 'js-yaml';
import { type Document, isAlias, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import type { FileProblem } from '../session/errors.ts';
import type { SourceBlock } from './front-matter.ts';

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
  /** The position of a value, or of its key; if it does not exist, that of the nearest existing parent. Aliases are followed. The beginning, in a text of more than a million characters. */
  locate: (path: YamlPath, part?: 'key' | 'value') => Position;
}

/** How a text is read. */
interface YamlOptions {
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

const mostAliases = 100;
const tooManyAliases = `too many aliases (at most ${mostAliases})`;
const deepest = 64;
/** In characters. The parser that knows places takes minutes for a text that was made to be slow. */
const longestLocated = 1_000_000;
/** More than any session has. */
const mostParts = 4_000_000;

/** Reads one document of YAML 1.2: core schema, at most 100 aliases, unique keys, bounded depth. Never throws. */
export function readYaml(text: string, file: string, options: YamlOptions = {}): YamlReading {
  const { maxCharacters = Number.POSITIVE_INFINITY, origin = { line: 1, column: 1 } } = options;
  const move = ({ line, column }: Position): Position => ({
    line: line - 1 + origin.line,
    column: column - 1 + origin.column,
  });
  const refuse = (message: string, at: Position = { line: 1, column: 1 }): YamlReading => ({
    value: undefined,
    problems: [{ file, ...move(at), message }],
    locate: () => origin,
  });
  if (text.length > maxCharacters)
    return refuse(`${text.length} characters of settings; at most ${maxCharacters} are read`);
  try {
    const documents = loadAll(text, { maxDepth: deepest, maxAliases: mostAliases });
    if (documents.length > 1) {
      const before = text.slice(0, text.lastIndexOf('\n---') + 1);
      const at = { line: before.split('\n').length, column: 1 };
      return refuse('a second document begins here; only one can be read', at);
    }
    if (text.includes('&') && isBomb(documents)) return refuse(tooManyAliases);
    // Only what is wrong with a value needs places, and they need another parser.
    let tree: { document: Document; lines: LineCounter } | null = null;
    const locate: YamlReading['locate'] = (path, part = 'value') => {
      if (text.length > longestLocated) return origin;
      tree ??= parseTree(text);
      const { line, col } = tree.lines.linePos(findOffset(tree.document, path, part));
      return move({ line: Math.max(line, 1), column: Math.max(col, 1) });
    };
    return { value: documents[0] ?? null, problems: [], locate };
  } catch (error) {
    if (!(error instanceof YAMLException)) return refuse('nested too deeply to be read');
    const { line = 0, column = 0 } = error.mark ?? {};
    const found = text.split('\n', line + 1)[line] ?? '';
    return refuse(clarify(error.reason, found), { line: line + 1, column: column + 1 });
  }
}

/** Reads a block of settings inside another file. Problems are returned, never thrown. */
export function parseYamlBlock(block: SourceBlock, file: string): YamlSource {
  const origin = { line: block.line, column: block.indent + 1 };
  const { value, problems, locate } = readYaml(block.text, file, {
    maxCharacters: maxYamlCharacters,
    origin,
  });
  const errors = problems.map((problem) => ({ ...problem, severity: 'error' as const }));
  return { file, value: errors.length === 0 ? value : null, problems: errors, locate };
}

/** Whether aliases of aliases stand for more than anybody writes. */
function isBomb(value: unknown, budget = { left: mostParts }): boolean {
  budget.left -= 1;
  if (budget.left < 0) return true;
  return (
    typeof value === 'object' && value !== null && Object.values(value).some((one) => isBomb(one, budget))
  );
}

function parseTree(text: string): { document: Document; lines: LineCounter } {
  const lines = new LineCounter();
  const options = { lineCounter: lines, schema: 'core', uniqueKeys: false, logLevel: 'error' } as const;
  return { document: parseDocument(text, options), lines };
}

function findOffset(document: Document, path: YamlPath, part: 'key' | 'value'): number {
  let node: unknown = document.contents;
  let offset = isNode(node) ? (node.range?.[0] ?? 0) : 0;
  for (const [depth, segment] of path.entries()) {
    if (isAlias(node)) node = node.resolve(document);
    let next: unknown = null;
    let marked: unknown = null;
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === segment);
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

/** Rewords the parser's messages for the most common mistakes. */
function clarify(reason: string, line: string): string {
  const [, alias] = /^unidentified alias "(.*)"$/.exec(reason) ?? [];
  if (alias !== undefined)
    return `*${alias} refers to nothing: there is no &${alias} before it; put the text in quotes`;
  if (reason === 'duplicated mapping key') return 'this key appears twice';
  if (reason.startsWith('tab characters')) return 'a tab is used for indentation; use spaces';
  if (reason.startsWith('nesting exceeded')) return 'nested too deeply to be read';
  if (reason.endsWith('quoted scalar')) return 'the closing quote is missing';
  if (reason.includes('maxAliases')) return tooManyAliases;
  if (reason.startsWith('bad indentation') && /:\s.*:\s/.test(line))
    return 'a second ": " on this line is not allowed; put the text in quotes';
  return reason;
}
