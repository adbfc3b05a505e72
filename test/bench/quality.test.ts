/** The comparison with one call: the panel, the one call and the judges are asked as they should be, and the judges' words are kept. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { createPanel } from '../support/loopback-panel.ts';
import { startLoopback } from '../support/loopback-server.ts';
import { makeFolder } from '../support/make-folder.ts';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..');

test('a panel is compared with one call, by judges who read them in turned order', async () => {
  const panel = createPanel();
  const points = {
    act: 7,
    founded: 7,
    honest: 7,
    readable: 7,
    wrong_facts: [],
    missing: [],
    contradictions: [],
  };
  const judged: string[] = [];
  const server = await startLoopback({
    models: ['claude-sonnet-5-5'],
    reply: async (request) => {
      const form = JSON.stringify(request.schema);
      const wrap = (reply: object): string => JSON.stringify({ look_ups: [], reply });
      if (form.includes('"preferred"')) {
        judged.push(request.user);
        const others = { because: 'It is shorter.', worth_taking: ['a test'], sure: 70 };
        return wrap({ x: points, y: points, preferred: 'x', ...others });
      }
      if (form.includes('"document"')) return wrap({ document: '# ONE-CALL-DOCUMENT\n' });
      return panel(request);
    },
  });
  onTestFinished(server.close);
  const project = await makeFolder({ 'worker.py': 'print("jobs")\n' });
  const out = path.join(await makeFolder({}), 'out');
  const args = ['--model', 'anthropic/claude-sonnet-5-5', '--project', project, '--topic', 'Which queue?'];
  const env = { ...process.env, ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: 'sk-ant-test' };
  const run = await promisify(execFile)(
    'npm',
    ['run', '-s', 'quality', '--', ...args, '--judges', '3', '--out', out],
    { cwd: root, env },
  );
  // All three prefer x, which is the panel's document for two of them.
  expect(run.stdout).toContain('2 of 3 judges');
  const { judgements } = JSON.parse(await readFile(path.join(out, 'judgements.json'), 'utf8'));
  expect(judgements).toMatchObject([
    { panel_is: 'x', prefers: 'panel', sure: 70 },
    { panel_is: 'y', prefers: 'one call' },
    { panel_is: 'x', prefers: 'panel' },
  ]);
  const places = judged.map(
    (text) => text.indexOf('ONE-CALL-DOCUMENT') < text.indexOf('Keep the jobs in a table'),
  );
  expect(places).toEqual([false, true, false]);
  expect(await readFile(path.join(out, 'panel.md'), 'utf8')).toContain('Keep the jobs in a table');
  expect(await readFile(path.join(out, 'one-call.md'), 'utf8')).toContain('ONE-CALL-DOCUMENT');
});
