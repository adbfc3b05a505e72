/** Searches documents of the project, whatever they are. */
import { join } from 'node:path';
import type { SearchFindings, SearchSource } from '../../domain/search.ts';
import { hashText } from '../../files/hash-text.ts';
import type { SessionPaths } from './session-paths.ts';
import { findWords } from './word-index.ts';

/** A document: its path from the project's root, and how it is read. */
export interface DocumentSource {
  path: string;
  load: () => Promise<SearchSource | null>;
}

/** The order of the documents decides among equals. Throws FILE_OUTSIDE_PROJECT where the cache leads out of the project. */
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
  return findWords(paths, words, { sources, folder: 'documents', limit });
}
