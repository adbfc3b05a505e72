/** Reading and writing YAML with one set of options, and with a line and column for every problem. */
import { Document, isNode, LineCounter, parseDocument, Scalar, visit } from 'yaml';
import type { FileProblem } from '../domain/errors.ts';
import { writeBlock } from '../store/files/yaml-block.ts';
import { findDeepNesting } from './yaml-nesting.ts';

const readOptions = {
  schema: 'core',
  resolveKnownTags: false,
  stringKeys: true,
  uniqueKeys: true,
  logLevel: 'error',
  prettyErrors: false,
} as const;
const mostAliases = 100;
/** A broken file can have a problem at every letter; nobody reads more. */
const mostProblems = 50;

/** Where something stands in a file, both from 1. */
export interface Position {
  line?: number;
  column?: number;
}

/** A YAML text after reading. */
export interface YamlReading {
  /** Plain data; undefined when there are problems. */
  value: unknown;
  problems: FileProblem[];
  /** Where the value at a path stands, or the nearest that exists above it. */
  locate: (path: readonly PropertyKey[]) => Position;
}

/** Reads one YAML document. Never throws: what is wrong is in `problems`. */
export function readYaml(text: string, file: string): YamlReading {
  const deepLine = findDeepNesting(text);
  if (deepLine !== null) return fail([{ file, line: deepLine, message: 'nested too deeply to be read' }]);
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { ...readOptions, lineCounter });
  const place = (offset: number): Position => {
    const { line, col } = lineCounter.linePos(offset);
    return line === 0 ? {} : { line, column: col };
  };
  const problems = document.errors
    .slice(0, mostProblems)
    .map((error) => ({ file, ...place(error.pos[0]), message: error.message }));
  if (problems.length > 0) return fail(problems);
  const locate = (path: readonly PropertyKey[]): Position => {
    for (let length = path.length; length >= 0; length -= 1) {
      const node: unknown = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
      if (isNode(node) && node.range) return place(node.range[0]);
    }
    return {};
  };
  try {
    return { value: document.toJS({ maxAliasCount: mostAliases }), problems: [], locate };
  } catch (error) {
    return fail([{ file, message: error instanceof Error ? error.message : String(error) }]);
  }
}

/**
 * Writes plain data as YAML. Every string comes back as it was, control characters, lone surrogates and line ends
 * included: what YAML cannot carry plainly, the library writes as an escape.
 */
export function writeYaml(value: unknown): string {
  return writeBlock(value, writeByLibrary) ?? writeByLibrary(value);
}

/** The same by the library alone, to which the quicker way is held. */
export function writeByLibrary(value: unknown): string {
  const document = new Document(value, { aliasDuplicateObjects: false });
  visit(document, {
    Scalar: (_, node) => {
      // Blank lines and nothing else would become a block of text, and lose their spaces.
      if (typeof node.value === 'string' && /^\s*\n\s*$/.test(node.value)) node.type = Scalar.QUOTE_DOUBLE;
    },
  });
  return document.toString({ lineWidth: 0, blockQuote: 'literal' });
}

function fail(problems: FileProblem[]): YamlReading {
  return { value: undefined, problems, locate: () => ({}) };
}
