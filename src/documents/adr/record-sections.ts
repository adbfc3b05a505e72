/** Finds the sections of a decision record by the names that people give them. */
import type { Heading } from '../../text/markdown-outline.ts';
import { type DocumentText, plainTitle } from '../lint/document-text.ts';

export type SectionName = 'context' | 'options' | 'outcome' | 'consequences' | 'pros';

/** MADR's own names; a record that follows MADR must use them. */
export const madrTitles = {
  context: 'Context and Problem Statement',
  options: 'Considered Options',
  outcome: 'Decision Outcome',
  pros: 'Pros and Cons of the Options',
} as const;

const names: Readonly<Record<SectionName, RegExp>> = {
  context:
    /^(?:context(?: (?:and|&) .*)?|.*problem(?: statement)?|background|motivation|issue|kontext.*|problemstellung|contexte.*|contexto.*|contesto.*|背景.*|上下文.*|コンテキスト.*)$/,
  options:
    /^(?:(?:considered |decision |available |possible )?(?:options|alternatives)(?: considered| analy[sz]ed| evaluated)?|(?:options|alternatives) (?:and|&) .*|(?:betrachtete |geprüfte )?(?:optionen|alternativen)|options envisagées|alternatives envisagées|(?:opciones|alternativas) consideradas|opções consideradas|备选方案|選択肢.*)$/,
  outcome:
    /^(?:(?:the |our |final )?decisions?(?: outcome)?(?::.*)?|decision made|outcome|resolution|entscheidung(?:sergebnis)?|décision.*|decisión.*|decisão.*|decisione.*|决定|决策|決定.*)$/,
  consequences:
    /^(?:(?:positive |negative |neutral )?consequences.*|.*(?:implications|impacts?|trade ?offs|outcomes|effects)|results?|konsequenzen|folgen|auswirkungen|conséquences.*|consecuencias.*|consequências.*|conseguenze.*|后果|影响|結果|影響)$/,
  pros: /^(?:pros (?:and|&) cons.*|comparison.*|evaluation.*|analysis.*)$/,
};

/** The headings of a section, at any level below the title, in document order. */
export function findSections(document: DocumentText, name: SectionName): Heading[] {
  const title = document.headings[0]?.level === 1 ? document.headings[0] : undefined;
  return document.headings.filter(
    (heading) => heading !== title && names[name].test(plainTitle(heading.text)),
  );
}

/** Whether a record follows MADR: it uses at least two of the three names of the main sections. */
export function followsMadr(document: DocumentText): boolean {
  const titles = new Set(document.headings.map((heading) => plainTitle(heading.text)));
  return (
    [madrTitles.context, madrTitles.options, madrTitles.outcome].filter((title) =>
      titles.has(plainTitle(title)),
    ).length >= 2
  );
}

/** Whether a record follows Nygard's form (context, decision, consequences): it has the first two headings and is not MADR. */
export function followsNygard(document: DocumentText): boolean {
  const titles = new Set(document.headings.map((heading) => plainTitle(heading.text)));
  return titles.has('context') && titles.has('decision') && !followsMadr(document);
}
