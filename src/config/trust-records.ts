/**
 * Records which folders the person trusts, one file for each in their own configuration folder: two commands that record a yes
 * at the same time write different files, and no repository can reach them.
 */
import { realpath, rm } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { makeFolderDurably, readStamp, writeFileDurably } from '../files/durable-file.ts';
import { isMissing } from '../files/file-errors.ts';
import { hashText } from '../files/hash-text.ts';
import { isInside, isOutside } from '../files/is-outside.ts';
import { isFolder, listNames } from '../files/list-folder.ts';
import { readFileBounded } from '../files/read-file.ts';
import { normalizeText } from '../files/read-text.ts';
import { S2sError } from '../session/errors.ts';
import { parseJson } from '../text/parse-json.ts';
import type { ProjectPlace } from './find-project.ts';
import { readConfig } from './read-config.ts';

const recordSchema = z.object({ path: z.string(), hash: z.string(), trusted_at: z.string() });

/** One yes: the real path of the project's root, a hash of the files in it that can act, and the time (ISO 8601). */
export type TrustRecord = z.infer<typeof recordSchema>;

/** Whether the person said yes: to this content, to earlier content of the same folder, or not at all. */
export type TrustState = 'trusted' | 'changed' | 'unknown';

/** The folders whose files are hashed, beside the configuration: they can name a model. Other files are text for prompts and documents. */
const actingFolders = ['agents', path.join('agents', 'roundtable')];

/** The largest file whose content is hashed. A larger one, which s2s refuses to read, is hashed as unreadable. */
const maxBytes = 1024 * 1024;
/** The same for a program; of a larger one size and times are hashed. */
const programBytes = 32 * 1024 * 1024;

/** Compares a project, whose content has this hash, with the content that the person said yes to. A record that cannot be read counts as none. */
export async function readTrust(
  userFolder: string | null,
  project: ProjectPlace,
  hash: string,
): Promise<TrustState> {
  if (userFolder === null) return 'unknown';
  const record = await readRecord(await nameRecord(userFolder, project.root));
  if (record === null || record.path !== (await realpath(project.root))) return 'unknown';
  return record.hash === hash ? 'trusted' : 'changed';
}

/**
 * Records a yes to a project as it was shown: `hash` is that of the content which the person saw. Throws NOT_TRUSTED when the content is
 * another by now, or when there is no folder for the record, and FILE_UNWRITABLE.
 */
export async function keepTrust(
  userFolder: string | null,
  project: ProjectPlace,
  { hash, now }: { hash: string; now: Date },
): Promise<TrustRecord> {
  if (userFolder === null) {
    throw new S2sError('NOT_TRUSTED', 'There is no home folder in which to keep your approval.', {
      hint: 'Set S2S_CONFIG_DIR to a folder of your own, or add --trust to the command.',
    });
  }
  if (hash !== (await hashProject(project))) {
    throw new S2sError(
      'NOT_TRUSTED',
      'The files were changed while you were asked, so nothing was approved.',
      {
        hint: 'Run the same command again, and read what it shows.',
      },
    );
  }
  const record = {
    path: await realpath(project.root),
    hash,
    trusted_at: now.toISOString(),
  };
  const file = await nameRecord(userFolder, project.root);
  await makeFolderDurably(path.dirname(file), path.dirname(file));
  await writeFileDurably(file, `${JSON.stringify(record, null, 2)}\n`);
  return record;
}

/** Withdraws a yes. Returns false when there was none. Throws FILE_UNWRITABLE. */
export async function dropTrust(userFolder: string | null, root: string): Promise<boolean> {
  if (userFolder === null) return false;
  const file = await nameRecord(userFolder, root);
  try {
    await rm(file);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw new S2sError('FILE_UNWRITABLE', `${file} cannot be removed.`, {
      hint: 'Remove the file yourself.',
      cause: error,
    });
  }
}

/** Every yes, sorted by path, and whether it still holds; `missing` when the folder is gone. */
export async function listTrust(
  userFolder: string | null,
): Promise<(TrustRecord & { state: 'trusted' | 'changed' | 'missing' })[]> {
  if (userFolder === null) return [];
  const folder = path.join(userFolder, 'trusted');
  const names = await listNames(folder).catch(() => []);
  const records = await Promise.all(
    names.filter((name) => name.endsWith('.json')).map((name) => readRecord(path.join(folder, name))),
  );
  const found = records.filter((record) => record !== null);
  return Promise.all(
    found
      .toSorted((one, other) => (one.path < other.path ? -1 : 1))
      .map(async (record) => {
        const project = { root: record.path, s2sDir: path.join(record.path, '.s2s') };
        const hash = await hashProject(project).catch(() => null);
        const isThere = (await realpath(project.s2sDir).catch(() => null)) !== null;
        return { ...record, state: !isThere ? 'missing' : hash === record.hash ? 'trusted' : 'changed' };
      }),
  );
}

/** Every file in a project that can act: its configuration, and its agents, which name models. Each is read once. */
export interface ActingFiles {
  /** Of them and of the project's files that its commands name. */
  hash: string;
  /** The configuration as it was hashed; null if there is none that can be read. */
  config: Buffer | null;
  /** Whether an agent was read from this text, apart from its line ends. */
  holdsAgent: (file: string, text: string) => boolean;
}

/** Reads and hashes them. What is not read is hashed as such. */
export async function readActing({ root, s2sDir }: ProjectPlace): Promise<ActingFiles> {
  const files = ['config.yaml'];
  for (const folder of actingFolders) {
    const names = await listNames(path.join(s2sDir, folder)).catch(() => []);
    files.push(...names.filter((name) => name.endsWith('.md')).map((name) => path.join(folder, name)));
  }
  const contents: [string, Buffer | null][] = [];
  for (const file of files.sort()) {
    const full = path.join(s2sDir, file);
    const reading = await readFileBounded(full, { shownAs: full, maxBytes, root }).catch(() => null);
    contents.push([full, reading?.bytes ?? null]);
  }
  const hashes = contents.map(([full, bytes]) => [
    path.relative(s2sDir, full),
    bytes === null ? null : hashText(bytes),
  ]);
  const known = new Map(contents);
  const config = known.get(path.join(s2sDir, 'config.yaml')) ?? null;
  return {
    hash: hashText(JSON.stringify([...hashes, ...(await hashPrograms(root, config))])),
    config,
    holdsAgent: (file, text) => normalizeText(known.get(file)?.toString('utf8') ?? '') === text,
  };
}

/**
 * The files of a project that a command in its configuration names, each with a hash: the yes to the command is one to them. Of a folder
 * (`node ./tools`), the files that stand in it.
 */
async function hashPrograms(root: string, config: Buffer | null): Promise<[string, string | null][]> {
  const { entries } = readConfig(config?.toString('utf8') ?? '', '');
  const words = [...entries.values()].flatMap(({ spec, value }) =>
    spec.can === 'runs' && Array.isArray(value) ? (value as string[]) : [],
  );
  // A word may be a flag with a file, or a line for a shell or a script, in which a folder is rarely what runs.
  const names = new Set(words.flatMap((word) => [word, ...word.split(/[\s"'`;|&()<>=]+/)]));
  names.delete('');
  const isOwn = async (file: string): Promise<boolean> => !(await isOutside(root, file).catch(() => true));
  const files: string[] = [];
  const hashes: [string, string | null][] = [];
  for (const name of [...names].sort()) {
    const file = path.resolve(root, name);
    if (!(await isOwn(file))) {
      // Where a link of the project leads is the project's word too.
      if (isInside(file, root)) hashes.push([name, await realpath(file).catch(() => null)]);
      continue;
    }
    const inner =
      words.includes(name) && (await isFolder(file)) ? await listNames(file).catch(() => []) : null;
    files.push(...(inner?.map((each) => path.join(file, each)) ?? [file]));
  }
  for (const file of [...new Set(files)].sort()) {
    if (!(await isOwn(file)) || (await isFolder(file))) continue;
    const place = { shownAs: file, maxBytes: programBytes, root };
    const reading = await readFileBounded(file, place).catch(() => undefined);
    if (reading === null) continue;
    const hash = reading === undefined ? await readStamp(file).catch(() => null) : hashText(reading.bytes);
    hashes.push([path.relative(root, file), hash]);
  }
  return hashes;
}

/** The hash alone. */
export async function hashProject(project: ProjectPlace): Promise<string> {
  return (await readActing(project)).hash;
}

async function nameRecord(userFolder: string, root: string): Promise<string> {
  const real = await realpath(root).catch(() => path.resolve(root));
  return path.join(userFolder, 'trusted', `${hashText(real).slice(0, 32)}.json`);
}

async function readRecord(file: string): Promise<TrustRecord | null> {
  const reading = await readFileBounded(file, { shownAs: file, maxBytes }).catch(() => null);
  return recordSchema.safeParse(parseJson(reading?.bytes.toString('utf8') ?? '')).data ?? null;
}
