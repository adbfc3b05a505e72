/** The batches of Anthropic (`/v1/messages/batches`) on the loopback server: what was sent, and what became of each message. */
import type { ServerResponse } from 'node:http';
import { makeMessage } from './loopback-replies.ts';
import { type AskedRequest, type LoopbackOptions, readAsked, sendJson } from './loopback-server.ts';

/** What becomes of a message; `lost`: the results do not name it. */
export type Fate = 'succeeded' | 'expired' | 'canceled' | 'lost' | { errored: object };

/** A batch that was sent. */
export interface LoopbackBatch {
  id: string;
  sent: { custom_id: string; params: { [key: string]: unknown } }[];
  /** How often it is asked about before it has ended. */
  polls: number;
  results: object[];
}

/** The batches of an account, and what happens to those that come. */
export interface BatchScript {
  /** Oldest first. */
  batches: LoopbackBatch[];
  /** How often a batch is asked about before it has ended; 1 when absent, Infinity for one that does not end. */
  polls?: number;
  /** The fate of a message; `succeeded` when absent. */
  decide?: (asked: AskedRequest, batch: number) => Fate;
  /** Called when a batch is there, before its id is sent. `drop`: the id is never sent. A number: the status of a refusal, and no batch is made. */
  onCreate?: (number: number) => 'drop' | number | undefined;
  /** Called when somebody asks about a batch. */
  onPoll?: (batch: LoopbackBatch) => number | undefined;
}

/** All custom ids that were sent, in order. */
export function listSent({ batches }: BatchScript): string[] {
  return batches.flatMap(({ sent }) => sent.map(({ custom_id: id }) => id));
}

/** Answers a request below `/v1/messages/batches`. */
export async function handleBatches({
  script,
  path,
  body,
  response,
  options,
  requests,
}: {
  script: BatchScript;
  path: string;
  body: unknown;
  response: ServerResponse;
  options: LoopbackOptions;
  requests: AskedRequest[];
}): Promise<void> {
  const { batches } = script;
  const refuse = (status: number): void =>
    sendJson(response, status, { type: 'error', error: { type: 'x', message: `status ${status}` } });
  if (body !== null) {
    const verdict = script.onCreate?.(batches.length);
    if (typeof verdict === 'number') return refuse(verdict);
    const { requests: sent } = body as { requests: LoopbackBatch['sent'] };
    const id = `msgbatch_${String(batches.length + 1).padStart(3, '0')}`;
    const results: object[] = [];
    for (const { custom_id: customId, params } of sent) {
      const asked = readAsked('anthropic', { body: params, headers: {}, number: requests.length + 1 });
      requests.push(asked);
      const fate = script.decide?.(asked, batches.length) ?? 'succeeded';
      if (fate === 'lost') continue;
      const answer = (await options.reply?.(asked)) ?? '';
      if (typeof answer === 'object' && 'fault' in answer) throw new Error('a batch has no such fault');
      const reply = typeof answer === 'string' ? { text: answer } : answer;
      const result =
        typeof fate === 'object'
          ? { type: 'errored', error: { type: 'error', error: fate.errored } }
          : { type: fate, ...(fate === 'succeeded' ? { message: makeMessage(asked, reply) } : {}) };
      // The last one comes first: results are in no order.
      results.unshift({ custom_id: customId, result });
    }
    const batch = { id, sent, polls: script.polls ?? 1, results };
    batches.push(batch);
    if (verdict === 'drop') return void response.destroy();
    return sendJson(response, 200, describe(batch));
  }
  const [id, part] = path.slice('/v1/messages/batches'.length).split('/').slice(1);
  if (id === undefined) {
    const data = [...batches].reverse().map(describe);
    return sendJson(response, 200, { data, has_more: false, first_id: null, last_id: null });
  }
  const batch = batches.find((one) => one.id === id);
  if (batch === undefined) return refuse(404);
  const status = script.onPoll?.(batch);
  if (status !== undefined) return refuse(status);
  if (part === 'results') {
    const lines = batch.results.map((result) => `${JSON.stringify(result)}\n`);
    return void response.writeHead(200, { 'content-type': 'application/x-jsonl' }).end(lines.join(''));
  }
  sendJson(response, 200, describe(batch));
  batch.polls -= 1;
}

function describe({ id, sent, polls }: LoopbackBatch) {
  const hasEnded = polls <= 0;
  return {
    id,
    type: 'message_batch',
    processing_status: hasEnded ? 'ended' : 'in_progress',
    request_counts: {
      processing: hasEnded ? 0 : sent.length,
      succeeded: hasEnded ? sent.length : 0,
      errored: 0,
      expired: 0,
      canceled: 0,
    },
    // Another place than the one that was asked, as behind a proxy.
    results_url: hasEnded ? `http://127.0.0.1:9/v1/messages/batches/${id}/results` : null,
  };
}
