/** What use cases need from the machine they run on. Only the package's entries build it from the real process. */

import type { Providers } from '../models/create-providers.ts';
import type { ProviderConfig } from '../models/provider-kind.ts';
import type { Clock } from '../session/ports/ports.ts';
import type { Redactor } from '../text/secrets/redactor.ts';

/** The world of the use cases. */
export interface AppWorld {
  env: Readonly<Record<string, string | undefined>>;
  /** The person's home folder, or null. */
  home: string | null;
  /** Whether a folder, and a link that leads to it, belong to the user who runs the program. */
  isOwn: (folder: string) => Promise<boolean>;
  clock: Clock;
  /** A number from 0 up to but not including 1. */
  random: () => number;
  /** Random letters and digits, for fences and locks. */
  randomToken: () => string;
  pid: number;
  hostname: string;
  /** Whether a process exists on this machine. */
  isAlive: (pid: number) => boolean;
  /** The folder of the package, which contains agents/, skills/ and templates/. */
  packageRoot: string;
  /** The name of the user according to git's configuration for a folder; null if there is none. */
  readPersonName: (folder: string) => Promise<string | null>;
  /** Whether a folder is in a git repository that does not ignore the path. */
  isKeptByGit: (folder: string, path: string) => Promise<boolean>;
  /** The IANA name of the person's time zone; UTC when absent. */
  timeZone?: string;
  fetch: typeof fetch;
  /** The system's name, as in `process.platform`. */
  platform: string;
  /** Runs a program without a shell, with the person's variables, and returns its exit code; null when a signal ended it. */
  runProgram: (
    argv: readonly [string, ...string[]],
    options: { input: string; signal: AbortSignal; cwd: string | undefined },
  ) => Promise<number | null>;
  /** Creates the providers; with `rehearsal`, the offline panel is among them. */
  createProviders: (
    config: Record<string, ProviderConfig>,
    options: { rehearsal: boolean },
  ) => Promise<Providers>;
  /** Gets the redactor of each project that is opened, which knows the keys of its providers, whatever their variables are called. */
  onRedactor?: (redact: Redactor) => void;
}
