/** A server that plays models for the time of one test. */
import { onTestFinished } from 'vitest';
import { type Loopback, type LoopbackOptions, startLoopback } from './loopback-server.ts';

/** Starts it; it is closed when the test ends. */
export async function serveModel(options: LoopbackOptions = {}): Promise<Loopback> {
  const server = await startLoopback(options);
  onTestFinished(() => server.close());
  return server;
}
