/** Searches documents of the project. */
import { join } from 'node:path';
import { hashText } from '../../files/hash-text.ts';
import type { SearchFindings, SearchSource } from '../../session/ports/search.ts';
import type { SessionPaths } from '../folder/session-paths.ts';
import { searchWords } from './word-index.ts';

/** A document: its path from the project's root, and a way to read it. */
export interface DocumentSource {
  path: string;
  load: () => Promise<SearchSource | null>;
}

/** Equal hits keep the order of the documents. Throws FILE_OUTSIDE_PROJECT when the cache leads out of the project. */
export async function searchDocuments(
  paths: SessionPaths,
  words: string,
  { documents, limit }: { documents: readonly DocumentSource[]; limit: number },
): Promise<SearchFindings> {
  const sources = documents.map(({ path, load }) => ({
    key: hashText(path).slice(0, 32),
    path: join(paths.root, path),
    load,
  }));
  return searchWords(paths, words, { sources, folder: 'documents', limit });
}
