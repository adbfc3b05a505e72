/**
 * Repairs the one mistake that people's agent files are full of: a description written without quotes
 * that holds a colon or `<example>` blocks, which is not YAML. Only values that can be nothing but text
 * are repaired; everything else stays an error.
 */

/** Which keys may be repaired, and which keys end a text that runs over several lines. */
export interface RepairKeys {
  text: readonly string[];
  known: readonly string[];
}

/**
 * Quotes the text value in which an error was found. Lines keep their numbers.
 * Returns null when the error is not inside a plain text value. `errorLine` counts from 1 within `text`.
 */
export function quoteTextValue(text: string, errorLine: number, keys: RepairKeys): string | null {
  const lines = text.split('\n');
  const start = lines.slice(0, errorLine).findLastIndex((line) => keys.known.includes(readKey(line)));
  const key = readKey(lines[start] ?? '');
  if (start === -1 || !keys.text.includes(key)) return null;
  const value = (lines[start] ?? '').slice((lines[start] ?? '').indexOf(':') + 1).trim();
  // Quotes and block markers show that another form was meant; a quoted line is one that was repaired before.
  if (/^["'|>]/.test(value)) return null;
  const end = findEnd(lines, start, keys.known);
  if (errorLine > end) return null;
  const whole = [value, ...lines.slice(start + 1, end).map((line) => line.trim())].join('\n').trim();
  // Files made by a program hold a written-out `\n` instead of a line end.
  const quoted = JSON.stringify(whole.replaceAll('\\n', '\n'));
  const kept = Array.from({ length: end - start - 1 }, () => '');
  return [...lines.slice(0, start), `${key}: ${quoted}`, ...kept, ...lines.slice(end)].join('\n');
}

function readKey(line: string): string {
  return /^([A-Za-z_][\w-]*)[ \t]*:(?:[ \t]|$)/.exec(line)?.[1] ?? '';
}

/** The index after the last line that belongs to the value. */
function findEnd(lines: readonly string[], start: number, known: readonly string[]): number {
  const nextKey = lines.findIndex((line, index) => index > start && known.includes(readKey(line)));
  const limit = nextKey === -1 ? lines.length : nextKey;
  const stretch = lines.slice(start, limit);
  // Example blocks are often not indented, so only the next key of an agent file can end them.
  if (stretch.some((line) => line.includes('<example'))) return limit;
  const unindented = stretch.findIndex((line, index) => index > 0 && /^\S/.test(line));
  return unindented === -1 ? limit : start + unindented;
}
