import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { helpNotes } from '../../src/cli/help-notes.ts';
import { binary, makeProject, type Project, runTogether } from '../support/run-binary.ts';

const execute = promisify(execFile);
const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..');

/** A state of a project that an example begins with. */
type State = 'empty' | 'done' | 'deciding' | 'turn';

/** Commands whose end depends on what is on the machine of the test, or is another one on purpose. */
const otherEnds: readonly [RegExp, number[]][] = [
  // No model is reachable from a test.
  [/^s2s doctor/, [0, 1, 6]],
  [/--seed 5 --no-input$/, [4]],
];

/** A starting command without a model is rehearsed; everything else runs as it stands. */
function rehearse(line: string): string {
  const starts = /^s2s (roundtable start|design|specs|brainstorm) /.test(line);
  const kept = line.includes('--dry-run') || line.includes('--estimate') || line.includes('--replay ');
  return starts && !kept ? `${line} --dry-run` : line;
}

describe('every example runs', () => {
  let project: Project;
  let states: Record<State, string>;
  let environment: Record<string, string>;
  let copies = 0;

  beforeAll(async () => {
    project = await makeProject('bare');
    const bin = path.join(project.home, 'bin');
    await mkdir(bin);
    await chmod(binary, 0o755);
    await symlink(binary, path.join(bin, 's2s'));
    environment = project.environment({ PATH: `${bin}:${process.env['PATH']}` });
    states = Object.fromEntries(
      (['empty', 'done', 'deciding', 'turn'] as const).map((name) => [name, path.join(project.home, name)]),
    ) as Record<State, string>;
    await cp(project.root, states.empty, { recursive: true });
    await project.run(['init', '--yes']);
    await mkdir(path.join(project.root, 'docs', 'decisions'), { recursive: true });
    await writeFile(path.join(project.root, 'topic.md'), 'Which queue should carry the download jobs?\n');
    const prepare = async (state: State, args: string[]): Promise<number | null> => {
      await cp(project.root, states[state], { recursive: true });
      return (await project.run([...args, '--dry-run', '--no-input'], { cwd: states[state] })).code;
    };
    const question = 'Which queue should carry the download jobs?';
    const codes = await Promise.all([
      prepare('done', ['design', question, '--seed', '1']),
      prepare('deciding', ['design', question, '--seed', '5']),
      prepare('turn', ['design', question, '--seed', '1', '--with-me', '--on-escalation', 'continue']),
    ]);
    expect(codes).toEqual([0, 4, 4]);
    // The document of the finished session serves as a decision record and as requirements to look at.
    const folder = states.done;
    await runShell('s2s roundtable export last --output docs/decisions/one.md', folder);
    await mkdir(path.join(folder, 'docs', 'specifications'));
    await runShell(
      's2s roundtable export last --type requirements --output docs/specifications/requirements.md',
      folder,
    );
  });
  afterAll(() => project.remove());

  /** Runs a line as a person would, in bash. Returns the exit code and both outputs. */
  async function runShell(line: string, cwd: string): Promise<{ code: number; output: string }> {
    return execute('bash', ['--norc', '-c', line], { cwd, env: { ...environment, HOME: cwd } }).then(
      ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
      (error: { code: number; stdout: string; stderr: string }) => ({
        code: error.code,
        output: error.stdout + error.stderr,
      }),
    );
  }

  /** Runs lines one after the other in a copy of a state. Returns what ended in another way than it should. */
  async function runLines(lines: readonly string[], state: State): Promise<string[]> {
    copies += 1;
    const folder = path.join(project.home, `copy-${copies}`);
    await cp(states[state], folder, { recursive: true });
    const wrong: string[] = [];
    for (const line of lines) {
      const { code, output } = await runShell(rehearse(line), folder);
      const [, wanted = [0]] = otherEnds.find(([pattern]) => pattern.test(line)) ?? [];
      if (!wanted.includes(code)) wrong.push(`${line}\nended with ${code}:\n${output}`);
    }
    return wrong;
  }

  const stateOf = (line: string): State => {
    if (line.startsWith('s2s roundtable answer')) return 'deciding';
    if (/^s2s roundtable (say|resume)/.test(line)) return 'turn';
    return /^s2s init/.test(line) ? 'empty' : 'done';
  };

  it('of every help text', async () => {
    const lines = [...new Set(Object.values(helpNotes).flatMap(({ examples }) => examples))]
      // A turn needs an open proposal before it can support one; shown by the tests of turns.
      .filter((line) => !line.includes('--support'))
      .filter((line) => !/^s2s roundtable resume/.test(line));
    const wrong = await runTogether(lines, (line) => runLines([line], stateOf(line)));
    expect(wrong.flat()).toEqual([]);
  }, 240_000);

  it('of the help of resume, after an answer', async () => {
    const lines = (helpNotes['roundtable resume']?.examples ?? []).filter(
      (line) => !line.includes('--models'),
    );
    const wrong = await runTogether(lines, (line) =>
      runLines(['s2s roundtable answer --accept', line], 'deciding'),
    );
    expect(wrong.flat()).toEqual([]);
  }, 120_000);

  it('of the README and of every page', async () => {
    const names = (await readdir(path.join(root, 'docs'))).filter((name) => name.endsWith('.md'));
    const scripts = await Promise.all(
      ['README.md', ...names.map((name) => `docs/${name}`)].map(async (file) => {
        const page = await readFile(path.join(root, file), 'utf8');
        const lines = [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)]
          .flatMap(([, body = '']) => body.split('\n'))
          .filter((line) => line !== '' && !line.startsWith('npm '));
        return { file, lines };
      }),
    );
    expect(scripts.filter(({ lines }) => lines.length > 0).length).toBeGreaterThanOrEqual(8);
    const wrong = await runTogether(scripts, async ({ file, lines }) => {
      // The first steps begin where a new user begins; other pages tell of a project with a session.
      const begin: State = ['README.md', 'docs/tour.md'].includes(file) ? 'empty' : 'done';
      return (await runLines(lines, begin)).map((text) => `${file}: ${text}`);
    });
    expect(wrong.flat()).toEqual([]);
  }, 240_000);
});
