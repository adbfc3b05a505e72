/** The chain of a journal's lines: what was changed by hand is known by its line, and nothing else is. */
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { locateJournalFile, type SessionPaths } from '../../src/store/folder/session-paths.ts';
import { openJournal, readJournal } from '../../src/store/journal/journal.ts';
import { createStore, noon, sampleId } from './sample-session.ts';

async function writeJournal(texts: readonly string[]): Promise<{ paths: SessionPaths; lines: string[] }> {
  const { paths } = await createStore();
  await mkdir(paths.sessions, { recursive: true });
  await add(paths, texts);
  const text = await readFile(locateJournalFile(paths, sampleId), 'utf8');
  return { paths, lines: text.split('\n').slice(0, -1) };
}

async function add(paths: SessionPaths, texts: readonly string[]): Promise<void> {
  const journal = await openJournal(paths, sampleId);
  for (const text of texts) await journal.appendInput({ key: text, at: noon, value: text });
  await journal.close();
}

async function readChanged(paths: SessionPaths, lines: readonly string[]): Promise<readonly number[]> {
  await writeFile(locateJournalFile(paths, sampleId), lines.map((line) => `${line}\n`).join(''));
  return (await readJournal(paths, sampleId)).changedLines ?? [];
}

const unchain = (line: string): string => line.replace(/,"chain":"[0-9a-f]+"\}$/, '}');

describe('a journal', () => {
  it('as it was written has no changed line, also when it was opened many times and lines came at once', async () => {
    const { paths } = await writeJournal(['a', 'b']);
    await add(paths, ['c']);
    const journal = await openJournal(paths, sampleId);
    await Promise.all(
      ['d', 'e', 'f'].map((key) => journal.appendInput({ key, at: noon, value: '\u00e9\ud800' })),
    );
    await journal.close();
    await appendFile(locateJournalFile(paths, sampleId), '{"torn');
    await add(paths, ['g']);
    const reading = await readJournal(paths, sampleId);
    expect([reading.changedLines, reading.problems, reading.lines.length]).toEqual([[], [], 7]);
    expect(JSON.stringify(reading.lines)).not.toContain('"chain"');
  });

  it.each<[string, (lines: string[]) => string[], number[]]>([
    ['an edited line', ([a = '', b = '', ...rest]) => [a, b.replace('"b"', '"B"'), ...rest], [2]],
    ['an edited first line', ([a = '', ...rest]) => [a.replace('"a"', '"A"'), ...rest], [1]],
    ['an edited last line', ([a = '', b = '', c = '', d = '']) => [a, b, c, d.replace('"d"', '"D"')], [4]],
    ['a line taken out', ([a = '', , ...rest]) => [a, ...rest], [2]],
    ['a line written twice', ([a = '', ...rest]) => [a, a, ...rest], [2]],
    ['two lines exchanged', ([a = '', b = '', ...rest]) => [b, a, ...rest], [1, 2, 3]],
    ['a line whose hash was taken away', ([a = '', b = '', ...rest]) => [a, unchain(b), ...rest], [2]],
    ['a line put in', ([a = '', ...rest]) => [a, unchain(a), ...rest], [2, 3]],
    ['a space between two fields', ([a = '', ...rest]) => [a.replace(',"key"', ', "key"'), ...rest], [1]],
    ['an empty line, which says nothing', ([a = '', ...rest]) => [a, '', ...rest], []],
  ])('with %s', async (_, change, expected) => {
    const { paths, lines } = await writeJournal(['a', 'b', 'c', 'd']);
    expect(await readChanged(paths, change(lines))).toEqual(expected);
  });

  const broken = '\ufffd';
  it.each<[string, (lines: string[]) => string[], number[]]>([
    ['that is not UTF-8', ([a = '', b = '', ...rest]) => [a, `${broken}${b}`, ...rest], [2]],
    ['of zeros', ([a = '', , ...rest]) => [a, '\0\0\0', ...rest], [2]],
    ['of plain words', ([a = '', , ...rest]) => [a, 'hello', ...rest], [2]],
    ['put in', ([a = '', ...rest]) => [a, broken, ...rest], [2]],
    ['at the beginning', ([, ...rest]) => [broken, ...rest], [1]],
    ['and another', ([a = '', , , d = '']) => [a, broken, broken, d], [2, 3]],
    [
      'before an unchanged and an edited one',
      ([a = '', , c = '', d = '']) => [a, broken, c, d.replace('"d"', '"D"')],
      [2, 4],
    ],
  ])('with a line that cannot be read, %s, has lost that line alone', async (_, change, expected) => {
    const { paths, lines } = await writeJournal(['a', 'b', 'c', 'd']);
    const text = change(lines)
      .map((line) => `${line}\n`)
      .join('');
    // A byte that is no UTF-8 stands for each mark.
    const bytes = Buffer.from(text.replaceAll(broken, '\xff'), 'latin1');
    await writeFile(locateJournalFile(paths, sampleId), bytes);
    expect((await readJournal(paths, sampleId)).changedLines).toEqual(expected);
  });

  it('knows how far it goes, whoever reads it', async () => {
    const { paths } = await writeJournal(['a', 'b']);
    const journal = await openJournal(paths, sampleId);
    await Promise.all(['c', 'd'].map((key) => journal.appendInput({ key, at: noon, value: key })));
    await journal.close();
    expect(journal.ends).toHaveLength(4);
    expect((await readJournal(paths, sampleId)).ends).toEqual(journal.ends);
  });

  it('tells any other character in any line', async () => {
    const { paths, lines } = await writeJournal(['a', 'b', 'c']);
    await fc.assert(
      fc.asyncProperty(fc.nat(2), fc.nat(), fc.constantFrom('x', '7', ' ', '"'), async (index, at, mark) => {
        const line = lines[index] ?? '';
        const place = at % line.length;
        const edited = `${line.slice(0, place)}${mark}${line.slice(place + 1)}`;
        fc.pre(edited !== line);
        const all = lines.with(index, edited);
        const changed = await readChanged(paths, all);
        const { problems } = await readJournal(paths, sampleId);
        expect([...changed, ...problems.map(({ line: number }) => number)]).toContain(index + 1);
      }),
      { numRuns: 60 },
    );
  });
});
