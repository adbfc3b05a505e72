/** The comment at the end of a document that stands alone: it names the session and, by its checksum, reveals later edits. */
import type { ExportType } from '../session/vocabulary.ts';
import { computeSum } from './markdown/managed-blocks.ts';

/** The comment for a text. */
export function formatMark(sessionId: string, type: ExportType, text: string): string {
  return `<!-- s2s:document ${type} from ${sessionId} sum ${computeSum(text)} -->`;
}

/** Reads the mark of a document; null if the text has none. */
export function readMark(text: string): { type: string; sessionId: string; edited: boolean } | null {
  const plain = text.replace(/\r\n/g, '\n');
  const [line, type, sessionId, sum] =
    /^<!-- s2s:document ([a-z]+) from ([a-z0-9-]+) sum ([0-9a-f]{16}) -->\s*$/m.exec(plain) ?? [];
  if (line === undefined || type === undefined || sessionId === undefined) return null;
  return { type, sessionId, edited: computeSum(plain.replace(line, '')) !== sum };
}
