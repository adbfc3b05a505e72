/**
 * Writes JSON for programs and logs: invisible characters, and texts that a CI log would take for a
 * command, are escaped. The data is the same.
 */
import { invisible } from './clean-text.ts';

/** Like `JSON.stringify`; `indent` is the number of blanks per level, 0 for one line. */
export function formatJson(value: unknown, indent = 0): string {
  return (
    JSON.stringify(value, null, indent)
      .replace(/[\u007f-\u009f\u2028\u2029]/g, escapeUnits)
      .replace(invisible, escapeUnits)
      // CI systems look for their commands anywhere in a line.
      .replace(
        /##(?=\w*\[)|section_(?=start:|end:)/g,
        (mark) => `${escapeUnits(mark.charAt(0))}${mark.slice(1)}`,
      )
  );
}

function escapeUnits(text: string): string {
  return Array.from(
    { length: text.length },
    (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');
}
