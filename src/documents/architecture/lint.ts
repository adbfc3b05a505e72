/** Checks architecture descriptions in the form of arc42 against its twelve sections. */
import { createReport, type DocumentLint, type LintProblem } from '../lint/document-lint.ts';
import { type DocumentText, plainTitle } from '../lint/document-text.ts';

const rules = {
  'arc42/section': { severity: 'error', says: 'All twelve sections of arc42 are there.' },
  'arc42/empty': { severity: 'error', says: 'None of them is empty.' },
} as const;

const report = createReport(rules);

/** The sections of arc42 with the names that they have in English and German. */
const sections: readonly (readonly [string, ...string[]])[] = [
  ['Introduction and Goals', 'Einführung und Ziele'],
  ['Architecture Constraints', 'Architectural Constraints', 'Constraints', 'Randbedingungen'],
  [
    'Context and Scope',
    'System Scope and Context',
    'Scope and Context',
    'Kontextabgrenzung',
    'Kontext und Umfang',
  ],
  ['Solution Strategy', 'Lösungsstrategie'],
  ['Building Block View', 'Bausteinsicht'],
  ['Runtime View', 'Laufzeitsicht'],
  ['Deployment View', 'Verteilungssicht', 'Infrastruktursicht'],
  ['Cross-cutting Concepts', 'Crosscutting Concepts', 'Concepts', 'Querschnittliche Konzepte', 'Konzepte'],
  ['Architecture Decisions', 'Architectural Decisions', 'Design Decisions', 'Architekturentscheidungen'],
  ['Quality Requirements', 'Quality Scenarios', 'Qualitätsanforderungen', 'Qualitätsszenarien'],
  [
    'Risks and Technical Debts',
    'Risks and Technical Debt',
    'Risks',
    'Risiken und technische Schulden',
    'Risiken',
  ],
  ['Glossary', 'Glossar'],
];
/** The places of the names that only arc42 uses. */
const telling = [0, 2, 3, 4, 5, 6];

export const architectureLint: DocumentLint = {
  rules,
  hasShape: (document) => {
    const ranks = new Set(findSections(document).map(({ rank }) => rank));
    return ranks.size >= 7 && telling.filter((rank) => ranks.has(rank)).length >= 3;
  },
  check: (document) => {
    const found = findSections(document);
    // A heading with the section's number has a name of the author's own.
    const isThere = (rank: number) =>
      found.some((one) => one.rank === rank) ||
      document.headings.some(({ text }) => new RegExp(`^${rank + 1}(?:[.)]|\\s)(?!\\d)`).test(text));
    const missing = sections.flatMap(([title], rank) => (isThere(rank) ? [] : [`"${rank + 1}. ${title}"`]));
    const message = `${missing.length === 1 ? 'A section is' : 'Sections are'} missing: ${missing.join(', ')}.`;
    return [
      ...(missing.length > 0 ? [report('arc42/section', document.headings[0]?.line ?? 1, message)] : []),
      ...found.flatMap(({ heading: { line, text } }, index): LintProblem[] => {
        const end = found[index + 1]?.heading.line ?? Number.POSITIVE_INFINITY;
        const isEmpty = !document.entries.some((entry) => entry.line > line && entry.line < end);
        return isEmpty ? [report('arc42/empty', line, `The section "${text}" is empty.`)] : [];
      }),
    ];
  },
};

function findSections(document: DocumentText) {
  const normalize = (title: string) => plainTitle(title).replace('&', 'and');
  return document.headings
    .filter(({ level }) => level <= 2)
    .map((heading) => ({
      heading,
      rank: sections.findIndex((names) => names.some((name) => normalize(name) === normalize(heading.text))),
    }))
    .filter(({ rank }) => rank !== -1);
}
