/** Searches a project's discussions and decisions: sessions, items, positions, and documents. */

import { listMarkdownPaths, readMarkdownFiles, requirementFolders } from '../../project/decision-files.ts';
import { S2sError } from '../../session/errors.ts';
import type { SearchHit } from '../../session/ports/search.ts';
import type { AppParts } from '../app-parts.ts';
import type { SearchOptions } from '../options.ts';
import type { SearchResults } from '../results.ts';

/** How many hits are shown if nobody says. */
const defaultSearchLimit = 20;

/** Usual folders of architecture descriptions, in addition to the configured one, and the folder of session summaries. */
const otherFolders = ['docs/architecture', 'doc/architecture', 'architecture', '.s2s/sessions'];

/** The factor for the score of hits in a session whose document was superseded. */
const supersededShare = 0.4;

/**
 * Finds entries that contain the words, or inflected forms of them: those with all words, or, if none has all, those with the most.
 * Throws NEEDS_INPUT without a word to search for, FILE_UNREADABLE or FILE_OUTSIDE_PROJECT for the store as a whole.
 */
export async function search(parts: AppParts, options: SearchOptions): Promise<SearchResults> {
  const { words, limit = defaultSearchLimit, onReading, waits } = options;
  const [inSessions, inDocuments] = await Promise.all([
    parts.repository.search(words, { limit, onReading, waits }),
    listDocuments(parts).then((documents) => parts.searchDocuments(words, { documents, limit, waits })),
  ]);
  const wanted = inSessions.totals.length - 1;
  if (wanted === 0) {
    throw new S2sError('NEEDS_INPUT', `"${words}" contains no word to search for.`, {
      hint: 'Name what it is about, for example: s2s search "retry queue"',
    });
  }
  const replaced = new Map(inDocuments.superseded.map(({ session, by }) => [session, by]));
  const all = [...inDocuments.hits, ...inSessions.hits].map((hit) => markReplaced(hit, replaced));
  const held = Math.max(0, ...all.map((hit) => hit.held));
  const hits = all
    .filter((hit) => hit.held === held)
    .sort((one, other) => other.score - one.score)
    .slice(0, limit);
  return parts.redactData({
    words,
    wanted,
    held,
    hits: hits.map(({ held: _held, score: _score, ...hit }) => hit),
    total: held === 0 ? 0 : (inSessions.totals[held] ?? 0) + (inDocuments.totals[held] ?? 0),
    unread: [...inSessions.unread, ...inDocuments.unread],
    pending: inSessions.pending + inDocuments.pending,
  });
}

function markReplaced(hit: SearchHit, replaced: ReadonlyMap<string, string>): SearchHit {
  const by = hit.session === null || hit.replaced_by !== null ? undefined : replaced.get(hit.session);
  return by === undefined ? hit : { ...hit, replaced_by: by, score: hit.score * supersededShare };
}

async function listDocuments({ root, findDocs, findDecisionFolders }: AppParts) {
  const folders = await findDecisionFolders();
  const docs = await findDocs(folders);
  const specifications = await listMarkdownPaths(root, [docs.specifications, ...requirementFolders]);
  const others = await listMarkdownPaths(root, [...folders, docs.architecture, ...otherFolders]);
  const newestFirst = [...new Set([...specifications, ...others])];
  return newestFirst.map((file) => ({
    path: file,
    load: async () => {
      const [read] = await readMarkdownFiles(root, [file]);
      if (read === undefined) return null;
      // This module loads a parser, and most documents need no reading: their entries are cached.
      const { describeDocument } = await import('./document-source.ts');
      return describeDocument(read, { holdsRequirements: specifications.includes(file) });
    },
  }));
}
