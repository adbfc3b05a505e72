/**
 * Renders documents from a session alone: the same session gives the same bytes. From a session to a file:
 *
 * 1. app/publish/publish-session.ts calls write-documents.ts, which reads the templates and the files that exist, and writes at the end;
 *    an export (app/publish/export-document.ts) begins at step 3.
 * 2. plan-documents.ts decides which files change: a new one, or parts of one that sessions share (shared/extend-file.ts).
 * 3. Here, view-document.ts makes the values of the template, each by a file of parts/: head.ts the first screen, sections.ts and items.ts what
 *    was agreed, not-agreed.ts and questions.ts the rest. All print with printing.ts, whose labels are those of wording/labels.ts.
 * 4. template-engine.ts fills `templates/<type>.md`, or the project's own. Then keys are taken out, parts that a project's template left out
 *    are added (`insist`), and document-mark.ts adds the mark by which an edited file is known.
 */
import type { OutputType } from '../session/vocabulary.ts';
import { splitFrontMatter } from '../text/front-matter.ts';
import type { Redactor } from '../text/secrets/redactor.ts';
import { formatMark } from './document-mark.ts';
import { closeLastComment, isShown } from './markdown/comments.ts';
import { tidyBody } from './markdown/managed-blocks.ts';
import { cleanText } from './markdown/text.ts';
import { fillTemplate, type Template } from './template-engine.ts';
import { type ViewOptions, viewDocument } from './view-document.ts';

export type Templates = Readonly<Record<OutputType, Template>>;

export interface RenderOptions extends ViewOptions {
  templates: Templates;
  /** Removes keys from the text, whatever their origin: even a template may contain one. */
  redact?: Redactor | undefined;
}

/** Renders a document as markdown, with its mark at the end. Throws S2sError TEMPLATE_INVALID. */
export function renderDocument(options: RenderOptions): string {
  const text = renderText(options);
  return `${text}\n${formatMark(options.session.id, options.type, text)}\n`;
}

/** The same without the mark, for a text that becomes a part of a file. */
export function renderText(options: RenderOptions): string {
  const { type, templates, redact } = options;
  const values = viewDocument(options);
  const filled = cleanText(fillTemplate(templates[type], values));
  const text = tidy(redact?.(filled) ?? filled);
  const { notices, head, not_agreed, open_questions, record_line, links } = values;
  return insist(
    text,
    [notices, head, not_agreed, open_questions, record_line, links].map((part) => redact?.(part) ?? part),
  );
}

/** Leaves one empty line between parts, no trailing white space, and one line break at the end. */
function tidy(text: string): string {
  return `${tidyBody(text.replace(/\r\n?/g, '\n'))}\n`;
}

/**
 * Adds the parts that a user's template left out or put into a comment: notices below the title, the rest at the end. The
 * front matter is not searched: what looks like a comment or a heading there is a YAML value.
 */
function insist(text: string, parts: readonly string[]): string {
  const [notices, ...rest] = parts.map((part) => tidy(part).trim());
  const { text: body } = splitFrontMatter(text).body;
  const head = text.slice(0, text.length - body.length);
  let whole = body;
  for (const part of rest)
    if (part !== '' && !isShown(whole, part)) whole = `${closeLastComment(whole.trimEnd())}\n\n${part}\n`;
  if (notices === undefined || notices === '' || isShown(whole, notices)) return head + whole;
  const title = /^# .*$/m.exec(whole);
  const at = title === null || !isShown(whole, title[0]) ? 0 : title.index + title[0].length;
  return `${head}${whole.slice(0, at)}\n\n${notices}\n\n${whole.slice(at).replace(/^\n+/, '')}`;
}
