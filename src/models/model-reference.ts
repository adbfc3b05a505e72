/** Model references: `provider/model`, where only the first slash divides. */
import { S2sError } from '../domain/errors.ts';

/** A reference taken apart. `model` is empty when a provider's own default is meant (`claude-code`). */
export interface ModelReference {
  provider: string;
  model: string;
}

/** Providers are named like files: lowercase words and hyphens. */
const providerPattern = /^[a-z0-9][a-z0-9-]*$/;

/** Vendors' names start with a letter or a digit, so a model can never be read as a flag. */
const modelPattern = /^[\p{L}\p{N}@~][^\s\p{Cc}]{0,199}$/u;

/**
 * Takes a reference apart: `openrouter/meta/llama-3` is the model `meta/llama-3` of `openrouter`.
 * Throws S2sError INVALID_VALUE when it cannot be one.
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
