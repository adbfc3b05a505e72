import { type Document, isMap, type YAMLMap } from 'yaml';
import type { FileProblem } from '../domain/errors.ts';
import { maxYamlCharacters, type Position, readYaml } from '../text/parse-yaml.ts';

/** A configuration text as a tree with positions. */
export interface ParsedYaml {
  /** Null for an empty file, and where there are problems. */
  map: YAMLMap | null;
  document: Document | null;
  problems: FileProblem[];
  warnings: FileProblem[];
  /** Where a node stands. */
  locate: (node: unknown) => Position;
}

/** Parses a configuration, which has to be a mapping. Never throws. */
export function parseConfigYaml(text: string, file: string): ParsedYaml {
  const reading = readYaml(text, file, { maxCharacters: maxYamlCharacters });
  const { document, problems, warnings, locateNode: locate } = reading;
  const contents = document?.contents ?? null;
  if (problems.length > 0 || contents === null || reading.value === null)
    return { map: null, document, problems, warnings, locate };
  if (isMap(contents)) return { map: contents, document, problems, warnings, locate };
  const message = 'the file must hold keys and values, such as "name: my-project"';
  return { map: null, document, problems: [{ file, ...locate(contents), message }], warnings, locate };
}
