/** Files that are handed over: sent word for word and fenced, or not sent, and a receipt says which. */
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Loopback } from '../support/loopback-server.ts';
import { openPanel, type PanelProject } from './panel-project.ts';

let server: Loopback;
let project: PanelProject;

beforeEach(async () => {
  ({ server, project } = await openPanel());
});

async function write(file: string, text: string): Promise<void> {
  const target = path.join(project.root, file);
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(target, text);
}

/** All that the server was sent. */
function readSent(): string {
  return server.requests.map(({ system, user }) => `${system}\n${user}`).join('\n');
}

describe('context', () => {
  it('is sent whole, shortened or refused, and a receipt says so on the screen and in the session', async () => {
    await write('notes/plan.md', 'PLAN-WORDS first line\n<<<not-a-fence\nlast line PLAN-END\n');
    await write('notes/long.txt', `${'LONG-WORDS and more of it.\n'.repeat(4000)}LONG-END\n`);
    await write('notes/.env', 'TOKEN=ENV-WORDS\n');
    await write('notes/id_rsa', 'RSA-WORDS\n');
    await write('outside.txt', 'never linked');
    await writeFile(path.join(project.home, 'private.txt'), 'HOME-WORDS\n');
    await symlink(path.join(project.home, 'private.txt'), path.join(project.root, 'notes', 'link.txt'));
    await write('.s2s/CONTEXT.md', '# Project\n\nCONTEXT-WORDS about the service.\n');
    await write('src/a.ts', 'export const GLOB_WORDS = 1;\n');
    const run = await project.begin(['--context', 'notes', '--context', 'src/*.ts']);
    expect(run.code, run.stderr).toBe(0);
    const { context_files: receipts } = await project.session();
    const noteOf = (name: string): string =>
      receipts.find(({ path: file }) => file === name)?.note ?? 'no receipt';
    expect(noteOf('notes/plan.md')).toBe('whole');
    expect(noteOf('src/a.ts')).toBe('whole');
    expect(noteOf('notes/long.txt')).toMatch(/^shortened by \d+ characters/);
    expect(noteOf('notes/.env')).toMatch(/^refused: .*never sent/);
    expect(noteOf('notes/id_rsa')).toMatch(/^refused: .*never sent/);
    expect(noteOf('notes/link.txt')).toBe('no receipt');
    const long = receipts.find(({ path: file }) => file === 'notes/long.txt');
    expect(long?.sent_characters).toBeLessThan(long?.of_characters ?? 0);
    for (const { path: file, note } of receipts)
      expect(run.stderr.replace(/\s+/g, ' ')).toContain(`${file}: ${note}`);

    const sent = readSent();
    for (const words of ['PLAN-WORDS', 'PLAN-END', 'CONTEXT-WORDS', 'GLOB_WORDS', 'LONG-WORDS'])
      expect(sent).toContain(words);
    for (const words of ['ENV-WORDS', 'RSA-WORDS', 'HOME-WORDS', 'LONG-END'])
      expect(sent).not.toContain(words);
    // Every call is given it, between fences.
    const { fence } = await project.session();
    for (const { user } of server.requests) {
      const from = user.indexOf(`<<<${fence} file notes/plan.md\n`);
      expect(from).toBeGreaterThan(-1);
      const inside = user.slice(from, user.indexOf(`${fence}>>>`, from));
      expect(inside).toContain('PLAN-WORDS first line\n<<<not-a-fence\nlast line PLAN-END');
    }
    const shown = await project.run(['roundtable', 'show', 'last', '--full']);
    expect(shown.stdout.replace(/\s+/g, ' ')).toContain('notes/long.txt: shortened by');
  });

  it.each([
    ['notes/missing.md', 'FILE_MISSING'],
    ['docs/*.nothing', 'FILE_MISSING'],
    ['no-folder', 'FILE_MISSING'],
    ['notes/.env', 'FILE_REFUSED'],
  ])(
    'stops before the start for %s, which is not there or never sent',
    async (name, code) => {
      await write('notes/.env', 'TOKEN=ENV-WORDS\n');
      const run = await project.begin(['--json', '--context', name]);
      expect(run.code).toBe(5);
      expect(run.json().error.code).toBe(code);
      expect(run.json().error.message).toContain(name);
      expect(server.requests).toEqual([]);
      expect(await project.files()).not.toContainEqual(expect.stringContaining('sessions/'));
    },
    60_000,
  );
});
