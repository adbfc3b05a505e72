import { execFile } from 'node:child_process';
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { binary, makeProject, type Project } from '../support/run-binary.ts';

const execute = promisify(execFile);

describe('completion', () => {
  let project: Project;
  let id: string;
  let environment: Record<string, string>;
  beforeAll(async () => {
    project = await makeProject('flat');
    const run = await project.run(['brainstorm', 'Names for the tool', '--dry-run', '--json', '--fast']);
    id = run.json().session_id;
    const bin = path.join(project.home, 'bin');
    await mkdir(bin);
    await chmod(binary, 0o755);
    await symlink(binary, path.join(bin, 's2s'));
    environment = project.environment({ PATH: `${bin}:${process.env['PATH']}` });
    await writeFile(path.join(project.root, 'topic.md'), 'Which queue?\n');
    const script = await project.run(['completion', 'bash']);
    await writeFile(path.join(project.home, 'completion.bash'), script.stdout);
  });

  /** Runs the function of the bash script as bash would with the cursor at the end of the line. */
  async function complete(...words: string[]): Promise<string[]> {
    const script = `
      source "$HOME/completion.bash"
      COMP_WORDS=(s2s "$@"); COMP_CWORD=$#
      _s2s_complete
      printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout } = await execute('bash', ['--norc', '-c', script, 'bash', ...words], {
      cwd: project.root,
      env: environment,
    });
    return stdout.split('\n').filter((line) => line !== '');
  }

  /** What the program itself offers, without a shell. */
  async function offer(...words: string[]): Promise<string[]> {
    const { stdout } = await project.run(['__complete', '--', ...words]);
    const lines = stdout.split('\n').filter((line) => line !== '' && !line.startsWith(':'));
    return lines.map((line) => line.split('\t')[0] ?? '');
  }

  it('completes the commands of the tree in a real bash', async () => {
    expect(await complete('roundt')).toEqual(['roundtable']);
    expect(await complete('roundtable', '')).toEqual(
      expect.arrayContaining(['start', 'resume', 'answer', 'say', 'list', 'show', 'export']),
    );
    expect(await offer('')).not.toContain('__complete');
  });

  it('completes flags of the command and of the program', async () => {
    expect(await complete('design', '--strat')).toEqual(['--strategy']);
    expect(await offer('design', 'a topic', '--js')).toEqual(['--json']);
    expect(await offer('lint', '--strat')).toEqual([]);
  });

  it('completes strategies, agents and the choices of a flag', async () => {
    expect(await complete('design', '--strategy', 'deb')).toEqual(['debate']);
    // Bash gives "--strategy=deb" as three words.
    expect(await complete('design', '--strategy', '=', 'deb')).toEqual(['debate']);
    expect(await complete('design', '--participants', 'qa-lead,qa')).toEqual([]);
    expect(await complete('design', '--participants', 'qa-lead,software')).toEqual([
      'qa-lead,software-architect',
    ]);
    expect(await offer('roundtable', 'resume', '--on-limit', '')).toEqual(['pause', 'conclude']);
    expect(await offer('specs', '--output-type', 'a')).toEqual(['adr', 'architecture']);
    expect(await offer('roundtable', 'export', '--type', 're')).toEqual(['requirements', 'review', 'record']);
    expect(await offer('specs', '--facilitator', 'facil')).toEqual(['facilitator']);
  });

  it('completes session ids, and leaves files to the shell', async () => {
    expect(await complete('roundtable', 'show', id.slice(0, 6))).toEqual([id]);
    expect(await offer('roundtable', 'show', 'la')).toEqual(['last']);
    // The shell itself offers files.
    expect(await complete('design', 'x', '--context', 'to')).toEqual([]);
    expect(await offer('roundtable', 'list', '')).toEqual([]);
  });

  it('stays silent outside a project', async () => {
    const { stdout, stderr } = await execute('s2s', ['__complete', '--', 'roundtable', 'show', ''], {
      cwd: project.home,
      env: environment,
    });
    expect([stdout, stderr]).toEqual(['', '']);
  });

  it.each(['bash', 'zsh', 'fish'])('writes a script that %s can read', async (shell) => {
    const { stdout } = await execute('s2s', ['completion', shell], { cwd: project.home, env: environment });
    expect(stdout).toContain('__complete');
    const file = path.join(project.home, `completion.${shell}`);
    await writeFile(file, stdout);
    // A shell that is not on this machine cannot be asked.
    const there = await execute(shell, ['-c', 'true']).then(
      () => true,
      () => false,
    );
    if (there) await execute(shell, ['-n', file]);
    else expect(shell).not.toBe('bash');
  });
});
