/** Who sits at this machine, for documents that name the person who decided. */
import { execFile } from 'node:child_process';

const longestWait = 2_000;
const longestName = 200;

/** The name that git puts under commits made in a folder; null where git, or a name, is missing. Never throws. */
export function readPersonName(folder: string): Promise<string | null> {
  return new Promise((resolve) => {
    execFile(
      'git',
      ['config', '--get', 'user.name'],
      { cwd: folder, timeout: longestWait, windowsHide: true },
      (error, output) => {
        const name = error === null ? output.replace(/[\p{Cc}\s]+/gu, ' ').trim() : '';
        resolve(name === '' || name.length > longestName ? null : name);
      },
    );
  });
}
