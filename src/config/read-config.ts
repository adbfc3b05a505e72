import { type Document, isAlias, isMap, isScalar, isSeq, type Node, type YAMLMap } from 'yaml';
import type { FileProblem } from '../domain/errors.ts';
import { isKeyName, looksLikeKey } from '../text/secret-values.ts';
import { checkEntries } from './check-entries.ts';
import { checkValue } from './check-value.ts';
import type { KeySpec } from './key-spec.ts';
import { fillNames, getKeyTree, type KeyNode, stepDown, suggestKey } from './key-tree.ts';
import { type ParsedYaml, parseConfigYaml } from './parse-config-yaml.ts';

/** One value that somebody set, under its canonical key. */
export interface ConfigEntry {
  /** Canonical and dotted, names filled in: `roundtable.models.participants.qa-lead`. */
  key: string;
  path: readonly string[];
  spec: KeySpec;
  value: unknown;
  /** The file as messages show it; null for flags and the environment. */
  file: string | null;
  line: number | null;
  column: number | null;
  /** The flag or variable that set it, or null. */
  origin: string | null;
}

/** What one configuration file says. `problems` make it unusable; `warnings` do not. */
export interface ReadConfig {
  entries: Map<string, ConfigEntry>;
  problems: FileProblem[];
  warnings: FileProblem[];
}

/** The most problems, or warnings, that are told of one file. */
const listLimit = 100;

interface Reading extends ReadConfig {
  file: string;
  document: Document;
  locate: ParsedYaml['locate'];
}

/** Where the walk stands: the keys as they were written, and the names met on the way. */
interface Place {
  written: readonly string[];
  names: readonly string[];
}

/** Reads a configuration in either of its two forms. An empty text is an empty configuration. Never throws; `file` is the name for messages. */
export function readConfig(text: string, file: string): ReadConfig {
  const parsed = parseConfigYaml(text, file);
  const read: ReadConfig = { entries: new Map(), problems: parsed.problems, warnings: parsed.warnings };
  if (parsed.map !== null && parsed.document !== null) {
    const reading: Reading = { ...read, file, document: parsed.document, locate: parsed.locate };
    readMap(reading, { map: parsed.map, node: getKeyTree(), place: { written: [], names: [] } });
    read.problems.push(...checkEntries(read.entries));
  }
  limitList(read.problems);
  limitList(read.warnings);
  return read;
}

function readMap(reading: Reading, level: { map: YAMLMap; node: KeyNode; place: Place }): void {
  for (const pair of level.map.items) {
    const key = isScalar(pair.key) ? String(pair.key.value) : String(pair.key);
    const written = [...level.place.written, key];
    const step = stepDown(level.node, key);
    if (step.found === 'nothing') reportUnknownKey(reading, { node: level.node, written, at: pair.key });
    else if (step.found === 'bad-name') {
      addProblem(
        reading,
        pair.key,
        `"${written.join('.')}": a name must be lowercase words joined by hyphens`,
      );
    } else {
      const names = step.name === null ? level.place.names : [...level.place.names, step.name];
      readValue(reading, { key: pair.key, value: pair.value, node: step.node, place: { written, names } });
    }
  }
}

function readValue(
  reading: Reading,
  item: { key: unknown; value: unknown; node: KeyNode; place: Place },
): void {
  const { node, place } = item;
  const value = isAlias(item.value) ? item.value.resolve(reading.document) : item.value;
  const isContainer = node.fixed.size > 0 || node.named !== null;
  if (isContainer && isMap(value)) {
    readMap(reading, { map: value as YAMLMap, node, place });
    return;
  }
  const plain = (value as Node | null | undefined)?.toJS(reading.document) ?? null;
  // A key with nothing under it, or only comments, sets nothing.
  if (isContainer && plain === null) return;
  const at = (value as Node | null)?.range ? value : item.key;
  if (node.spec === null) {
    if (plain !== null)
      addProblem(
        reading,
        at,
        `"${place.written.join('.')}" must hold keys of its own, not ${showKind(plain)}`,
      );
    return;
  }
  readLeaf(reading, { spec: node.spec, plain, at, place });
}

function readLeaf(
  reading: Reading,
  leaf: { spec: KeySpec; plain: unknown; at: unknown; place: Place },
): void {
  const { spec, place } = leaf;
  const written = place.written.join('.');
  const checked = checkValue(spec, leaf.plain, place.names);
  if ('problems' in checked) {
    // A key without a value is a key that is not set.
    if (leaf.plain === null) return;
    for (const problem of checked.problems) {
      addProblem(reading, findItem(leaf.at, problem.path), `"${written}" ${problem.message}`);
    }
    return;
  }
  const path = fillNames(spec, place.names);
  const key = path.join('.');
  const { line, column } = reading.locate(leaf.at);
  const entry = { key, path, spec, value: checked.value, file: reading.file, line, column, origin: null };
  const earlier = reading.entries.get(key);
  if (earlier !== undefined) {
    const keepsEarlier = written !== key;
    addWarning(
      reading,
      leaf.at,
      `"${written}" says again what line ${earlier.line} says; line ${keepsEarlier ? earlier.line : line} counts`,
    );
    if (keepsEarlier) return;
  }
  reading.entries.set(key, entry);
}

function reportUnknownKey(
  reading: Reading,
  unknown: { node: KeyNode; written: readonly string[]; at: unknown },
): void {
  const key = unknown.written.at(-1) ?? '';
  if (isKeyName(key)) {
    const hint = 'put the key into an environment variable and name that variable in "api_key_env"';
    addProblem(
      reading,
      unknown.at,
      `"${unknown.written.join('.')}": a key is never read from a file; ${hint}`,
    );
    return;
  }
  const shown = looksLikeKey(key) ? '(not shown: it looks like a key)' : shorten(unknown.written.join('.'));
  // A name as long as a paragraph is like nothing that is known, and comparing it takes long.
  const nearest = key.length > 60 ? null : suggestKey(unknown.node, key);
  addWarning(
    reading,
    unknown.at,
    `unknown key "${shown}" is ignored${nearest === null ? '' : `; did you mean "${nearest}"?`}`,
  );
}

/** The item of a list that a problem is about, else the list. */
function findItem(node: unknown, path: readonly PropertyKey[]): unknown {
  const index = path[0];
  return isSeq(node) && typeof index === 'number' ? (node.items[index] ?? node) : node;
}

function showKind(plain: unknown): string {
  if (Array.isArray(plain)) return 'a list';
  return typeof plain === 'string' ? 'a text' : 'a single value';
}

/** Keeps the first of a long list and says how many more there are: nobody reads on. */
function limitList(list: FileProblem[]): void {
  if (list.length <= listLimit) return;
  const [first, ...others] = list.splice(listLimit - 1);
  if (first !== undefined) list.push({ ...first, message: `${others.length + 1} more from here on` });
}

function shorten(text: string): string {
  return text.length > 100 ? `${text.slice(0, 99)}…` : text;
}

function addProblem(reading: Reading, at: unknown, message: string): void {
  reading.problems.push({ file: reading.file, ...reading.locate(at), message });
}

function addWarning(reading: Reading, at: unknown, message: string): void {
  reading.warnings.push({ file: reading.file, ...reading.locate(at), message });
}
