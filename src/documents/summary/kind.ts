/** The summary: for a brainstorm the ranked ideas, otherwise what was found and what comes next. */
import { findUnsupported } from '../citations.ts';
import type { DocumentKind } from '../document-kind.ts';
import { sessionsFolder } from '../document-paths.ts';
import { assembleSummary } from './assemble.ts';
import { type SummaryContent, summarySchema } from './schema.ts';
import { viewSummary } from './view.ts';

export const summaryKind: DocumentKind = {
  type: 'summary',
  schema: summarySchema,
  brief: [
    'Write the summary for somebody who was not there and has two minutes.',
    'Key points are findings, each with who said it, most important first; not a report of who spoke when.',
    'For a brainstorm: take up every idea that was not withdrawn, say how feasible it is as the panel judged it, with its risks and what was named against them, and name the three to pursue. Otherwise leave ideas and pursue empty.',
    'Next steps are things somebody can start tomorrow, with a name where one was said.',
    'Do not smooth over conflicts, and do not add opinions that nobody held.',
  ].join(' '),
  assemble: assembleSummary,
  findUnsupported,
  view: (content, rendering) => ({ values: viewSummary(content as SummaryContent, rendering) }),
  findHome: (session) => ({ folder: sessionsFolder, file: `${session.id}-summary.md` }),
  linksRecords: false,
  lint: null,
};
