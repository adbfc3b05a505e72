/** Reading of YAML that stands inside a markdown file, with positions of the markdown file. */
import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  visit,
} from 'yaml';
import type { FileProblem } from '../domain/errors.ts';
import type { SourceBlock } from './front-matter.ts';
import { findDeepNesting } from './yaml-nesting.ts';

/** A place in a YAML value: keys and indexes from the top. */
export type YamlPath = readonly (string | number)[];

/** One problem of a text; `error` means that the text cannot be used as it is. */
export interface TextProblem extends FileProblem {
  severity: 'error' | 'warning';
}

/** A position in the markdown file, both from 1. */
export interface Position {
  line: number;
  column: number;
}

/** A parsed block. `value` is plain data, or null when there are errors among the problems. */
export interface YamlSource {
  file: string;
  value: unknown;
  problems: TextProblem[];
  /** Where a value, or its key, stands; the nearest place above it when it does not exist. */
  locate(path: YamlPath, part: 'key' | 'value'): Position;
}

/** The largest block that is parsed, in characters: looking for double keys takes the square of their number. */
export const maxYamlCharacters = 64 * 1024;

const maxErrors = 20;

const readOptions = {
  schema: 'core',
  resolveKnownTags: false,
  stringKeys: true,
  uniqueKeys: true,
  logLevel: 'error',
  prettyErrors: false,
} as const;

/** Parses a block of YAML 1.2 (core schema, at most 100 aliases, unique keys). Problems are returned, never thrown. */
export function parseYamlBlock(block: SourceBlock, file: string): YamlSource {
  const start: Position = { line: block.line, column: block.indent + 1 };
  const fail = (message: string): YamlSource => ({
    file,
    value: null,
    problems: [{ file, ...start, message, severity: 'error' }],
    locate: () => start,
  });
  if (block.text.length > maxYamlCharacters) {
    return fail(`the settings have ${block.text.length} characters; at most ${maxYamlCharacters} are read`);
  }
  // The parser would end the whole process, not throw, at some thousand levels.
  if (findDeepNesting(block.text) !== null) return fail('the settings are nested too deeply');
  try {
    return parseChecked(block, file);
  } catch (error) {
    if (error instanceof ReferenceError) return fail('the settings use too many aliases (at most 100)');
    if (error instanceof RangeError) return fail('the settings are nested too deeply');
    return fail(`the settings cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function parseChecked(block: SourceBlock, file: string): YamlSource {
  const lineCounter = new LineCounter();
  const document = parseDocument(block.text, { ...readOptions, lineCounter });
  const positionOf = (offset: number): Position => {
    const { line, col } = lineCounter.linePos(offset);
    return { line: Math.max(line, 1) - 1 + block.line, column: Math.max(col, 1) + block.indent };
  };
  const problems: TextProblem[] = [
    // One mistake can make thousands of errors; the first ones lead to it.
    ...document.errors.slice(0, maxErrors).map((error) => ({
      ...positionOf(error.pos[0]),
      text: error.message,
      severity: 'error' as const,
    })),
    ...document.warnings.map((warning) => ({
      ...positionOf(warning.pos[0]),
      text: warning.message,
      severity: 'warning' as const,
    })),
  ].map(({ text, ...rest }) => ({ file, ...rest, message: clarify(text) }));
  const note = (node: Node, message: string): void => {
    problems.push({ file, ...positionOf(node.range?.[0] ?? 0), message, severity: 'error' });
  };
  const anchors = new Set<string>();
  visit(document, {
    Pair: (_key, pair) => {
      if (isScalar(pair.key) && pair.key.value === '__proto__')
        note(pair.key, '"__proto__" cannot be used as a key');
    },
    Value: (_key, node) => {
      if (node.anchor !== undefined) anchors.add(node.anchor);
    },
    Alias: (_key, node) => {
      if (!anchors.has(node.source)) {
        note(
          node,
          `*${node.source} stands for nothing: there is no &${node.source} before it; put the text in quotes`,
        );
      }
    },
  });
  const usable = !problems.some((problem) => problem.severity === 'error');
  return {
    file,
    value: usable ? document.toJS({ maxAliasCount: 100 }) : null,
    problems,
    locate: (path, part) => positionOf(findOffset(document, path, part)),
  };
}

type ParsedDocument = ReturnType<typeof parseDocument>;

function findOffset(document: ParsedDocument, path: YamlPath, part: 'key' | 'value'): number {
  let node = document.contents as Node | null;
  let offset = node?.range?.[0] ?? 0;
  for (const [depth, segment] of path.entries()) {
    if (isAlias(node)) node = (node.resolve(document) ?? null) as Node | null;
    const last = depth === path.length - 1;
    if (isMap(node)) {
      const pair = (node.items as Pair<Node, Node | null>[]).find(
        (item) => isScalar(item.key) && item.key.value === segment,
      );
      if (pair === undefined) return offset;
      const place = last && part === 'key' ? pair.key : (pair.value ?? pair.key);
      offset = place.range?.[0] ?? offset;
      node = pair.value;
    } else if (isSeq(node) && typeof segment === 'number') {
      node = (node.items[segment] ?? null) as Node | null;
      offset = node?.range?.[0] ?? offset;
    } else return offset;
  }
  return offset;
}

/** The parser's terms for the mistakes that people make most, in everyday words. */
function clarify(message: string): string {
  if (message.startsWith('Nested mappings are not allowed')) {
    return 'a second ": " on this line is not allowed; put the text in quotes';
  }
  if (message.startsWith('Map keys must be unique')) return 'this key is there twice';
  if (message.includes('Tabs are not allowed')) return 'a tab is used for indentation; use spaces';
  if (message.startsWith('Maximum call stack')) return 'the settings are nested too deeply';
  return message.charAt(0).toLowerCase() + message.slice(1);
}
