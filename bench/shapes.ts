/**
 * Measures how long every reader takes for texts of difficult shapes: `npm run torture:shapes`, optionally followed by parts of the
 * shapes' names. Each shape is read at 5 MB, and at the largest size that the guard of the markdown parser accepts. Each shape runs
 * in its own process, and each reader is stopped after ten seconds. The exit code is 1 if anything took more than two seconds.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { runInThisContext } from 'node:vm';
import { readConfig } from '../src/config/read-config.ts';
import { supersede } from '../src/documents/adr/change-status.ts';
import { extendIndex, readTitle } from '../src/documents/adr/record-folder.ts';
import { readMark } from '../src/documents/document-mark.ts';
import { lintFile } from '../src/documents/lint/lint-file.ts';
import { readExtendedFile } from '../src/documents/shared/read-extended-file.ts';
import { readAgenda } from '../src/library/read-agenda.ts';
import { readAgent } from '../src/library/read-agent.ts';
import { readStrategy } from '../src/library/read-strategy.ts';
import { scanJournal } from '../src/store/journal/journal-scan.ts';
import { parseSession } from '../src/store/session/session-text.ts';
import { wrapText } from '../src/terminal/wrap-text.ts';
import { cleanLine, cleanText } from '../src/text/clean-text.ts';
import { guardMarkdown } from '../src/text/markdown/markdown-guard.ts';
import { removeComments } from '../src/text/markdown/markdown-outline.ts';
import { parseMarkdown } from '../src/text/markdown/markdown-tree.ts';
import { findSecretText } from '../src/text/secrets/secret-files.ts';
import { shapes } from '../test/support/shapes.ts';

const largest = Number(process.env['S2S_SHAPE_SIZE'] ?? 5_000_000);
const mostMilliseconds = Number(process.env['S2S_SHAPE_MS'] ?? 2_000);

const entry = { id: 'a', file: 'a.md', origin: 'project', root: '.' } as const;
const mebibyte = 1024 * 1024;

/** A text of each form that the lint knows begins with one of these. */
const lintStarts = [
  ['any', ''],
  ['record', '## Context\n\n## Status\n\n## Decision\n\n'],
  ['requirements', '**REQ-001** The service shall stop.\n\n'],
] as const;

/** The readers, with the largest size that each reads; a reader may refuse a text by throwing. */
const readers: readonly { name: string; most: number; read: (text: string) => unknown }[] = [
  ...lintStarts.map(([name, start]) => ({
    name: `lint ${name}`,
    most: largest,
    read: (text: string) => lintFile(start + text, 'a.md', { siblings: ['0001-a.md'] }),
  })),
  {
    name: 'requirements',
    most: largest,
    read: (text) => readExtendedFile(text, 'requirements.md'),
  },
  {
    name: 'index',
    most: largest,
    read: (text) =>
      extendIndex(
        [
          { name: 'README.md', text },
          { name: '0001-a.md', text: '# A\n' },
        ],
        { name: '0002-b.md', title: 'B', status: 'accepted', date: '2026-01-01' },
      ),
  },
  {
    name: 'record',
    most: largest,
    read: (text) => [
      readTitle({ name: 'a.md', text }),
      supersede({ name: 'a.md', text }, { name: 'b.md', title: 'B' }),
    ],
  },
  { name: 'mark', most: largest, read: readMark },
  { name: 'secrets', most: largest, read: findSecretText },
  { name: 'screen', most: largest, read: (text) => [cleanText(text, { newlines: true }), cleanLine(text)] },
  { name: 'wrap', most: mebibyte, read: (text) => wrapText(text, 80) },
  { name: 'journal', most: largest, read: (text) => scanJournal(Buffer.from(text), 'calls.jsonl') },
  { name: 'session', most: largest, read: (text) => parseSession(text, 'a.yaml') },
  { name: 'context', most: mebibyte, read: (text) => removeComments(parseMarkdown(text, 'a')) },
  { name: 'agent', most: mebibyte, read: (text) => readAgent(entry, text) },
  { name: 'strategy', most: mebibyte, read: (text) => readStrategy(entry, text) },
  { name: 'agenda', most: mebibyte, read: (text) => readAgenda(entry, text) },
  { name: 'config', most: mebibyte, read: (text) => readConfig(text, 'config.yaml') },
];

/** The largest number of characters of a shape that the markdown guard accepts. */
function findEdge(name: string): number {
  const passes = (characters: number): boolean => {
    try {
      guardMarkdown(shapes[name]?.(characters) ?? '', 'a');
      return true;
    } catch {
      return false;
    }
  };
  let [low, high] = [1_000, largest];
  while (high - low > 1_000) {
    const middle = Math.floor((low + high) / 2);
    if (passes(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** Runs a function that may never end; throws after ten seconds, so that the next readers get their turn. */
function runBounded(run: () => unknown): void {
  (globalThis as { read?: () => unknown }).read = run;
  runInThisContext('read()', { timeout: mostMilliseconds * 5 });
}

/** Prints what took more than half a second; true when everything stayed below the limit. */
function measure(name: string): boolean {
  let fits = true;
  const only = process.env['S2S_READERS']?.split(',');
  const edge = findEdge(name);
  for (const size of edge > largest - 1_000 ? [largest] : [largest, edge]) {
    for (const { name: reader, most, read } of readers) {
      // Both sizes are cut to this reader's limit, so it has read this text already.
      if (size !== largest && edge > most) continue;
      if (only !== undefined && !only.some((part) => reader.includes(part))) continue;
      const text = shapes[name]?.(Math.min(size, most)) ?? '';
      if (process.env['S2S_VERBOSE']) process.stdout.write(`  ${name}: ${reader} ${text.length}\n`);
      const start = process.cpuUsage();
      try {
        runBounded(() => read(text));
      } catch (error) {
        const isCut = (error as { code?: unknown }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
        if (isCut || error instanceof RangeError || error instanceof TypeError) {
          process.stdout.write(`${name}: ${reader} of ${text.length} characters: ${String(error)}\n`);
          fits = false;
        }
      }
      const used = process.cpuUsage(start);
      const took = (used.user + used.system) / 1000;
      if (took > mostMilliseconds / 4)
        process.stdout.write(`${name}: ${reader} of ${text.length} characters took ${Math.round(took)} ms\n`);
      if (took > mostMilliseconds) fits = false;
    }
  }
  return fits;
}

const [kind, ...names] = process.argv.slice(2);
if (kind === '--one') process.exitCode = measure(names[0] ?? '') ? 0 : 1;
else {
  const wanted = process.argv.slice(2);
  const chosen = Object.keys(shapes).filter(
    (name) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
  );
  const slow = chosen.filter((name) => {
    const run = spawnSync(process.execPath, [fileURLToPath(import.meta.url), '--one', name], {
      stdio: 'inherit',
      timeout: Number(process.env['S2S_SHAPE_TIMEOUT'] ?? 180_000),
    });
    if (run.status === null) process.stdout.write(`${name}: not ended in time\n`);
    return run.status !== 0;
  });
  process.stdout.write(`${chosen.length} shapes, ${slow.length} too slow: ${slow.join('; ')}\n`);
  process.exitCode = slow.length === 0 ? 0 : 1;
}
