/** Exports a document, or the record of the discussion, from the session alone, without a model. */

import path from 'node:path';
import { resolveConfig } from '../../config/resolve-config.ts';
import { formatMark, readMark } from '../../documents/document-mark.ts';
import { describeIssues } from '../../documents/plan/issues.ts';
import { renderRecord } from '../../documents/record/render-record.ts';
import { renderDocument } from '../../documents/render-document.ts';
import { describeDocument } from '../../documents/render-json.ts';
import { describeSarif } from '../../documents/review/sarif.ts';
import { readPublishedIds } from '../../documents/write-documents.ts';
import { isInGitFolder } from '../../files/git-folder.ts';
import { isOutside, resolveExisting } from '../../files/is-outside.ts';
import { S2sError } from '../../session/errors.ts';
import type { Session } from '../../session/session.ts';
import type { ExportType, OutputType } from '../../session/vocabulary.ts';
import { formatJson } from '../../text/format-json.ts';
import type { AppParts } from '../app-parts.ts';
import { loadChecked } from '../journal-changes.ts';
import type { ExportOptions } from '../options.ts';
import { chooseSession } from '../read/get-session.ts';
import type { ExportedDocument } from '../results.ts';
import { loadTemplates } from './publish-session.ts';

/**
 * Renders a document or the record, and writes it if `output` names a file. Throws NEEDS_INPUT before the first round, INVALID_VALUE for
 * a record as JSON, FILE_OUTSIDE_PROJECT, FILE_UNWRITABLE, and FILE_REFUSED for a file that is not an unedited export.
 */
export async function exportDocument(parts: AppParts, options: ExportOptions): Promise<ExportedDocument> {
  const { format = 'md' } = options;
  const id = await chooseSession(parts, options.session);
  const loaded = options.type === 'record' ? await loadChecked(parts, id) : await parts.repository.load(id);
  const session = parts.redactData(loaded.session);
  if (session.rounds.length + session.artifacts.length === 0) {
    throw new S2sError(
      'NEEDS_INPUT',
      `The session ${id} has no finished round yet, so there is nothing to export.`,
      { hint: `s2s roundtable resume ${id}` },
    );
  }
  const type = options.type ?? session.output_type;
  const ids = await readPublishedIds(
    parts.root,
    session,
    resolveConfig(parts.config, { workflow: session.workflow_type }).docs,
  );
  const { text, data } =
    format === 'html'
      ? { text: await renderHtml(parts, session, { type, ids }), data: null }
      : format === 'sarif' || format === 'issues'
        ? renderItems(session, { type, format })
        : type === 'record'
          ? exportRecord(session, { format, ids })
          : await renderType(parts, session, { type, format, ids });
  const file =
    options.output === undefined
      ? null
      : await write(parts, options.output, { text, sessionId: id, type, format });
  return { sessionId: id, type, format, text, data, file };
}

/** The items of a review or a plan in the format of other programs. Throws INVALID_VALUE for another document. */
function renderItems(
  session: Session,
  { type, format }: { type: ExportType; format: 'sarif' | 'issues' },
): Pick<ExportedDocument, 'text' | 'data'> {
  if (type !== (format === 'sarif' ? 'review' : 'plan'))
    throw new S2sError(
      'INVALID_VALUE',
      format === 'sarif'
        ? 'Only a review has findings that SARIF can hold.'
        : 'Only a plan has packages that become issues.',
      { hint: `s2s roundtable export ${session.id} --format json` },
    );
  if (format === 'sarif') {
    const data = describeSarif(session);
    return { text: `${formatJson(data, 2)}\n`, data };
  }
  const issues = describeIssues(session);
  return { text: issues.map((issue) => `${formatJson(issue, 0)}\n`).join(''), data: { issues } };
}

interface Wanted {
  format: 'md' | 'json';
  /** Maps requirement IDs of the session to those in the project's file. */
  ids: ReadonlyMap<string, string>;
}

async function renderType(
  parts: AppParts,
  session: Session,
  { type, format, ids }: { type: OutputType } & Wanted,
): Promise<Pick<ExportedDocument, 'text' | 'data'>> {
  if (format === 'md') {
    const templates = await loadTemplates(parts);
    // Its links lead from the place of the published document; a review is shown below the change, where places are names.
    const file =
      type === 'review' ? undefined : session.outcome?.files.find((one) => one.type === type)?.path;
    return {
      text: renderDocument({
        ...{ session, type, templates, ids, redact: parts.redact },
        ...(file === undefined ? {} : { file }),
      }),
      data: null,
    };
  }
  const data = describeDocument({ session, type, ids });
  return { text: `${formatJson(data, 2)}\n`, data };
}

/** The document and the whole discussion on one page, which ends with the mark by which a later export recognizes it. */
async function renderHtml(
  parts: AppParts,
  session: Session,
  { type, ids }: { type: ExportType } & Pick<Wanted, 'ids'>,
): Promise<string> {
  const { renderHtmlPage } = await import('../../documents/html-page.ts');
  const record = renderRecord(session, { ids });
  const shown =
    type === 'record'
      ? { text: record, record: null }
      : { ...(await renderType(parts, session, { type, format: 'md', ids })), record };
  const page = parts.redact(renderHtmlPage(session, { type, ...shown }));
  return `${page}${formatMark(session.id, type, page)}\n`;
}

/** Renders the record as markdown; there is no JSON record, since the session itself is that data. */
function exportRecord(session: Session, { format, ids }: Wanted): Pick<ExportedDocument, 'text' | 'data'> {
  if (format === 'md') return { text: renderRecord(session, { ids }), data: null };
  throw new S2sError('INVALID_VALUE', 'The record of a discussion is written as markdown, not as JSON.', {
    hint: `The session as data: s2s roundtable show ${session.id} --json`,
  });
}

/**
 * Writes an export. Refuses a path outside the project, also through a link, and a file that is not an unedited export; the person can
 * redirect the text to such a file.
 */
async function write(
  parts: AppParts,
  output: string,
  { text, sessionId, type, format }: Pick<ExportedDocument, 'text' | 'sessionId' | 'type' | 'format'>,
): Promise<string> {
  const instead = `s2s roundtable export ${sessionId} --type ${type}${format === 'md' ? '' : ` --format ${format}`}`;
  const file = await findOutput(parts, output, instead);
  const isOwn = (found: string): boolean => {
    const mark = readMark(found);
    return mark?.sessionId === sessionId && mark.type === type && !mark.edited;
  };
  await parts.writeExport(file, { text, shownAs: output, isOwn, instead });
  return file;
}

/**
 * Checks before anything is paid for that the issues of a plan can be written to a file. Throws FILE_OUTSIDE_PROJECT, FILE_UNWRITABLE, and
 * FILE_REFUSED for a file that is not an unedited export.
 */
export async function checkIssuesFile(parts: AppParts, output: string): Promise<void> {
  const instead = 's2s roundtable export --format issues';
  const file = await findOutput(parts, output, instead);
  await parts.writeExport(file, { text: null, shownAs: output, isOwn: () => false, instead });
}

/** The absolute path of a file that an export may be written to. */
async function findOutput({ cwd, root }: AppParts, output: string, instead: string): Promise<string> {
  const file = path.resolve(cwd, output);
  // A path that cannot be checked cannot be written either, and the write reports why.
  if (await isOutside(root, file).catch(() => false)) {
    throw new S2sError('FILE_OUTSIDE_PROJECT', `${output} lies outside the project, so it was not written.`, {
      hint: `Name a file in the project, or print it there instead: ${instead} > ${output}`,
    });
  }
  const real = await resolveExisting(file).catch(() => null);
  if (isInGitFolder(file) || (real !== null && isInGitFolder(real))) {
    throw new S2sError('FILE_REFUSED', `${output} is inside a folder of git, so it was not written.`, {
      hint: 'Choose another place.',
    });
  }
  return file;
}
