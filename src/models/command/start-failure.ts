/** Classifies a program that could not be started. */
import { ModelError } from '../../session/ports/provider.ts';
import { readCode } from '../http/connection-failure.ts';
import { cleanMessage } from '../http/failure.ts';

/** Turns the error of `spawn` into a ModelError. */
export function classifyStart(error: unknown, program: string): ModelError {
  const details = { about: program, cause: error };
  const code = readCode(error);
  if (code === 'ENOENT')
    return new ModelError('unknown-model', '', { ...details, reason: 'program-missing' });
  if (code === 'EACCES' || code === 'EPERM')
    return new ModelError('forbidden', '', { ...details, reason: 'program-forbidden' });
  const said = cleanMessage(error instanceof Error ? error.message : String(error));
  return new ModelError('bad-request', said, { ...details, reason: 'program-start' });
}
