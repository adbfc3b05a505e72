/** `roundtable_list`. */
import * as z from 'zod';
import { sessionStatuses, workflowTypes } from '../../session/vocabulary.ts';
import { clip, panelNotice } from '../panel-text.ts';
import { describeTool } from '../tool.ts';

export const listTool = describeTool({
  name: 'roundtable_list',
  title: 'List roundtables',
  description:
    'Lists the sessions of this project, newest first, with their topics and states. Costs nothing.',
  input: z.strictObject({
    status: z.enum(sessionStatuses).optional(),
    workflow: z.enum(workflowTypes).optional(),
    limit: z.number().int().min(1).max(100).optional().describe('20 when absent.'),
    offset: z.number().int().min(0).optional().describe('Sessions to pass over, from the newest on.'),
  }),
  isReadOnly: true,
  callsModels: false,
  run: async (given, { app }) => {
    const { sessions, damaged, total } = await app.list(given);
    return {
      total,
      // A topic comes from a file of the project, so it is data.
      notice: panelNotice,
      sessions: sessions.map(({ id, topic, workflow_type, strategy, status, pause_reason, ...more }) => ({
        ...{ session_id: id, topic: clip(topic, 300).replace(/\s+/g, ' '), workflow_type, strategy },
        ...{ status, pause_reason, rounds: more.rounds },
        ...{ created_at: more.created_at, updated_at: more.updated_at },
      })),
      damaged: damaged.map(({ file }) => ({ file })),
    };
  },
});
