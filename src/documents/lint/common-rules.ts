/** Rules for any document: it has text and a title, leaves no placeholders, and cites what was said. */
import type { Session } from '../../domain/session.ts';
import type { OutputType } from '../../domain/vocabulary.ts';
import { createCitationCheck, createSpeechCheck } from '../citations.ts';
import { createReport, type LintProblem } from './document-lint.ts';
import { type DocumentText, plainWords } from './document-text.ts';

export const commonRules = {
  'document/unreadable': 'error',
  'document/empty': 'error',
  'document/type': 'warning',
  'document/title': 'warning',
  'document/placeholder': 'warning',
  'document/unknown-rule': 'warning',
  'citation/dangling': 'error',
  'citation/unsaid': 'warning',
  'citation/marked': 'warning',
} as const;

const report = createReport(commonRules);

/** The finding for a file that could not be read; `message` names the file and the reason. */
export function reportUnreadable(message: string): LintProblem {
  return report('document/unreadable', 1, message);
}

/** Findings that do not depend on the kind of document. `type` is null if the kind is unknown. */
export function lintCommon(
  document: DocumentText,
  options: { type: OutputType | null; session: Session | undefined },
): LintProblem[] {
  if (document.entries.length === 0)
    return [report('document/empty', 1, 'There is no text in the document.')];
  const kind =
    'It is unclear whether this is a decision record, requirements or an architecture description: only the rules for all documents were checked.';
  return [
    ...(options.type === null ? [report('document/type', 1, kind)] : []),
    ...lintTitle(document),
    ...lintPlaceholders(document),
    ...lintCitations(document, options.session),
  ];
}

/** A title may also be in the front matter, or in HTML. */
function lintTitle(document: DocumentText): LintProblem[] {
  const titled =
    document.headings.some(({ level }) => level <= 2) ||
    /^title\s*:/m.test(document.tree.frontMatter?.text ?? '') ||
    document.entries.some(({ text }) => /<h1\b/i.test(text));
  return titled ? [] : [report('document/title', 1, 'The document has no title (# …).')];
}

/** Placeholders of a template, and an author's reminders. */
function lintPlaceholders(document: DocumentText): LintProblem[] {
  const texts = [...document.headings, ...document.entries.filter(({ kind }) => kind !== 'code')];
  return texts.flatMap(({ text, line }) => {
    const plain = text
      .replace(/`[^`]*`/g, '')
      .replace(/\\./g, '')
      .replace(/"[^"]*"|“[^“”]*”/g, '');
    const found =
      /\bTODO\b(?=\s*(?:[:(\])–—-]|$))|\bTBD\b|\bFIXME\b|\{\{(?:(?!\{\{).)*?\}\}|(?<![$\w/.])\{[a-z][\w'’-]*[ |][^{}]{3,}\}|\[(?:NEEDS CLARIFICATION\b[^\][]*|[A-Z][A-Z]+(?: [A-Z]+)+)\](?!\()|\[justification\b[^\][]*\]|^\[[\p{L}][^\][]{7,}\]$/u.exec(
        plain,
      )?.[0];
    return found === undefined
      ? []
      : [report('document/placeholder', line, `"${found}" has not been filled in.`)];
  });
}

/** Checks citations such as `[R2 qa-lead]` and `[review qa-lead]`. */
function lintCitations(document: DocumentText, session: Session | undefined): LintProblem[] {
  const holds = session === undefined ? () => true : createCitationCheck(session);
  const checkSpeech = session === undefined ? () => () => true : createSpeechCheck(session);
  const texts = [...document.headings, ...document.entries.filter(({ kind }) => kind !== 'code')];
  return texts.flatMap(({ text, line }) => {
    const citations = [
      ...text
        .replace(/`[^`]*`/g, '')
        .matchAll(
          /(?<!\\)\[(R\d{1,6}|review) ([^\][\\:]+?)(: not (?:in this session|what this seat said))?\](?!\()/g,
        ),
    ];
    if (citations.length === 0) return [];
    const wasSaid = checkSpeech(plainWords(text.replace(/\[(?:R\d+|review) [^\][]*\]/g, '')));
    return citations.flatMap(([citation, when = '', seat = '', marked]) => {
      if (marked !== undefined)
        return [report('citation/marked', line, `The document itself marks ${citation} as wrong.`)];
      const source = { round: when === 'review' ? when : Number(when.slice(1)), seat } as const;
      if (!holds(source)) {
        const message = `${citation} names a round that did not take place, or a seat that did not speak in it.`;
        return [report('citation/dangling', line, message)];
      }
      const place = when === 'review' ? 'in the review' : `in round ${when.slice(1)}`;
      const message = `${citation}: ${seat} said nothing like this ${place}.`;
      return wasSaid(source) ? [] : [report('citation/unsaid', line, message)];
    });
  });
}
