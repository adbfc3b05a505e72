/** Notices servers that cut a prompt without a word, as Ollama does with its usual context: they count far fewer tokens than were sent. */
import type { ModelRequest } from '../../session/model-request.ts';
import { ModelError } from '../../session/ports/provider.ts';
import type { Usage } from '../../session/records.ts';
import { estimateRequestTokens } from './estimate.ts';

/** Below the first share of the estimate a prompt was cut for certain, below the second one probably. */
const cutShare = 0.5;
const doubtfulShare = 0.65;

/** No server has a smaller context: one that counts fewer tokens may have left out what it had kept of earlier prompts. */
const smallestContext = 500;

/**
 * Compares what a server counted with what was sent; `most` is the most that the model counted before, which its context holds. Returns
 * a warning where the prompt may have been cut, else null. Throws ModelError `too-large` where it was: a reply to half of a prompt is
 * worth nothing.
 */
export function checkPromptCount(request: ModelRequest, usage: Usage, most = 0): string | null {
  const counted = countPrompt(usage);
  // A form that the server enforces is no part of what the model reads.
  const sent = estimateRequestTokens({ ...request, schema: null });
  if (counted === 0 || Math.max(counted, most) >= sent * doubtfulShare) return null;
  if (counted >= smallestContext && counted < sent * cutShare)
    throw new ModelError('too-large', '', {
      reason: 'prompt-cut',
      about: counted,
      code: String(sent),
      usage,
    });
  const or = counted < smallestContext ? ', or does not count what it had kept of earlier ones' : '';
  return `${request.model} counted ${counted} tokens of some ${sent} that were sent: its server may cut prompts${or}. ${howToWiden}`;
}

/** The tokens of a prompt by the count of a server, which may or may not have added those that it had kept. */
export function countPrompt({ input_tokens, cache_read_tokens }: Usage): number {
  return input_tokens + cache_read_tokens;
}

/** How the context of the usual servers is made larger. */
export const howToWiden =
  'Give it a larger context: OLLAMA_CONTEXT_LENGTH=32768 in the environment of Ollama (or num_ctx in a Modelfile), --ctx-size of llama.cpp, the context length of the model in LM Studio.';
