/** Checks requirements in the form of ISO/IEC/IEEE 29148 and EARS: ids, fields, and the words of each statement. */
import { createReport, type DocumentLint, type LintProblem } from '../lint/document-lint.ts';
import type { DocumentText } from '../lint/document-text.ts';
import { type KnownLanguage, readLanguage } from '../lint/language.ts';
import {
  type FoundRequirement,
  fieldNames,
  findRequirements,
  requirementForms,
} from './find-requirements.ts';
import { findLooseReferences } from './loose-references.ts';
import { isDemand, isObligation, readWords, splitSentences } from './requirement-words.ts';

const rules = {
  'req/unique-id': { severity: 'error', says: 'Each id is defined once.' },
  'req/reference': { severity: 'error', says: 'An id that is referred to is defined in the file.' },
  'req/statement': { severity: 'error', says: 'A requirement says what is demanded, as most others do.' },
  'req/one-shall': {
    severity: 'warning',
    says: 'A statement demands something ("shall", "must"; "muss"), once a sentence. English and German.',
  },
  'req/ears': {
    severity: 'warning',
    says: 'A statement names who has to do it, not "it" or "we" (EARS). English and German.',
  },
  'req/weak-word': {
    severity: 'warning',
    says: 'No words that no test can fail on: "quickly", "appropriate", "best", "if possible". English and German.',
  },
  'req/acceptance': { severity: 'error', says: 'A requirement has a check, if most others have one.' },
  'req/priority': { severity: 'error', says: 'A requirement has a priority, if most others have one.' },
  'req/rationale': { severity: 'warning', says: 'A requirement says why, if most others do.' },
} as const;

const report = createReport(rules);

export const requirementsLint: DocumentLint = {
  rules,
  hasShape: (document) => listRequirements(document).length > 0,
  check: (document) => {
    const found = listRequirements(document);
    const language = readLanguage(document);
    return [
      ...lintIds(found),
      ...findLooseReferences(document, found).map(({ id, line }) =>
        report('req/reference', line, `Nothing in this file defines ${id}.`),
      ),
      ...lintFields(found),
      ...(language === null ? [] : found.flatMap((one) => lintWords(one, language))),
    ];
  },
};

/**
 * The items that are requirements and hold: those with the same letters, if most of them oblige somebody or, as `REQ`, have fields. In a language
 * whose words are not known, several that are called `REQ` are.
 */
function listRequirements(document: DocumentText): FoundRequirement[] {
  const isForeign = readLanguage(document) === null;
  const groups = new Map<string, FoundRequirement[]>();
  for (const one of findRequirements(document)) {
    const letters = one.prefix.split(/[-_]/)[0] ?? one.prefix;
    const group = groups.get(letters);
    if (group === undefined) groups.set(letters, [one]);
    else group.push(one);
  }
  return [...groups]
    .filter(([letters, group]) => {
      const isNamed = /^(?:REQ|FR|NFR|BR)$/.test(letters);
      if (isForeign && isNamed && group.length > 1) return true;
      const count = group.filter(
        (one) => sentencesOf(one).some(isObligation) || (isNamed && Object.keys(one.fields).length > 0),
      ).length;
      return (isNamed || group.length > 1) && count > group.length / 2;
    })
    .flatMap(([, group]) => group.filter((one) => one.replacedBy === null))
    .sort((a, b) => a.line - b.line);
}

/** What a requirement demands; the title says it where there is no other text. */
function sentencesOf({ title, statements }: FoundRequirement): string[] {
  const texts = statements.length > 0 ? statements.map(({ text }) => text) : [title];
  return texts.flatMap(splitSentences);
}

/** A table of contents may name each id too; it says no more. */
function lintIds(found: readonly FoundRequirement[]): LintProblem[] {
  const first = new Map<string, FoundRequirement>();
  return found.flatMap((one) => {
    if (one.statements.length === 0 && Object.keys(one.fields).length === 0) return [];
    const known = first.get(one.id);
    if (known === undefined) first.set(one.id, one);
    return known === undefined
      ? []
      : [report('req/unique-id', one.line, `${one.id} is already used in line ${known.line}.`)];
  });
}

/** What most requirements of a form have is what the author wants each of them to have; a table may say it for one of them. */
function lintFields(found: readonly FoundRequirement[]): LintProblem[] {
  const missing = { acceptance: 'check', priority: 'priority', rationale: 'reason', statement: 'statement' };
  return requirementForms.flatMap((form) => {
    const alike = found.filter((one) => one.form === form && !one.hasTable);
    const lack = (part: keyof typeof missing, has: (one: FoundRequirement) => boolean) => {
      const without = alike.filter((one) => !has(one));
      const isUsual = alike.length - without.length > Math.max(1, without.length);
      return (isUsual ? without : []).map(({ id, line }) =>
        report(`req/${part}`, line, `${id}: there is no ${missing[part]}, which most others have.`),
      );
    };
    return [
      ...lack('statement', ({ statements, title }) => statements.length > 0 || isDemand(title)),
      ...fieldNames.flatMap((field) => lack(field, ({ fields }) => fields[field] !== undefined)),
    ];
  });
}

function lintWords(one: FoundRequirement, language: KnownLanguage): LintProblem[] {
  const { id, title, line, statements, fields } = one;
  // An exception and a wish may only allow something.
  const allows = /^EX\b/.test(one.prefix) || /^(?:could|kann)\b/i.test(fields.priority ?? '');
  const texts = statements.length > 0 ? statements : [{ text: title, line }];
  const read = texts.flatMap((statement) =>
    splitSentences(statement.text).map((text) => ({ text, line: statement.line })),
  );
  const demands = read.filter(({ text }) => isDemand(text, { allows }));
  // A plain list may name what another document demands.
  const isPlain = (one.form === 'item' || one.form === 'plain') && Object.keys(fields).length === 0;
  if (statements.length > 0 && demands.length === 0 && !isPlain) {
    const word = language === 'de' ? 'muss' : 'shall';
    return [report('req/one-shall', texts[0]?.line ?? line, `${id}: the statement has no "${word}".`)];
  }
  return demands.flatMap(({ text, line: at }, index) => {
    const { demands: count, pronoun, weak } = readWords(text, language);
    return [
      ...(count > 1
        ? [report('req/one-shall', at, `${id}: one sentence makes ${count} demands; each stands alone.`)]
        : []),
      ...(pronoun !== null && index === 0
        ? [report('req/ears', at, `${id}: "${pronoun}" does not name who has to do it.`)]
        : []),
      ...weak.map((word) =>
        report('req/weak-word', at, `${id}: "${word}" is too vague: no test can fail on it.`),
      ),
    ];
  });
}
