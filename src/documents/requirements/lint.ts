/** Requirements against ISO/IEC/IEEE 29148 and EARS. */

import type { DocumentLint } from '../lint/document-lint.ts';
import type { DocumentText } from '../lint/document-text.ts';
import { createReport, type LintProblem } from '../lint/lint-problem.ts';
import { type FoundRequirement, findRequirements } from './find-requirements.ts';
import { countShall, findEarsProblem, findWeakWords } from './requirement-form.ts';

const rules = {
  'req/none': 'error',
  'req/unique-id': 'error',
  'req/one-shall': 'error',
  'req/ears': 'error',
  'req/weak-word': 'error',
  'req/acceptance': 'error',
  'req/priority': 'error',
  'req/rationale': 'warning',
  'req/verification': 'warning',
} as const;

const report = createReport(rules);

export const requirementsLint: DocumentLint = {
  rules,
  hasShape: (document) =>
    document.lines.some((line) => /^<!-- s2s:ids created=/.test(line)) ||
    findRequirements(document).length > 0,
  hasPath: (path) => /(?:^|\/)(?:requirements?|srs)(?:[./_-]|$)|(?:^|\/)specifications?\//.test(path),
  check: lintRequirements,
};

/** All findings about the requirements of a document. */
function lintRequirements(document: DocumentText): LintProblem[] {
  const found = findRequirements(document);
  if (found.length === 0) {
    return [
      report(
        'req/none',
        document.headings[0]?.line ?? 0,
        'No requirement was found: each has an id such as REQ-001 and a statement with "shall".',
      ),
    ];
  }
  const first = new Map<string, FoundRequirement>();
  return found.flatMap((one) => {
    const known = first.get(one.id);
    first.set(one.id, known ?? one);
    const twice =
      known === undefined
        ? []
        : [report('req/unique-id', one.line, `${one.id} is used already in line ${known.line + 1}.`)];
    return [...twice, ...lintRequirement(one)];
  });
}

function lintRequirement(one: FoundRequirement): LintProblem[] {
  const problems: LintProblem[] = [];
  const add = (rule: Parameters<typeof report>[0], message: string, line = one.line): void => {
    problems.push(report(rule, line, `${one.id}: ${message}`));
  };
  const count = countShall(one.statement);
  if (one.statement === '') add('req/one-shall', 'there is no statement.');
  else if (count === 0) {
    const other = /\b(?:must|should|will|can)\b/i.exec(one.statement)?.[0]?.toLowerCase();
    add(
      'req/one-shall',
      other === undefined
        ? 'the statement has no "shall".'
        : `the statement says "${other}" where a requirement says "shall".`,
      one.statementLine,
    );
  } else if (count > 1)
    add(
      'req/one-shall',
      `the statement has ${count} times "shall"; each requirement stands alone.`,
      one.statementLine,
    );
  const ears = count === 0 ? null : findEarsProblem(one.statement);
  if (ears !== null) add('req/ears', `the statement is in no EARS pattern: ${ears}.`, one.statementLine);
  for (const weak of findWeakWords(one.statement)) {
    add('req/weak-word', `"${weak.word}" is ${weak.reason}: it cannot be tested.`, one.statementLine);
  }
  if (one.acceptance === null) add('req/acceptance', 'there is no acceptance criterion.');
  if (one.priority === null) add('req/priority', "there is no priority (must, should, could, won't).");
  else if (!/^[*_`]*(?:must|should|could|won['’]?t)\b/i.test(one.priority))
    add('req/priority', `the priority "${one.priority}" is none of must, should, could, won't.`);
  if (one.rationale === null) add('req/rationale', 'there is no rationale.');
  if (one.verification === null)
    add('req/verification', 'there is no verification method (test, analysis, inspection, demonstration).');
  return problems;
}
