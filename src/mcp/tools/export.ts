import * as z from 'zod';
import { type ExportType, exportTypes } from '../../session/vocabulary.ts';
import { clip, fencePanel, panelNotice } from '../panel-text.ts';
import { describeTool, sessionId } from '../tool.ts';

/** Characters of a document in one result. */
const mostCharacters = 60_000;

export const exportTool = describeTool({
  name: 'roundtable_export',
  title: 'The document of a roundtable',
  description:
    'Gives the document of a session (decision record, requirements, architecture, summary) or the record of the discussion, as far as it has come. Calls no model, costs nothing, writes no file: what a completed session wrote stands in files of roundtable_status. A draft by models: the person decides whether it holds.',
  input: z.strictObject({
    session_id: sessionId,
    type: z
      .enum(exportTypes as [ExportType, ...ExportType[]])
      .optional()
      .describe("The session's own document when absent; record: who said what."),
    format: z.enum(['md', 'json']).optional().describe('md when absent; the record has no other.'),
  }),
  output: z.looseObject({
    session_id: z.string(),
    type: z.string(),
    format: z.enum(['md', 'json']),
    is_cut: z
      .boolean()
      .describe('true when the document is longer than one result; the resource has it whole'),
    panel_said: z.looseObject({ notice: z.string(), document: z.string() }),
    notices: z.array(z.string()),
  }),
  isReadOnly: true,
  callsModels: false,
  run: async ({ session_id: session, type, format }, call) => {
    const exported = await call.app.export({ session, type, format });
    const { sessionId: id } = exported;
    const document = clip(exported.text, mostCharacters);
    const isCut = Array.from(exported.text).length > mostCharacters;
    const whole = isCut ? `, cut: the whole of it is the resource s2s://sessions/${id}/document` : '';
    return {
      text: `The ${exported.type} of ${id}${whole}.\n${fencePanel(document, call.marker)}`,
      data: {
        session_id: id,
        type: exported.type,
        format: exported.format,
        is_cut: isCut,
        panel_said: { notice: panelNotice, document },
        notices: [],
      },
    };
  },
});
