/** The message batches of the vendor's API. */
import type Anthropic from '@anthropic-ai/sdk';
import { isMapping } from '../../session/is-mapping.ts';
import type { ModelRequest } from '../../session/model-request.ts';
import { type Completion, ModelError } from '../../session/ports/provider.ts';
import type { BatchInterface, BatchResult, SendBody } from '../../session/ports/provider-batch.ts';
import { readFailure } from '../http/failure.ts';
import type { HttpRequest } from '../http/http-client.ts';
import { classifyClientError } from './errors.ts';
import { readMessage } from './message.ts';

const timeout = 120_000;
/** Enough for a hundred long replies. */
const mostResultBytes = 128 * 1024 * 1024;

/** Makes the batch interface of a client. */
export function createBatches(client: Anthropic): BatchInterface {
  const { batches } = client.messages;
  const classify = (error: unknown): never => {
    throw classifyClientError(error);
  };
  return {
    create: async (requests, { mayLeave }) => {
      const params = { requests: requests as Anthropic.Messages.BatchCreateParams['requests'] };
      const fetchOptions: HttpRequest = { mayLeave };
      const settings = { timeout, fetchOptions: fetchOptions as object };
      const batch: unknown = await batches.create(params, settings).catch(classify);
      if (isMapping(batch) && typeof batch['id'] === 'string' && batch['id'] !== '') return batch['id'];
      throw new ModelError('malformed', '', { reason: 'batch-without-id' });
    },
    async *list() {
      try {
        for await (const { id, request_counts: counts } of batches.list({ limit: 100 }, { timeout }))
          yield { id, size: Object.values(counts).reduce((sum, count) => sum + count, 0) };
      } catch (error) {
        classify(error);
      }
    },
    read: async (id, { signal }) => {
      try {
        const batch = await batches.retrieve(id, undefined, { signal, timeout });
        if (batch.processing_status !== 'ended') return null;
        if (!batch.results_url) return new Map();
        // The path is built from the base URL, because the URL in the answer may bypass a proxy in front of the API.
        const fetchOptions: HttpRequest = { maxBytes: mostResultBytes };
        const response = await client
          .get(`/v1/messages/batches/${encodeURIComponent(id)}/results`, {
            signal,
            timeout,
            fetchOptions: fetchOptions as object,
          })
          .asResponse();
        return readResults(await response.text());
      } catch (error) {
        return classify(error);
      }
    },
  };
}

function readResults(text: string): Map<string, BatchResult> {
  const results = new Map<string, BatchResult>();
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const entry: unknown = JSON.parse(line);
    if (!isMapping(entry) || typeof entry['custom_id'] !== 'string' || !isMapping(entry['result'])) continue;
    results.set(entry['custom_id'], entry['result']);
  }
  return results;
}

/** Reads the result of one call. Throws ModelError, whose `requestId` is also the id of the batch. */
export function readBatched(
  { batchId: requestId, result }: Awaited<ReturnType<SendBody>>,
  request: Pick<ModelRequest, 'schema' | 'model'>,
): Completion {
  const type = result?.['type'];
  if (type === 'succeeded' && isMapping(result?.['message']))
    return readMessage({ json: result['message'], isComplete: true }, { request, requestId });
  if (type === 'canceled')
    throw new ModelError('forbidden', '', { reason: 'batch-cancelled', about: requestId, requestId });
  if (type === 'errored') {
    const answer = { status: 200, headers: new Headers(), text: '', json: result?.['error'] };
    const { kind, facts } = readFailure(answer) ?? new ModelError('server', '');
    throw new ModelError(kind, facts.said, { ...facts, reason: 'batch-errored', requestId });
  }
  throw new ModelError('overloaded', '', { reason: 'batch-expired', about: requestId, requestId });
}
