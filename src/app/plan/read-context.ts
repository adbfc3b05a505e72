/** Reads the project's own context. */
import path from 'node:path';
import { readProjectContext } from '../../project/project-context.ts';
import type { ProjectContext } from '../../session/library.ts';
import type { ContextReceipt } from '../../session/session.ts';
import type { AppParts } from '../app-parts.ts';

/** Reads `CONTEXT.md`, with a receipt for each file that it includes; without one, the context is only the project's name. Throws FILE_*. */
export async function readContext(
  { s2sDir, root }: Pick<AppParts, 's2sDir' | 'root'>,
  projectName: string,
): Promise<{ context: ProjectContext; included: ContextReceipt[] }> {
  const included: ContextReceipt[] = [];
  const context = await readProjectContext(path.join(s2sDir, 'CONTEXT.md'), projectName, {
    root,
    onReceipt: (receipt) => included.push(receipt),
  });
  return { context, included };
}

/** The files that were handed over beside the context, whole or in part. */
export function listHandedOver(receipts: readonly ContextReceipt[]): string[] {
  return receipts
    .filter(({ sent_characters: sent, included_by: by }) => sent > 0 && by === undefined)
    .map((receipt) => receipt.path);
}
