/** Reads one configuration file, with the line and column of everything that is wrong in it. */
import type { FileProblem } from '../session/errors.ts';
import { isMapping } from '../session/is-mapping.ts';
import { cutText } from '../session/rules/cut-text.ts';
import { parseYamlBlock, type YamlPath, type YamlSource } from '../text/parse-yaml.ts';
import { isKeyName, looksLikeKey } from '../text/secrets/secret-values.ts';
import { checkValue } from './check-value.ts';
import type { KeySpec } from './keys/key-line.ts';
import { fillNames, getKeyTree, type KeyNode, stepDown, suggestKey } from './keys/key-tree.ts';
import type { ConfigEntry } from './layers.ts';

/** The content of one configuration file. `problems` make it unusable; `warnings` do not. */
export interface ReadConfig {
  entries: Map<string, ConfigEntry>;
  problems: FileProblem[];
  warnings: FileProblem[];
}

/** The most problems, or warnings, that are reported for one file. */
const listLimit = 100;

/** Pairs of keys whose first value may not be above the second. */
const orderedKeys = [
  ['roundtable.limits.min_rounds', 'roundtable.limits.max_rounds'],
  ['roundtable.answers.min_characters', 'roundtable.answers.max_characters'],
] as const;

interface Reading extends ReadConfig {
  file: string;
  locate: YamlSource['locate'];
}

/** The current place: a level of the known keys, the keys as written in the file, and the names among them. */
interface Place {
  node: KeyNode;
  written: readonly string[];
  names: readonly string[];
}

/** Reads a configuration file. An empty text is an empty configuration. Never throws; `file` is the name for messages. */
export function readConfig(text: string, file: string): ReadConfig {
  const source = parseYamlBlock({ text, line: 1, indent: 0 }, file);
  const reading: Reading = { entries: new Map(), problems: [], warnings: [], file, locate: source.locate };
  for (const { severity: _, ...problem } of source.problems) reading.problems.push(problem);
  if (isMapping(source.value)) readMap(reading, source.value, { node: getKeyTree(), written: [], names: [] });
  else if (source.value !== null) {
    addProblem(reading, [], 'the file must hold keys and values, such as "name: my-project"');
  }
  reading.problems.push(...checkOrder(reading.entries));
  const { entries, problems, warnings } = reading;
  return { entries, problems: limitList(problems), warnings: limitList(warnings) };
}

function readMap(reading: Reading, map: Record<string, unknown>, { node, ...place }: Place): void {
  for (const [key, value] of Object.entries(map)) {
    const written = [...place.written, key];
    const step = stepDown(node, key);
    if (step.found === 'nothing') reportUnknownKey(reading, written, node);
    else if (step.found === 'bad-name') {
      const message = `"${written.join('.')}": a name must be lowercase words joined by hyphens`;
      reading.problems.push({ file: reading.file, ...reading.locate(written, 'key'), message });
    } else {
      const names = step.name === null ? place.names : [...place.names, step.name];
      readValue(reading, value, { node: step.node, written, names });
    }
  }
}

function readValue(reading: Reading, value: unknown, place: Place): void {
  const { node, written } = place;
  const mayHoldKeys = node.fixed.size > 0 || node.named !== null;
  if (mayHoldKeys && isMapping(value)) readMap(reading, value, place);
  else if (mayHoldKeys && value === null) {
    // A key with nothing under it, or only comments, sets nothing.
  } else if (node.spec !== null) readLeaf(reading, value, { ...place, spec: node.spec });
  else if (value !== null) {
    const message = `"${written.join('.')}" must hold keys of its own, not ${nameKind(value)}`;
    addProblem(reading, written, message);
  }
}

function readLeaf(reading: Reading, value: unknown, { spec, ...place }: Place & { spec: KeySpec }): void {
  const written = place.written.join('.');
  const checked = checkValue(spec, value, place.names);
  if ('problems' in checked) {
    // A key without a value counts as not set.
    if (value === null) return;
    for (const { path, message } of checked.problems)
      addProblem(reading, [...place.written, ...path], `"${written}" ${message}`);
    return;
  }
  const path = fillNames(spec, place.names);
  const key = path.join('.');
  const at = reading.locate(place.written, 'value');
  const earlier = reading.entries.get(key);
  if (earlier !== undefined) {
    const keepsEarlier = written !== key;
    const message = `"${written}" sets the same as line ${earlier.line}; line ${keepsEarlier ? earlier.line : at.line} counts`;
    reading.warnings.push({ file: reading.file, ...at, message });
    if (keepsEarlier) return;
  }
  const { file } = reading;
  reading.entries.set(key, { key, path, spec, value: checked.value, file, ...at, origin: null });
}

function reportUnknownKey(reading: Reading, written: readonly string[], node: KeyNode): void {
  const at = { file: reading.file, ...reading.locate(written, 'key') };
  const key = written.at(-1) ?? '';
  if (isKeyName(key)) {
    const hint = 'put the key into an environment variable and name that variable in "api_key_env"';
    const message = `"${written.join('.')}": a key is never read from a file; ${hint}`;
    reading.problems.push({ ...at, message });
    return;
  }
  const shown = looksLikeKey(key) ? '(not shown: it looks like a key)' : shorten(written.join('.'));
  // Comparing is slow, and not worth it for a very long name or for a warning that will not be shown.
  const isCompared = key.length <= 60 && reading.warnings.length < listLimit;
  const nearest = isCompared ? suggestKey(node, key) : null;
  const rest = nearest === null ? '' : `; did you mean "${nearest}"?`;
  const message = `unknown key "${shown}" is ignored${rest}`;
  reading.warnings.push({ ...at, message });
}

/** Finds values of one file that contradict each other. */
function checkOrder(entries: ReadonlyMap<string, ConfigEntry>): FileProblem[] {
  return orderedKeys.flatMap(([lowKey, highKey]) => {
    const low = entries.get(lowKey);
    const high = entries.get(highKey);
    if (typeof low?.value !== 'number' || typeof high?.value !== 'number' || low.value <= high.value)
      return [];
    const { file, line, column } = low;
    const message = `"${lowKey}" is ${low.value}, above "${highKey}", which is ${high.value} in line ${high.line}`;
    return [{ file: file ?? '', line: line ?? undefined, column: column ?? undefined, message }];
  });
}

function nameKind(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'string' ? 'a text' : 'a single value';
}

/** Keeps the first problems of a long list and says how many more there are. */
function limitList(list: readonly FileProblem[]): FileProblem[] {
  const first = list[listLimit - 1];
  if (first === undefined || list.length <= listLimit) return [...list];
  const message = `${list.length - listLimit + 1} more from here on`;
  return [...list.slice(0, listLimit - 1), { ...first, message }];
}

function shorten(text: string): string {
  return cutText(text, 100);
}

function addProblem(reading: Reading, path: YamlPath, message: string): void {
  reading.problems.push({ file: reading.file, ...reading.locate(path, 'value'), message });
}
