/** Puts a streamed chat completion together again, into the shape of one that was not streamed. */
import type { JoinedReply } from '../http/read-answer.ts';
import type { StreamEvent } from '../http/read-body.ts';
import { type Fields, isFields, readAt, readText } from '../replies/json-values.ts';
import { readContent } from './reply.ts';

/** Joins the events of `/chat/completions`; pieces stand under `delta`, or under `message` as in an unstreamed reply. */
export function joinEvents(events: readonly StreamEvent[]): JoinedReply {
  let head: Fields = {};
  let finish: unknown = null;
  let content = '';
  let refusal = '';
  let isComplete = false;
  for (const { data } of events) {
    if (data === '[DONE]') isComplete = true;
    if (!isFields(data)) continue;
    const { choices: _, ...rest } = data;
    head = { ...head, ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null)) };
    const choice = readAt(data, 'choices', 0);
    const message = readAt(choice, 'message');
    const piece = readContent(readAt(choice, 'delta', 'content')) || readContent(readAt(message, 'content'));
    // Servers that send messages may repeat in each of them what came before.
    if (isFields(message) && content !== '' && piece.startsWith(content)) content = piece;
    else content += piece;
    refusal += readText(readAt(choice, 'delta', 'refusal') ?? readAt(message, 'refusal')) ?? '';
    finish = readText(readAt(choice, 'finish_reason')) ?? finish;
  }
  const choices = [{ message: { content, refusal }, finish_reason: finish }];
  return { json: { ...head, choices }, isComplete: isComplete || finish !== null };
}
