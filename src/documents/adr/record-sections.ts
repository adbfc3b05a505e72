/** Finds the sections of a decision record by the names that MADR and Nygard give them, in English and German. */
import type { Heading } from '../../text/markdown/markdown-outline.ts';
import { type DocumentText, plainTitle } from '../lint/document-text.ts';

export type SectionName = 'context' | 'options' | 'outcome' | 'consequences';

/** The names that only MADR uses, of the three sections that it asks for. */
const madrNames = {
  context: /^(?:context and problem statement|kontext und problemstellung)$/,
  options: /^(?:considered options|betrachtete optionen)$/,
  outcome: /^(?:decision outcome|entscheidungsergebnis)$/,
} as const;

const names: Readonly<Record<SectionName, RegExp>> = {
  context: /^(?:context|context and problem statement|kontext|kontext und problemstellung)$/,
  options:
    /^(?:(?:considered )?(?:options|alternatives)|(?:options|alternatives) considered|(?:betrachtete |geprüfte |erwogene )?(?:optionen|alternativen))$/,
  outcome: /^(?:(?:the |our |final )?decision(?: outcome)?|entscheidung|entscheidungsergebnis)$/,
  consequences:
    /^(?:(?:positive |negative )?(?:consequences|outcomes)|(?:positive |negative )?(?:konsequenzen|folgen))$/,
};

/** The headings of a section, at any level below the title, in document order. */
export function findSections(document: DocumentText, name: SectionName): Heading[] {
  const title = document.headings[0]?.level === 1 ? document.headings[0] : undefined;
  return document.headings.filter(
    (heading) => heading !== title && names[name].test(plainTitle(heading.text)),
  );
}

/** Whether a record is in MADR's form (adr.github.io/madr): it uses two of the three names that only MADR has. */
export function followsMadr(document: DocumentText): boolean {
  const titles = document.headings.map(({ text }) => plainTitle(text));
  return Object.values(madrNames).filter((name) => titles.some((title) => name.test(title))).length >= 2;
}

/** Whether a record is in Nygard's form: context and decision, with status or consequences, and not MADR. */
export function followsNygard(document: DocumentText): boolean {
  const has = (name: SectionName) => findSections(document, name).length > 0;
  const hasStatus = document.headings.some(({ text }) => plainTitle(text) === 'status');
  return has('context') && has('outcome') && (hasStatus || has('consequences')) && !followsMadr(document);
}
