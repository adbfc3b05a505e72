/** JSON for programs and logs: what cannot be seen, or would be a command where it is shown, is escaped. The data is the same. */
import { invisible } from './clean-text.ts';

/** As `JSON.stringify`; `indent` is the number of blanks of a level, 0 for one line. */
export function formatJson(value: unknown, indent = 0): string {
  return (
    JSON.stringify(value, null, indent)
      .replace(/[\u007f-\u009f\u2028\u2029]/g, escapeUnits)
      .replace(invisible, escapeUnits)
      // Pipelines look for their commands anywhere in a line.
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
