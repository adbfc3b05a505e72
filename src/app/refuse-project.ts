/** Errors about a missing or unusable project. */
import path from 'node:path';
import { S2sError } from '../session/errors.ts';

/** The error for a command that needs a project. */
export function refuseNoProject(cwd: string): S2sError {
  return new S2sError(
    'NO_PROJECT',
    `There is no .s2s folder in ${cwd} or above it, up to its repository or your home.`,
    { hint: 'Your first question creates it: s2s design "your question" --dry-run. So does: s2s init' },
  );
}

/** The error for a folder in which no project belongs. */
export function refuseNoFolder(cwd: string): S2sError {
  const what = cwd === path.dirname(cwd) ? 'the root of the file system' : 'your home folder';
  return new S2sError('NO_PROJECT', `${cwd} is ${what}, not a project, so .s2s was not created there.`, {
    hint: 'Go to the folder of your project, or name it with --cwd; if you do want one here: s2s init',
  });
}

/** The error for a folder of another user, who could change it at any time. */
export function refuseForeign(folder: string): S2sError {
  return new S2sError('NOT_TRUSTED', `${folder} belongs to another user, so it was not used.`, {
    hint: 'If it is yours, take ownership of it (chown), or approve it as it is: s2s trust',
  });
}
