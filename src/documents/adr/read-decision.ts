/** Reads the status and outcome of a decision record. */
import { listContent, plainWords, readDocumentText } from '../lint/document-text.ts';
import { readField } from './lint-record-head.ts';
import { findSections } from './record-sections.ts';

/** Status and the first paragraph or item of the outcome, each on one line; empty if missing. Throws S2sError FILE_TOO_LARGE. */
export function readDecision(text: string, shownAs: string): { status: string; outcome: string } {
  const document = readDocumentText(text, shownAs);
  const status = readField(document, 'status')?.value ?? '';
  const [heading] = findSections(document, 'outcome');
  const said =
    heading === undefined
      ? []
      : listContent(document, heading).filter(({ kind }) => kind === 'paragraph' || kind === 'item');
  return { status: plainWords(status), outcome: plainWords(said[0]?.text ?? '').replace(/\s+/g, ' ') };
}
