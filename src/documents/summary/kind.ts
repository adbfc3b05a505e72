/** The summary: ranked ideas for a brainstorm, otherwise findings and next steps. */
import { findUnsupported } from '../citations.ts';
import type { DocumentKind } from '../document-kind.ts';
import { sessionsFolder } from '../document-paths.ts';
import { renderNotices } from '../notices.ts';
import { renderBeside } from '../parts/beside.ts';
import { assembleSummary } from './assemble.ts';
import { type SummaryContent, summarySchema } from './schema.ts';
import { viewSummary } from './view.ts';

export const summaryKind: DocumentKind = {
  type: 'summary',
  items: ['DEC', 'RISK', 'MIT'],
  schema: summarySchema,
  brief: [
    'Write the summary for somebody who was not there and has two minutes. The items are printed from the session, word for word: write what they do not say.',
    'Next steps are things somebody can start tomorrow, with a name where one was said; they are read first.',
    'For a brainstorm name in pursue, by their ids, the ideas to pursue, and say in the summary who is for them and what stands against them. Otherwise leave pursue empty.',
    'Do not smooth over conflicts, and do not add opinions that nobody held. In all, stay below 400 words.',
  ].join(' '),
  draftWords: 400,
  assemble: assembleSummary,
  findUnsupported,
  view: (content, rendering) => {
    const values = viewSummary(content as SummaryContent, rendering);
    return {
      values,
      required: [
        renderNotices(rendering),
        values.contested.join('\n'),
        renderBeside(rendering, { withContested: false }),
      ],
    };
  },
  findHome: (session) => ({ folder: sessionsFolder, file: `${session.id}-summary.md` }),
  linksRecords: false,
  printsContested: true,
  lint: null,
};
