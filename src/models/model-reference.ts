/** Reads model references: `provider/model`, split at the first slash. */
import { S2sError } from '../session/errors.ts';

/** The parts of a reference. `model` is empty when it means the provider's own default (`claude-code`). */
export interface ModelReference {
  provider: string;
  model: string;
}

/** Models as people name them: one reference, or several as a list or with commas. */
export type ModelNames = string | readonly string[];

/** The references of a value, first the model that is asked first: each takes over from the one before it. */
export function listReferences(value: ModelNames): [string, ...string[]] {
  const [first = '', ...rest] = String(value).split(',');
  return [first, ...rest];
}

/** Names of providers: lowercase words and hyphens. */
const providerPattern = /^[a-z0-9][a-z0-9-]*$/;

/** Names of models. They cannot begin with a hyphen, so that no program reads one as a flag. */
const modelPattern = /^[\p{L}\p{N}@~][^\s\p{Cc}]{0,199}$/u;

/**
 * Splits a reference: `openrouter/meta/llama-3` is the model `meta/llama-3` of `openrouter`.
 * Throws S2sError INVALID_VALUE for an invalid reference.
 */
export function parseModelReference(reference: string): ModelReference {
  const text = reference.trim();
  const slash = text.indexOf('/');
  const provider = slash === -1 ? text : text.slice(0, slash);
  const model = slash === -1 ? '' : text.slice(slash + 1);
  if (!providerPattern.test(provider) || (slash !== -1 && !modelPattern.test(model))) {
    throw new S2sError('INVALID_VALUE', `"${reference}" is not a model reference.`, {
      hint: 'Write provider/model, for example anthropic/claude-sonnet-5-5 or ollama/llama3.1.',
    });
  }
  return { provider, model };
}
