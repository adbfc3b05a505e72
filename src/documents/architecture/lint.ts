/** Checks architecture descriptions in the shape of arc42 9.0 against its twelve sections. */
import { createReport, type DocumentLint, type LintProblem } from '../lint/document-lint.ts';
import { type DocumentText, listContent, plainTitle } from '../lint/document-text.ts';

const rules = {
  'arc42/section': 'error',
  'arc42/order': 'warning',
  'arc42/empty': 'error',
  'arc42/silent': 'warning',
} as const;

const report = createReport(rules);

export const architectureLint: DocumentLint = {
  rules,
  hasShape: hasArc42Shape,
  hasPath: (path) =>
    /(?:^|\/)(?:architecture|arc42)(?:[._-][^/]*)?\.md$|(?:^|\/)(?:architecture|arc42)\//.test(path),
  check: (document) => (hasArc42Shape(document) ? lintArc42(document) : []),
};

/** The sections of arc42 with their names in English and German. */
const sections: readonly { title: string; names: RegExp }[] = [
  { title: 'Introduction and Goals', names: /^(?:introduction (?:and|&) goals|einführung und ziele)$/ },
  {
    title: 'Architecture Constraints',
    names: /^(?:(?:architecture |architectural )?constraints|randbedingungen)$/,
  },
  {
    title: 'Context and Scope',
    names:
      /^(?:(?:system )?(?:context (?:and|&) scope|scope (?:and|&) context)|kontextabgrenzung|kontext und umfang)$/,
  },
  { title: 'Solution Strategy', names: /^(?:solution strategy|lösungsstrategie)$/ },
  { title: 'Building Block View', names: /^(?:building block view|building blocks|bausteinsicht)$/ },
  { title: 'Runtime View', names: /^(?:runtime view|laufzeitsicht)$/ },
  { title: 'Deployment View', names: /^(?:deployment view|verteilungssicht|infrastruktursicht)$/ },
  {
    title: 'Cross-cutting Concepts',
    names: /^(?:cross ?cutting concepts|concepts|querschnittliche konzepte|konzepte)$/,
  },
  {
    title: 'Architecture Decisions',
    names:
      /^(?:(?:architecture|architectural|design) decisions|architekturentscheidungen|entwurfsentscheidungen)$/,
  },
  {
    title: 'Quality Requirements',
    names: /^(?:quality (?:requirements|scenarios)|qualitätsanforderungen|qualitätsszenarien)$/,
  },
  {
    title: 'Risks and Technical Debts',
    names: /^(?:risks(?: (?:and|&) technical debts?)?|risiken(?: und technische schulden)?)$/,
  },
  { title: 'Glossary', names: /^(?:glossary|glossar)$/ },
];
/** Sections whose names only arc42 uses. */
const telling = new Set([0, 2, 3, 4, 5, 6, 7]);

function findSection(heading: string): number {
  const plain = plainTitle(heading);
  return sections.findIndex(({ names }) => names.test(plain));
}

/** At least seven of the twelve sections, or four if the text mentions arc42; three of them must be typical of arc42. */
function hasArc42Shape(document: DocumentText): boolean {
  const found = new Set(
    document.headings.filter(({ level }) => level <= 2).map(({ text }) => findSection(text)),
  );
  found.delete(-1);
  const typical = [...found].filter((rank) => telling.has(rank)).length;
  const named = /\barc42\b/i.test(document.tree.source);
  return typical >= 3 && found.size >= (named ? 4 : 7);
}

function lintArc42(document: DocumentText): LintProblem[] {
  const problems: LintProblem[] = [];
  const found = document.headings
    .filter(({ level }) => level <= 2)
    .map((heading) => ({ heading, rank: findSection(heading.text) }))
    .filter(({ rank }) => rank !== -1);
  const titles = sections.flatMap(({ title }, rank) =>
    found.some((one) => one.rank === rank) ? [] : [`"${rank + 1}. ${title}"`],
  );
  if (titles.length > 0) {
    const what =
      titles.length === 1 ? `The section ${titles[0]} is` : `The sections ${titles.join(', ')} are`;
    problems.push(report('arc42/section', document.headings[0]?.line ?? 1, `${what} missing.`));
  }
  let last = -1;
  for (const { heading, rank } of found) {
    if (rank < last) {
      const message = `"${heading.text}" comes before "${sections[last]?.title ?? ''}" in arc42.`;
      problems.push(report('arc42/order', heading.line, message));
    }
    last = Math.max(last, rank);
    const [first] = listContent(document, heading);
    if (first === undefined)
      problems.push(report('arc42/empty', heading.line, `The section "${heading.text}" is empty.`));
    else if (/^Nobody spoke about this\b/.test(first.text))
      problems.push(report('arc42/silent', heading.line, `Nobody spoke about "${heading.text}".`));
  }
  return problems;
}
