/** Why there is no project to work in. */
import path from 'node:path';
import { S2sError } from '../domain/errors.ts';

/** What has to be found in a project cannot be. */
export function refuseNoProject(cwd: string): S2sError {
  return new S2sError(
    'NO_PROJECT',
    `There is no .s2s folder in ${cwd} or above it, up to its repository or your home.`,
    {
      hint: 'The first question makes it: s2s design "your question" --dry-run; so does: s2s init',
    },
  );
}

/** A project would have to be made where none belongs. */
export function refuseNoFolder(cwd: string): S2sError {
  const what = cwd === path.dirname(cwd) ? 'the root of the file system' : 'your home folder';
  return new S2sError('NO_PROJECT', `${cwd} is ${what}, and no project: .s2s was not made there.`, {
    hint: 'Go to the folder of your project, or name it with --cwd; only where you mean it: s2s init',
  });
}

/** Whoever owns a folder could change it at any time. */
export function refuseForeign(folder: string): S2sError {
  return new S2sError('NOT_TRUSTED', `${folder} belongs to another user, so it was not used.`, {
    hint: 'If it is yours, make it your own (chown), or say yes to it as it is: s2s trust',
  });
}
