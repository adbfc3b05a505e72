/** Reads what a plan has to fulfil: requirements with ids, and decision records that hold. */
import path from 'node:path';
import { adrLint } from '../../documents/adr/lint.ts';
import { readTitle } from '../../documents/adr/record-folder.ts';
import { type DocumentText, plainTitle, readDocumentText } from '../../documents/lint/document-text.ts';
import { findRequirements } from '../../documents/requirements/find-requirements.ts';
import { hashText } from '../../files/hash-text.ts';
import { isInside } from '../../files/is-outside.ts';
import { readNamedFile } from '../../files/read-named-file.ts';
import type { MarkdownFile } from '../../project/decision-files.ts';
import { refuseTyped } from '../../project/open-door.ts';
import { S2sError } from '../../session/errors.ts';
import type { Demand } from '../../session/records.ts';
import { cutText } from '../../session/rules/cut-text.ts';
import { isSameId } from '../../session/rules/packages.ts';
import type { AppParts } from '../app-parts.ts';
import { isOver, listDecisions } from '../decision-records.ts';
import type { DemandOptions } from '../options.ts';
import type { PlanSources } from '../results.ts';
import { readOpenFiles } from './earlier-decisions.ts';
import { readEarlierPlan } from './read-earlier-plan.ts';

/** The most decision records that are taken where no document is named: the newest. */
const mostRecords = 20;
/** The most characters of a title. */
const longestTitle = 160;

/** What is demanded of nobody: what is excluded, what may go wrong, and what was put off. */
const undemanded = /^(?:OOS|RISK|MIT)$/;
const putOff = /\bwon['’]?t\b|\bjetzt nicht\b/i;

/**
 * The demands of the documents, or, where none is named, of the project's requirements and of its records that are proposed or in force.
 * Throws NEEDS_INPUT where there is no document at all, FILE_MISSING, FILE_UNREADABLE, FILE_TOO_LARGE.
 */
export async function readDemands(
  parts: AppParts,
  named: readonly string[],
  { rehearsal = false, afresh = false }: DemandOptions = {},
): Promise<PlanSources> {
  const files = named.length > 0 ? await readNamed(parts, named) : await readOwn(parts);
  if (files.length === 0)
    throw new S2sError(
      'NEEDS_INPUT',
      'There is nothing to plan: the project has neither requirements nor decision records.',
      { hint: 'Name the documents: s2s plan docs/wanted.md; or write some: s2s specs "…"' },
    );
  const demands: Demand[] = [];
  for (const demand of files.flatMap(listDemands)) {
    const known = demands.find(({ id }) => isSameId(id, demand.id));
    if (known === undefined) demands.push(demand);
    else
      parts.notify({
        level: 'warning',
        text: `${demand.id} stands in ${known.path} and in ${demand.path}; the plan follows the first.`,
      });
  }
  const names = files.map((file) => file.path);
  const earlierPlan = afresh ? undefined : await readEarlierPlan(parts, demands, { rehearsal });
  if (earlierPlan !== undefined)
    parts.notify({
      level: 'info',
      text: `Continues the plan of ${earlierPlan.session}; --afresh plans without it.`,
    });
  return {
    topic: `Plan the work for ${cutText(names.join(', '), 1_000, ' …')}: what is built in which order, so that everything is fulfilled that these documents demand?`,
    context: names.map((name) => path.resolve(parts.root, name)),
    demands: parts.redactData(demands),
    ...(earlierPlan === undefined ? {} : { earlierPlan }),
  };
}

async function readNamed({ root, cwd }: AppParts, named: readonly string[]): Promise<MarkdownFile[]> {
  const files: MarkdownFile[] = [];
  for (const name of named) {
    const text = await readNamedFile(name, cwd, {
      root,
      command: 's2s plan',
      refuse: refuseTyped(root),
      emptyPattern: 'No file matches the pattern: name the documents.',
    });
    const file = path.resolve(cwd, name);
    const shown = isInside(file, root) ? path.relative(root, file).split(path.sep).join('/') : file;
    files.push({ path: shown, text });
  }
  return files;
}

async function readOwn(parts: AppParts): Promise<MarkdownFile[]> {
  const docs = await parts.findDocs();
  // What says that another record holds demands nothing of its own.
  const records = (await listDecisions(parts)).filter(
    ({ status, verdict }) => !isOver(status) && verdict !== 'holds',
  );
  if (records.length > mostRecords)
    parts.notify({
      level: 'warning',
      text: `Of ${records.length} decision records, the plan takes the last ${mostRecords}; name others: s2s plan ${records[0]?.path ?? ''}`,
    });
  const chosen = records.slice(-mostRecords).map((record) => record.path);
  return readOpenFiles(parts.root, [docs.specifications, docs.architecture, ...chosen]);
}

function listDemands(file: MarkdownFile): Demand[] {
  const document = readDocumentText(file.text, file.path);
  const name = path.posix.basename(file.path);
  if (adrLint.hasShape(document))
    return [
      {
        id: name.replace(/\.md$/i, ''),
        title: readTitle({ name, text: file.text }),
        path: file.path,
        hash: hashText(readWords(document)),
      },
    ];
  return findRequirements(document)
    .filter(({ replacedBy }) => replacedBy === null)
    .filter(({ prefix, fields }) => !undemanded.test(prefix) && !putOff.test(fields.priority ?? ''))
    .map(({ id, title, statements }) => ({
      id,
      title: cutText(title || (statements[0]?.text ?? id), longestTitle, ' …'),
      path: file.path,
      hash: hashText([title, ...statements.map(({ text }) => text)].join('\n')),
    }));
}

/** What a record says below its title, but for its state, which people change without changing what is decided. */
function readWords({ entries, headings }: DocumentText): string {
  const first = headings.find(({ text }) => plainTitle(text) !== 'status' && text !== headings[0]?.text);
  return entries
    .filter(({ line }) => line > (first?.line ?? 0))
    .map(({ text }) => text)
    .join('\n');
}
