import type { ModelRequest } from '../../session/model-request.ts';

/**
 * Estimates a count of tokens: one token for four characters of text in Latin script, and one for each character of denser
 * scripts (Chinese, Japanese, Korean). Accurate to about a fifth; the true count is known only after a call.
 */
export function estimateTokens(text: string): number {
  let dense = 0;
  for (const character of text) if (isDense(character.codePointAt(0) ?? 0)) dense += 1;
  return Math.ceil((text.length - dense) / 4) + dense;
}

/** The same for the whole input of a request, its schema included. */
export function estimateRequestTokens(request: Pick<ModelRequest, 'system' | 'prompt' | 'schema'>): number {
  const texts = [...request.system, ...request.prompt].map((block) => block.text);
  if (request.schema !== null) texts.push(JSON.stringify(request.schema.json));
  return texts.reduce((sum, text) => sum + estimateTokens(text), 0);
}

function isDense(code: number): boolean {
  return (
    (code >= 0x3040 && code <= 0x9fff) ||
    (code >= 0xac00 && code <= 0xd7af) ||
    (code >= 0x20000 && code <= 0x3134f)
  );
}
