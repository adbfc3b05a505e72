/** Where the documents of a project go. */
import type { LoadedConfig } from '../config/load-config.ts';
import type { ResolvedConfig } from '../config/resolve-config.ts';
import { findUsualFolder } from '../project/decision-files.ts';

/**
 * The folders of the configuration; a new decision record goes where the others are, unless somebody has set a folder for it.
 * `findFolders` gives the folders that hold decision records, the best first.
 */
export async function findDocs(
  root: string,
  config: LoadedConfig,
  { docs, findFolders }: Pick<ResolvedConfig, 'docs'> & { findFolders: () => Promise<readonly string[]> },
): Promise<ResolvedConfig['docs']> {
  if (config.layers.some(({ entries }) => entries.has('docs.decisions'))) return docs;
  const first = (await findUsualFolder(root, docs.decisions)) ?? (await findFolders())[0];
  return first === undefined ? docs : { ...docs, decisions: first };
}
