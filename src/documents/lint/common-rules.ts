/** Rules for any document: it has text, and nothing is left to fill in. */
import { createReport, type LintProblem } from './document-lint.ts';
import type { DocumentText } from './document-text.ts';

export const commonRules = {
  'document/unreadable': { severity: 'error', says: 'The file can be read: it is there, and UTF-8 text.' },
  'document/empty': { severity: 'error', says: 'The document has text.' },
  'document/placeholder': {
    severity: 'warning',
    says: "No text of MADR's or Nygard's template, no TODO, TBD or [NEEDS CLARIFICATION: …] is left.",
  },
  'document/unknown-rule': { severity: 'warning', says: 'A comment names only rules that exist.' },
} as const;

const report = createReport(commonRules);

/** The finding for a file that could not be read; `message` names the file and the reason. */
export function reportUnreadable(message: string): LintProblem {
  return report('document/unreadable', 1, message);
}

export function reportEmpty(): LintProblem {
  return report('document/empty', 1, 'There is no text in the document.');
}

/** How the texts begin that MADR's templates of versions 2 to 4 have in brackets, and sentences of Nygard's template. */
const templateText =
  /[[{](?:short title|describe (?:the|how)|decision driver|driver 1|title of option|option \d|justification|e\.g\.|positive consequence|negative consequence|example \| description|argument [a-d]\b|you might want|list everyone|YYYY-MM-DD|proposed \|)[^\][{}]*[\]}](?!\()|^(?:What is the issue that we're seeing that is motivating|What is the change that we're proposing|The issue motivating this decision|The change that we're proposing or have agreed|What becomes easier or more difficult to do)\b[^.?]*/iu;
/** What an author has still to write. */
const reminder = /(?:^|: )(?:TODO|TBD|FIXME)(?=\s*(?:[:.–—-]|$))|\[NEEDS CLARIFICATION:[^\][]*\]/u;

/** What is still to be filled in. */
export function lintPlaceholders(document: DocumentText): LintProblem[] {
  const texts = [
    ...document.headings.map(({ text, line }) => ({ parts: [text], line })),
    ...document.entries
      .filter(({ kind }) => kind !== 'code')
      .map(({ text, cells, line }) => ({ parts: cells.length === 0 ? [text] : cells, line })),
  ];
  return texts.flatMap(({ parts, line }) => {
    const plain = parts.map((text) => text.replace(/`[^`]*`|\\./g, '').trim());
    const [found] = plain.flatMap((text) => templateText.exec(text) ?? reminder.exec(text) ?? []);
    return found === undefined
      ? []
      : [report('document/placeholder', line, `"${found.replace(/^: /, '')}" has not been filled in.`)];
  });
}
