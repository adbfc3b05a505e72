/** The `publish` of the store: the documents of a finished session, written where they belong. */
import path from 'node:path';
import type { CliEnvironment } from '../cli/environment.ts';
import type { OpenProject } from '../cli/open-project.ts';
import type { ResolvedConfig } from '../config/resolve-config.ts';
import type { Templates } from '../documents/render-document.ts';
import { publishDocument, readTemplates } from '../documents/write-documents.ts';
import type { Store } from '../domain/ports.ts';
import { recordFinished } from './track-record.ts';

/**
 * Builds the publisher of a project: it also adds the session to the agents' track record. Both are safe to repeat.
 * Notes for the person go to standard error.
 */
export function createPublisher(
  project: OpenProject,
  config: Pick<ResolvedConfig, 'docs'>,
  environment: CliEnvironment,
): Store['publish'] {
  return async (session) => {
    const templates = await loadTemplates(project, environment);
    const { files, notes } = await publishDocument({
      projectRoot: project.root,
      session,
      docsPaths: config.docs,
      templates,
    });
    const recorded = await recordFinished(project, session, environment);
    for (const note of [...notes, ...recorded]) environment.stderr.write(`${note}\n`);
    return files;
  };
}

/** The templates of a project: its own before those that ship. */
export async function loadTemplates(
  project: Pick<OpenProject, 's2sDir'>,
  environment: CliEnvironment,
): Promise<Templates> {
  return readTemplates({
    shipped: path.join(environment.packageRoot, 'templates'),
    project: path.join(project.s2sDir, 'templates'),
  });
}
