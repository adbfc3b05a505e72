/** Searches documents of the project. */
import { join } from 'node:path';
import type { SearchOptions } from '../../session/ports/repository.ts';
import type { SearchFindings, SearchSource } from '../../session/ports/search.ts';
import { type SessionPaths, showPath } from '../folder/session-paths.ts';
import type { SearchIndex } from './open-index.ts';
import { searchSources } from './search-sources.ts';

/** A document: its path from the project's root, and a way to read it. */
export interface DocumentSource {
  path: string;
  load: () => Promise<SearchSource | null>;
}

/** Of equal hits the document that changed last comes first. Throws FILE_OUTSIDE_PROJECT when the cache leads out of the project. */
export async function searchDocuments(
  { paths, index }: { paths: SessionPaths; index: SearchIndex },
  words: string,
  { documents, ...options }: SearchOptions & { documents: readonly DocumentSource[] },
): Promise<SearchFindings> {
  const sources = documents.map(({ path: key, load }) => {
    const path = join(paths.root, key);
    return { key, path, file: showPath(paths, path), load };
  });
  return searchSources(index, words, { ...options, sources });
}
