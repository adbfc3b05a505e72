/** What a program that plays a seat gets besides its prompt: an empty folder of its own, and a selection of environment variables. */
import { rmSync } from 'node:fs';
import { access, mkdtemp, realpath, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Environment } from '../provider-kind.ts';

/** The variables that every program needs to run, to find its login and to reach the network. `*` stands for any letters. */
const shared = [
  ...['PATH', 'HOME', 'USER', 'LOGNAME', 'LANG', 'LANGUAGE', 'LC_*', 'TZ', 'TERM', 'TMPDIR', 'XDG_*_HOME'],
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY'],
  ...['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR'],
  // Windows.
  ...['SYSTEMROOT', 'SYSTEMDRIVE', 'WINDIR', 'COMSPEC', 'PATHEXT', 'TEMP', 'TMP', 'APPDATA', 'LOCALAPPDATA'],
  ...['USERPROFILE', 'USERNAME', 'HOMEDRIVE', 'HOMEPATH', 'PROGRAMDATA', 'PROGRAMFILES'],
];

const isShared = new RegExp(`^(?:${shared.join('|').replaceAll('*', '[A-Z_]*')})$`, 'i');

/** Variables that tell an assistant that it runs inside another one; it would then refuse to run, or behave differently. */
const isNesting = /^(?:CLAUDECODE$|CLAUDE_CODE_|CODEX_|GEMINI_CLI)/i;

/** The ones among them that hold a login, its location, or the service to use. */
const isLogin = /_(?:API_KEY|OAUTH_TOKEN|HOME|CONFIG_DIR|USE_(?:BEDROCK|VERTEX|FOUNDRY))$/i;

/** The variables that a program gets: the shared ones, and those that its provider names. */
export function chooseVariables(
  env: Environment,
  named: readonly string[] = [],
): Record<string, string | undefined> {
  const isAllowed = (name: string): boolean =>
    (isShared.test(name) || named.includes(name)) && (!isNesting.test(name) || isLogin.test(name));
  return Object.fromEntries(
    Object.entries(env).filter(([name, value]) => value !== undefined && isAllowed(name)),
  );
}

/** An empty folder for one call. Removing it never fails. */
export interface SeatFolder {
  folder: string;
  remove: () => Promise<void>;
  /** Removes the folder synchronously, for a process that is about to end. */
  removeNow: () => void;
}

/** Makes a temporary folder in the place that the environment names, outside any project. */
export async function makeFolder(env: Environment): Promise<SeatFolder> {
  const place = env['TMPDIR'] || env['TEMP'] || env['TMP'] || '/tmp';
  const folder = await mkdtemp(path.join(await realpath(place), 's2s-seat-'));
  const options = { recursive: true, force: true, maxRetries: 2 };
  return {
    folder,
    remove: () => rm(folder, options).catch(() => undefined),
    removeNow: () => {
      try {
        rmSync(folder, options);
      } catch {
        // The system clears its temporary folder.
      }
    },
  };
}

/**
 * Makes a command startable from another folder: arguments that name an existing file relative to `home` (`./seat.sh`,
 * `node tools/seat.js`) become absolute paths.
 */
export async function resolveArguments(
  argv: readonly [string, ...string[]],
  home: string | undefined,
): Promise<[string, ...string[]]> {
  if (home === undefined) return [...argv];
  const resolve = async (part: string, isProgram: boolean): Promise<string> => {
    const mayBeFile = /[\\/]/.test(part) || (!isProgram && /\.[a-z]{1,4}$/i.test(part));
    if (!mayBeFile || part.startsWith('-') || path.isAbsolute(part)) return part;
    const file = path.resolve(home, part);
    const isThere = await access(file).then(
      () => true,
      () => false,
    );
    return isThere ? file : part;
  };
  const [program, ...rest] = argv;
  return [await resolve(program, true), ...(await Promise.all(rest.map((part) => resolve(part, false))))];
}
