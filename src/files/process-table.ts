/** What the system knows of a process, from `/proc`, where there is one. */
import { readFile } from 'node:fs/promises';

/** One process of this machine. */
export interface ProcessFacts {
  /** When it began, with the boot that it belongs to, in the system's own terms; null where that cannot be told. */
  start: string | null;
  /** True when it has ended and only its entry is left, because its parent has not asked for its end. */
  ended: boolean;
}

/** Looks a process up. Where nothing can be found out, `start` is null and `ended` false. */
export async function readProcess(pid: number): Promise<ProcessFacts> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  // The name of the program, in parentheses, may hold spaces and parentheses: fields count from the last one.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, started] = [fields?.[0], fields?.[19]];
  if (state === undefined || started === undefined) return { start: null, ended: false };
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '');
  return { start: `${boot.trim()}/${started}`, ended: state === 'Z' || state === 'X' };
}
