/** Architecture descriptions against the twelve sections of arc42 9.0. */

import type { DocumentLint } from '../lint/document-lint.ts';
import { type DocumentText, listContentLines, plainTitle } from '../lint/document-text.ts';
import { createReport, type LintProblem } from '../lint/lint-problem.ts';

const rules = {
  'arc42/section': 'error',
  'arc42/order': 'error',
  'arc42/empty': 'error',
  'arc42/silent': 'warning',
} as const;

const report = createReport(rules);

export const architectureLint: DocumentLint = {
  rules,
  hasShape: (document) =>
    document.headings.filter((heading) => findArc42Section(heading.text) !== -1).length >= 4,
  hasPath: (path) => /(?:^|\/)(?:architecture|arc42)(?:[./_-]|$)/.test(path),
  // arc42's own template has its sections at the first level.
  hasManyTitles: (document) =>
    document.headings.filter((heading) => heading.depth === 1 && findArc42Section(heading.text) !== -1)
      .length >= 4,
  check: lintArchitecture,
};

const sections: readonly { title: string; also: readonly string[] }[] = [
  { title: 'Introduction and Goals', also: [] },
  { title: 'Architecture Constraints', also: ['Constraints'] },
  { title: 'Context and Scope', also: ['System Scope and Context', 'Scope and Context'] },
  { title: 'Solution Strategy', also: [] },
  { title: 'Building Block View', also: ['Building Blocks'] },
  { title: 'Runtime View', also: [] },
  { title: 'Deployment View', also: [] },
  { title: 'Cross-cutting Concepts', also: ['Crosscutting Concepts', 'Concepts'] },
  { title: 'Architecture Decisions', also: ['Architectural Decisions', 'Design Decisions'] },
  { title: 'Quality Requirements', also: ['Quality Scenarios'] },
  { title: 'Risks and Technical Debts', also: ['Risks and Technical Debt', 'Risks'] },
  { title: 'Glossary', also: [] },
];

/** The index of the arc42 section with this heading, or -1. */
function findArc42Section(heading: string): number {
  const plain = plainTitle(heading);
  return sections.findIndex((section) =>
    [section.title, ...section.also].some((title) => plainTitle(title) === plain),
  );
}

/** All findings in an architecture description. */
function lintArchitecture(document: DocumentText): LintProblem[] {
  const problems: LintProblem[] = [];
  const found = document.headings
    .filter((heading) => heading.depth <= 2)
    .map((heading) => ({ heading, rank: findArc42Section(heading.text) }))
    .filter((one) => one.rank !== -1);
  sections.forEach((section, rank) => {
    if (!found.some((one) => one.rank === rank)) {
      problems.push(
        report(
          'arc42/section',
          document.headings[0]?.line ?? 0,
          `The section "${rank + 1}. ${section.title}" is missing.`,
        ),
      );
    }
  });
  let last = -1;
  for (const { heading, rank } of found) {
    if (rank < last)
      problems.push(
        report(
          'arc42/order',
          heading.line,
          `"${heading.text}" stands before "${sections[last]?.title ?? ''}" in arc42.`,
        ),
      );
    last = Math.max(last, rank);
    const content = listContentLines(document, heading);
    if (content.length === 0)
      problems.push(report('arc42/empty', heading.line, `The section "${heading.text}" is empty.`));
    else if (/^Nobody spoke about this\b/.test(document.lines[content[0] ?? 0] ?? '')) {
      problems.push(report('arc42/silent', heading.line, `Nobody spoke about "${heading.text}".`));
    }
  }
  return problems;
}
