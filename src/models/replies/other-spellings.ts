/** Reads whole replies that are neither JSON nor YAML. */
import { parseJson } from '../../text/parse-json.ts';
import type { Fields } from './json-values.ts';

/** Unescapes `{\\"position\\": …}`, which is escaped like a JSON string but has no quotes around it. */
export function unescapeQuotes(text: string): string {
  if (!/[{,]\s*\\+"/.test(text)) return text;
  const inner = parseJson(`"${text.replace(/\r?\n/g, '\\n')}"`);
  return typeof inner === 'string' ? inner : text.replaceAll('\\"', '"');
}

/** Decodes HTML entities, for proxies that escape each text for a web page. */
export function unescapeElements(text: string): string {
  if (!/&(?:quot|#0*34|#x22);/i.test(text)) return text;
  return text
    .replace(/&(?:quot|#0*34|#x22);/gi, '"')
    .replace(/&(?:apos|#0*39|#x27);/gi, "'")
    .replace(/&lt;/gi, '<')
    .replace(/&gt;/gi, '>')
    .replace(/&amp;/gi, '&');
}

/** Reads `<position>…</position>`, `<parameter name="position">…</parameter>` and `<parameter=position>…</parameter>`. */
export function readElements(text: string, keys: readonly string[]): Fields {
  const found: Fields = {};
  if (!text.includes('</')) return found;
  for (const key of keys) {
    const opening = new RegExp(`<(?:(${key})|(\\w{1,20})(?: name="?${key}"?|=${key}))\\s*>`, 'i').exec(text);
    if (opening === null) continue;
    const from = opening.index + opening[0].length;
    const to = text.indexOf(`</${opening[1] ?? opening[2]}>`, from);
    if (to === -1) continue;
    const inner = text.slice(from, to).trim();
    found[key] = parseJson(inner) ?? inner;
  }
  return found;
}

/** Renames keys that differ from a wanted key only in case, blanks, hyphens and underscores. */
export function respellKeys(data: Fields, keys: readonly string[]): Fields {
  const plain = (key: string): string => key.toLowerCase().replace(/[\s_-]/g, '');
  const known = new Map(keys.map((key) => [plain(key), key]));
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [
      Object.hasOwn(data, known.get(plain(key)) ?? key) ? key : (known.get(plain(key)) ?? key),
      value,
    ]),
  );
}
