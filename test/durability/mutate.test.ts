/**
 * Spoiled files: whatever stands in a file, reading it ends soon, either with a value or with an error of the table
 * that names the file; nothing outside the project changes. A sample here; `npm run torture:mutate` tries 10,000.
 */
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, open, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exitCodes, formatProblems, S2sError } from '../../src/session/errors.ts';
import { createRandom, mutations } from './mutations.ts';
import { runProgram } from './program.ts';
import { listSpecimens, type Specimen, writeSpecimens } from './specimens.ts';

const full = process.env['S2S_TORTURE'] === 'mutate';
const count = full ? 10_000 : 120;
const seed = Number(process.env['S2S_SEED'] ?? 20_261_127);

let base: string;
let root: string;
let outside: string;
let specimens: Specimen[];

beforeAll(async () => {
  base = await mkdtemp(path.join(tmpdir(), 's2s-mutate-'));
  root = path.join(base, 'project');
  outside = path.join(base, 'outside');
  await mkdir(outside);
  await writeFile(path.join(outside, 'secret.md'), '---\nname: secret\n---\nnot yours\n');
  specimens = await listSpecimens();
  await writeSpecimens(root, specimens);
});

afterAll(async () => {
  await expectOutsideUntouched();
  await rm(base, { recursive: true, force: true });
});

async function expectOutsideUntouched(): Promise<void> {
  expect(await readdir(base)).toEqual(['outside', 'project']);
  expect(await readdir(outside)).toEqual(['secret.md']);
  expect(await readFile(path.join(outside, 'secret.md'), 'utf8')).toContain('not yours');
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
}

/** Reads a file as it stands. Gives what is wrong with the way it ended, or null, and how long it took. */
async function judge(
  specimen: Specimen,
): Promise<{ wrong: string | null; refused: boolean; milliseconds: number }> {
  const begun = performance.now();
  let wrong: string | null = null;
  let refused = false;
  try {
    await specimen.read(root);
  } catch (error) {
    refused = true;
    wrong = judgeError(error, path.basename(specimen.file));
  }
  const milliseconds = performance.now() - begun;
  return { wrong, refused, milliseconds };
}

function judgeError(error: unknown, file: string): string | null {
  if (!(error instanceof S2sError))
    return `no error of the table: ${error instanceof Error ? error.stack : String(error)}`;
  if (error.exitCode === exitCodes.bug) return `a bug: ${error.message}`;
  const text = `${error.message}\n${formatProblems(error.problems)}`;
  return text.includes(file) ? null : `does not name ${file}: ${text}`;
}

describe('spoiled files', () => {
  it(`${count} of them are refused by name or read, and nothing hangs`, {
    timeout: full ? 3_600_000 : 180_000,
  }, async () => {
    const random = createRandom(seed);
    const names = Object.keys(mutations);
    const wrongs: string[] = [];
    let tried = 0;
    let refusals = 0;
    let slowest = 0;
    for (let number = 0; number < count; number += 1) {
      const specimen = specimens[number % specimens.length];
      // Each way meets other kinds of file in a sample, and every kind in a whole run.
      const place = (number % specimens.length) + Math.floor(number / specimens.length);
      const name = names[place % names.length] ?? '';
      if (specimen === undefined) continue;
      const bytes = mutations[name]?.(Buffer.from(specimen.good), random) ?? Buffer.alloc(0);
      await writeFile(path.join(root, specimen.file), bytes);
      const { wrong, refused, milliseconds } = await judge(specimen);
      tried += 1;
      refusals += refused ? 1 : 0;
      slowest = Math.max(slowest, milliseconds);
      if (wrong !== null) {
        wrongs.push(`${number} ${specimen.kind} ${name} (seed ${seed}): ${wrong.slice(0, 600)}`);
        if (wrongs.length > 20) break;
      }
      await writeFile(path.join(root, specimen.file), specimen.good);
    }
    if (full) {
      process.stdout.write(
        `${tried} spoiled files of ${specimens.length} kinds, ${names.length} ways (seed ${seed}): ${refusals} refused by name, ` +
          `${tried - refusals} read, ${wrongs.length} ended wrongly; slowest ${Math.round(slowest)} ms.\n`,
      );
    }
    expect(wrongs).toEqual([]);
    expect(tried).toBe(count);
    expect(refusals).toBeGreaterThan(count / 10);
  });

  const places: Record<string, (file: string) => Promise<void>> = {
    'a folder': async (file) => {
      await mkdir(file);
    },
    'a link that leads out': (file) => symlink(path.join(outside, 'secret.md'), file),
    'a link to nothing outside': (file) => symlink(path.join(outside, 'new.md'), file),
    'a link to itself': (file) => symlink(file, file),
    'a pipe': async (file) => void execFileSync('mkfifo', [file]),
    'a file of 100 MB': async (file) => {
      const handle = await open(file, 'w');
      await handle.truncate(100 * 1024 * 1024);
      await handle.close();
    },
  };

  it.each(Object.entries(places))('%s in place of a file of any kind', async (_, put) => {
    const wrongs: string[] = [];
    for (const specimen of specimens) {
      const file = path.join(root, specimen.file);
      await rm(file, { recursive: true });
      await put(file);
      const { wrong } = await judge(specimen);
      if (wrong !== null) wrongs.push(`${specimen.kind}: ${wrong.slice(0, 600)}`);
      await rm(file, { recursive: true });
      await writeFile(file, specimen.good);
      await expectOutsideUntouched();
    }
    expect(wrongs).toEqual([]);
  });
});

describe('through the program', () => {
  const commands: Record<string, readonly (readonly string[])[]> = {
    configuration: [
      ['config', 'check'],
      ['roundtable', 'list'],
    ],
    session: [
      ['session', 'validate'],
      ['roundtable', 'show', 'last'],
      ['roundtable', 'export', 'last'],
    ],
    journal: [['roundtable', 'show', 'last', '--calls']],
    state: [['roundtable', 'show']],
    agent: [['agents', 'check']],
    strategy: [
      ['strategies', 'check'],
      ['design', 'x y', '--strategy', 'debate', '--dry-run', '--no-input'],
    ],
    template: [['roundtable', 'export', 'last', '--type', 'adr']],
  };
  const names = full ? Object.keys(mutations) : ['cut', 'nest', 'bomb'];
  const cases = Object.keys(commands).flatMap((kind, index) =>
    names.filter((_, at) => full || at === index % names.length).map((name) => ({ kind, name })),
  );

  it.each(cases)('$kind, $name', async ({ kind, name }) => {
    const specimen = specimens.find((entry) => entry.kind === kind);
    if (specimen === undefined) throw new Error(kind);
    const file = path.join(root, specimen.file);
    await writeFile(file, mutations[name]?.(Buffer.from(specimen.good), createRandom(seed)) ?? '');
    for (const command of (commands[kind] ?? []).slice(0, full ? 9 : 1)) {
      const ended = await runProgram(command, { cwd: root });
      expect(Object.values(exitCodes), ended.stderr).toContain(ended.code);
      expect(ended.code, ended.stderr).not.toBe(exitCodes.bug);
      expect(`${ended.stdout}${ended.stderr}`).not.toMatch(/^\s+at .+:\d+:\d+/m);
      if (ended.code === exitCodes.file || ended.code === exitCodes.negative)
        expect(`${ended.stdout}${ended.stderr}`).toContain(path.basename(specimen.file).slice(0, 20));
    }
    await writeFile(file, specimen.good);
    await expectOutsideUntouched();
  });

  it.each([
    ['roundtable', 'show', '../../outside/secret'],
    ['roundtable', 'resume', '../secret'],
    ['roundtable', 'export', '..%2f..%2fsecret'],
    ['agents', 'show', '../../outside/secret'],
    ['strategies', 'show', '/etc/passwd'],
    ['session', 'validate', '..'],
    ['roundtable', 'export', 'last', '--output', '../outside/secret.md'],
  ])('%s %s %s is refused', async (...command) => {
    const ended = await runProgram(
      command.filter((word) => word !== undefined),
      { cwd: root },
    );
    expect([exitCodes.usage, exitCodes.file], `${ended.stdout}${ended.stderr}`).toContain(ended.code);
    expect(`${ended.stdout}${ended.stderr}`).not.toMatch(/^\s+at .+:\d+:\d+/m);
    await expectOutsideUntouched();
  });
});
