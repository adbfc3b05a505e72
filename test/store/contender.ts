/** A process that wants the lock of a session: says `won` or `locked`, and keeps what it won until its input ends. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { hostname } from 'node:os';
import { readNamespace, readProcess } from '../../src/files/process-table.ts';
import { S2sError } from '../../src/session/errors.ts';
import { acquireLock } from '../../src/store/files/lock.ts';
import { locateSessions } from '../../src/store/folder/session-paths.ts';

const [root = '', id = '', mode = ''] = process.argv.slice(2);
const host = {
  pid: process.pid,
  hostname: hostname(),
  now: () => new Date(),
  createToken: () => randomUUID(),
  readProcess,
  readNamespace,
  isAlive: (pid: number): boolean => {
    try {
      return process.kill(pid, 0);
    } catch (error) {
      return (error as { code?: string }).code === 'EPERM';
    }
  },
};

process.stdout.write('ready\n');
// All wait for a line, so that all begin at the same instant.
await once(process.stdin, 'data');
try {
  const release = await acquireLock(locateSessions({ root, s2sDir: '.s2s' }), id, host);
  process.stdout.write('won\n');
  if (mode === 'die') process.kill(process.pid, 'SIGKILL');
  await once(process.stdin, 'end');
  await release();
} catch (error) {
  process.stdout.write(`${error instanceof S2sError ? 'locked' : String(error)}\n`);
}
process.exit();
