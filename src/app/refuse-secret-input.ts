/** Refuses input from the person that contains a key. */
import { S2sError } from '../session/errors.ts';
import { createRedactor } from '../text/secrets/redactor.ts';
import { makeWellFormed } from '../text/well-formed.ts';
import type { AppParts } from './app-parts.ts';

/**
 * Throws INVALID_VALUE if a text contains the value of a key in use, or something that looks like a key. `what` begins a sentence:
 * `The topic`.
 */
export function refuseSecretInput(
  { redact, listSecrets }: Pick<AppParts, 'redact' | 'listSecrets'>,
  text: string,
  what: string,
): void {
  if (redact(text) === makeWellFormed(text)) return;
  const held = listSecrets().find(({ value }) => createRedactor([value])(text) !== createRedactor([])(text));
  throw new S2sError(
    'INVALID_VALUE',
    held === undefined
      ? `${what} contains what looks like a key. Nothing was sent.`
      : `${what} contains the value of the variable ${held.name}. Nothing was sent.`,
    { hint: 'Remove the key and run the command again. If others have seen the text, replace the key.' },
  );
}
