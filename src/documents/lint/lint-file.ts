/** `s2s lint`: any document, ours or people's own, against its standard. */
import type { Session } from '../../domain/session.ts';
import type { OutputType } from '../../domain/vocabulary.ts';
import { outputTypes } from '../../domain/vocabulary.ts';
import { lintAdr } from '../adr/lint.ts';
import { findArc42Section, lintArchitecture } from '../architecture/lint.ts';
import { createCitationCheck } from '../citations.ts';
import { findRequirements } from '../requirements/find-requirements.ts';
import { lintRequirements } from '../requirements/lint.ts';
import { type DocumentText, plainTitle, readDocumentText } from './document-text.ts';
import { type LintProblem, report } from './lint-rules.ts';

/** What was found; `type` is null when nothing tells what kind of document it is. */
export interface LintResult {
  type: OutputType | null;
  problems: LintProblem[];
}

/**
 * Checks one file. `path` helps to tell its type, which may also be given; with a session, citations are checked
 * against it. Never throws: every text has a result.
 */
export function lintFile(
  text: string,
  path: string,
  options: { session?: Session; type?: OutputType } = {},
): LintResult {
  const document = readDocumentText(text);
  const type = options.type ?? detectType(document, path);
  const problems = [
    ...(type === null
      ? [
          report(
            'document/type',
            0,
            'Nothing tells whether this is a decision record, requirements or an architecture description.',
          ),
        ]
      : []),
    ...lintTitle(document),
    ...lintPlaceholders(document),
    ...(type === 'adr' ? lintAdr(document) : []),
    ...(type === 'requirements' ? lintRequirements(document) : []),
    ...(type === 'architecture' ? lintArchitecture(document) : []),
    ...lintCitations(document, options.session),
  ];
  return { type, problems: problems.sort((a, b) => a.line - b.line) };
}

function detectType(document: DocumentText, path: string): OutputType | null {
  const marked = document.lines
    .map((line) => /^<!-- s2s:document ([a-z]+) from /.exec(line)?.[1])
    .find((name) => name !== undefined);
  const known = outputTypes.find((type) => type === marked);
  if (known !== undefined) return known;
  const lines = document.lines.join('\n');
  if (/^<!-- s2s:ids created=/m.test(lines)) return 'requirements';
  const titles = document.headings.map((heading) => plainTitle(heading.text));
  const has = (...names: string[]) => names.some((name) => titles.includes(name));
  if (
    has('decision outcome', 'considered options', 'context and problem statement') ||
    (has('decision') && has('context', 'consequences'))
  )
    return 'adr';
  if (document.headings.filter((heading) => findArc42Section(heading.text) !== -1).length >= 4)
    return 'architecture';
  if (findRequirements(document).length > 0) return 'requirements';
  const place = path.toLowerCase().replaceAll('\\', '/');
  if (/(?:^|\/)(?:decisions?|adrs?)\/|(?:^|\/)adr[-_]?\d/.test(place)) return 'adr';
  if (/(?:^|\/)(?:requirements?|srs)(?:[./_-]|$)|(?:^|\/)specifications?\//.test(place))
    return 'requirements';
  if (/(?:^|\/)(?:architecture|arc42)(?:[./_-]|$)/.test(place)) return 'architecture';
  return null;
}

function lintTitle(document: DocumentText): LintProblem[] {
  const titles = document.headings.filter((heading) => heading.depth === 1);
  // arc42's own template has its sections at the first level.
  if (titles.length > 1 && titles.filter((heading) => findArc42Section(heading.text) !== -1).length >= 4)
    return [];
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
