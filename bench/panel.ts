/** Starts the panel's process and reads its record. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { BenchStep } from './panel-reply.ts';

/** A call as the server saw it; times in milliseconds on the server's own clock. */
export interface RecordedCall {
  begun: number;
  ended: number;
  step: BenchStep;
  /** The request body as received. */
  body: string;
}

export interface Panel {
  url: string;
  /** The calls since the last time this was called, in the order of arrival. */
  takeRecord: () => Promise<RecordedCall[]>;
  close: () => void;
}

/** Starts a panel that answers each request after this delay. */
export async function startPanel(delayMs: number): Promise<Panel> {
  const child = fork(fileURLToPath(new URL('./panel-process.js', import.meta.url)), [String(delayMs)]);
  const port = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('message', (message) => resolve((message as { port: number }).port));
  });
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    takeRecord: async () => (await (await fetch(`${url}/record`)).json()) as RecordedCall[],
    close: () => child.disconnect(),
  };
}

/** Milliseconds from the first request to the last reply. */
export function readSpan(calls: readonly RecordedCall[]): number {
  return Math.max(...calls.map(({ ended }) => ended)) - Math.min(...calls.map(({ begun }) => begun));
}

/** Groups calls that are made in parallel: the answers of a round, the reviews and the votes are one group each. */
export function groupCalls(calls: readonly RecordedCall[]): RecordedCall[][] {
  const groups: RecordedCall[][] = [];
  for (const call of calls) {
    const last = groups.at(-1);
    const together = call.step === 'answer' || call.step === 'review' || call.step === 'last-call';
    if (last?.[0] && together && last[0].step === call.step) last.push(call);
    else groups.push([call]);
  }
  return groups;
}
