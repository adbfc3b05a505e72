/** Where the documents of a project go. */
import type { LoadedConfig } from '../config/load-config.ts';
import type { ResolvedConfig } from '../config/resolve-config.ts';

/**
 * The folders of the configuration; a new decision record goes where the others are, unless somebody has set a folder for it.
 * `findFolders` gives the folders that hold decision records, the best first.
 */
export async function findDocs(
  config: LoadedConfig,
  { docs }: Pick<ResolvedConfig, 'docs'>,
  findFolders: () => Promise<readonly string[]>,
): Promise<ResolvedConfig['docs']> {
  if (config.layers.some(({ entries }) => entries.has('docs.decisions'))) return docs;
  const [first] = await findFolders();
  return first === undefined ? docs : { ...docs, decisions: first };
}
