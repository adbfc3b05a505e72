/** Finds values of a YAML mapping without parsing all of it: its top-level keys are at the start of a line. */
import { isMapping } from '../../session/is-mapping.ts';
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

/** The values of these keys; none when one of them is no YAML. */
export function readValues(text: string, keys: readonly string[]): Record<string, unknown> {
  const sources = keys.flatMap((key) => {
    const source = cutValue(text, key);
    return source === null ? [] : [`${key}:${source}\n`];
  });
  const { value } = readYaml(sources.join(''), '');
  return isMapping(value) ? value : {};
}
