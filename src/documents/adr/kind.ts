/** The decision record: MADR 4.0 (adr.github.io/madr). */
import { findUnsupported } from '../citations.ts';
import type { DocumentKind } from '../document-kind.ts';
import { cleanPath } from '../document-paths.ts';
import { renderNotices } from '../notices.ts';
import { assembleAdr } from './assemble.ts';
import { adrLint } from './lint.ts';
import { findProposed, planNeighbors } from './plan-neighbors.ts';
import { listRecords } from './record-folder.ts';
import { nextRecordName } from './record-numbers.ts';
import { type AdrContent, adrSchema } from './schema.ts';
import { viewAdr } from './view.ts';

export const adrKind: DocumentKind = {
  type: 'adr',
  items: ['DEC', 'ARCH', 'COMP', 'INT', 'RISK', 'MIT'],
  schema: adrSchema,
  brief: [
    'Write a decision record that an engineer would sign. Its items are printed below your "because": do not repeat them.',
    '`title` names the decision, not the question. `context` is the problem in two to five sentences.',
    'Name the options that were discussed, two at least; "keep things as they are" counts. Give each its weightiest points with who said them; invent none. A driver or consequence is no pro or con again.',
    '`chosen` repeats the title of one option. `reason` weighs the drivers against the options; it does not praise.',
    'Drivers are forces of this project, not general virtues. Consequences are what follows, and include what becomes harder.',
    '`confirmation` names a test, review or measurement. `revisit` names a date or an event.',
    'If nothing was agreed, choose the option that stays in force and say so. Do not leave out a minority view because it lost. In all, stay below 500 words.',
  ].join(' '),
  draftWords: 500,
  assemble: assembleAdr,
  findUnsupported,
  view: (content, rendering) => {
    const values = viewAdr(content as AdrContent, rendering);
    return {
      values,
      required: [
        renderNotices(rendering),
        ...[values.contested, values.dissent, values.questions].map((lines) => lines.join('\n')),
        values.summary_rest,
        rendering.recordLine,
        values.annex,
      ],
    };
  },
  findHome: (session, docsPaths, slug) => ({
    folder: cleanPath(docsPaths.decisions),
    file: `${/^\d{8}-\d{6}-/.exec(session.id)?.[0] ?? ''}${slug}.md`,
  }),
  linksRecords: true,
  printsContested: true,
  chooseName: (files, named) =>
    nextRecordName(
      listRecords(files).map(({ name }) => name),
      named,
    ),
  planNeighbors: (content, place) => planNeighbors(content as AdrContent, place),
  findProposed: (content, files) => findProposed(content as AdrContent, files).map(({ name }) => name),
  lint: adrLint,
};
