/** Joins the events of a streamed message into the message that it would have been without streaming. */
import { isMapping } from '../../session/is-mapping.ts';
import type { EventJoiner } from '../http/read-response.ts';
import { type Fields, readAt, readText } from '../replies/json-values.ts';

/** Begins a message. */
export function createMessageJoiner(): EventJoiner {
  let message: Fields = {};
  let usage: Fields = {};
  let text = '';
  let isStopped = false;
  return {
    add: (event) => {
      if (!isMapping(event)) return;
      const { type, delta } = event;
      if (type === 'message_start' && isMapping(event['message'])) message = { ...event['message'] };
      if (type === 'content_block_start') text += readText(readAt(event, 'content_block', 'text')) ?? '';
      if (type === 'content_block_delta') text += readText(readAt(delta, 'text')) ?? '';
      if (type === 'message_delta') message = { ...message, ...listStated(delta) };
      if (type === 'message_stop') isStopped = true;
      // The counts of the end replace those of the beginning where it states them.
      usage = { ...usage, ...listStated(readAt(event, 'message', 'usage')), ...listStated(event['usage']) };
    },
    said: () => text,
    join: () => ({
      json: { ...message, type: 'message', usage, content: [{ type: 'text', text }] },
      isComplete: isStopped || readText(message['stop_reason']) !== null,
    }),
  };
}

/** The fields that an event states; events omit, or set to null, fields that have not changed. */
function listStated(fields: unknown): Fields {
  return isMapping(fields)
    ? Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
    : {};
}
