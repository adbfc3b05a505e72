/** The tool that searches sessions and decision records. */
import * as z from 'zod';
import { clip, panelNotice } from '../panel-text.ts';
import { describeTool } from '../tool.ts';

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
  run: async ({ query, limit = 10 }, { app }) => {
    const { hits, total, held, wanted, unread, pending } = await app.search({
      ...{ words: query, limit, waits: false },
    });
    return {
      total,
      ...(held < wanted && total > 0 ? { words: `each contains ${held} of the ${wanted} words` } : {}),
      ...(unread.length === 0 ? {} : { unread: unread.length }),
      ...(pending === 0 ? {} : { pending: `${pending} sessions are still being read: ask again later` }),
      // Titles and excerpts come from models and from files of the project.
      notice: panelNotice,
      found: hits.map(({ kind, id, session, title, excerpt, status, replaced_by, file, line }) => ({
        ...{ kind, id, session_id: session, status, replaced_by, file, line },
        text: clip(`${title}: ${excerpt}`.replace(/\s+/g, ' '), 500),
      })),
    };
  },
});
