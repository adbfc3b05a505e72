/** Models that are functions of the program in which s2s runs, in place of a provider. */
import { once } from 'node:events';
import type { HostModel } from '../../session/ports/host-model.ts';
import { ModelError, type Provider } from '../../session/ports/provider.ts';
import { assertMayLeave, limitAttempt } from '../client/call-limit.ts';
import { joinBlocks, writeUserTurn } from '../client/flatten-prompt.ts';
import { makeUsage } from '../client/prices.ts';

/** Makes the provider of a function. */
export function createHostProvider(name: string, answer: HostModel): Provider {
  return {
    name,
    type: 'function',
    complete: (request, call) =>
      limitAttempt({ request, call }, async (signal) => {
        signal.throwIfAborted();
        const { round, step, seat, attempt, schema } = request;
        const asked = {
          ...{ round, step, seat, attempt, schema, signal, model: call.modelName },
          system: joinBlocks(request.system),
          prompt: writeUserTurn(request, true),
          maxOutputTokens: request.max_output_tokens,
          stopSequences: request.stop_sequences,
        };
        assertMayLeave(call);
        // A function that pays no heed to the signal must not hold the run.
        const abandoned = once(signal, 'abort').then(() => signal.throwIfAborted()) as Promise<never>;
        const answering = (async () => answer(asked))();
        const reply = await Promise.race([answering, abandoned]).catch((error: unknown) => {
          signal.throwIfAborted();
          if (error instanceof ModelError) throw error;
          const said = error instanceof Error ? error.message : String(error);
          throw new ModelError('server', said, { reason: 'program-error', cause: error });
        });
        const {
          text,
          inputTokens = 0,
          outputTokens = 0,
          costUsd = null,
        } = typeof reply === 'object' && reply !== null ? reply : { text: reply };
        // The function may be plain JavaScript.
        if (typeof text !== 'string' || text.trim() === '')
          throw new ModelError('empty', '', { reason: 'no-text' });
        const usage = makeUsage(1, {
          input_tokens: inputTokens,
          output_tokens: outputTokens,
          cost_usd: costUsd,
        });
        const modelName = call.modelName || name;
        return {
          text,
          usage,
          stop_reason: null,
          request_id: null,
          model: modelName,
          isFormInPrompt: schema !== null,
        };
      }),
  };
}
