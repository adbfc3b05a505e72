/** `s2s lint`: checks any markdown text, written by this program or by people, against the form that it is in. */
import { splitRecordPath } from '../../files/record-paths.ts';
import { S2sError } from '../../session/errors.ts';
import type { OutputType } from '../../session/vocabulary.ts';
import { documentKinds } from '../document-kinds.ts';
import { lintPlaceholders, reportEmpty, reportUnreadable } from './common-rules.ts';
import type { LintProblem } from './document-lint.ts';
import { type DocumentText, readDocumentText } from './document-text.ts';
import { applySwitches, type RuleSettings } from './switches.ts';

/** What was found; `type` is null for a text in no form that the rules know, about which they say nothing. */
export interface LintResult {
  type: OutputType | null;
  problems: LintProblem[];
}

export interface LintOptions {
  /** The names of the markdown files in the document's folder, for checks of numbers and successors. */
  siblings?: readonly string[];
  /** Rules, or groups such as `req/*`, that are off or have a different severity. */
  rules?: RuleSettings;
}

/** Checks one text. `path` names it in messages. Bad input never throws: every text has a result. */
export function lintFile(text: string, path: string, options: LintOptions = {}): LintResult {
  let document: DocumentText;
  try {
    document = readDocumentText(text, path);
  } catch (error) {
    return refuseUnreadable(error);
  }
  const { name } = splitRecordPath(path.replaceAll('\\', '/'));
  const kinds = Object.values(documentKinds);
  // A template is still to be filled in, an index lists records, and a summary or the record of ours follows no standard.
  const [, marked] = /^<!-- s2s:document ([a-z]+) from /m.exec(document.tree.source) ?? [];
  const isAside =
    /template|^_?(?:readme|index)\.md$/i.test(name) ||
    (marked !== undefined && !kinds.some(({ type, lint }) => type === marked && lint !== null));
  const kind = isAside ? undefined : kinds.find(({ lint }) => lint?.hasShape(document) === true);
  const isEmpty = document.entries.length === 0 && document.headings.length <= 1;
  const context = { name, siblings: options.siblings ?? null };
  const problems = [
    ...(isEmpty && !isAside ? [reportEmpty()] : []),
    ...(kind === undefined ? [] : lintPlaceholders(document)),
    ...(kind?.lint?.check(document, context) ?? []),
  ];
  const kept = applySwitches(problems, document, options.rules ?? {});
  return { type: kind?.type ?? null, problems: kept.sort((a, b) => a.line - b.line) };
}

/** The result for a file that cannot be read, so that the other files are still checked. Rethrows what is not an S2sError. */
export function refuseUnreadable(error: unknown): LintResult {
  if (!(error instanceof S2sError)) throw error;
  return { type: null, problems: [reportUnreadable(error.message)] };
}
