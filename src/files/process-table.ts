/** What the system knows about a process, read from `/proc` where that exists. */
import { readFile } from 'node:fs/promises';

/** One process of this machine. */
export interface ProcessFacts {
  /** When it began, as the system counts, with the id of the boot; null where that is unknown. */
  start: string | null;
  /** True for a zombie: a process that has ended but is still in the table. */
  ended: boolean;
}

/** Looks up a process. Where nothing is known, `start` is null and `ended` false. */
export async function readProcess(pid: number): Promise<ProcessFacts> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  // The name of the program, in parentheses, may hold spaces and parentheses: fields count from the last one.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, started] = [fields?.[0], fields?.[19]];
  if (state === undefined || started === undefined) return { start: null, ended: false };
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '');
  return { start: `${boot.trim()}/${started}`, ended: state === 'Z' || state === 'X' };
}
