/** Reads replies in YAML, or in plain lines of `key: value`. */

import { isMapping } from '../../domain/is-mapping.ts';
import { parseTree } from '../../text/parse-yaml.ts';
import type { Fields } from './json-values.ts';

/** Longer texts are not parsed: no reply in YAML is that long. */
const mostCharacters = 200_000;

/** Reads a part of a reply as a YAML mapping; null when it is not one. */
export function readYamlMapping(text: string): Fields | null {
  if (text.length > mostCharacters) return null;
  // YAML does not allow tabs as indentation, but models write them.
  const spaced = text.replace(/^[\t ]+/gm, (indent) => indent.replaceAll('\t', '  '));
  try {
    const { document } = parseTree(spaced);
    if (document === null || document.errors.length > 0) return null;
    const value: unknown = document.toJS({ maxAliasCount: 20 });
    return isMapping(value) ? value : null;
  } catch {
    // The library throws for alias bombs and similar traps; such a text is not a reply.
    return null;
  }
}

/**
 * Reads lines of `key: value` for the given keys, also in bold, as headings or list items. The lines up to the next key belong to
 * the value; if all of them are list items, the value is a list.
 */
export function readKeyLines(text: string, keys: readonly string[]): Fields {
  const byName = new Map(keys.map((key) => [normaliseKey(key), key]));
  const parts: { key: string; lines: string[] }[] = [];
  for (const line of text.split(/\r?\n/)) {
    const found = /^[\s>#*-]{0,12}([\p{L}_][\p{L}\p{N}_ -]{0,40}?)[*_`]{0,3}\s*[:=][*_`]{0,3}\s*(.*)$/u.exec(
      line,
    );
    // A heading needs no colon.
    const title =
      found?.[1] ?? /^\s{0,3}(?:#{1,6}\s+|(?=\*\*))\**([^*#:]{1,40})[*#\s]*$/.exec(line)?.[1] ?? '';
    const key = byName.get(normaliseKey(title));
    if (key !== undefined) parts.push({ key, lines: [found?.[2] ?? ''] });
    else parts.at(-1)?.lines.push(line);
  }
  return Object.fromEntries(parts.map(({ key, lines }) => [key, readLines(lines)]));
}

function readLines(lines: readonly string[]): unknown {
  const filled = lines
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(?:`{3,}|-{3,}|\*{3,})/.test(line));
  const items = filled.filter((line) => /^(?:[-*•]|\d+[.)])\s+/.test(line));
  if (items.length > 0 && items.length === filled.length) {
    return items.map((line) => unquote(line.replace(/^(?:[-*•]|\d+[.)])\s+/, '')));
  }
  return unquote(filled.join('\n'));
}

function unquote(text: string): string {
  const quoted = /^(["'])([\s\S]*)\1,?$/.exec(text);
  return quoted === null ? text : (quoted[2] ?? '');
}

/** A key in the form used for comparison: lowercase, with underscores for blanks and hyphens. */
export function normaliseKey(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
}
