import { formatPlural } from '../terminal/format-numbers.ts';

/** How many files were checked and what was found, in words. */
export function sumUp(files: number, found: { errors: number; warnings: number }): string {
  return `${formatPlural(files, 'file')} checked: ${formatPlural(found.errors, 'error')}, ${formatPlural(found.warnings, 'warning')}.`;
}
