/** A hundred discussions on two workers with a real PostgreSQL: how much longer they take than their calls alone. */
import { type ChildProcess, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startTestDatabase } from '../test/support/test-database.ts';
import { atMost, type Figure } from './figures.ts';
import { groupCalls, readSpan, startPanel } from './panel.ts';
import { binary, describeEnvironment, makeProject, writeStartFlags } from './project.ts';

export interface WorkersOptions {
  sessions: number;
  /** Simultaneous sessions in each of the two workers. */
  concurrency: number;
  delayMs: number;
}

/** The time of all calls over the time that they would take without pauses between them. */
export async function measureWorkers(options: WorkersOptions): Promise<Figure[]> {
  const { sessions, concurrency, delayMs } = options;
  const [database, panel, project] = await Promise.all([
    startTestDatabase(),
    startPanel(delayMs),
    makeProject(),
  ]);
  const env = {
    ...describeEnvironment(project.root, panel.url),
    S2S_STORE: 'postgres',
    DATABASE_URL: database.url,
  };
  const start = (args: readonly string[]): { child: ChildProcess; ended: Promise<string> } => {
    const child = spawn(process.execPath, [binary, ...args], {
      cwd: project.root,
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.on('data', (text) => {
      said += String(text);
    });
    return {
      child,
      ended: new Promise((resolve, reject) =>
        child.once('close', (code) =>
          code === 0 ? resolve(said) : reject(new Error(`s2s ${args.join(' ')} ended with ${code}: ${said}`)),
        ),
      ),
    };
  };
  const workers: ReturnType<typeof start>[] = [];
  try {
    await start(['store', 'migrate', '--yes']).ended;
    await start([...writeStartFlags({ seats: 5, rounds: 2 }), '--on-escalation', 'accept']).ended;
    const steps = groupCalls(await panel.takeRecord()).length;
    const topics = Array.from(
      { length: sessions },
      (_, number) =>
        `- {topic: "Which queue, ${number}?", strategy: standard, participants: [${seats}], min_rounds: 2, max_rounds: 2}\n`,
    );
    await writeFile(path.join(project.root, 'topics.yaml'), topics.join(''));
    for (const name of ['one', 'two'])
      workers.push(start(['worker', '--name', name, '--concurrency', String(concurrency)]));
    await start(['batch', 'topics.yaml', '--detach', '--on-escalation', 'accept']).ended;
    const ideal = Math.ceil(sessions / (2 * concurrency)) * steps * Math.max(1, delayMs);
    return [
      atMost('workers.time', `${sessions} discussions on two workers, over the time of their calls`, {
        value: readSpan(await panel.takeRecord()) / ideal,
        unit: '×',
        most: 1.3,
      }),
    ];
  } finally {
    for (const { child } of workers) child.kill('SIGTERM');
    await Promise.allSettled(workers.map(({ ended }) => ended));
    panel.close();
    await project.remove();
    await database.remove();
  }
}

const seats = 'software-architect, technical-lead, qa-lead, devops-engineer, product-manager';
