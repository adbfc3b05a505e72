import { execFileSync } from 'node:child_process';
import {
  appendFile,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SuccessLine } from '../../src/session/ports/journal.ts';
import type { Journal } from '../../src/session/ports/repository.ts';
import {
  locateJournalFile,
  locateSessions,
  type SessionPaths,
} from '../../src/store/folder/session-paths.ts';
import { openJournal, readJournal } from '../../src/store/journal/journal.ts';
import { createAppendingFile } from '../../src/store/journal/journal-file.ts';
import { scanJournal } from '../../src/store/journal/journal-scan.ts';
import { makeFolder } from '../support/make-folder.ts';
import { createStore, noon, sampleId } from './sample-session.ts';

async function createPaths(): Promise<SessionPaths> {
  const { paths } = await createStore();
  await mkdir(paths.sessions, { recursive: true });
  return paths;
}

function createLine(key: string, text = 'a reply', hash = 'h1'): SuccessLine {
  return {
    kind: 'call',
    key,
    hash,
    purpose: 'ask',
    seat: 'qa-lead',
    provider: 'anthropic',
    model: 'm',
    request_id: null,
    started_at: noon.toISOString(),
    duration_ms: 5,
    usage: {
      calls: 1,
      input_tokens: 1,
      output_tokens: 1,
      cache_read_tokens: 0,
      cache_write_tokens: 0,
      cost_usd: null,
    },
    stop_reason: null,
    ok: true,
    text,
  };
}

async function fill(paths: SessionPaths, lines: SuccessLine[]): Promise<string> {
  const journal = await openJournal(paths, sampleId);
  for (const line of lines) await journal.append(line);
  await journal.close();
  return locateJournalFile(paths, sampleId);
}

describe('a journal', () => {
  it('keeps any text, readable by its owner only, one line each', async () => {
    const paths = await createPaths();
    const texts = ['plain', 'two\nlines\r\n', '\0\u2028\ud800', '{"kind":"call"}\n', ''];
    const path = await fill(
      paths,
      texts.map((text, index) => createLine(`1/answer/s${index}/1`, text)),
    );
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(dirname(path))).mode & 0o777).toBe(0o700);
    expect((await readFile(path, 'utf8')).split('\n')).toHaveLength(texts.length + 1);
    const { lines, problems } = await readJournal(paths, sampleId);
    expect(problems).toEqual([]);
    expect(lines.map((line) => (line.kind === 'call' && line.ok ? line.text : null))).toEqual(texts);
  });

  it('has each line on disk before the next thing happens, also when many come at once', async () => {
    const paths = await createPaths();
    const journal = await openJournal(paths, sampleId);
    const keys = Array.from({ length: 30 }, (_, index) => `1/answer/s${index}/1`);
    await Promise.all(
      keys.map(async (key) => {
        await journal.append(createLine(key));
        expect(await readFile(locateJournalFile(paths, sampleId), 'utf8')).toContain(`"${key}"`);
      }),
    );
    await journal.close();
    expect((await readJournal(paths, sampleId)).lines.map(({ key }) => key)).toEqual(keys);
  });

  it('loses nothing but the torn line wherever the last write was cut off', async () => {
    const paths = await createPaths();
    const lines = [createLine('1/answer/a/1', 'first'), createLine('1/answer/b/1', 'sec\u00f6nd')];
    const path = await fill(paths, lines);
    const whole = await readFile(path);
    const firstEnd = whole.indexOf(0x0a) + 1;
    for (let length = 0; length <= whole.length; length += 1) {
      // A line that lacks only its line end is whole.
      const expected = length >= whole.length - 1 ? 2 : length >= firstEnd - 1 ? 1 : 0;
      const { lines: found, problems } = scanJournal(whole.subarray(0, length), 'x');
      expect([length, found.length, problems]).toEqual([length, expected, []]);
    }
    await truncate(path, whole.length - 5);
    expect((await readJournal(paths, sampleId)).lines).toHaveLength(1);
    expect(await readFile(path)).toEqual(whole.subarray(0, whole.length - 5));
  });

  it('cuts a torn line off before it adds the next one', async () => {
    const paths = await createPaths();
    const path = await fill(paths, [createLine('1/answer/a/1'), createLine('1/answer/b/1')]);
    await truncate(path, (await stat(path)).size - 10);
    await fill(paths, [createLine('1/answer/c/1')]);
    expect((await readJournal(paths, sampleId)).lines.map(({ key }) => key)).toEqual([
      '1/answer/a/1',
      '1/answer/c/1',
    ]);
    await truncate(path, (await stat(path)).size - 1);
    await fill(paths, [createLine('1/answer/d/1')]);
    const { lines, problems } = await readJournal(paths, sampleId);
    expect(lines.map(({ key }) => key)).toEqual(['1/answer/a/1', '1/answer/c/1', '1/answer/d/1']);
    expect(problems).toEqual([]);
  });

  it('skips lines in the middle that make no sense, and says which', async () => {
    const paths = await createPaths();
    const path = await fill(paths, [createLine('1/answer/a/1')]);
    await appendFile(path, 'no json\n{"kind":"call","key":"x"}\n\n');
    await appendFile(path, Buffer.from([0x22, 0xff, 0x22, 0x0a]));
    await appendFile(path, `"${'x'.repeat(5 * 1024 * 1024)}"\n`);
    await fill(paths, [createLine('1/answer/b/1')]);
    const { lines, problems } = await readJournal(paths, sampleId);
    expect(lines.map(({ key }) => key)).toEqual(['1/answer/a/1', '1/answer/b/1']);
    expect(problems.map(({ line }) => line)).toEqual([2, 3, 5, 6]);
    expect(problems[0]?.file).toBe(`.s2s/sessions/${sampleId}/calls.jsonl`);
  });

  it('reads whatever bytes it is given, without falling over', async () => {
    const paths = await createPaths();
    const path = await fill(paths, [createLine('1/answer/a/1')]);
    const whole = await readFile(path);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 6 }),
        async (flips) => {
          const bytes = Buffer.from(whole);
          for (const [index, value] of flips) bytes[index] = value;
          await writeFile(path, bytes);
          expect((await readJournal(paths, sampleId)).lines.length).toBeLessThanOrEqual(7);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('refuses a file that is too large, a line that is too long, and a link out of the project', async () => {
    const paths = await createPaths();
    const path = await fill(paths, [createLine('1/answer/a/1')]);
    await truncate(path, 300 * 1024 * 1024);
    await expect(readJournal(paths, sampleId)).rejects.toMatchObject({
      code: 'FILE_TOO_LARGE',
      exitCode: 5,
    });
    await truncate(path, 100 * 1024 * 1024);
    // A hundred megabytes of nothing are one line that is no line.
    expect((await readJournal(paths, sampleId)).lines).toHaveLength(1);
    await rm(path);
    const journal = await openJournal(paths, sampleId);
    await expect(journal.append(createLine('1/answer/b/1', 'x'.repeat(5_000_000)))).rejects.toMatchObject({
      code: 'JOURNAL_INVALID',
    });
    await journal.close();
    await symlink(join(await makeFolder(), 'elsewhere'), path);
    await expect(openJournal(paths, sampleId)).rejects.toMatchObject({ code: 'FILE_OUTSIDE_PROJECT' });
    await expect(readJournal(paths, '../x')).rejects.toMatchObject({ code: 'INVALID_ID' });
  });
});

describe('a journal that is written', () => {
  it('refuses a line that could not be flushed, and every line after it', async () => {
    const path = join(await makeFolder(), 'calls.jsonl');
    // A pipe can be written to, and has nothing that could be flushed.
    execFileSync('mkfifo', [path]);
    const file = createAppendingFile(path, { shownAs: 'calls.jsonl', keptBytes: null, prefix: '' });
    const failed = { code: 'FILE_UNWRITABLE', message: expect.stringContaining('calls.jsonl') };
    await expect(file.append('one\n')).rejects.toMatchObject(failed);
    await expect(file.append('two\n')).rejects.toMatchObject(failed);
    await file.close();
  });
});

describe('a journal that cannot be written', () => {
  const add = (journal: Journal, key: string): Promise<void> => journal.append(createLine(key));

  it('says so when its folder is taken away in the middle', async () => {
    const paths = await createPaths();
    const journal = await openJournal(paths, sampleId);
    await add(journal, '1/answer/a/1');
    const folder = dirname(locateJournalFile(paths, sampleId));
    await rename(folder, `${folder}-moved`);
    await expect(add(journal, '1/answer/b/1')).rejects.toMatchObject({
      code: 'FILE_UNWRITABLE',
      exitCode: 5,
    });
    await rename(`${folder}-moved`, folder);
    await add(journal, '1/answer/c/1');
    await journal.close();
    const { lines, problems } = await readJournal(paths, sampleId);
    expect([lines.map(({ key }) => key), problems]).toEqual([['1/answer/a/1', '1/answer/c/1'], []]);
  });

  it('says so when a file stands where its folder should be, or nothing where the sessions should', async () => {
    const paths = await createPaths();
    await writeFile(join(paths.sessions, sampleId), 'a file');
    const blocked = await openJournal(paths, sampleId);
    await expect(add(blocked, '1/answer/a/1')).rejects.toThrow('there is a file where a folder should be');
    await rm(paths.sessions, { recursive: true });
    const homeless = await openJournal(paths, sampleId);
    await expect(Promise.all([add(homeless, '1/a/a/1'), add(homeless, '1/a/b/1')])).rejects.toThrow(
      'its folder is gone',
    );
    expect(await readdir(locateSessions(paths).s2sDir)).toEqual([]);
  });
});
