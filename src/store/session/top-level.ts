/** Finds values of a YAML mapping without parsing all of it: its top-level keys are at the start of a line. */
import { isMapping } from '../../session/is-mapping.ts';
import { parseJson } from '../../text/parse-json.ts';
import { readYaml } from '../../text/parse-yaml.ts';

/** The source of a top-level value: from its colon to the next unindented line; null when the key is not there. */
export function cutValue(text: string, key: string): string | null {
  const start = text.startsWith(`${key}:`) ? 0 : text.indexOf(`\n${key}:`) + 1;
  if (start === 0 && !text.startsWith(`${key}:`)) return null;
  let end = text.indexOf('\n', start);
  while (end !== -1 && /[ \r\n]/.test(text[end + 1] ?? 'x')) end = text.indexOf('\n', end + 1);
  return text.slice(start + key.length + 1, end === -1 ? text.length : end);
}

/** Whether a text has a key at its top level. */
export function hasKey(text: string, key: string): boolean {
  return text.startsWith(`${key}:`) || text.includes(`\n${key}:`);
}

/** Most values of a head are plain words, or the same in JSON: with the parser alone, a list of 10,000 sessions would take seconds. */
const plainWords =
  /^(?!(?:null|true|false)$)(?:[a-z][\w ,.?/-]*[\w?]|\d{4}-\d\d-\d\dT[\d:.]+Z|\d{8}-\d{6}-[a-z0-9-]+)$/i;
const plainJson = /^(?:null|true|false|0|[1-9]\d{0,14}|"[^"\\\p{Cc}]*")$/u;

/** The values of these keys; one that is no YAML leaves out all others that have to be parsed. */
export function readValues(text: string, keys: readonly string[]): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  const sources: string[] = [];
  for (const key of keys) {
    const source = cutValue(text, key);
    const plain = source?.trim() ?? '';
    if (plainWords.test(plain)) values[key] = plain;
    else if (plainJson.test(plain)) values[key] = parseJson(plain);
    else if (source !== null) sources.push(`${key}:${source}\n`);
  }
  if (sources.length === 0) return values;
  const { value } = readYaml(sources.join(''), '');
  return { ...values, ...(isMapping(value) ? value : {}) };
}
