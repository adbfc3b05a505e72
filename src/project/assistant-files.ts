/** Files in which people keep rules for coding assistants, which are also worth knowing at a table. */
import path from 'node:path';
import { isReachable, listNames } from '../files/list-folder.ts';
import type { ContextFile } from '../session/library.ts';
import { listFoldersAbove, openDoor } from './open-door.ts';

/** The files by which assistants are known: https://agents.md, Claude Code and GitHub Copilot; rules of Cursor have a folder. */
const fixedPaths = ['AGENTS.md', 'CLAUDE.md', '.github/copilot-instructions.md'];
const rulesFolder = '.cursor/rules';

/**
 * The files that a project has, relative to its root, each with why it may not be shown, or null. A component's own come first, then those
 * of the folders above it, up to its repository: the nearest counts most (https://agents.md).
 */
export async function findAssistantFiles(root: string): Promise<{ path: string; refused: string | null }[]> {
  const door = openDoor(root, root);
  const found: { path: string; refused: string | null }[] = [];
  for (const folder of [root, ...(await listFoldersAbove(root))]) {
    const rules = (await listNames(path.join(folder, rulesFolder)).catch(() => []))
      .filter((name) => /\.mdc?$/.test(name))
      .sort();
    for (const each of [...fixedPaths, ...rules.map((name) => `${rulesFolder}/${name}`)]) {
      const file = path.join(folder, each);
      const shown = path.relative(root, file).split(path.sep).join('/');
      if (await isReachable(file)) found.push({ path: shown, refused: await door(file) });
    }
  }
  return found;
}

/**
 * Why a file says nothing that others do not: its text is that of another, or only includes others (`@AGENTS.md`), perhaps below a heading.
 * Null for any other file.
 */
export function describeRepeat(file: ContextFile, others: readonly ContextFile[]): string | null {
  const text = file.text.trim();
  const twin = text === '' ? undefined : others.find((other) => other.text.trim() === text);
  if (twin !== undefined) return `the same text as ${twin.path}`;
  const folder = path.posix.dirname(file.path);
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '' && !line.startsWith('#'));
  const included = lines.map((line) => {
    const [, named] = /^@(\S+)\s*$/.exec(line) ?? [];
    return named === undefined ? null : path.posix.join(folder, named);
  });
  const isRepeat =
    included.length > 0 && included.every((each) => others.some((other) => other.path === each));
  return isRepeat ? `it only includes ${included.join(', ')}` : null;
}

/** The files that a `CLAUDE.md` imports (`@docs/rules.md`, also in a sentence), as paths from the project's root. */
export function listImports({ path: by, text }: ContextFile): { path: string; by: string }[] {
  if (path.posix.basename(by) !== 'CLAUDE.md') return [];
  return [...text.matchAll(/(?<=(?:^|[\s(])@)[^\s`()]*\.\w+/g)].map(([named]) => ({
    path: path.posix.join(path.posix.dirname(by), named),
    by,
  }));
}
