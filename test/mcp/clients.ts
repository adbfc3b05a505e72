/** The official clients of both eras of the protocol, behind the few methods that tests use. */
import type { Readable, Writable } from 'node:stream';
import { Client as NewClient } from '@modelcontextprotocol/client';
import { StdioClientTransport as NewStdio } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OldStdio } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type { JsonDocument } from '../support/run-binary.ts';

/** What a tool gave back. */
export interface ToolResult {
  isError: boolean;
  text: string;
  data: JsonDocument;
}

/** What a test hears of a call, and how it ends one. */
export interface CallOptions {
  /** Milliseconds after which the client gives up. */
  timeout?: number;
  signal?: AbortSignal;
  onprogress?: (progress: { progress: number; message?: string | undefined }) => void;
}

export interface TestClient {
  call: (name: string, given?: Record<string, unknown>, options?: CallOptions) => Promise<ToolResult>;
  /** The official client itself, for whatever is not a tool. */
  client: OldClient | NewClient;
  close: () => Promise<void>;
}

/** A form that a client was asked to show, and what the person does with it. */
export type Elicit = (form: { message: string; requestedSchema?: unknown }) => Promise<{
  action: 'accept' | 'decline' | 'cancel';
  content?: Record<string, string | number>;
}>;

/** A transport of either client. */
type Wire = ConstructorParameters<typeof NewStdio>[0] | { input: Readable; output: Writable };

const identity = { name: 'test', version: '1.0.0' };

/** Each era with how its official client connects. */
export const eras = [
  { era: '2026-07-28', connect: connectNew },
  { era: '2025-11-25', connect: connectOld },
] as const;

async function connectNew(wire: Wire, elicit?: Elicit): Promise<TestClient> {
  const client = new NewClient(identity, {
    capabilities: elicit === undefined ? {} : { elicitation: { form: {} } },
    versionNegotiation: { mode: { pin: '2026-07-28' } },
  });
  if (elicit !== undefined)
    client.setRequestHandler('elicitation/create', ({ params }) => elicit(params as Parameters<Elicit>[0]));
  await client.connect(
    'command' in wire ? new NewStdio(wire) : (connectStreams(wire) as unknown as NewStdio),
  );
  return {
    call: async (name, given = {}, options = {}) =>
      readResult(await client.callTool({ name, arguments: given }, options)),
    client,
    close: () => client.close(),
  };
}

async function connectOld(wire: Wire, elicit?: Elicit): Promise<TestClient> {
  const client = new OldClient(identity, {
    capabilities: elicit === undefined ? {} : { elicitation: {} },
  });
  if (elicit !== undefined)
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => elicit(params as Parameters<Elicit>[0]));
  const transport = 'command' in wire ? new OldStdio(wire) : connectStreams(wire);
  await client.connect(transport as unknown as OldStdio);
  return {
    call: async (name, given = {}, options = {}) =>
      readResult(await client.callTool({ name, arguments: given }, undefined, options as object)),
    client,
    close: () => client.close(),
  };
}

function readResult(result: object): ToolResult {
  const { content, structuredContent, isError } = result as JsonDocument;
  return { isError: isError === true, text: content?.[0]?.text ?? '', data: structuredContent };
}

/** The client's end of two streams: a transport, as both packages declare it in types of their own. */
function connectStreams({ input, output }: { input: Readable; output: Writable }) {
  let rest = '';
  const transport = {
    onmessage: undefined as ((message: never) => void) | undefined,
    onclose: undefined as (() => void) | undefined,
    onerror: undefined as ((error: Error) => void) | undefined,
    start: async () => {
      input.setEncoding('utf8');
      input.on('data', (text: string) => {
        const lines = `${rest}${text}`.split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) transport.onmessage?.(JSON.parse(line) as never);
      });
    },
    send: async (message: unknown) => {
      output.write(`${JSON.stringify(message)}\n`);
    },
    close: async () => {
      output.end();
      transport.onclose?.();
    },
  };
  return transport;
}
