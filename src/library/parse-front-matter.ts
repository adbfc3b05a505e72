/**
 * Parses front matter as YAML. Repairs one common mistake in agent files: an unquoted description with a colon or `<example>`
 * blocks, which is not valid YAML. Only values that can only be text are repaired; everything else stays an error.
 */
import type { SourceBlock } from '../text/front-matter.ts';
import { parseYamlBlock, type YamlSource } from '../text/parse-yaml.ts';
import type { LibraryProblem } from './problems.ts';

/** The keys that may be repaired, and the keys that end a text of several lines. */
interface RepairKeys {
  text: readonly string[];
  known: readonly string[];
}

/** Parses a front matter, with one warning for each repaired text value. */
export function parseFrontMatter(
  block: SourceBlock,
  file: string,
  options: { repair: RepairKeys },
): YamlSource {
  const warnings: LibraryProblem[] = [];
  let text = block.text;
  let source = parseYamlBlock(block, file);
  const first = source;
  // Each pass repairs another key, so there are never more passes than keys.
  for (let pass = 0; pass < options.repair.text.length; pass += 1) {
    const error = source.problems.find((problem) => problem.severity === 'error');
    if (error?.line === undefined) break;
    const repaired = quoteTextValue(text, error.line - block.line + 1, options.repair);
    if (repaired === null) break;
    const { line, column } = error;
    warnings.push({
      file,
      line,
      column,
      message: 'text without quotes was read as written',
      severity: 'warning',
    });
    text = repaired;
    source = parseYamlBlock({ ...block, text }, file);
  }
  // If the repair does not lead to valid YAML, show the original errors.
  if (source.value === null && warnings.length > 0) return first;
  return { ...source, problems: [...warnings, ...source.problems] };
}

/**
 * Quotes the text value that contains an error. Line numbers do not change.
 * Returns null if the error is not inside a plain text value. `errorLine` counts from 1 within `text`.
 */
function quoteTextValue(text: string, errorLine: number, keys: RepairKeys): string | null {
  const lines = text.split('\n');
  const start = lines.slice(0, errorLine).findLastIndex((line) => keys.known.includes(readKey(line)));
  const key = readKey(lines[start] ?? '');
  if (start === -1 || !keys.text.includes(key)) return null;
  const value = (lines[start] ?? '').slice((lines[start] ?? '').indexOf(':') + 1).trim();
  // Quotes and block markers show that another form was meant, or that the value has already been repaired.
  if (/^["'|>]/.test(value)) return null;
  const end = findEnd(lines, start, keys.known);
  if (errorLine > end) return null;
  const whole = [value, ...lines.slice(start + 1, end).map((line) => line.trim())].join('\n').trim();
  // Generated files contain a literal `\n` instead of a line break.
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
