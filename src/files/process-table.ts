/** What the system knows about a process, read from `/proc` where that exists. */
import { readFile, readlink } from 'node:fs/promises';

/** One process of this machine. */
export interface ProcessFacts {
  /** When it began, as the system counts, with the id of the boot; null where that is unknown. */
  start: string | null;
  /** True for a zombie: a process that has ended but is still in the table. */
  ended: boolean;
}

/** The namespace of a machine's own processes has this number on every Linux. */
const initial = 'pid:[4026531836]';

/** Looks up a process. Where nothing is known, `start` is null and `ended` false. */
export async function readProcess(pid: number): Promise<ProcessFacts> {
  // With two numbers of ours, `/proc` shows the processes of an outer namespace, where `pid` is somebody else.
  const status = (await readFile('/proc/self/status', 'utf8').catch(() => null)) ?? '';
  if (/^NSpid:\s*\d+\s+\d/m.test(status)) return { start: null, ended: false };
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  // The name of the program, in parentheses, may hold spaces and parentheses: fields count from the last one.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, started] = [fields?.[0], fields?.[19]];
  if (state === undefined || started === undefined) return { start: null, ended: false };
  return { start: `${await readBoot()}/${started}`, ended: state === 'Z' || state === 'X' };
}

/**
 * Names the set of processes among which a number is one process only, as this program sees it: each container has its own.
 * Null where that is unknown.
 */
export async function readNamespace(): Promise<string | null> {
  const own = await readlink('/proc/self/ns/pid').catch(() => null);
  if (own === null) return null;
  // A restart changes the boot, not the machine; the numbers of containers mean something until the next boot only.
  return `${own === initial ? await readLine('/etc/machine-id') : await readBoot()}/${own}`;
}

function readBoot(): Promise<string> {
  return readLine('/proc/sys/kernel/random/boot_id');
}

async function readLine(path: string): Promise<string> {
  return (await readFile(path, 'utf8').catch(() => '')).trim();
}
