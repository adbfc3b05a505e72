/** The real world, for the package's entries: the one place that reads the clock, randomness and the process for all of them. */
import { lstat, stat } from 'node:fs/promises';
import { homedir, hostname } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AppWorld } from './app/world.ts';
import { isKeptByGit, readPersonName } from './files/ask-git.ts';
import { isClosed } from './files/list-folder.ts';
import type { Providers } from './models/create-providers.ts';
import type { HostModel } from './session/ports/host-model.ts';
import type { Clock } from './session/ports/ports.ts';

/** The real clock. */
const clock: Clock = {
  now: () => new Date(),
  elapsed: () => performance.now(),
  deadline: (milliseconds) => {
    const controller = new AbortController();
    // A timer above 2^31-1 ms would fire at once.
    const timer = setTimeout(() => controller.abort(), Math.min(milliseconds, 2_147_483_647));
    return { signal: controller.signal, clear: () => clearTimeout(timer) };
  },
};

/** The world, with a way to end at once the programs that were started for answers, which keys of the terminal do not reach. */
export type RealWorld = AppWorld & { endPrograms: () => void };

/** Builds the world. `log` takes lines from the model clients; `functions` are models of the program around s2s. */
export function createWorld({
  log,
  functions,
}: {
  log: (text: string) => void;
  functions?: Readonly<Record<string, HostModel>> | undefined;
}): RealWorld {
  const made = new Set<Providers>();
  return {
    env: process.env,
    home: readHome(),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    isOwn,
    clock,
    random: Math.random,
    randomToken: () => process.getBuiltinModule('node:crypto').randomBytes(8).toString('hex'),
    pid: process.pid,
    hostname: hostname(),
    isAlive,
    packageRoot: path.join(path.dirname(fileURLToPath(import.meta.url)), '..'),
    readPersonName,
    isKeptByGit,
    fetch: (...call) => globalThis.fetch(...call),
    platform: process.platform,
    runProgram: async (argv, options) => {
      const { runProgram } = await import('./models/command/run-program.ts');
      const run = { argv, ...options, env: process.env, maxBytes: 1024 * 1024 };
      return (await runProgram(run)).code;
    },
    createProviders: async (config, { rehearsal }) => {
      const [{ createProviders }, { createRehearsal }] = await Promise.all([
        import('./models/create-providers.ts'),
        import('./rehearsal/provider.ts'),
      ]);
      const providers = createProviders({
        config,
        env: process.env,
        ...(rehearsal ? { rehearsal: createRehearsal() } : {}),
        log,
        functions,
      });
      made.add(providers);
      return providers;
    },
    endPrograms: () => {
      for (const providers of made) providers.end();
    },
  };
}

/**
 * Null in a container whose user has neither HOME nor an entry among the users of the system: there Node throws. Null too for somebody
 * else's home, which containers leave in HOME when they are started with another user.
 */
function readHome(): string | null {
  try {
    const home = homedir();
    return home === '' || isClosed(home) ? null : home;
  } catch {
    return null;
  }
}

/** True on Windows, which has no numeric owners. A user who became root through sudo still counts as the owner of their files. */
async function isOwn(folder: string): Promise<boolean> {
  const user = process.geteuid?.();
  if (user === undefined) return true;
  const users = [user, ...(user === 0 && process.env['SUDO_UID'] ? [Number(process.env['SUDO_UID'])] : [])];
  const [link, target] = await Promise.all([lstat(folder), stat(folder)]);
  return users.includes(link.uid) && users.includes(target.uid);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM means that the process exists but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
