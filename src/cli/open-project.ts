/** The project a command works in: its folder, its configuration, its sessions, its library. */
import path from 'node:path';
import { type LoadedConfig, loadConfig } from '../config/load-config.ts';
import { type FileProblem, formatProblems, S2sError } from '../domain/errors.ts';
import type { LibraryPlaces } from '../library/resource-lookup.ts';
import { createSessionStore, type SessionStore } from '../store/files/session-store.ts';
import type { ActionContext } from './command-runner.ts';

/** An opened project. */
export interface OpenProject {
  root: string;
  s2sDir: string;
  config: LoadedConfig;
  places: LibraryPlaces;
}

/** Opens the nearest project. Throws NO_PROJECT, and CONFIG_INVALID with all problems. Says unknown keys as warnings. */
export async function openProject(context: ActionContext): Promise<OpenProject> {
  const { environment, cwd } = context;
  const config = await loadConfig({ cwd, env: environment.env, home: environment.home });
  if (config.project === null) {
    throw new S2sError('NO_PROJECT', `There is no .s2s folder in ${cwd} or above it.`, {
      hint: 'Create one with: s2s init',
    });
  }
  warnAbout(context, config.warnings);
  const { root, s2sDir } = config.project;
  return { root, s2sDir, config, places: { project: s2sDir, shipped: environment.packageRoot } };
}

/** Says problems that stop nothing. */
export function warnAbout(context: ActionContext, problems: readonly FileProblem[]): void {
  if (problems.length > 0)
    context.say(formatProblems(problems).replace(/^/gm, 'Warning: '), { warning: true });
}

/** The store of a project's sessions. Without `publish` its documents cannot be written. */
export function openStore(
  project: Pick<OpenProject, 'root' | 's2sDir'>,
  context: ActionContext,
  publish?: SessionStore['publish'],
): SessionStore {
  return createSessionStore({
    root: project.root,
    s2sDir: project.s2sDir,
    clock: context.environment.clock,
    publish:
      publish ??
      (async () => {
        throw new Error('this command does not write documents');
      }),
  });
}

/** A path as the person in `cwd` would type it. */
export function showFrom(cwd: string, file: string): string {
  const relative = path.relative(cwd, file);
  return relative === '' || relative.startsWith(path.join('..', '..', '..')) ? file : relative;
}
