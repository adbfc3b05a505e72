/** What is asked of any document: a title, nothing left to be filled in, citations that hold. */
import type { Session } from '../../domain/session.ts';
import type { OutputType } from '../../domain/vocabulary.ts';
import { createCitationCheck } from '../citations.ts';
import type { DocumentText } from './document-text.ts';
import { createReport, type LintProblem } from './lint-problem.ts';

export const commonRules = {
  'document/type': 'error',
  'document/title': 'error',
  'document/placeholder': 'warning',
  'citation/dangling': 'error',
  'citation/marked': 'warning',
} as const;

const report = createReport(commonRules);

/** Findings that do not depend on the kind of the document. A type of null: nothing tells the kind. */
export function lintCommon(
  document: DocumentText,
  options: { type: OutputType | null; session: Session | undefined; manyTitles: boolean },
): LintProblem[] {
  return [
    ...(options.type !== null
      ? []
      : [
          report(
            'document/type',
            0,
            'Nothing tells whether this is a decision record, requirements or an architecture description.',
          ),
        ]),
    ...lintTitle(document, options),
    ...lintPlaceholders(document),
    ...lintCitations(document, options.session),
  ];
}

function lintTitle(document: DocumentText, options: { manyTitles: boolean }): LintProblem[] {
  const titles = document.headings.filter((heading) => heading.depth === 1);
  if (titles.length > 1 && options.manyTitles) return [];
  if (titles.length === 0) return [report('document/title', 0, 'The document has no title (# …).')];
  return titles
    .slice(1)
    .map((heading) => report('document/title', heading.line, `"${heading.text}" is a second title.`));
}

/** What a template left to be filled in, and reminders of an author. */
function lintPlaceholders(document: DocumentText): LintProblem[] {
  return document.lines.flatMap((line, index) => {
    if (index <= document.frontMatterEnd || document.fenced.has(index) || document.skipped.has(index))
      return [];
    const plain = line.replace(/`[^`]*`/g, '').replace(/\\./g, '');
    const found = /\b(?:TODO|TBD|FIXME)\b|\{\{.*?\}\}|(?<![$\w])\{[a-z][a-z ,…|/-]{4,}\}/.exec(plain)?.[0];
    return found === undefined
      ? []
      : [report('document/placeholder', index, `"${found}" is left to be filled in.`)];
  });
}

/** Citations such as `[R2 qa-lead]`. */
function lintCitations(document: DocumentText, session: Session | undefined): LintProblem[] {
  const holds = session === undefined ? () => true : createCitationCheck(session);
  return document.lines.flatMap((line, index) => {
    if (index <= document.frontMatterEnd || document.fenced.has(index)) return [];
    return [
      ...line
        .replace(/`[^`]*`/g, '')
        .matchAll(/(?<!\\)\[R(\d{1,6}) ([^\]\\:]+?)(: not in this session)?\](?!\()/g),
    ].flatMap(([citation, round, seat, marked]) => {
      if (marked !== undefined)
        return [report('citation/marked', index, `${citation} does not hold, as the document says.`)];
      if (holds({ round: Number(round), seat: seat ?? '' })) return [];
      return [
        report('citation/dangling', index, `${citation} names a round or a seat that did not speak in it.`),
      ];
    });
  });
}
