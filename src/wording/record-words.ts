/** What only the record says: what the program saw at a place, and what became of an amendment. */
import type { Fact } from '../session/records.ts';
import type { Amendment } from '../session/text.ts';

/** What the program saw at the place of a fact. */
export function sayFound(found: Fact['found']): string {
  switch (found) {
    case 'yes':
      return 'found there';
    case 'moved':
      return 'found elsewhere in the file';
    case 'no':
      return 'not found, so not printed as a fact';
    case 'withheld':
      return 'in a file that is not shown, so not checked';
    case null:
      return 'not looked up';
  }
}

/** What became of something that a seat put to the writer. */
export function sayAmendmentAnswer({ answer, because }: Pick<Amendment, 'answer' | 'because'>): string {
  if (answer === null) return 'unanswered';
  return `${answer}${because === '' ? '' : `: ${because}`}`;
}
