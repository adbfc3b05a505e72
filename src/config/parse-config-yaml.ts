import { type Document, isMap, LineCounter, type Node, parseDocument, type YAMLMap } from 'yaml';
import type { FileProblem } from '../domain/errors.ts';

/** The deepest nesting that is read. No configuration comes near it; the reader would run out of stack far above it. */
const depthLimit = 200;

/**
 * The most lines and separators that are read. The reader compares every key with every other one at its level, so that a file of a hundred
 * thousand keys would keep it busy for minutes.
 */
const separatorLimit = 8000;

/** A configuration text as a tree with positions. */
export interface ParsedYaml {
  /** Null for an empty file, and where there are problems. */
  map: YAMLMap | null;
  document: Document | null;
  problems: FileProblem[];
  warnings: FileProblem[];
  /** Line and column, from 1, of a node. */
  locate: (node: unknown) => { line: number; column: number };
}

/** Parses YAML with the limits of this program: core schema, unique keys, at most 100 aliases, positions for every problem. Never throws. */
export function parseConfigYaml(text: string, file: string): ParsedYaml {
  const lineCounter = new LineCounter();
  const locateOffset = (offset: number): { line: number; column: number } => {
    const { line, col } = lineCounter.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const locate = (node: unknown): { line: number; column: number } =>
    locateOffset((node as Node | null | undefined)?.range?.[0] ?? 0);
  const fail = (...problems: FileProblem[]): ParsedYaml => ({
    map: null,
    document: null,
    problems,
    warnings: [],
    locate,
  });

  const deep = findDepth(text);
  if (deep !== null) return fail({ file, ...deep, message: `nested more than ${depthLimit} levels deep` });
  if (countSeparators(text) > separatorLimit) {
    return fail({
      file,
      line: 1,
      column: 1,
      message: `more than ${separatorLimit} lines and separators, which no configuration has`,
    });
  }
  try {
    const document = parseDocument(text, {
      schema: 'core',
      resolveKnownTags: false,
      stringKeys: true,
      uniqueKeys: true,
      prettyErrors: false,
      logLevel: 'error',
      lineCounter,
    });
    if (document.errors.length > 0) {
      return fail(
        ...document.errors.map((error) => ({
          file,
          ...locateOffset(error.pos[0]),
          message: lowerFirst(error.message),
        })),
      );
    }
    // Reading it whole is what counts aliases.
    document.toJS({ maxAliasCount: 100 });
    const warnings = document.warnings.map((warning) => ({
      file,
      ...locateOffset(warning.pos[0]),
      message: lowerFirst(warning.message),
    }));
    const { contents } = document;
    if (contents === null || (!isMap(contents) && contents.toJS(document) === null)) {
      return { map: null, document, problems: [], warnings, locate };
    }
    if (!isMap(contents)) {
      return fail({
        file,
        ...locate(contents),
        message: 'the file must hold keys and values, such as "name: my-project"',
      });
    }
    return { map: contents as YAMLMap, document, problems: [], warnings, locate };
  } catch (error) {
    const message = error instanceof RangeError ? 'nested too deeply' : lowerFirst((error as Error).message);
    return fail({ file, line: 1, column: 1, message });
  }
}

/** Where brackets or dashes first nest beyond the limit, before anything recursive looks at the text. Brackets in text count too, which does no harm at this limit. */
function findDepth(text: string): { line: number; column: number } | null {
  const lines = text.split('\n');
  let depth = 0;
  for (const [index, line] of lines.entries()) {
    const start = /^[\s?:-]*/.exec(line)?.[0] ?? '';
    const dashes = start.replaceAll(/\s/g, '').length;
    if (dashes > depthLimit) return { line: index + 1, column: 1 };
    for (let column = 0; column < line.length; column += 1) {
      const character = line[column];
      if (character === '[' || character === '{') depth += 1;
      else if (character === ']' || character === '}') depth = Math.max(0, depth - 1);
      if (depth > depthLimit) return { line: index + 1, column: column + 1 };
    }
  }
  return null;
}

function countSeparators(text: string): number {
  return text.match(/[\n,:&?]|-\s/g)?.length ?? 0;
}

function lowerFirst(text: string): string {
  const first = text.charAt(0);
  return text.charAt(1) === text.charAt(1).toUpperCase() ? text : first.toLowerCase() + text.slice(1);
}
