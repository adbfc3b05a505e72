/**
 * What a model said without what it thought aloud before: `<think>…</think>` at the beginning, which servers leave in the text when they
 * do not know the model. Some chat templates put the opening mark into the prompt; then a closing mark ends a line of the text.
 * Thinking that does not end is all there is.
 */
export function cutThinking(text: string): string {
  const start = text.trimStart();
  if (start.startsWith('<think>')) return start.replace(/^<think>[\s\S]*?(?:<\/think>\s*|$)/, '');
  // Inside JSON the mark is part of a text.
  return /^[{[`]/.test(start) ? text : text.replace(/^[\s\S]*?<\/think>[ \t]*(?:\r?\n\s*|$)/, '');
}
