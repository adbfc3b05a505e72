/** Includes files that a `CONTEXT.md` names, such as `@docs/architecture.md`. */
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { listProjectPaths } from '../evidence/project-files.ts';
import { isInside } from '../files/is-outside.ts';
import { isFolder, isReachable } from '../files/list-folder.ts';
import { readTextWithin } from '../files/read-text.ts';
import { S2sError } from '../session/errors.ts';
import type { ContextReceipt } from '../session/session.ts';
import { replaceEmbedded } from '../text/embedded-data.ts';
import { removeComments } from '../text/markdown/markdown-outline.ts';
import { listNodes, parseMarkdown, spanOf } from '../text/markdown/markdown-tree.ts';
import { findSecretText } from '../text/secrets/secret-files.ts';
import { type Door, listFoldersAbove, openDoor } from './open-door.ts';

/** The maximum depth of inclusion; the context is level 0. */
const deepest = 3;
/** The most files that are included, and the most characters of all of them: every prompt carries them. */
const mostFiles = 20;
const mostCharacters = 60_000;

/** Where the files of an inclusion lie, and who hears what became of them. */
export interface Inclusion {
  /** The project's root; receipts show paths relative to it. */
  root: string;
  /** Called for each file that is included, and for each that is refused. */
  onReceipt: (receipt: ContextReceipt) => void;
}

interface Reading extends Inclusion {
  door: Door;
  left: { files: number; characters: number };
}

/**
 * Includes files in a text; `file` is the file of the text. A line that only names a file is replaced by it; one that is named within a line
 * follows at the end, as in Claude Code. Removes comments; skips code.
 */
export async function includeFiles(text: string, file: string, options: Inclusion): Promise<string> {
  const root = await realpath(options.root);
  return expand(text, [await realpath(file)], {
    ...{ ...options, root },
    door: openDoor(root, file),
    left: { files: mostFiles, characters: mostCharacters },
  });
}

/** `chain` lists the files that led to the text; the last one contains it. */
async function expand(text: string, chain: readonly string[], reading: Reading): Promise<string> {
  if (!/@\S/.test(text)) return text;
  const clean = removeComments(parseMarkdown(text, path.basename(chain.at(-1) ?? '')));
  const code = listNodes(parseMarkdown(clean).blocks)
    .filter(({ type }) => type === 'code' || type === 'inlineCode')
    .map(spanOf);
  const isCode = (at: number): boolean => code.some(({ from, to }) => from <= at && at < to);
  const lines: string[] = [];
  const named: string[] = [];
  let start = 0;
  for (const line of clean.split('\n')) {
    const [whole = '', only = ''] = /^\s*(?:[-*+]\s+)?@(\S+)\s*$/.exec(line) ?? [];
    // A name without a slash or a dot is a mention of a person.
    const isInclude = /[./\\]/.test(only) && !isCode(start + whole.indexOf('@'));
    lines.push(isInclude ? ((await include(only, chain, reading)) ?? line) : line);
    // In a sentence, what has no extension and no place is a person or a package.
    for (const { index, 0: name } of isInclude ? [] : line.matchAll(/(?<=(?:^|[\s(])@)\S*\.\w+/g))
      if (/[/\\]|\.md$/.test(name) && !isCode(start + index)) named.push(name);
    start += line.length + 1;
  }
  for (const name of new Set(named)) lines.push('', (await include(name, chain, reading)) ?? '');
  return lines.join('\n').trimEnd();
}

/** The text of a named file, with what it includes; null, and a receipt that says why, if it is refused. */
async function include(named: string, chain: readonly string[], reading: Reading): Promise<string | null> {
  const { root, left, onReceipt } = reading;
  const show = (file: string): string => path.relative(root, file).split(path.sep).join('/');
  const by = show(chain.at(-1) ?? '');
  const { place, missing } = await findPlace(named, chain, root);
  const shown = place === null ? named : show(place);
  const write = (characters: number, note: string): void =>
    onReceipt({
      path: shown,
      sent_characters: characters,
      of_characters: characters,
      note: `${note} (named in ${by})`,
      included_by: by,
    });
  const refuse = (why: string): null => {
    write(0, `refused: ${why}`);
    return null;
  };
  if (place === null) return refuse(missing);
  if (chain.length > deepest) return refuse(`files are included only ${deepest} levels deep`);
  if (left.files === 0) return refuse(`at most ${mostFiles} files are`);
  const closed = await reading.door(place);
  if (closed !== null) return refuse(closed);
  try {
    const real = await realpath(place);
    const text = replaceEmbedded(await readTextWithin(real, path.dirname(real)));
    const secret = findSecretText(text);
    if (secret !== null) return refuse(`${secret}; such files are never sent`);
    if (text.length > left.characters)
      return refuse(`all included files together may have at most ${mostCharacters} characters`);
    left.files -= 1;
    left.characters -= text.length;
    write(text.length, 'whole');
    return await expand(text.trimEnd(), [...chain, real], reading);
  } catch (error) {
    if (!(error instanceof S2sError)) throw error;
    return refuse('it cannot be read as text');
  }
}

/**
 * The file that a name means: relative to the file that names it, as in editors, else to that file's project, else to this project, else, where
 * these are the file itself, to a folder above. Null, and why, if there is none but those that led here.
 */
async function findPlace(
  named: string,
  chain: readonly string[],
  root: string,
): Promise<{ place: string | null; missing: string }> {
  const folder = path.dirname(chain.at(-1) ?? root);
  const homes = [folder, ...(path.basename(folder) === '.s2s' ? [path.dirname(folder)] : []), root];
  const places = named.startsWith('~') ? [] : homes.map((home) => path.resolve(home, named));
  const inside = path.resolve(root);
  let isItself = false;
  for (const place of places) {
    if (!(await isReachable(place)) || (await isFolder(place))) continue;
    if (!chain.includes(await realpath(place))) return { place, missing: '' };
    // `@../.s2s/CONTEXT.md` means the context of the whole, however deep the component lies.
    if (!isItself)
      places.push(...(await listFoldersAbove(inside)).map((above) => path.resolve(above, named)));
    isItself = true;
  }
  if (isItself) return { place: null, missing: 'it includes itself' };
  const isOutside = places.every((place) => !isInside(place, inside));
  if (isOutside) return { place: null, missing: 'it is outside the project; pass it with --context' };
  const { paths } = await listProjectPaths(inside).catch((): { paths: string[] } => ({ paths: [] }));
  const isTracked = places.some((place) =>
    paths.includes(path.relative(inside, place).split(path.sep).join('/')),
  );
  return {
    place: null,
    missing: isTracked ? 'git tracks it, but it is not checked out here' : 'there is no such file',
  };
}
