/** Joins the chunks of a streamed chat completion into the completion that it would have been without streaming. */
import { isMapping } from '../../session/is-mapping.ts';
import type { EventJoiner } from '../http/read-response.ts';
import { type Fields, readAt, readText } from '../replies/json-values.ts';
import { readContent } from './reply.ts';

/** Begins a completion. */
export function createChunkJoiner(): EventJoiner {
  let head: Fields = {};
  let usage: unknown;
  let content = '';
  let refusal = '';
  let stop: string | null = null;
  let isDone = false;
  return {
    add: (data) => {
      if (data === '[DONE]') isDone = true;
      if (!isMapping(data)) return;
      const { id, model } = data;
      head = { ...head, ...(id === undefined ? {} : { id }), ...(model === undefined ? {} : { model }) };
      // The last chunk states the tokens, and has no choice.
      usage = data['usage'] ?? usage;
      const choice = readAt(data, 'choices', 0);
      content += readContent(readAt(choice, 'delta', 'content'));
      refusal += readText(readAt(choice, 'delta', 'refusal')) ?? '';
      stop = readText(readAt(choice, 'finish_reason')) ?? stop;
    },
    said: () => content,
    join: () => ({
      json: { ...head, usage, choices: [{ message: { content, refusal }, finish_reason: stop }] },
      isComplete: isDone || stop !== null,
    }),
  };
}
