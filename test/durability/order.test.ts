/** Who reads the files when a call arrives finds in them all that came before it: the server looks at each call. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { parseSession } from '../../src/store/session/session-text.ts';
import { startArguments } from './discussion.ts';
import { type PanelServer, startPanel } from './panel-server.ts';
import { makeProject, type Project, runProgram } from './program.ts';

vi.setConfig({ testTimeout: 120_000 });

/** Without it nearly every flush is over before a call can arrive. */
const slowDisk = new URL('slow-disk.js', import.meta.url).href;

let panel: PanelServer;
let project: Project;
afterEach(async () => {
  await panel.close();
  await project.remove();
});

/** The rounds of the one session, and the keys in its journal, at this moment. */
function look(): { rounds: number; keys: string[] } {
  const names = readdirSync(project.sessions).filter((name) => /^[a-z0-9-]+\.yaml$/.test(name));
  const [name = ''] = names;
  const session = parseSession(readFileSync(path.join(project.sessions, name), 'utf8'), name);
  const journal = path.join(project.sessions, session.id, 'calls.jsonl');
  const lines = existsSync(journal) ? readFileSync(journal, 'utf8').split('\n').slice(0, -1) : [];
  return {
    rounds: session.rounds.length,
    keys: lines.map((line) => (JSON.parse(line) as { key: string }).key),
  };
}

it('holds every finished round and every finished reply of earlier steps when a call arrives', async () => {
  const found: { key: string; rounds: number; missing: string[] }[] = [];
  panel = await startPanel();
  project = await makeProject(panel.config);
  let step = '';
  let before: string[] = [];
  panel.onEvent = (event, call) => {
    if (event !== 'arrived') return;
    const [round = '', name = ''] = call.key.split('/');
    if (step !== `${round}/${name}`) {
      step = `${round}/${name}`;
      before = panel.calls.filter((earlier) => earlier !== call).map(({ key }) => key);
    }
    const { rounds, keys } = look();
    found.push({ key: call.key, rounds, missing: before.filter((key) => !keys.includes(key)) });
  };
  const ended = await runProgram(startArguments, { cwd: project.root, node: ['--import', slowDisk] });
  expect(ended.code, ended.stderr).toBe(0);
  expect(found.length).toBeGreaterThan(20);
  const isLate = ({ key, rounds, missing }: (typeof found)[number]): boolean => {
    const [round = ''] = key.split('/');
    return missing.length > 0 || rounds < (round === 'text' ? 2 : Number(round) - 1);
  };
  expect(found.filter(isLate)).toEqual([]);
});
