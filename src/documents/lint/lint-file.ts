/** `s2s lint`: any document, ours or people's own, against its standard. */
import type { Session } from '../../domain/session.ts';
import type { OutputType } from '../../domain/vocabulary.ts';
import { documentKinds } from '../document-kinds.ts';
import { lintCommon } from './common-rules.ts';
import { type DocumentText, readDocumentText } from './document-text.ts';
import type { LintProblem } from './lint-problem.ts';

/** What was found; `type` is null when nothing tells what kind of document it is. */
export interface LintResult {
  type: OutputType | null;
  problems: LintProblem[];
}

/**
 * Checks one file. `path` helps to tell its type, which may also be given; with a session, citations are checked
 * against it. Throws S2sError FILE_TOO_LARGE; any other text has a result.
 */
export function lintFile(
  text: string,
  path: string,
  options: { session?: Session; type?: OutputType } = {},
): LintResult {
  const document = readDocumentText(text, path);
  const type = options.type ?? detectType(document, path);
  const lint = type === null ? null : documentKinds[type].lint;
  const problems = [
    ...lintCommon(document, {
      type,
      session: options.session,
      manyTitles: lint?.hasManyTitles?.(document) ?? false,
    }),
    ...(lint?.check(document) ?? []),
  ];
  return { type, problems: problems.sort((a, b) => a.line - b.line) };
}

/** By the mark of our own documents, then by what stands in it, then by where it stands. */
function detectType(document: DocumentText, path: string): OutputType | null {
  const marked = document.lines
    .map((line) => /^<!-- s2s:document ([a-z]+) from /.exec(line)?.[1])
    .find((name) => name !== undefined);
  const kinds = Object.values(documentKinds);
  const place = path.toLowerCase().replaceAll('\\', '/');
  return (
    (
      kinds.find(({ type }) => type === marked) ??
      kinds.find(({ lint }) => lint?.hasShape(document)) ??
      kinds.find(({ lint }) => lint?.hasPath(place))
    )?.type ?? null
  );
}
