/** Checks requirements: their content, and their form against ISO/IEC/IEEE 29148 and EARS as far as the author follows them. */
import { createReport, type DocumentLint, type LintProblem } from '../lint/document-lint.ts';
import { type DocumentText, plainTitle } from '../lint/document-text.ts';
import { parseManagedBlocks } from '../markdown/managed-blocks.ts';
import { findContradictions } from './contradictions.ts';
import {
  type Field,
  type FoundRequirement,
  fieldNames,
  findRequirements,
  isOwn,
  type Statement,
} from './find-requirements.ts';
import {
  countDemands,
  findEarsProblem,
  findSecondDemand,
  findWeakWords,
  isEnglish,
  isVagueCriterion,
} from './requirement-form.ts';
import { requirementKinds } from './schema.ts';

const rules = {
  'req/none': 'error',
  'req/unique-id': 'error',
  'req/statement': 'error',
  'req/one-shall': 'error',
  'req/one-demand': 'warning',
  'req/ears': 'error',
  'req/weak-word': 'error',
  'req/contradiction': 'error',
  'req/acceptance': 'error',
  'req/priority': 'error',
  'req/rationale': 'warning',
  'req/verification': 'warning',
} as const;

const report = createReport(rules);

export const requirementsLint: DocumentLint = {
  rules,
  hasShape: (document) =>
    isOwn(document) ||
    findRequirements(document).filter(({ id }) => id !== null).length > 0 ||
    /^(?:software |system |product |user |functional )*requirements?(?: specification| document)?$/.test(
      plainTitle(document.headings[0]?.text ?? '').replace(/:.*$/, ''),
    ),
  hasPath: (path) =>
    /(?:^|\/)(?:requirements?|srs|prd)(?:[._-][^/]*)?\.md$|(?:^|\/)(?:requirements|specifications?)\//.test(
      path,
    ),
  check: lintRequirements,
};

function lintRequirements(document: DocumentText): LintProblem[] {
  const own = isOwn(document);
  const beside = parseManagedBlocks(document.tree).filter(({ name }) => !isRequirementId(name));
  // Decisions, risks and points of a panel may say "shall" without being requirements.
  const found = findRequirements(document).filter(
    ({ line }) => !beside.some(({ start, end }) => start < line && line <= end + 1),
  );
  if (found.length === 0) {
    // Requirements in a form that is not recognized are not known to be wrong.
    const none = report(
      'req/none',
      document.headings[0]?.line ?? 1,
      'There is no requirement in the document.',
    );
    if (own) return [{ ...none, severity: 'warning' }];
    return document.entries.length === 0 ? [none] : [];
  }
  const claims: Claims = { own, ears: own || claimsEars(found), fields: claimedFields(found, own) };
  const demands = found.flatMap(({ id, statements }) =>
    statements.slice(0, 1).map(({ text, line }) => ({ id: id ?? `line ${line}`, text, line })),
  );
  return [
    ...lintIds(found),
    ...softenVoted(
      found.flatMap((one) => lintRequirement(one, claims)),
      document,
    ),
    ...findContradictions(demands.filter(({ text }) => isEnglish(text))).map(({ first, second, why }) => {
      const reason = {
        forbidden: 'one demands what the other forbids. If one is the exception, the rule has to name it',
        numbers: 'they demand the same with different numbers',
      }[why];
      const message = `${second.id} and ${first.id} (line ${first.line}) contradict each other: ${reason}.`;
      return report('req/contradiction', second.line, message);
    }),
  ];
}

function isRequirementId(name: string): boolean {
  return requirementKinds.some((kind) => name.startsWith(`${kind}-`));
}

/** Text that a panel voted on is printed unchanged: until somebody edits it, problems of its form are only warnings. */
function softenVoted(problems: readonly LintProblem[], document: DocumentText): LintProblem[] {
  const voted = parseManagedBlocks(document.tree).filter(({ edited }) => !edited);
  return problems.map((problem) =>
    voted.some(({ start, end }) => start < problem.line && problem.line <= end + 1)
      ? { ...problem, severity: 'warning' }
      : problem,
  );
}

/** The conventions that a document follows, and against which it is checked. */
interface Claims {
  own: boolean;
  ears: boolean;
  fields: ReadonlySet<Field>;
}

/** Whether most statements are in an EARS pattern and at least a third of those have a condition. */
function claimsEars(found: readonly FoundRequirement[]): boolean {
  const statements = found.flatMap((one) => one.statements).filter(({ text }) => isEnglish(text));
  const held = statements.filter(({ text }) => findEarsProblem(text, false) === null);
  return (
    held.length >= 3 &&
    held.length >= statements.length * 0.7 &&
    held.filter(({ text }) => /^(?:while|when|if|where)\b/i.test(text)).length >= held.length / 3
  );
}

/** The fields that most requirements of a document have. */
function claimedFields(found: readonly FoundRequirement[], own: boolean): ReadonlySet<Field> {
  const named = found.filter(({ id }) => id !== null);
  return new Set(
    fieldNames.filter((field) => {
      const count = named.filter(({ fields }) => fields[field] !== undefined).length;
      return own || (count >= 2 && count > named.length / 2);
    }),
  );
}

function lintIds(found: readonly FoundRequirement[]): LintProblem[] {
  const first = new Map<string, FoundRequirement>();
  return found.flatMap((one) => {
    if (one.id === null) return [];
    // The same id in a table and under a heading is one requirement, stated twice.
    const key = `${one.form} ${one.id}`;
    const known = first.get(key);
    first.set(key, known ?? one);
    const same = known?.statements[0]?.text === one.statements[0]?.text && one.form !== 'heading';
    return known === undefined || same || (one.statements.length === 0 && known.statements.length === 0)
      ? []
      : [report('req/unique-id', one.line, `${one.id} is already used in line ${known.line}.`)];
  });
}

function lintRequirement(one: FoundRequirement, claims: Claims): LintProblem[] {
  const name = one.id ?? 'This statement';
  const [kind = ''] = name.split('-');
  const add = (rule: keyof typeof rules, line: number, message: string) =>
    report(rule, line, `${name}: ${message}`);
  const problems = one.statements.flatMap((statement) => lintStatement(statement, claims, { kind, add }));
  if (
    one.statements.length === 0 &&
    one.id !== null &&
    (claims.own || (one.form === 'row' && one.criteria.length === 0))
  )
    problems.push(add('req/statement', one.line, 'there is no statement.'));
  for (const { text, line } of one.criteria) {
    if (isVagueCriterion(text))
      problems.push(add('req/acceptance', line, `"${text}" is not a criterion: nothing could fail it.`));
  }
  // Prose in a file written by the program may say "shall" without being a requirement.
  if (one.id === null && claims.own) return problems.map((problem) => ({ ...problem, severity: 'warning' }));
  if (one.id === null || (one.statements.length === 0 && !claims.own)) return problems;
  const missing: Record<Field, string> = {
    acceptance: 'there is no acceptance criterion.',
    priority: "there is no priority (must, should, could, won't).",
    rationale: 'there is no rationale.',
    verification: 'there is no verification method (test, analysis, inspection, demonstration).',
  };
  for (const field of claims.fields) {
    if (one.fields[field] === undefined)
      problems.push(
        add(
          `req/${field}`,
          one.line,
          claims.own ? missing[field] : `${missing[field].slice(0, -1)}, which most others have.`,
        ),
      );
  }
  const { priority } = one.fields;
  const known = /^[*_`]*(?:must|should|could|won['’]?t|not set)\b/i;
  if (claims.own && priority !== undefined && !known.test(priority))
    problems.push(
      add(
        'req/priority',
        one.line,
        `the priority "${priority}" is not one of must, should, could, won't, not set.`,
      ),
    );
  return problems;
}

function lintStatement(
  { text, line }: Statement,
  claims: Claims,
  {
    kind,
    add,
  }: { kind: string; add: (rule: keyof typeof rules, line: number, message: string) => LintProblem },
): LintProblem[] {
  if (!isEnglish(text) && !claims.own) return [];
  const problems: LintProblem[] = [];
  const count = countDemands(text, 'shall');
  const times = Math.max(count, countDemands(text, 'must'));
  // An exception grants permission, so it says "may".
  if (count === 0 && claims.own && !(kind === 'EX' && /\bmay\b/i.test(text))) {
    const other = /\b(?:must|should|will|can)\b/i.exec(text)?.[0]?.toLowerCase();
    const what = other === undefined ? 'has no "shall"' : `says "${other}" where a requirement says "shall"`;
    problems.push(add('req/one-shall', line, `the statement ${what}.`));
  } else if (times > 1 && (claims.own || hasTwoInSentence(text))) {
    const word = count > 1 ? 'shall' : 'must';
    problems.push(
      add(
        'req/one-shall',
        line,
        `the statement says "${word}" ${times} times; each requirement stands alone.`,
      ),
    );
  } else {
    const second = findSecondDemand(text);
    if (second !== null)
      problems.push(
        add('req/one-demand', line, `"and ${second} …" is a second demand; each requirement stands alone.`),
      );
  }
  const begins = /^(?:while|when|if|where)\b/i.test(text) && times > 0;
  // EARS describes what a system does. A quality names what is measured, a rule names whom it binds.
  const isLimit = kind === 'NFR' || kind === 'BR';
  const ears = claims.own ? count > 0 && (begins || !isLimit) : claims.ears && begins;
  const problem = ears ? findEarsProblem(text, claims.own) : null;
  if (problem !== null)
    problems.push(add('req/ears', line, `the statement matches no EARS pattern: ${problem}.`));
  for (const weak of findWeakWords(text, claims.own))
    problems.push(add('req/weak-word', line, `"${weak.word}" is ${weak.reason}: it cannot be tested.`));
  return problems;
}

/** Whether one sentence has two demands; several sentences under one id are often a rule and its details. */
function hasTwoInSentence(text: string): boolean {
  return text
    .split(/(?<=[.;!?])\s+(?=\p{Lu})/u)
    .some((sentence) => Math.max(countDemands(sentence, 'shall'), countDemands(sentence, 'must')) > 1);
}
