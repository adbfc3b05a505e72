import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import path from 'node:path';
import type { ContextFile } from '../domain/library.ts';
import type { ContextReceipt } from '../domain/session.ts';
import { isInside } from '../files/is-outside.ts';
import { type FoundFile, findContextFiles } from './find-context-files.ts';
import { findSecretName, findSecretText } from '../text/secret-files.ts';
import { cutAtLine, shareBudget } from './share-budget.ts';

/** The largest file that is looked at, in bytes. */
export const contextFileLimit = 5 * 1024 * 1024;

/** Where files may be and how much may be sent. */
export interface GatherOptions {
  /** The project's root: links in the project must not lead out of it. */
  root: string;
  /** Where relative paths start; the root if absent. */
  cwd?: string;
  /** Characters that all files together may have. */
  budgetCharacters: number;
}

/** What was read, and a receipt for each file and each refusal, in the order of the paths. */
export interface GatheredContext {
  files: ContextFile[];
  receipts: ContextReceipt[];
}

type ReadFile = { path: string; text: string } | { path: string; refused: string };

/**
 * Reads the files that the person named for the discussion, verbatim as UTF-8. Above the budget they are shortened at a line end, short files
 * last. Secrets, files that are not text, and links that lead out of the project are refused, with a receipt that says why; a file outside the
 * project is read only when it was named itself. Throws FILE_MISSING for a path or pattern that gives nothing, FILE_UNREADABLE for a path that
 * cannot be looked at.
 */
export async function gatherContextFiles(
  paths: readonly string[],
  options: GatherOptions,
): Promise<GatheredContext> {
  const { root, budgetCharacters } = options;
  const found = await findContextFiles(paths, { root, cwd: options.cwd ?? root });
  const read: ReadFile[] = [];
  for (const file of found.files) read.push(await readOne(file, root));

  const texts = read.flatMap((each) => ('text' in each ? [each] : []));
  const shares = shareBudget(
    texts.map((each) => each.text.length),
    budgetCharacters,
  );
  const shareOf = new Map(texts.map((each, index) => [each, shares[index] ?? 0]));

  const files: ContextFile[] = [];
  const receipts: ContextReceipt[] = [];
  for (const each of read) {
    if ('refused' in each) {
      receipts.push({
        path: each.path,
        sent_characters: 0,
        of_characters: 0,
        note: `refused: ${each.refused}`,
      });
      continue;
    }
    const text = cutAtLine(each.text, shareOf.get(each) ?? 0);
    if (text !== '') files.push({ path: each.path, text });
    receipts.push({
      path: each.path,
      sent_characters: text.length,
      of_characters: each.text.length,
      note: describeReading(text.length, each.text.length, budgetCharacters),
    });
  }
  for (const { path: name, note } of found.remarks) {
    receipts.push({ path: name, sent_characters: 0, of_characters: 0, note });
  }
  return { files, receipts };
}

function describeReading(sent: number, all: number, budget: number): string {
  if (all === 0) return 'empty';
  if (sent === all) return 'whole';
  if (sent === 0) return `left out: no room in the budget of ${budget} characters`;
  return `shortened by ${all - sent} characters: the budget for all files is ${budget}`;
}

async function readOne(found: FoundFile, root: string): Promise<ReadFile> {
  const shown = showPath(found.file, root);
  const refuse = (refused: string): ReadFile => ({ path: shown, refused });
  const named = findSecretName(found.file);
  if (named !== null) return refuse(`${named}; such files are never sent`);
  try {
    const real = await realpath(found.file);
    if (found.within !== null && !isInside(real, await realpath(found.within))) {
      return refuse('a link that leads out of the project');
    }
    const behind = findSecretName(real);
    if (behind !== null) return refuse(`a link to ${behind}; such files are never sent`);
    return await readText(real, { shown, refuse });
  } catch (error) {
    return refuse(`cannot be read (${(error as NodeJS.ErrnoException).code ?? String(error)})`);
  }
}

async function readText(
  file: string,
  names: { shown: string; refuse: (reason: string) => ReadFile },
): Promise<ReadFile> {
  // The path is resolved already, so a link that appeared since then is not followed; without O_NONBLOCK, opening a pipe would wait.
  const handle = await open(
    file,
    constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
  );
  let bytes: Buffer;
  try {
    const status = await handle.stat();
    if (!status.isFile()) return names.refuse('not a file');
    if (status.size > contextFileLimit)
      return names.refuse(`larger than ${contextFileLimit / 1024 / 1024} MiB`);
    bytes = await handle.readFile();
  } finally {
    await handle.close();
  }
  if (bytes.includes(0)) return names.refuse('not text (binary)');
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return names.refuse('not text in UTF-8');
  }
  const secret = findSecretText(text);
  if (secret !== null) return names.refuse(`${secret}; such files are never sent`);
  return { path: names.shown, text };
}

/** Relative to the project, with forward slashes, where the file is in it; else whole. */
function showPath(file: string, root: string): string {
  return isInside(file, path.resolve(root)) ? path.relative(root, file).split(path.sep).join('/') : file;
}
