/** `roundtable_list`. */
import * as z from 'zod';
import type { ListedSessions } from '../../app/results.ts';
import { sessionStatuses, workflowTypes } from '../../session/vocabulary.ts';
import { formatPlural } from '../../wording/format-numbers.ts';
import { clip, fencePanel, panelNotice } from '../panel-text.ts';
import { describeTool, type Told } from '../tool.ts';

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
  run: async (given, call) => {
    return tellSessions(await call.app.list(given), call.marker);
  },
});

/** Tells the sessions, with their topics in a field of their own: a topic comes from a file of the project, so it is data. */
function tellSessions({ sessions, damaged, total }: ListedSessions, marker: string): Told {
  const topics = Object.fromEntries(
    sessions.map(({ id, topic }) => [id, clip(topic, 300).replace(/\s+/g, ' ')]),
  );
  const lines = [
    ...sessions.map(
      ({ id, status, pause_reason: reason, rounds }) =>
        `${id}: ${status}${reason === null ? '' : ` (${reason})`}, ${formatPlural(rounds, 'round')}. ${topics[id]}`,
    ),
    ...damaged.map(({ file }) => `Cannot be read: ${file}`),
  ];
  return {
    text: `${sessions.length} of ${formatPlural(total, 'session')}.${lines.length === 0 ? '' : `\n${fencePanel(lines.join('\n'), marker)}`}`,
    data: {
      sessions: sessions.map((session) => ({
        session_id: session.id,
        workflow_type: session.workflow_type,
        strategy: session.strategy,
        status: session.status,
        pause_reason: session.pause_reason,
        rounds: session.rounds,
        created_at: session.created_at,
        updated_at: session.updated_at,
      })),
      damaged: damaged.map(({ file }) => ({ file })),
      total,
      topics: { notice: panelNotice, by_session: topics },
      notices: [],
    },
  };
}
