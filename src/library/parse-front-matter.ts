/** Front matter as YAML, with the repair of text values that were written without quotes. */
import type { SourceBlock } from '../text/front-matter.ts';
import { parseYamlBlock, type YamlSource } from '../text/parse-yaml.ts';
import type { LibraryProblem } from './problems.ts';
import { quoteTextValue, type RepairKeys } from './repair-text-values.ts';

/** Parses a front matter; each text value that had to be repaired gives one warning. */
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
      message: 'text without quotes was read as it stands',
      severity: 'warning',
    });
    text = repaired;
    source = parseYamlBlock({ ...block, text }, file);
  }
  // When the repair does not lead to YAML, the first errors are the ones to show.
  if (source.value === null && warnings.length > 0) return first;
  return { ...source, problems: [...warnings, ...source.problems] };
}
