/** Replies of the loopback server in the shapes of both protocols, whole and streamed. */
import type { ServerResponse } from 'node:http';
import type { AskedRequest, ScriptedReply } from './loopback-server.ts';

/** A reply as a message of Anthropic. */
export function makeMessage(asked: AskedRequest, reply: ScriptedReply) {
  const usage = {
    input_tokens: reply.usage?.input ?? 10,
    output_tokens: reply.usage?.output ?? 5,
    cache_read_input_tokens: reply.usage?.cacheRead ?? 0,
    cache_creation_input_tokens: reply.usage?.cacheWrite ?? 0,
  };
  return {
    id: `msg_${asked.number}`,
    type: 'message',
    role: 'assistant',
    model: reply.model ?? asked.model,
    content: reply.text === '' ? [] : [{ type: 'text', text: reply.text, citations: null }],
    stop_reason: reply.stopReason ?? 'end_turn',
    stop_sequence: null,
    usage,
  };
}

/** Sends a reply as `/v1/messages` does. */
export function writeAnthropicReply(
  response: ServerResponse,
  asked: AskedRequest,
  reply: ScriptedReply,
): void {
  const id = reply.requestId ?? `req_${asked.number}`;
  const message = makeMessage(asked, reply);
  const { usage } = message;
  if (!asked.stream) {
    response
      .writeHead(200, { 'content-type': 'application/json', 'request-id': id })
      .end(JSON.stringify(message));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream', 'request-id': id });
  const send = (type: string, data: object): void => {
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  };
  send('message_start', { message: { ...message, content: [], stop_reason: null } });
  send('content_block_start', { index: 0, content_block: { type: 'text', text: '' } });
  for (const part of cut(reply.text))
    send('content_block_delta', { index: 0, delta: { type: 'text_delta', text: part } });
  send('content_block_stop', { index: 0 });
  send('message_delta', { delta: { stop_reason: message.stop_reason, stop_sequence: null }, usage });
  send('message_stop', {});
  response.end();
}

const finishReasons: Readonly<Record<string, string>> = {
  end_turn: 'stop',
  max_tokens: 'length',
  refusal: 'content_filter',
};

/** Sends a reply as `/v1/chat/completions` does. */
export function writeOpenAiReply(response: ServerResponse, asked: AskedRequest, reply: ScriptedReply): void {
  const stop = reply.stopReason ?? 'end_turn';
  const head = { id: `chatcmpl-${asked.number}`, model: reply.model ?? asked.model };
  const finish = finishReasons[stop] ?? stop;
  const usage = {
    prompt_tokens: (reply.usage?.input ?? 10) + (reply.usage?.cacheRead ?? 0),
    completion_tokens: reply.usage?.output ?? 5,
    prompt_tokens_details: { cached_tokens: reply.usage?.cacheRead ?? 0 },
    ...(reply.usage?.cost === undefined ? {} : { cost: reply.usage.cost }),
  };
  const id = { 'x-request-id': reply.requestId ?? `req_${asked.number}` };
  if (!asked.stream) {
    const message = { role: 'assistant', content: reply.text };
    const body = {
      ...head,
      object: 'chat.completion',
      choices: [{ index: 0, message, finish_reason: finish }],
      usage,
    };
    response.writeHead(200, { 'content-type': 'application/json', ...id }).end(JSON.stringify(body));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream', ...id });
  const send = (data: object): void => {
    response.write(`data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', ...data })}\n\n`);
  };
  for (const part of cut(reply.text))
    send({ choices: [{ index: 0, delta: { content: part }, finish_reason: null }] });
  send({ choices: [{ index: 0, delta: {}, finish_reason: finish }] });
  send({ choices: [], usage });
  response.end('data: [DONE]\n\n');
}

function cut(text: string): string[] {
  return text.match(/[\s\S]{1,40}/gu) ?? [];
}
