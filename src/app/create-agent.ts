/** Creating a role of the project's own. */
import path from 'node:path';
import { S2sError } from '../domain/errors.ts';
import { makeFolderDurably, writeFileDurably } from '../files/durable-file.ts';
import { listAgents } from '../library/agents.ts';
import { newAgentText } from '../library/new-agent-text.ts';
import type { LibraryPlaces } from '../library/resource-lookup.ts';

/** A new agent file. */
export interface CreatedAgent {
  id: string;
  file: string;
  /** Whether it takes the place of an agent that ships. */
  replacesShipped: boolean;
}

/**
 * Writes a complete agent file to be edited; never overwrites one. `show` writes a path as the person would type it.
 * Throws INVALID_ID, and FILE_UNWRITABLE when the file exists or cannot be written.
 */
export async function createAgent(
  id: string,
  project: { s2sDir: string; places: LibraryPlaces },
  { show }: { show: (file: string) => string },
): Promise<CreatedAgent> {
  const content = newAgentText(id);
  const { agents } = await listAgents(project.places);
  const folder = path.join(project.s2sDir, 'agents');
  const file = path.join(folder, `${id}.md`);
  await makeFolderDurably(folder, show(folder));
  const written = await writeFileDurably(file, content, {
    mode: 0o644,
    shownAs: show(file),
    exclusive: true,
  });
  if (!written) {
    throw new S2sError('FILE_UNWRITABLE', `${show(file)} exists already.`, {
      hint: `Edit it, or choose another id. See: s2s agents show ${id}`,
    });
  }
  const replacesShipped = agents.some((agent) => agent.id === id && agent.origin === 'shipped');
  return { id, file, replacesShipped };
}
