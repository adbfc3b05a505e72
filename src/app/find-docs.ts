/** Where the documents of a project go. */
import type { LoadedConfig } from '../config/load-config.ts';
import type { ResolvedConfig } from '../config/resolve-config.ts';
import { findDecisionFolder } from '../project/decision-files.ts';

/**
 * The folders of the configuration; a new decision record goes where the others are, unless somebody has set a folder for it.
 * `folders` are those that hold decision records, the best first, where somebody has looked already.
 */
export async function findDocs(
  root: string,
  config: LoadedConfig,
  { docs, folders }: Pick<ResolvedConfig, 'docs'> & { folders: readonly string[] | undefined },
): Promise<ResolvedConfig['docs']> {
  if (config.layers.some(({ entries }) => entries.has('docs.decisions'))) return docs;
  const first = folders === undefined ? await findDecisionFolder(root, docs.decisions) : folders[0];
  return first === undefined ? docs : { ...docs, decisions: first };
}
