import { readdirSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commands, programNotes } from '../../src/cli/commands.ts';
import { runInProcess } from '../support/run-in-process.ts';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..');

/** A state of a project that an example begins with. */
type State = 'empty' | 'done' | 'deciding' | 'turn';

/** Commands whose end depends on what is on the machine of the test, or is another one on purpose. */
const otherEnds: readonly [RegExp, number[]][] = [
  // No model is reachable from a test.
  [/^s2s doctor/, [0, 1, 6]],
  [/^s2s decisions due --ask/, [2, 6]],
  // A test of the documentation has no database.
  [/^s2s store copy/, [5]],
  [/ --detach$/, [2]],
  // The project of the test is in no repository.
  [/^s2s review (?!docs)/, [5]],
  // A rehearsal's requirements may well break a rule of good requirements.
  [/^s2s lint/, [0, 1]],
  [/--seed 5 --no-input$/, [4]],
  // Without a database there is nothing that a worker could take; shown by the tests of workers.
  [/^s2s worker|--detach\b/, [2]],
  // Nobody is at the table: the run waits for the person's words.
  [/--with-me|participants \S*human|^s2s roundtable say/, [0, 4]],
];

/** A server, or a worker, runs until it is stopped; shown by the tests of each. */
function runsOn(line: string): boolean {
  return /^s2s (serve|worker|mcp --http)\b/.test(line);
}

/** A turn needs open proposals before it can support or block one; shown by the tests of turns. */
function needsProposals(line: string): boolean {
  return / --(ratify|block|stand-aside|rest) /.test(line);
}

const isStart = (line: string): boolean =>
  /^s2s (roundtable start|design|specs|brainstorm) /.test(line) && !line.includes('--replay ');

/**
 * A starting command of the tour is rehearsed; as fast as it can and, where the line does not say with whom, with two seats.
 * What a person decided goes on for a few rounds at most. Everything else runs as it stands.
 */
function rehearse(line: string): string {
  if (/^s2s roundtable resume/.test(line)) return `${line} --max-rounds 4`;
  if (line.startsWith('s2s batch ')) return `${line} --max-rounds 1`;
  if (line.startsWith('s2s plan ')) return `${line} --fast`;
  if (!isStart(line) || line.includes('--seed 5')) return line;
  const short = `${line.includes('--dry-run') ? line : `${line} --dry-run`} --fast`;
  return line.includes('--participants ') ? short : `${short} --participants software-architect,qa-lead`;
}

/** One of another page or of the help as an estimate: the line is read, and its roles, strategies and files are found, as for a run. */
function estimate(line: string): string {
  if (!isStart(line)) return rehearse(line);
  if (/ --(estimate|detach)\b/.test(line)) return line;
  return line.replace(/( > [^"]*)?$/, ' --dry-run --estimate$1');
}

/** What a shell makes of a line of the documentation: words, quotes, patterns, and a file for the output. */
async function readLine(line: string, cwd: string): Promise<{ words: string[]; output: string | null }> {
  const [command = '', target] = line.split(/ > (?=[^"]*$)/);
  const words: string[] = [];
  for (const [, quoted, single, bare = ''] of command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)) {
    if (quoted !== undefined || single !== undefined) words.push(quoted ?? single ?? '');
    else if (bare.includes('*')) words.push(...(await findMatches(bare, cwd)));
    else words.push(bare);
  }
  return { words, output: target === undefined ? null : path.resolve(cwd, target.replace('~/', '')) };
}

async function findMatches(pattern: string, cwd: string): Promise<string[]> {
  const folder = path.dirname(pattern);
  const names = await readdir(path.join(cwd, folder)).catch(() => []);
  const matches = names
    .filter((name) => name.endsWith(path.extname(pattern)))
    .map((name) => path.join(folder, name));
  return matches.length === 0 ? [pattern] : matches.sort();
}

/** The lines of each page that has some. */
const scripts = ['README.md', ...readdirSync(path.join(root, 'docs')).map((name) => `docs/${name}`)]
  .filter((file) => file.endsWith('.md'))
  .map((file) => ({ file, lines: readScript(readFileSync(path.join(root, file), 'utf8')) }))
  .filter(({ lines }) => lines.length > 0);

function readScript(page: string): string[] {
  return [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)]
    .flatMap(([, body = '']) => body.split('\n'))
    .filter((line) => line !== '' && !line.startsWith('npm ') && !needsProposals(line) && !runsOn(line));
}

/** Those of the help that stand on no page. */
const helpLines = [...new Set([programNotes, ...commands].flatMap(({ examples }) => examples ?? []))].filter(
  (line) =>
    !needsProposals(line) &&
    !runsOn(line) &&
    !/^s2s roundtable resume/.test(line) &&
    !scripts.some(({ lines }) => lines.includes(line)),
);

describe('every example runs', () => {
  let outer: string;
  let states: Record<State, string>;
  let copies = 0;

  beforeAll(async () => {
    outer = await mkdtemp(path.join(tmpdir(), 's2s-examples-'));
    const folderOf = (name: State): string => path.join(outer, name);
    states = {
      empty: folderOf('empty'),
      done: folderOf('done'),
      deciding: folderOf('deciding'),
      turn: folderOf('turn'),
    };
    await cp(path.join(root, 'test', 'fixtures', 'projects', 'bare'), states.empty, { recursive: true });
    const first = path.join(outer, 'first');
    await cp(states.empty, first, { recursive: true });
    await runLine('s2s init --yes', first);
    await mkdir(path.join(first, 'docs', 'decisions'), { recursive: true });
    await mkdir(path.join(first, 'docs', 'specifications'));
    await writeFile(path.join(first, 'topics.yaml'), '- Which queue should carry the download jobs?\n');
    await writeFile(path.join(first, 'topic.md'), 'Which queue should carry the download jobs?\n');
    const question = 's2s design "Which queue should carry the download jobs?" --dry-run --no-input';
    const prepare = async (state: State, flags: string): Promise<number> => {
      await cp(first, states[state], { recursive: true });
      return (await runLine(`${question} ${flags}`, states[state])).code;
    };
    expect(await prepare('done', '--fast --participants technical-lead,qa-lead')).toBe(0);
    expect(await prepare('deciding', '--seed 5')).toBe(4);
    expect(await prepare('turn', '--with-me --fast --participants technical-lead,qa-lead')).toBe(4);
    await runLine('s2s roundtable export last --output docs/decisions/one.md', states.done);
    for (const name of ['0007-redis', '0008-use-redis', '0012-postgres'])
      await writeFile(
        path.join(states.done, 'docs', 'decisions', `${name}.md`),
        `# ${name}\n\nStatus: proposed\n\n## Decision\n\nAs it says.\n`,
      );
    await runLine(
      's2s roundtable export last --type requirements --output docs/specifications/requirements.md',
      states.done,
    );
  });
  afterAll(() => rm(outer, { recursive: true, force: true }));

  /** Runs a line as a person would. Returns the exit code and both outputs. */
  async function runLine(line: string, cwd: string): Promise<{ code: number; output: string }> {
    const {
      words: [program, ...args],
      output,
    } = await readLine(line, cwd);
    if (program === 'echo' && output !== null) {
      await writeFile(output, `${args.join(' ')}\n`);
      return { code: 0, output: '' };
    }
    if (program !== 's2s') return { code: 127, output: `${program}: not a command of the documentation` };
    const run = await runInProcess(args, { cwd, home: outer });
    if (output !== null) await writeFile(output, run.stdout);
    return { code: run.code, output: run.stdout + run.stderr };
  }

  /** Runs lines one after the other in a copy of a state. Returns what ended in another way than it should. */
  async function runLines(lines: readonly string[], state: State, prepare = estimate): Promise<string[]> {
    copies += 1;
    const folder = path.join(outer, `copy-${copies}`);
    await cp(states[state], folder, { recursive: true });
    const wrong: string[] = [];
    for (const line of lines) {
      const { code, output } = await runLine(prepare(line), folder);
      const [, wanted = [0]] = otherEnds.find(([pattern]) => pattern.test(line)) ?? [];
      if (!wanted.includes(code)) wrong.push(`${line}\nended with ${code}:\n${output}`);
    }
    return wrong;
  }

  const stateOf = (line: string): State => {
    if (/^s2s (roundtable answer|session close)/.test(line)) return 'deciding';
    if (/^s2s roundtable (say|guide|resume)/.test(line)) return 'turn';
    return /^s2s init/.test(line) ? 'empty' : 'done';
  };

  it.each(helpLines)('of the help: %s', async (line) => {
    expect(await runLines([line], stateOf(line))).toEqual([]);
  });

  it('of the help of resume, after an answer', async () => {
    const resume = commands.find(({ path: words }) => words === 'roundtable resume');
    const lines = (resume?.examples ?? []).filter((line) => !line.includes('--models'));
    expect(lines.length).toBeGreaterThan(0);
    const wrong: string[] = [];
    for (const line of lines)
      wrong.push(...(await runLines(['s2s roundtable answer --accept', line], 'deciding')));
    expect(wrong).toEqual([]);
  });

  it('of enough pages', () => expect(scripts.length).toBeGreaterThanOrEqual(8));

  it.each(scripts)('of $file', async ({ file, lines }) => {
    // The first steps begin where a new user begins; other pages tell of a project with a session. Where the next line
    // goes on with what the one before it began, it is run.
    const begin: State = ['README.md', 'docs/tour.md'].includes(file) ? 'empty' : 'done';
    const isRun = begin === 'empty' || file === 'docs/seats-and-turns.md';
    expect(await runLines(lines, begin, isRun ? rehearse : estimate)).toEqual([]);
  });
});
