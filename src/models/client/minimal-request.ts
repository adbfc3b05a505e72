/** The smallest request that shows whether a model can take a seat: with a real form, and the limit of a real call. */
import type { ModelRequest } from '../../session/model-request.ts';

/** The highest output limit of a run's calls, so that a server that refuses it already refuses here. */
const mostTokens = 21_000;

/** A form with a text, a number and a list, like the forms of a run. */
const form = {
  type: 'object',
  properties: {
    position: { type: 'string', description: 'The single word: ready' },
    confidence: { type: 'number', description: 'From 0 to 1.' },
    concerns: { type: 'array', items: { type: 'string' } },
  },
  required: ['position', 'confidence', 'concerns'],
  additionalProperties: false,
};

/** Makes a request that asks a model for one word in a form. */
export function makeMinimalRequest(
  reference: string,
  { seat, timeoutMs }: { seat: string; timeoutMs: number },
): ModelRequest {
  return {
    key: `0/answer/${seat}/1`,
    round: 0,
    step: 'answer',
    seat,
    attempt: 1,
    purpose: 'ask',
    model: reference,
    system: [{ text: 'This is a check of the connection.', cache: false }],
    prompt: [{ text: 'Say the single word "ready", with full confidence and no concerns.', cache: false }],
    schema: { name: 'check', json: form },
    timeout_ms: timeoutMs,
    max_output_tokens: mostTokens,
    stop_sequences: [],
    fence: 'check',
    facts: null,
  };
}
