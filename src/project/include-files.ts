/** Replaces lines such as `@docs/architecture.md` in `CONTEXT.md` by the text of the file. */
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { S2sError } from '../domain/errors.ts';
import { isInside } from '../files/is-outside.ts';
import { readTextWithin } from '../files/read-text.ts';
import { listFences, removeComments } from '../text/markdown-outline.ts';
import { parseMarkdown } from '../text/markdown-tree.ts';
import { findSecretName, findSecretText } from '../text/secret-files.ts';

/** The maximum depth of inclusion; the context is level 0. */
const deepest = 3;
/** The most files that are included, and the most characters of all of them: every prompt carries them. */
const mostFiles = 20;
const mostCharacters = 60_000;

/** The limits of an inclusion, and who hears about refused lines. */
export interface Inclusion {
  /** The folder that the real paths of all files must be in. */
  root: string;
  /** Called for each line that is not replaced, with a sentence that says why. */
  onNote: (note: string) => void;
}

interface Reading extends Inclusion {
  left: { files: number; characters: number };
}

/** Replaces the lines of a text that name files by those files. `file` is the file of the text. Removes comments; skips code. */
export async function includeFiles(text: string, file: string, options: Inclusion): Promise<string> {
  const left = { files: mostFiles, characters: mostCharacters };
  return expand(text, [file], { ...options, left });
}

/** `chain` lists the files that led to the text; the last one contains it. */
async function expand(text: string, chain: readonly string[], reading: Reading): Promise<string> {
  if (!/^\s*(?:[-*+]\s+)?@\S/m.test(text)) return text;
  const clean = removeComments(parseMarkdown(text, path.basename(chain.at(-1) ?? '')));
  const fences = listFences(parseMarkdown(clean)).map(({ span }) => span);
  const lines: string[] = [];
  for (const [index, line] of clean.split('\n').entries()) {
    const [, named = ''] = /^\s*(?:[-*+]\s+)?@(\S+)\s*$/.exec(line) ?? [];
    const isCode = fences.some((span) => span.line <= index + 1 && index + 1 <= span.endLine);
    // A name without a slash or a dot is a mention of a person.
    lines.push(
      isCode || !/[./\\]/.test(named) ? line : ((await readIncluded(named, chain, reading)) ?? line),
    );
  }
  return lines.join('\n');
}

async function readIncluded(
  named: string,
  chain: readonly string[],
  reading: Reading,
): Promise<string | null> {
  const { root, left } = reading;
  const refuse = (why: string): null => {
    reading.onNote(`@${named} in ${path.relative(root, chain.at(-1) ?? '')} is not included: ${why}.`);
    return null;
  };
  if (chain.length > deepest) return refuse(`files are included only ${deepest} levels deep`);
  if (left.files === 0) return refuse(`at most ${mostFiles} files are`);
  // Relative to the file that names it, as in editors, else to the project.
  const places = [path.resolve(path.dirname(chain.at(-1) ?? root), named), path.resolve(root, named)];
  for (const place of places) {
    if (named.startsWith('~') || !isInside(place, path.resolve(root))) continue;
    if (chain.includes(place)) return refuse('it includes itself');
    const real = await realpath(place).catch(() => null);
    if (real === null) continue;
    const secret = findSecretName(place) ?? findSecretName(real);
    if (secret !== null) return refuse(`${secret}; such files are never sent`);
    try {
      const text = await readTextWithin(place, root);
      const held = findSecretText(text);
      if (held !== null) return refuse(`${held}; such files are never sent`);
      if (text.length > left.characters)
        return refuse(`all included files together may have at most ${mostCharacters} characters`);
      left.files -= 1;
      left.characters -= text.length;
      return await expand(text.trimEnd(), [...chain, place], reading);
    } catch (error) {
      if (!(error instanceof S2sError)) throw error;
      return refuse(
        error.code === 'FILE_OUTSIDE_PROJECT' ? 'it leads out of the project' : 'it cannot be read as text',
      );
    }
  }
  const isOutside = named.startsWith('~') || places.every((place) => !isInside(place, path.resolve(root)));
  return refuse(isOutside ? 'it is outside the project; pass it with --context' : 'there is no such file');
}
