/** What use cases need of the machine they run on. Only the program's entries build it from the real process. */
import type { Clock } from '../domain/ports.ts';
import type { Providers } from '../models/create-providers.ts';
import type { ProviderConfig } from '../models/provider-kind.ts';
import type { ReplyForms } from '../roundtable/replies/forms.ts';
import type { KeptReadings } from '../text/kept-readings.ts';

/** The world as use cases see it. */
export interface AppWorld {
  env: Readonly<Record<string, string | undefined>>;
  /** The person's home folder, or null. */
  home: string | null;
  /** Whether a folder, and the link that leads to it, belong to the person who runs the program. */
  isOwn: (folder: string) => Promise<boolean>;
  clock: Clock;
  /** A number from 0 up to but not including 1. */
  random: () => number;
  /** Random letters and digits, for fences and locks. */
  randomToken: () => string;
  pid: number;
  hostname: string;
  /** Whether a process of this machine exists. */
  isAlive: (pid: number) => boolean;
  /** The folder of the package, which holds agents/, skills/ and templates/. */
  packageRoot: string;
  /** What was read from the files of libraries; a host that makes many apps may hand all of them the same. Without it, each app keeps its own. */
  libraryReadings?: KeptReadings;
  /** The forms of replies; a host of many apps may hand all of them the same. */
  forms?: ReplyForms;
  /** The name of the person at this machine, as git has it for a folder; null where it has none. */
  readPersonName: (folder: string) => Promise<string | null>;
  /** Whether the git repository of a folder takes a path in it: it is one, and does not ignore the path. */
  isKeptByGit: (folder: string, path: string) => Promise<boolean>;
  fetch: typeof fetch;
  /** The concrete providers, loaded when first needed; with `rehearsal`, the offline panel among them. */
  createProviders: (
    config: Record<string, ProviderConfig>,
    options: { rehearsal: boolean },
  ) => Promise<Providers>;
}
