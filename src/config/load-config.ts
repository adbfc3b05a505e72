/** Loads the configuration from everywhere but the command line, and takes from a project what it may not set. */
import path from 'node:path';
import { readFileBounded } from '../files/read-file.ts';
import { decodeWrittenText, maxFileBytes } from '../files/read-text.ts';
import { type FileProblem, S2sError } from '../session/errors.ts';
import {
  configFolderVariable,
  type Environment,
  findWrongVariables,
  readEnvironment,
} from './environment-layer.ts';
import { type FoundProject, findProject, type SearchOptions } from './find-project.ts';
import { findSpec } from './keys/key-table.ts';
import { type ConfigLayer, type LayerName, makeEntry } from './layers.ts';
import { type Restricted, restrictProject } from './project-power.ts';
import { checkProviders } from './provider-config.ts';
import { readConfig } from './read-config.ts';
import { type ActingFiles, readActing, readTrust, type TrustState } from './trust-records.ts';

/** The configuration from everywhere but the command line. */
export interface LoadedConfig extends Pick<Restricted, 'withheld' | 'capped'> {
  /** Null when no folder up to the root holds `.s2s`. */
  project: FoundProject;
  /** Whether the person trusts the project; also `trusted` when the yes is for this command only. */
  trust: TrustState;
  /** A hash of the project's files that can act, as they were read for this; null without a project. */
  hash: string | null;
  /** Whether an agent of the project was read from this text when the hash was made. */
  holdsAgent: ActingFiles['holdsAgent'];
  /** The folder of the person's own configuration, or null. */
  userFolder: string | null;
  /** Highest first: environment, project, user. A layer whose file does not exist is empty. Values that must not count are left out. */
  layers: readonly ConfigLayer[];
  /** Unknown keys and the like; the configuration can still be used. */
  warnings: FileProblem[];
}

/** What loading needs from its caller. */
export interface LoadOptions extends SearchOptions {
  cwd: string;
  env: Environment;
  /** The person trusts whatever the project holds, for this command only. */
  trusts?: boolean;
  /** Configuration in place of the files of the project and the person, as data with the same keys. */
  given?: object | undefined;
  /** The names of providers that are functions of the program around s2s. */
  functions?: readonly string[] | undefined;
}

/**
 * Reads the configuration that is in effect in `cwd`: the environment, `.s2s/config.yaml` of the nearest project, and the user's own.
 * Throws CONFIG_INVALID with all problems of both files at once (warnings under `data.warnings`), FILE_UNREADABLE, FILE_TOO_LARGE,
 * FILE_OUTSIDE_PROJECT, and INVALID_VALUE for a variable that cannot be read.
 */
export async function loadConfig(options: LoadOptions): Promise<LoadedConfig> {
  const { cwd, env, trusts = false } = options;
  const project = await findProject(cwd, options);
  const files: { name: LayerName; file: string; root?: string; folder: string }[] = [];
  if (project !== null)
    files.push({
      name: 'project',
      file: path.join(project.s2sDir, 'config.yaml'),
      root: project.root,
      folder: project.root,
    });
  const userFolder = findUserFolder(options);
  const acting = project === null ? null : await readActing(project);
  const known =
    project === null || acting === null ? 'unknown' : await readTrust(userFolder, project, acting.hash);
  const trust = trusts ? 'trusted' : known;
  // Nothing is read from a folder that belongs to somebody else unless the person trusts it.
  if (project?.isOwn === false && trust !== 'trusted') files.pop();
  if (options.given !== undefined) files.length = 0;
  else if (userFolder !== null)
    files.push({ name: 'user', file: path.join(userFolder, 'config.yaml'), folder: userFolder });

  const layers: ConfigLayer[] = [{ name: 'environment', entries: readEnvironment(env) }];
  const problems: FileProblem[] = [];
  const warnings: FileProblem[] = findWrongVariables(env).map(({ variable, nearest }) => ({
    file: 'environment',
    message: `unknown variable ${variable} is ignored; did you mean ${nearest}?`,
  }));
  for (const { name, file, root, folder } of files) {
    const shown = showPath(file, cwd);
    // What was hashed is what is used, whatever the file holds by now.
    const known = name === 'project' ? acting?.config : null;
    const place = { shownAs: shown, maxBytes: maxFileBytes, root };
    const bytes = known ?? (await readFileBounded(file, place))?.bytes ?? null;
    if (name === 'project' && bytes !== (known ?? null)) throw refuseChanged(shown);
    const read = readConfig(bytes === null ? '' : decodeWrittenText(bytes, shown, 'CONFIG_INVALID'), shown);
    problems.push(...read.problems);
    warnings.push(...read.warnings);
    layers.push({ name, entries: read.entries, folder });
  }
  const own = layers.find(({ name }) => name === 'user');
  const entries = new Map([...(own?.entries ?? []), ...readGiven(options, problems)]);
  if (own !== undefined) layers.pop();
  layers.push({ ...own, name: 'user', entries });
  problems.push(...checkProviders(layers));
  if (problems.length > 0) throw refuseConfig(problems, warnings);
  const restricted = restrictProject(layers, { isTrusted: trust === 'trusted', env });
  const { hash = null, holdsAgent = () => false } = acting ?? {};
  return { project, trust, hash, holdsAgent, userFolder, ...restricted, warnings };
}

function refuseChanged(shown: string): S2sError {
  return new S2sError('FILE_UNREADABLE', `${shown} was changed while it was read.`, {
    hint: 'Run the same command again.',
  });
}

/** What the program around s2s sets, as if the person had set it. */
function readGiven(
  { given = {}, functions = [] }: LoadOptions,
  problems: FileProblem[],
): ConfigLayer['entries'] {
  const read = readConfig(JSON.stringify(given), 'the given configuration');
  for (const { file, message } of [...read.problems, ...read.warnings]) problems.push({ file, message });
  const spec = findSpec('providers.<provider>.type');
  for (const name of functions) {
    const key = `providers.${name}.type`;
    read.entries.set(key, makeEntry(spec, key, { value: 'function', origin: 'createApp' }));
  }
  return read.entries;
}

/** The folder of the user's own configuration: `$S2S_CONFIG_DIR`, else `$XDG_CONFIG_HOME/s2s`, else `~/.config/s2s`. */
export function findUserFolder(options: Pick<LoadOptions, 'cwd' | 'env' | 'home'>): string | null {
  const own = options.env[configFolderVariable]?.trim() ?? '';
  if (own !== '') return path.resolve(options.cwd, own);
  const shared = options.env['XDG_CONFIG_HOME']?.trim() ?? '';
  // The XDG Base Directory Specification says to ignore a relative path.
  if (path.isAbsolute(shared)) return path.join(shared, 's2s');
  return options.home === null || options.home === '' ? null : path.join(options.home, '.config', 's2s');
}

/** A path as a person in `cwd` would type it: relative, unless it leads three or more folders up. */
function showPath(file: string, cwd: string): string {
  const relative = path.relative(cwd, file);
  return relative.startsWith(path.join('..', '..', '..')) || path.isAbsolute(relative) ? file : relative;
}

/** The error for a configuration that cannot be used. */
export function refuseConfig(problems: FileProblem[], warnings: FileProblem[]): S2sError {
  const files = [...new Set(problems.map((problem) => problem.file))].join(' and ');
  const count = problems.length === 1 ? 'one problem' : `${problems.length} problems`;
  return new S2sError('CONFIG_INVALID', `${files} cannot be used: ${count}.`, {
    hint: 'Correct the lines named, then try: s2s config check',
    problems,
    data: { warnings },
  });
}
