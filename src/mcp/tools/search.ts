import * as z from 'zod';
import { describeTool } from '../tool.ts';
import { listedSchema, tellSessions } from './list.ts';

/** Sessions that are looked through, newest first. */
const mostSearched = 1000;

export const searchTool = describeTool({
  name: 'roundtable_search',
  title: 'Search roundtables',
  description:
    'Finds earlier sessions of this project by words of their topics, best first. Costs nothing. Use it before you start a discussion: the question may have been decided.',
  input: z.strictObject({
    query: z.string().min(1).max(400).describe('Words that the topic should have.'),
    limit: z.number().int().min(1).max(50).optional().describe('10 when absent.'),
  }),
  output: listedSchema,
  isReadOnly: true,
  callsModels: false,
  run: async ({ query, limit = 10 }, call) => {
    const words = readWords(query);
    const { sessions } = await call.app.list({ limit: mostSearched });
    const found = sessions
      .map((session) => {
        const topic = readWords(session.topic);
        return { session, hits: words.filter((word) => topic.some((one) => one.startsWith(word))).length };
      })
      .filter(({ hits }) => hits > 0)
      .sort((a, b) => b.hits - a.hits)
      .map(({ session }) => session);
    return tellSessions(found.slice(0, limit), { total: found.length, marker: call.marker });
  },
});

function readWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
