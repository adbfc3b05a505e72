/** Reads `CONTEXT.md`, the description of the project. */

import path from 'node:path';
import { readTextWithin } from '../files/read-text.ts';
import { S2sError } from '../session/errors.ts';
import type { ProjectContext } from '../session/library.ts';
import { replaceEmbedded } from '../text/embedded-data.ts';
import { removeComments } from '../text/markdown/markdown-outline.ts';
import { parseMarkdown } from '../text/markdown/markdown-tree.ts';
import { type Inclusion, includeFiles } from './include-files.ts';
import { requireOpenLink } from './open-door.ts';

/**
 * Reads `CONTEXT.md` and the files that it includes (`@docs/goals.md`), without comments; the text is empty if the file is missing, or
 * holds only headings. Its real path must be inside the project's root, and as a link it may lead only to what a seat may see. Throws
 * S2sError FILE_*.
 */
export async function readProjectContext(
  file: string,
  name: string,
  inclusion: Inclusion,
): Promise<ProjectContext> {
  try {
    const text = replaceEmbedded(await readTextWithin(file, inclusion.root));
    await requireOpenLink(file, inclusion.root);
    const whole = await includeFiles(text, path.resolve(file), inclusion);
    const clean = removeComments(parseMarkdown(whole, 'CONTEXT.md'));
    const { blocks } = parseMarkdown(clean);
    const saysNothing = blocks.every(({ type }) => type === 'heading' || type === 'thematicBreak');
    return { name, text: saysNothing ? '' : clean };
  } catch (error) {
    if (error instanceof S2sError && error.code === 'FILE_MISSING') return { name, text: '' };
    throw error;
  }
}
