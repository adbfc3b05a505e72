/**
 * The models of the benchmark: a server on this machine, in its own process, that answers every request after a fixed
 * delay. Both clients of a comparison are timed here, at the server: from the first request to the last reply.
 * `GET /record` returns the calls since the last `GET /record`.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RecordedCall } from './panel.ts';
import { readStep, type Schema, writeReply } from './panel-reply.ts';

const delayMs = Number(process.argv[2] ?? 0);
let calls: RecordedCall[] = [];
let count = 0;

const server = createServer((incoming, response) => {
  answer(incoming, response).catch((error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    response.destroy();
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on('disconnect', () => process.exit());

async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  if (incoming.url === '/record') {
    const text = JSON.stringify(calls);
    calls = [];
    count = 0;
    response.end(text);
    return;
  }
  if (incoming.method !== 'POST') {
    response.writeHead(404).end();
    return;
  }
  const begun = performance.now();
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks).toString('utf8');
  const request = JSON.parse(body) as Request;
  count += 1;
  const call: RecordedCall = { begun, ended: 0, step: readStep(request.output_config.format.schema), body };
  calls.push(call);
  const user = request.messages.map(({ content }) => content.map(({ text }) => text).join('\n')).join('\n');
  const text = JSON.stringify(writeReply(request.output_config.format.schema, user, count));
  const left = begun + delayMs - performance.now();
  if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
  send(response, request, text);
  call.ended = performance.now();
}

/** Sends the reply whole, or as a stream if the client asks for one. */
function send(response: ServerResponse, request: Request, text: string): void {
  const usage = {
    input_tokens: 10,
    output_tokens: 5,
    cache_read_input_tokens: 0,
    cache_creation_input_tokens: 0,
  };
  const message = {
    id: `msg_${count}`,
    type: 'message',
    role: 'assistant',
    model: request.model,
    content: [{ type: 'text', text }],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage,
  };
  if (request.stream !== true) {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(message));
    return;
  }
  const events = [
    { type: 'message_start', message: { ...message, content: [], stop_reason: null } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage },
    { type: 'message_stop' },
  ];
  response
    .writeHead(200, { 'content-type': 'text/event-stream' })
    .end(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''));
}

interface Request {
  stream?: boolean;
  model: string;
  messages: { content: { text: string }[] }[];
  output_config: { format: { schema: Schema } };
}
