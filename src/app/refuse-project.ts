/** Why there is no project to work in. */
import { S2sError } from '../domain/errors.ts';

/** There is no project. */
export function refuseNoProject(cwd: string): S2sError {
  return new S2sError(
    'NO_PROJECT',
    `There is no .s2s folder in ${cwd} or above it, up to its repository or your home.`,
    {
      hint: 'Create one with: s2s init',
    },
  );
}

/** Whoever owns a folder could change it at any time. */
export function refuseForeign(folder: string): S2sError {
  return new S2sError('NOT_TRUSTED', `${folder} belongs to another user, so it was not used.`, {
    hint: 'If it is yours, make it your own (chown), or say yes to it as it is: s2s trust',
  });
}
