/** Searches a project for a text or pattern with ripgrep, whose patterns always take linear time. */
import { spawn } from 'node:child_process';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { type Hit, isTestFile } from '../session/evidence.ts';
import { cutText } from '../session/rules/cut-text.ts';

/** The hits, and whether there were more than the limits, in all or in a file. */
export interface SearchResult {
  hits: Hit[];
  more: boolean;
}

/**
 * The most hits in all, and per file where more than one is searched; the milliseconds after which a search is ended with the hits so
 * far; and the most characters of a hit.
 */
const limits = { hits: 60, hitsPerFile: 8, milliseconds: 8_000, columns: 240 };

/** The most hits that are read, to choose from. */
const mostRead = 10 * limits.hits;

/** Where to search, and which files may be shown: hits in other files are skipped. */
export interface SearchOptions {
  root: string;
  /** A file or folder below the root; null for the whole project. */
  path: string | null;
  /** The largest file that is searched, in bytes. */
  largestFile: number;
  isAllowed(path: string): boolean;
  signal: AbortSignal;
}

/** Searches case-insensitively unless the text has capitals. An invalid pattern is searched for literally. */
export async function searchFiles(text: string, options: SearchOptions): Promise<SearchResult> {
  return (
    (await search(['--regexp', text], options)) ??
    (await search(['--fixed-strings', '--regexp', text], options)) ?? { hits: [], more: false }
  );
}

/** Runs ripgrep. Null when it refused the pattern. */
async function search(pattern: readonly string[], options: SearchOptions): Promise<SearchResult | null> {
  const { rgPath } = await import('@vscode/ripgrep');
  const fixed = [
    '--json',
    '--no-config',
    '--smart-case',
    '--hidden',
    '--no-follow',
    '--sort',
    'path',
    '--no-require-git',
  ];
  const isFile =
    options.path !== null &&
    (await stat(path.join(options.root, options.path)).then(
      (found) => found.isFile(),
      () => false,
    ));
  const mostPerFile = isFile ? limits.hits : limits.hitsPerFile;
  const bounds = [
    // One more than is shown, to tell that there is more.
    `--max-count=${mostPerFile + 1}`,
    `--max-filesize=${options.largestFile}`,
    '--dfa-size-limit=10M',
  ];
  const place = options.path === null ? './' : `./${options.path}`;
  const program = spawn(rgPath, [...fixed, ...bounds, ...pattern, '--', place], {
    cwd: options.root,
    stdio: ['ignore', 'pipe', 'ignore'],
    signal: AbortSignal.any([options.signal, AbortSignal.timeout(limits.milliseconds)]),
    windowsHide: true,
  });
  const ended = new Promise<number | null>((resolve) => {
    program.once('error', () => resolve(null));
    program.once('close', (code) => resolve(code));
  });
  const result: SearchResult = { hits: [], more: false };
  const counts = new Map<string, number>();
  for await (const line of createInterface({ input: program.stdout, crlfDelay: Number.POSITIVE_INFINITY })) {
    const hit = readHit(line);
    if (hit === null || !options.isAllowed(hit.path)) continue;
    const count = (counts.get(hit.path) ?? 0) + 1;
    counts.set(hit.path, count);
    if (count > mostPerFile) result.more = true;
    else result.hits.push(hit);
    if (result.hits.length < mostRead) continue;
    program.kill();
    break;
  }
  const code = await ended;
  options.signal.throwIfAborted();
  if (result.hits.length > limits.hits) {
    // Tests repeat what the code says, and would crowd it out.
    const [tests, others] = [true, false].map((wanted) =>
      result.hits.filter((hit) => isTestFile(hit.path) === wanted),
    );
    result.hits = [...(others ?? []), ...(tests ?? [])].slice(0, limits.hits);
    result.more = true;
  }
  return code === 2 && result.hits.length === 0 ? null : result;
}

function readHit(line: string): Hit | null {
  const event = JSON.parse(line) as {
    type: string;
    data: { path?: { text?: string }; line_number?: number | null; lines?: { text?: string } };
  };
  const { path: file, line_number: number, lines } = event.data;
  if (event.type !== 'match' || file?.text === undefined || lines?.text === undefined) return null;
  const text = lines.text.trimEnd();
  return {
    path: file.text.replace(/^\.\//, '').replaceAll('\\', '/'),
    line: number ?? 1,
    text: cutText(text, limits.columns),
  };
}
