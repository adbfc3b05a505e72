/** One discussion that is killed again and again, resumed until it is done, and looked at all the while. */

import { readdir, readFile, utimes } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSession } from '../../src/store/session/session-text.ts';
import { listLeftovers, readEnd, readJournaledKeys, resumeArguments, startArguments } from './discussion.ts';
import { type PanelServer, startPanel } from './panel-server.ts';
import { makeProject, type Project, startProgram } from './program.ts';

/** When a process is killed: at a file operation (counted from 1), after a time, or by what the server sees: the n-th call, or the first of a step. */
export type Instant =
  | { at: 'file'; operation: number }
  | { at: 'time'; milliseconds: number }
  | { at: 'arrived' | 'finished'; call: number }
  | { at: 'arrived' | 'finished'; step: string };

/** What a chain came to. */
export interface ChainReport {
  /** Instants at which a process really was killed. */
  kills: Instant[];
  /** Looks at the session file while processes ran, and those of them that found it absent or unreadable. */
  looks: number;
  badLooks: string[];
  /** Calls made although the journal had their reply at the time of an earlier kill. */
  repeated: string[];
  /** Calls whose reply the server had sent and no journal kept, with the milliseconds between reply and kill. */
  lost: { key: string; milliseconds: number }[];
  requests: number;
  end: Awaited<ReturnType<typeof readEnd>>;
  leftovers: string[];
  /** Keys that the finished journal has more than once. */
  twice: string[];
  lastError: string;
}

const killSwitch = fileURLToPath(new URL('./kill-switch.js', import.meta.url));

/** Counts the instants of a run that nobody disturbs, and gives its end to compare with. */
export async function runUndisturbed(): Promise<{
  operations: number;
  milliseconds: number;
  requests: number;
  /** Steps of the rounds and of the text, in order: `1/question`, `text/draft`. */
  steps: string[];
  end: ChainReport['end'];
}> {
  const panel = await startPanel({ delayMs: 5 });
  const project = await makeProject(panel.config);
  try {
    const count = path.join(project.root, 'count');
    const begun = performance.now();
    const ended = await startProgram(startArguments, {
      cwd: project.root,
      env: { S2S_KILL_COUNT: count },
      node: ['--import', killSwitch],
    }).ended;
    if (ended.code !== 0) throw new Error(`the undisturbed run ended with ${ended.code}: ${ended.stderr}`);
    return {
      operations: Number(await readFile(count, 'utf8')),
      milliseconds: Math.round(performance.now() - begun),
      requests: panel.calls.length,
      steps: [...new Set(panel.calls.map(({ key }) => readStep(key)))],
      end: await readEnd(project),
    };
  } finally {
    await panel.close();
    await project.remove();
  }
}

function readStep(key: string): string {
  return key.split('/').slice(0, 2).join('/');
}

/** Runs one chain: each instant kills one process; a last one runs undisturbed. */
export async function runChain(instants: readonly Instant[]): Promise<ChainReport> {
  const panel = await startPanel({ delayMs: 5 });
  const project = await makeProject(panel.config);
  const watch = watchSession(project);
  try {
    const kills: Instant[] = [];
    const journaled = new Set<string>();
    const repeated: string[] = [];
    const lost: ChainReport['lost'] = [];
    let lastError = '';
    for (const instant of [...instants, null]) {
      const [id] = await project.listIds();
      const before = panel.calls.length;
      const { ended, killedAt } = await runOnce(id === undefined ? startArguments : resumeArguments(id), {
        project,
        panel,
        instant,
      });
      repeated.push(
        ...panel.calls
          .slice(before)
          .map(({ key }) => key)
          .filter((key) => journaled.has(key)),
      );
      if (ended.signal !== 'SIGKILL') {
        lastError = ended.code === 0 ? '' : `exit ${ended.code}: ${ended.stderr.slice(-800)}`;
        // Killed between the last write and the end of the process, nothing is left to do but to say so.
        if (ended.code === 2 && ended.stderr.includes('is completed')) lastError = '';
        break;
      }
      if (instant !== null) kills.push(instant);
      for (const key of await readJournaledKeys(project)) journaled.add(key);
      await ageTemporaries(project);
      for (const call of panel.calls.slice(before)) {
        if (call.finished !== null && !journaled.has(call.key) && call.key !== '2/answer/devops-engineer/1')
          lost.push({ key: call.key, milliseconds: Math.round(killedAt - call.finished) });
      }
    }
    const { looks, badLooks } = await watch.end();
    const keys = await readJournaledKeys(project);
    return {
      kills,
      looks,
      badLooks,
      repeated,
      lost,
      requests: panel.calls.length,
      end: await readEnd(project),
      leftovers: await listLeftovers(project),
      twice: keys.filter((key, index) => keys.indexOf(key) !== index),
      lastError,
    };
  } finally {
    await watch.end();
    await panel.close();
    await project.remove();
  }
}

async function runOnce(
  args: readonly string[],
  { project, panel, instant }: { project: Project; panel: PanelServer; instant: Instant | null },
): Promise<{ ended: Awaited<ReturnType<typeof startProgram>['ended']>; killedAt: number }> {
  const running = startProgram(args, {
    cwd: project.root,
    node: ['--import', killSwitch],
    env: instant?.at === 'file' ? { S2S_KILL_AT: String(instant.operation) } : {},
  });
  const kill = (): void => {
    running.child.kill('SIGKILL');
  };
  let timer: NodeJS.Timeout | undefined;
  let killedAt = 0;
  running.child.on('exit', () => {
    killedAt = performance.now();
  });
  if (instant?.at === 'time') timer = setTimeout(kill, instant.milliseconds);
  let seen = 0;
  panel.onEvent = (event, { key }) => {
    if (instant === null || event !== instant.at) return;
    seen += 1;
    if ('step' in instant ? instant.step === readStep(key) : seen === instant.call) kill();
  };
  const ended = await running.ended;
  clearTimeout(timer);
  panel.onEvent = () => undefined;
  return { ended, killedAt };
}

/** Looks at the session file again and again: once it was there, it must be there, whole, at every look. */
function watchSession(project: Project): { end: () => Promise<{ looks: number; badLooks: string[] }> } {
  let over = false;
  let looks = 0;
  const badLooks: string[] = [];
  let last = '';
  let id: string | undefined;
  const loop = async (): Promise<void> => {
    while (!over) {
      id ??= (await project.listIds())[0];
      if (id !== undefined) {
        looks += 1;
        const file = `${id}.yaml`;
        const text = await readFile(path.join(project.sessions, file), 'utf8').catch((error: unknown) => {
          badLooks.push(String(error));
          return last;
        });
        if (text !== last) {
          try {
            parseSession(text, file);
          } catch (error) {
            badLooks.push(String(error));
          }
          last = text;
        }
      }
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  };
  const looping = loop();
  return {
    end: async () => {
      over = true;
      await looping;
      return { looks, badLooks };
    },
  };
}

/** What is left of a write to state.yaml, of a half-written lock, and of a start without a session, is cleared once it is old: instead of waiting, it is made old. */
async function ageTemporaries(project: Project): Promise<void> {
  for (const folder of ['.s2s', '.s2s/sessions'].map((name) => path.join(project.root, name)))
    for (const name of await readdir(folder).catch(() => []))
      if (/\.(?:tmp|lock)$/.test(name)) await utimes(path.join(folder, name), 1, 1);
}
