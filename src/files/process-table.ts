/** Reads what the system knows about a process from `/proc`, where that exists. */
import { readFile, readlink } from 'node:fs/promises';

/** One process of this machine. */
export interface ProcessFacts {
  /** When it started, in the system's own count, with the boot id; null when unknown. */
  start: string | null;
  /** True for a zombie: a process that has ended but is still in the table. */
  ended: boolean;
}

/** The initial PID namespace has this number on every Linux. */
const initial = 'pid:[4026531836]';

/** Looks up a process. When nothing is known, `start` is null and `ended` false. */
export async function readProcess(pid: number): Promise<ProcessFacts> {
  // If this process has two PIDs, `/proc` shows the processes of an outer namespace, where `pid` is another process.
  const status = (await readFile('/proc/self/status', 'utf8').catch(() => null)) ?? '';
  if (/^NSpid:\s*\d+\s+\d/m.test(status)) return { start: null, ended: false };
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  // The program name, in parentheses, may itself contain spaces and parentheses: fields start after the last one.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, started] = [fields?.[0], fields?.[19]];
  if (state === undefined || started === undefined) return { start: null, ended: false };
  return { start: `${await readBoot()}/${started}`, ended: state === 'Z' || state === 'X' };
}

/**
 * Names the PID namespace of this program, within which a PID means one process only: each container has its own. Null when
 * unknown.
 */
export async function readNamespace(): Promise<string | null> {
  const own = await readlink('/proc/self/ns/pid').catch(() => null);
  if (own === null) return null;
  // The machine id survives a restart; namespace numbers of containers are meaningful only until the next boot.
  return `${own === initial ? await readLine('/etc/machine-id') : await readBoot()}/${own}`;
}

function readBoot(): Promise<string> {
  return readLine('/proc/sys/kernel/random/boot_id');
}

async function readLine(path: string): Promise<string> {
  return (await readFile(path, 'utf8').catch(() => '')).trim();
}
