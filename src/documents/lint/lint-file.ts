/** `s2s lint`: checks any document, written by this program or by people, against the form that it follows. */
import { S2sError } from '../../domain/errors.ts';
import type { Session } from '../../domain/session.ts';
import type { OutputType } from '../../domain/vocabulary.ts';
import { documentKinds } from '../document-kinds.ts';
import { lintCommon, reportUnreadable } from './common-rules.ts';
import type { LintProblem } from './document-lint.ts';
import { type DocumentText, readDocumentText } from './document-text.ts';
import { applySwitches, type RuleSettings } from './switches.ts';

/** What was found; `type` is null if the kind of document is unknown. */
export interface LintResult {
  type: OutputType | null;
  problems: LintProblem[];
}

export interface LintOptions {
  /** The session against which citations are checked. */
  session?: Session;
  /** By default it is detected from the text, then from the path. */
  type?: OutputType;
  /** The names of the markdown files in the document's folder, for checks of numbers and successors. */
  siblings?: readonly string[];
  /** Rules, or groups such as `req/*`, that are off or have a different severity. */
  rules?: RuleSettings;
}

/** Checks one file. `path` helps to detect its type. Bad input never throws: every text has a result. */
export function lintFile(text: string, path: string, options: LintOptions = {}): LintResult {
  let document: DocumentText;
  try {
    document = readDocumentText(text, path);
  } catch (error) {
    return refuseUnreadable(error);
  }
  const place = path.toLowerCase().replaceAll('\\', '/');
  const type = options.type ?? detectType(document, place);
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  // Templates and indexes are not checked: a template is still to be filled in, and an index is a list of records.
  const isNone = options.type === undefined && /template|^(?:readme|index)\.md$/i.test(name);
  const problems = isNone ? [] : lintCommon(document, { type, session: options.session });
  if (!isNone && type !== null && document.entries.length > 0) {
    const context = { name, siblings: options.siblings ?? null };
    problems.push(...(documentKinds[type].lint?.check(document, context) ?? []));
  }
  const kept = applySwitches(problems, document, options.rules ?? {});
  return { type, problems: kept.sort((a, b) => a.line - b.line) };
}

/** The result for a file that cannot be read, so that the other files are still checked. Rethrows what is not an S2sError. */
export function refuseUnreadable(error: unknown): LintResult {
  if (!(error instanceof S2sError)) throw error;
  return { type: null, problems: [reportUnreadable(error.message)] };
}

/** Detects the type by the program's mark, then by the content, then by the path. */
function detectType(document: DocumentText, place: string): OutputType | null {
  const [, marked] = /^<!-- s2s:document ([a-z]+) from /m.exec(document.tree.source) ?? [];
  const kinds = Object.values(documentKinds);
  return (
    (
      kinds.find(({ type }) => type === marked) ??
      kinds.find(({ lint }) => lint?.hasShape(document)) ??
      kinds.find(({ lint }) => lint?.hasPath(place))
    )?.type ?? null
  );
}
