/** Tests wait as long as a busy machine needs: whatever has a limit of its own has one that only ends what hangs. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const folder = import.meta.dirname;

/** Seconds that a machine may need which does ten other things. */
const enough = 60;

/** The waits of a text that end too soon: vitest's own, which take one second where nothing else is said, and short limits of tests. */
function findShort(text: string): string[] {
  const waits = [...text.matchAll(/\bvi\.wait(?:For|Until)\(/g)]
    .filter(({ index }) => !/\btimeout\b/.test(text.slice(index, index + 400)))
    .map(([call]) => call);
  const limits = [...text.matchAll(/\btimeout: ([\d_]{4,}) \}|^ *\}, ([\d_]{4,})\);$/gm)]
    .filter(([, option, last]) => Number((option ?? last ?? '').replaceAll('_', '')) < enough * 1000)
    .map(([line]) => line.trim());
  return [...waits, ...limits];
}

test('no wait of a test ends before a busy machine is ready', () => {
  const short = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && path.basename(file) !== 'waits.test.ts')
    .flatMap((file) =>
      findShort(readFileSync(path.join(folder, file), 'utf8')).map((line) => `${file}: ${line}`),
    );
  expect(short).toEqual([]);
});

test.for([
  ['await vi.waitFor(() => expect(list).toEqual([]));', 1],
  ['await vi.waitUntil(isThere, { timeout: 5_000 });', 1],
  ['await expect.poll(read, { timeout: 4000 }).toBe(1);', 1],
  ["it('ends', async () => {\n}, 20_000);", 1],
  ['await vi.waitFor(look, { timeout: 150_000, interval: 100 });', 0],
  ["it('ends', async () => {\n});", 0],
] as const)('%j', ([text, count]) => {
  expect(findShort(text)).toHaveLength(count);
});
