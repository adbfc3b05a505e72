/** Searching what a project has discussed and decided: sessions, items, positions, and its documents. */
import { S2sError } from '../domain/errors.ts';
import type { SearchHit } from '../domain/search.ts';
import { listMarkdownPaths, readMarkdownFiles, requirementFolders } from '../project/decision-files.ts';
import type { AppParts } from './app-parts.ts';
import type { SearchOptions } from './options.ts';
import type { SearchResults } from './results.ts';

/** Hits shown where nobody says how many. */
const defaultSearchLimit = 20;

/** Folders of architecture descriptions, beside the one of the configuration, and the summaries of sessions. */
const otherFolders = ['docs/architecture', 'doc/architecture', 'architecture', '.s2s/sessions'];

/** What took the place of a session's decision stands in its document; what the session said of it counts less from then on. */
const supersededShare = 0.4;

/**
 * Finds what holds the words, or forms of them: those with all of them, or where nothing has all, those with the most. Throws NEEDS_INPUT without a
 * word to look for, FILE_UNREADABLE or FILE_OUTSIDE_PROJECT for the store as a whole.
 */
export async function search(parts: AppParts, options: SearchOptions): Promise<SearchResults> {
  const { words, limit = defaultSearchLimit } = options;
  const [inSessions, inDocuments] = [
    await parts.repository.search(words, {
      limit,
      onFirstReading: (sessions) =>
        parts.notify({
          level: 'info',
          text: `Reading ${sessions} sessions for the first time, which takes a while. The next search is quick.`,
        }),
    }),
    await parts.searchDocuments(words, { documents: await listDocuments(parts), limit }),
  ];
  const wanted = inSessions.totals.length - 1;
  if (wanted === 0) {
    throw new S2sError('NEEDS_INPUT', `"${words}" has no word to look for.`, {
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
      // Most documents were read before, and this brings a parser with it.
      const { describeDocument } = await import('./document-source.ts');
      return describeDocument(read, { holdsRequirements: specifications.includes(file) });
    },
  }));
}
