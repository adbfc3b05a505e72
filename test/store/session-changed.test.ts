/** A session file that somebody changes under a running session: nothing is said to be saved that is not. */

import { appendFileSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { parseSession } from '../../src/store/session/session-text.ts';
import { startArguments } from '../durability/discussion.ts';
import { type PanelServer, startPanel } from '../durability/panel-server.ts';
import { makeProject, type Project } from '../durability/program.ts';
import { runInProcess } from '../support/run-in-process.ts';

let panel: PanelServer;
let project: Project;
afterEach(async () => {
  await panel.close();
  await project.remove();
});

it.for([1, 2])(
  'ends with exit 5 when its file is changed between the synthesis and the save of round %i, and names no round that the file does not hold',
  async (changedIn) => {
    panel = await startPanel();
    project = await makeProject(panel.config);
    let file = '';
    panel.onEvent = (event, call) => {
      if (event !== 'arrived' || call.key !== `${changedIn}/synthesis/facilitator/1`) return;
      const name = readdirSync(project.sessions).find((entry) => entry.endsWith('.yaml')) ?? '';
      file = path.join(project.sessions, name);
      appendFileSync(file, '# a note by hand\n');
    };
    const args = [...startArguments.filter((word) => word !== '--json'), '--ndjson'];
    const ended = await runInProcess(args, {
      cwd: project.root,
      home: project.root,
      env: { S2S_CONFIG_DIR: `${project.root}-own` },
    });
    expect(ended.code, ended.stderr).toBe(5);
    const events = ended.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { type: string; round?: number });
    const text = await readFile(file, 'utf8');
    expect(text).toContain('# a note by hand');
    const held = parseSession(text, file).rounds.map(({ round }) => round);
    expect(held).toHaveLength(changedIn - 1);
    const told = (name: string): (number | undefined)[] => [
      ...new Set(events.filter(({ type }) => type === name).map(({ round }) => round)),
    ];
    expect(told('round-saved')).toEqual(held);
    expect(told('decision')).toEqual(held);
    expect(ended.stdout.trimEnd().split('\n').at(-1)).toContain('SESSION_CHANGED');
  },
);
