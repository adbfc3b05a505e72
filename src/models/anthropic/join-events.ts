/** Puts a streamed message together again, into the shape of one that was not streamed. */
import type { JoinedReply } from '../http/read-answer.ts';
import type { StreamEvent } from '../http/read-body.ts';
import { type Fields, isFields, readAt, readText } from '../replies/json-values.ts';

/** Joins the events of `/v1/messages`. A whole message among them is taken as it is. */
export function joinEvents(events: readonly StreamEvent[]): JoinedReply {
  let message: Fields = {};
  let usage: Fields = {};
  let isComplete = false;
  const texts: string[] = [];
  for (const { data } of events) {
    if (!isFields(data)) continue;
    const { type, delta } = data;
    if (type === 'message') return { json: data, isComplete: true };
    if (type === 'message_stop') isComplete = true;
    if (type === 'message_start' && isFields(data['message'])) message = data['message'];
    if (type === 'message_delta' && isFields(delta)) message = { ...message, ...delta };
    usage = { ...usage, ...readUsage(data), ...readUsage(data['message']) };
    // Thinking and calls of tools come in deltas with other fields.
    texts.push(readText(readAt(data, 'content_block', 'text')) ?? readText(readAt(delta, 'text')) ?? '');
  }
  const content = [{ type: 'text', text: texts.join('') }];
  return { json: { ...message, content, usage }, isComplete };
}

/** The counts that an event states; a later event leaves out, or sets to null, what has not changed. */
function readUsage(data: unknown): Fields {
  const usage = readAt(data, 'usage');
  return isFields(usage)
    ? Object.fromEntries(Object.entries(usage).filter(([, count]) => count !== null))
    : {};
}
