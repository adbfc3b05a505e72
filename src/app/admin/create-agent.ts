/** Creates a role of the project's own. */
import path from 'node:path';
import { makeFolderDurably, writeFileDurably } from '../../files/durable-file.ts';
import { newAgentText } from '../../library/new-agent-text.ts';
import { agentResources, type LibraryPlaces, listEntries } from '../../library/resource-lookup.ts';
import { S2sError } from '../../session/errors.ts';

/** A new agent file. */
export interface CreatedAgent {
  id: string;
  file: string;
  /** Whether it replaces an agent that ships with s2s. */
  replacesShipped: boolean;
}

/**
 * Writes a complete agent file for the person to edit; never overwrites one. `show` formats a path as the person would type it; `force`
 * allows the ID of a role that ships. Throws INVALID_ID, and FILE_UNWRITABLE if the file exists or cannot be written.
 */
export async function createAgent(
  id: string,
  project: { s2sDir: string; places: LibraryPlaces },
  { show, force }: { show: (file: string) => string; force: boolean },
): Promise<CreatedAgent> {
  const content = newAgentText(id);
  const shipped = await listEntries({ ...project.places, project: null }, agentResources);
  const replacesShipped = shipped.entries.some((entry) => entry.id === id);
  if (replacesShipped && !force) {
    throw new S2sError('INVALID_ID', `"${id}" is a role that ships with s2s; your file would replace it.`, {
      hint: `Choose another id, such as: s2s agents new my-${id}; or replace it: s2s agents new ${id} --force`,
    });
  }
  const folder = path.join(project.s2sDir, 'agents');
  const file = path.join(folder, `${id}.md`);
  await makeFolderDurably(folder, show(folder));
  const written = await writeFileDurably(file, content, {
    mode: 0o644,
    shownAs: show(file),
    exclusive: true,
  });
  if (!written) {
    throw new S2sError('FILE_UNWRITABLE', `${show(file)} already exists.`, {
      hint: `Edit it, or choose another id. See: s2s agents show ${id}`,
    });
  }
  return { id, file, replacesShipped };
}
