/** An app of its own project in a temporary folder, over a world in which every part can be replaced. */
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { App } from '../../src/app/app.ts';
import { createApp } from '../../src/app/create-app.ts';
import type { Notice } from '../../src/app/notice.ts';
import type { AppWorld } from '../../src/app/world.ts';
import { createProviders } from '../../src/models/create-providers.ts';
import { createRehearsal } from '../../src/rehearsal/provider.ts';
import type { StreamEvent } from '../../src/session/event-schema.ts';
import type { ModelReply } from '../../src/session/model-reply.ts';
import type { ModelRequest } from '../../src/session/model-request.ts';
import type { Provider } from '../../src/session/ports/provider.ts';
import { makeFolder } from './make-folder.ts';
import { makeRealClock } from './make-request.ts';

const packageRoot = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..');

/** What a test hears of an app beside its results. */
export interface TestApp {
  app: App;
  root: string;
  world: AppWorld;
  notices: Notice[];
  /** How often the world was asked to make providers. */
  countProviders: () => number;
}

/** What differs from a plain world. */
export interface TestWorld {
  env?: Readonly<Record<string, string | undefined>>;
  /** Whether a folder belongs to the person; each does when absent. */
  isOwn?: AppWorld['isOwn'];
  /** Whether whoever asks comes over a network. */
  remote?: boolean;
  fetch?: AppWorld['fetch'];
  timeZone?: string;
  runProgram?: AppWorld['runProgram'];
  onReply?: ((reply: ModelReply) => void) | undefined;
  /** The person's yes to what the project's files do. */
  trusts?: boolean;
  /** Hears the notices too. */
  notify?: (notice: Notice) => void;
  /** Called before each answer of the offline panel. */
  onCall?: (request: ModelRequest, signal: AbortSignal, onText?: (soFar: string) => void) => Promise<void>;
}

/** A folder with an empty project in it, whose discussions are as short as they can be: who needs a whole one says `fast: false`. */
export function makeProjectFolder({ fast = true }: { fast?: boolean } = {}): Promise<string> {
  return makeFolder({
    '.s2s/config.yaml': `name: test\nroundtable: {fast: ${fast}, participants: [technical-lead, qa-lead]}\n`,
  });
}

/** A world that reaches neither the network nor a program of the machine, and is Ada's; what is given takes the place of a part. */
export function makeWorld(parts: Partial<AppWorld> & Pick<AppWorld, 'createProviders'>): AppWorld {
  return {
    env: {},
    home: null,
    isOwn: () => Promise.resolve(true),
    clock: makeRealClock(),
    random: () => 0.5,
    randomToken: () => randomBytes(8).toString('hex'),
    pid: process.pid,
    hostname: 'test',
    isAlive: (pid) => pid === process.pid,
    packageRoot,
    readPersonName: () => Promise.resolve('Ada Lovelace'),
    isKeptByGit: () => Promise.resolve(false),
    fetch: () => Promise.reject(new Error('a test reaches for the network')),
    platform: 'linux',
    runProgram: () => Promise.reject(new Error('a test starts a program')),
    ...parts,
  };
}

/** An app in a folder. Only the offline panel answers in it, and nobody's home or variables are read. */
export function makeApp(
  root: string,
  {
    env = {},
    remote,
    onReply,
    trusts,
    notify,
    onCall,
    isOwn = () => Promise.resolve(true),
    ...parts
  }: TestWorld = {},
): TestApp {
  const notices: Notice[] = [];
  let made = 0;
  const rehearsal = createRehearsal();
  const panel: Provider = {
    ...rehearsal,
    complete: async (request, options) => {
      await onCall?.(request, options.signal, options.onText);
      return rehearsal.complete(request, options);
    },
  };
  const world = makeWorld({
    env,
    isOwn,
    ...parts,
    createProviders: async (config) => {
      made += 1;
      return createProviders({ config, env: {}, rehearsal: panel });
    },
  });
  const app = createApp({
    cwd: root,
    world,
    remote,
    onReply,
    trusts,
    notify: (notice) => {
      notices.push(notice);
      notify?.(notice);
    },
  });
  return { app, world, root, notices, countProviders: () => made };
}

/** All events of a run, to its end. */
export async function readAll(events: AsyncIterable<StreamEvent>): Promise<StreamEvent[]> {
  const read: StreamEvent[] = [];
  for await (const event of events) read.push(event);
  return read;
}
