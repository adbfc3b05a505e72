/**
 * Recognises session files that this version does not read: those of earlier versions, which were never released, and those of the
 * public plugin for Claude Code. They are named as what they are, and left as they are.
 */

import { S2sError } from '../../session/errors.ts';
import { isMapping } from '../../session/is-mapping.ts';
import type { ForeignKind, ForeignSession } from '../../session/ports/repository.ts';
import { cutText } from '../../session/rules/cut-text.ts';
import { schemaVersion } from '../../session/vocabulary.ts';
import { readYaml } from '../../text/parse-yaml.ts';

/** What to call them in sentences. */
export const foreignNames: Readonly<Record<ForeignKind, string>> = {
  earlier: 'a session of an earlier version of s2s, never released',
  plugin: 'a session of the Claude Code plugin',
};

/** Keys that no version of this program has written, at the top level and in a round. */
const pluginKeys = ['timing', 'metrics', 'agent_state', 'validation'];
const pluginRoundKeys = /^[ \t-]+(?:facilitator_question|synthesis_summary|participant_positions):/m;

const longestTopic = 2000;

/** What a text is when it is a session of another form, else null. Looks at its lines only, so a damaged one is recognised too. */
export function findForeign(text: string): ForeignSession | null {
  const kind = findKind(text);
  if (kind === null) return null;
  const { topic, title } = readValues(text, ['topic', 'title']);
  const named = [topic, title].find((value) => typeof value === 'string' && value.trim() !== '');
  return { kind, topic: typeof named === 'string' ? cutText(named, longestTopic, '') : null };
}

function findKind(text: string): ForeignKind | null {
  const version = readVersion(text);
  if (version !== null) return version < schemaVersion ? 'earlier' : null;
  // Every version that wrote its number wrote this key as well: such a file has lost its number, and is damaged.
  if (hasKey(text, 'schema_version') || hasKey(text, 'fence')) return null;
  if (pluginKeys.some((key) => hasKey(text, key)) || pluginRoundKeys.test(text)) return 'plugin';
  return hasKey(text, 'topic') && hasKey(text, 'rounds') ? 'earlier' : null;
}

/** Throws SESSION_FOREIGN or SESSION_TOO_NEW for a session that this version does not read; `file` names it. */
export function refuseOtherForms(text: string, file: string): void {
  const foreign = findForeign(text);
  if (foreign !== null) throw describeForeign(foreign, file);
  const version = readVersion(text);
  if (version === null || version <= schemaVersion) return;
  const message = `${file} was written by a newer s2s: it has format ${version}, and this version knows only ${schemaVersion}. It is left as it is.`;
  throw new S2sError('SESSION_TOO_NEW', message, { hint: 'Update s2s, then run the same command again.' });
}

function describeForeign({ kind, topic }: ForeignSession, file: string): S2sError {
  return new S2sError('SESSION_FOREIGN', `${file} is ${foreignNames[kind]}. It is left as it is.`, {
    hint: 'Start a new discussion about it: s2s roundtable start "..." (--context FILE gives it the text of a file)',
    data: { kind, topic },
  });
}

function readVersion(text: string): number | null {
  const { schema_version: version } = readValues(text, ['schema_version']);
  return typeof version === 'number' && Number.isInteger(version) && version >= 0 ? version : null;
}

/** The source of a top-level value: from its colon to the next unindented line; null when the key is not there. */
function cutValue(text: string, key: string): string | null {
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
