/** Writes the sections of a form, with the headings that ship. */
import type { FormSection } from '../session/ports/document-form.ts';
import type { OutputType } from '../session/vocabulary.ts';
import type { LabelKey } from '../wording/label-words.ts';
import { chooseLabels, sayEnglish, shippedLanguages } from '../wording/labels.ts';

/** The sections that have a heading in the labels of a type. */
type SectionId<Type extends OutputType> = LabelKey extends infer Key
  ? Key extends `${Type}.${infer Id}`
    ? Id
    : never
  : never;

/** The sections of a type, in order, each with what belongs in it. */
export function listSections<Type extends OutputType>(
  type: Type,
  about: Partial<Record<SectionId<Type>, string>>,
): FormSection[] {
  return Object.entries<string | undefined>(about).map(([id, text]) => ({
    id,
    title: sayEnglish(`${type}.${id}` as LabelKey),
    titles: Object.fromEntries(
      shippedLanguages.map((language) => [language, chooseLabels(language)(`${type}.${id}` as LabelKey)]),
    ),
    about: text ?? '',
  }));
}

/** What the appendix of a text holds, which stands behind everything else, so that it interrupts no argument. */
export const appendix =
  'Blocks of more than some thirty lines, ready to paste: data, wording, and code of which every line matters; at most some sixty lines in all. Leave it out where there is none.';
