/** Checks that the server starts and offers its tools, by sending it a client's requests in memory. */
import {
  InMemoryTransport,
  type JSONRPCMessage,
  LATEST_PROTOCOL_VERSION,
} from '@modelcontextprotocol/server';
import { createServer } from './create-server.ts';
import { createDiscussions } from './discussions.ts';
import type { PersonDesk } from './person-desk.ts';
import type { Workshop } from './run-tool.ts';

/** The result of the check. */
export interface ServerCheck {
  ok: boolean;
  /** The names of the tools. */
  tools: string[];
  /** The fault, or null. */
  problem: string | null;
}

/** Starts a server, asks for its tools, and closes it. Reads no file and calls no model. */
export async function checkServer(version: string): Promise<ServerCheck> {
  const server = createServer(version, () => idleWorkshop);
  const [client, wire] = InMemoryTransport.createLinkedPair();
  const ask = (id: number, method: string, params: object): Promise<Record<string, unknown>> =>
    new Promise((resolve, reject) => {
      client.onmessage = (message) => {
        if ('result' in message) resolve(message.result as Record<string, unknown>);
        else if ('error' in message) reject(new Error(message.error.message));
      };
      client.send({ jsonrpc: '2.0', id, method, params } as JSONRPCMessage).catch(reject);
    });
  try {
    await server.connect(wire);
    await client.start();
    const clientInfo = { name: 's2s-doctor', version };
    await ask(1, 'initialize', { protocolVersion: LATEST_PROTOCOL_VERSION, capabilities: {}, clientInfo });
    const { tools } = await ask(2, 'tools/list', {});
    const names = (tools as { name: string }[]).map(({ name }) => name);
    return { ok: names.length > 0, tools: names, problem: names.length > 0 ? null : 'it offers no tools' };
  } catch (error) {
    return { ok: false, tools: [], problem: error instanceof Error ? error.message : String(error) };
  } finally {
    await server.close();
  }
}

const never = (): never => {
  throw new Error('a check calls no tool');
};

/** A placeholder: the tools are only listed, never called. */
const idleWorkshop: Workshop = {
  openApp: never,
  discussions: createDiscussions(),
  desk: {
    ask: never,
    describe: never,
    take: never,
    withdraw: never,
    isOpen: never,
    isDeclined: never,
  } as PersonDesk,
  kept: new Map(),
  clock: { deadline: never },
  marker: '',
  cwd: '',
  say: never,
};
