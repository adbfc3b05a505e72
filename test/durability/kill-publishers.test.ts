/**
 * Eight discussions put their documents into the same folders at once, and some of them are killed at any instant of it. Published
 * again, all documents are there: no number twice, no index line and no section lost. A sample here; `npm run torture:kill` does
 * it many times.
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import type { Session } from '../../src/session/session.ts';
import { openStore } from '../store/sample-session.ts';
import { buildDesign, buildSpecs } from '../support/text-session.ts';
import { listLeftovers } from './discussion.ts';
import { makeProject, type Project, runProgram, startProgram } from './program.ts';

const times = process.env['S2S_TORTURE'] === 'kill' ? 20 : 1;
const killSwitch = fileURLToPath(new URL('./kill-switch.js', import.meta.url));

let project: Project;
afterEach(() => project.remove());

/** Four decisions and four requirements, each with a topic of its own. */
function buildSessions(): Session[] {
  return Array.from({ length: 8 }, (_, index) => {
    const id = `20260302-09000${index}-topic-${index}`;
    const changes = { id, topic: `Topic ${index}?` };
    return index % 2 === 0 ? buildDesign(changes) : buildSpecs({ ...changes, total_rounds: 0 });
  });
}

/** Publishes one session; killed at an operation where one is given. */
async function publish(id: string, operation: number | null): Promise<{ killed: boolean; problem: string }> {
  const { code, signal, stderr } = await startProgram(['roundtable', 'publish', id], {
    cwd: project.root,
    node: ['--import', killSwitch],
    env: operation === null ? {} : { S2S_KILL_AT: String(operation) },
  }).ended;
  const killed = signal === 'SIGKILL';
  return { killed, problem: killed || code === 0 ? '' : `${id}: exit ${code}: ${stderr.slice(-600)}` };
}

async function readDocs(name: string): Promise<string> {
  return readFile(path.join(project.root, 'docs', name), 'utf8');
}

describe('eight that publish at once', () => {
  it('and are killed lose nothing, and no number is given twice', { timeout: 1_800_000 }, async () => {
    let kills = 0;
    for (let time = 0; time < times; time += 1) {
      project = await makeProject('name: clip-api\n');
      const decisions = path.join(project.root, 'docs', 'decisions');
      await mkdir(decisions, { recursive: true });
      await writeFile(path.join(decisions, '0001-a.md'), '---\nstatus: accepted\n---\n\n# A\n');
      await writeFile(path.join(decisions, 'README.md'), '# Decisions\n\n* [A](0001-a.md)\n');
      const sessions = buildSessions();
      const store = openStore(project.root);
      for (const session of sessions) await store.create(session);
      // Every second one is killed, at instants that are spread over its operations and differ each time.
      const first = await Promise.all(
        sessions.map(({ id }, index) =>
          publish(id, index % 4 < 2 ? 1 + ((time * 29 + index * 13 + 6) % 64) : null),
        ),
      );
      expect(first.flatMap(({ problem }) => problem || [])).toEqual([]);
      kills += first.filter(({ killed }) => killed).length;
      for (const { id } of sessions) {
        const again = await runProgram(['roundtable', 'publish', id], { cwd: project.root });
        expect(again.code, again.stderr).toBe(0);
      }
      const names = (await readdir(decisions)).filter((name) => /^\d{4}-/.test(name));
      expect(names.map((name) => name.slice(0, 4)).sort((one, other) => (one < other ? -1 : 1))).toEqual([
        '0001',
        '0002',
        '0003',
        '0004',
        '0005',
      ]);
      const index = await readDocs('decisions/README.md');
      for (const name of names) expect(index.split(`(${name})`)).toHaveLength(2);
      const requirements = await readDocs('specifications/requirements.md');
      const origins = [...requirements.matchAll(/^<!-- s2s:begin requirements from (\S+) /gm)].map(
        ([, origin]) => origin,
      );
      const wanted = sessions.filter(({ output_type: type }) => type === 'requirements').map(({ id }) => id);
      expect(new Set(origins)).toEqual(new Set(wanted));
      expect(origins).toHaveLength(wanted.length);
      // Two requirements and an exclusion of each.
      const ids = [...requirements.matchAll(/^\*\*([A-Z]+-\d+) · /gm)].map(([, id]) => id);
      expect(ids).toHaveLength(3 * wanted.length);
      expect(new Set(ids).size).toBe(ids.length);
      expect(await listLeftovers(project)).toEqual([]);
      if (time < times - 1) await project.remove();
    }
    expect(kills).toBeGreaterThan(times);
  });
});
