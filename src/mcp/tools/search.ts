/** The tool that searches sessions and decision records. */
import * as z from 'zod';
import type { SearchResults } from '../../app/results.ts';
import { clip, fencePanel, panelNotice } from '../panel-text.ts';
import { describeTool, type Told } from '../tool.ts';

export const searchTool = describeTool({
  name: 'roundtable_search',
  title: 'Search roundtables',
  description:
    'Searches what this project has discussed and decided: topics, items, what seats said, decision records and requirements, best first. Costs nothing. Use it before you start: the question may have been decided. Entries with replaced_by are superseded.',
  input: z.strictObject({
    query: z.string().min(1).max(400).describe('Words to look for, in any inflection.'),
    limit: z.number().int().min(1).max(50).optional().describe('10 when absent.'),
  }),
  isReadOnly: true,
  callsModels: false,
  run: async ({ query, limit = 10 }, call) =>
    tellFound(await call.app.search({ words: query, limit, waits: false }), call.marker),
});

/** Tells the hits, with their texts in a field of their own: titles and excerpts come from models and from files of the project. */
function tellFound({ hits, total, held, wanted, unread, pending }: SearchResults, marker: string): Told {
  const texts = hits.map(({ title, excerpt }) => clip(`${title}: ${excerpt}`.replace(/\s+/g, ' '), 500));
  const lines = hits.map(({ kind, id, status, replaced_by: replaced, session, file }, index) => {
    const state = replaced === null ? status : `${status}, replaced by ${replaced}`;
    return `${kind} ${id} (${state}) in ${session ?? file}. ${texts[index]}`;
  });
  const share = held < wanted && total > 0 ? ` with ${held} of the ${wanted} words` : '';
  const missing = unread.length === 0 ? '' : ` ${unread.length} files could not be read.`;
  const later =
    pending === 0 ? '' : ` ${pending} sessions are still being read for the first search: ask again later.`;
  return {
    text: `${hits.length} of ${total} found${share}.${missing}${later}${lines.length === 0 ? '' : `\n${fencePanel(lines.join('\n'), marker)}`}`,
    data: {
      found: hits.map(({ kind, id, session, status, replaced_by, file, line }) => ({
        kind,
        id,
        session_id: session,
        status,
        replaced_by,
        file,
        line,
      })),
      total,
      texts: { notice: panelNotice, in_order: texts },
      notices: [],
    },
  };
}
