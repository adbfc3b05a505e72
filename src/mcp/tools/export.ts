/** The tool that gives the document of a discussion. */
import * as z from 'zod';
import { type ExportType, exportTypes } from '../../session/vocabulary.ts';
import { clip, panelNotice } from '../panel-text.ts';
import { describeTool, sessionId } from '../tool.ts';

/** Characters of a document in one result. */
const mostCharacters = 60_000;

export const exportTool = describeTool({
  name: 'roundtable_export',
  title: 'The document of a roundtable',
  description:
    'Returns the document of a session, or the record of the discussion, as it is so far. It is a draft by models: the person decides whether to accept it. Costs nothing, writes no file; the files that a completed session wrote are named by roundtable_status.',
  input: z.strictObject({
    session_id: sessionId,
    type: z
      .enum(exportTypes as [ExportType, ...ExportType[]])
      .optional()
      .describe("The session's own document when absent; record: who said what."),
    format: z.enum(['md', 'json']).optional().describe('md when absent; the record has no other.'),
  }),
  isReadOnly: true,
  callsModels: false,
  run: async ({ session_id: session, type, format }, { app }) => {
    const exported = await app.export({ session, type, format });
    const { sessionId: id } = exported;
    return {
      session_id: id,
      type: exported.type,
      format: exported.format,
      ...(Array.from(exported.text).length > mostCharacters
        ? { cut: `the whole of it is the resource s2s://sessions/${id}/document` }
        : {}),
      panel_said: { notice: panelNotice, document: clip(exported.text, mostCharacters) },
    };
  },
});
