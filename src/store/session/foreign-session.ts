/** Tells whose a session file is from its top level alone, so that a damaged one is recognised too. */
import { S2sError } from '../../session/errors.ts';
import { isMapping } from '../../session/is-mapping.ts';
import { schemaVersion } from '../../session/vocabulary.ts';
import { readYaml } from '../../text/parse-yaml.ts';

/** Keys that this program does not write, at the top level and in a round. */
const pluginKeys = ['timing', 'metrics', 'agent_state', 'validation'];
const pluginRoundKeys = /^[ \t-]+(?:facilitator_question|synthesis_summary|participant_positions):/m;

/** Throws SESSION_FOREIGN for a session of the public plugin for Claude Code, SESSION_TOO_NEW for one of a later version; `file` names it. */
export function refuseOtherForms(text: string, file: string): void {
  const { schema_version: version } = readValues(text, ['schema_version']);
  // Whatever this program wrote has its number and its fence: without one of them it is damaged.
  const isOwn = ['schema_version', 'fence'].some((key) => cutValue(text, key) !== null);
  if (!isOwn && (pluginKeys.some((key) => cutValue(text, key) !== null) || pluginRoundKeys.test(text)))
    throw new S2sError(
      'SESSION_FOREIGN',
      `${file} is a session of the Claude Code plugin. It is left as it is.`,
      {
        hint: 'Start a new discussion about it: s2s roundtable start "..." (--context FILE gives it the text of a file)',
      },
    );
  if (typeof version !== 'number' || version <= schemaVersion) return;
  const message = `${file} was written by a newer s2s: it has format ${version}, and this version knows only ${schemaVersion}. It is left as it is.`;
  throw new S2sError('SESSION_TOO_NEW', message, { hint: 'Update s2s, then run the same command again.' });
}

/** The source of a top-level value: from its colon to the next unindented line; null when the key is not there. */
export function cutValue(text: string, key: string): string | null {
  const start = text.startsWith(`${key}:`) ? 0 : text.indexOf(`\n${key}:`) + 1;
  if (start === 0 && !text.startsWith(`${key}:`)) return null;
  let end = text.indexOf('\n', start);
  while (end !== -1 && /[ \r\n]/.test(text[end + 1] ?? 'x')) end = text.indexOf('\n', end + 1);
  return text.slice(start + key.length + 1, end === -1 ? text.length : end);
}

/** The values of these top-level keys, found without parsing all of the text; none when one of them is no YAML. */
export function readValues(text: string, keys: readonly string[]): Record<string, unknown> {
  const sources = keys.flatMap((key) => {
    const source = cutValue(text, key);
    return source === null ? [] : [`${key}:${source}\n`];
  });
  const { value } = readYaml(sources.join(''), '');
  return isMapping(value) ? value : {};
}
