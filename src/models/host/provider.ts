/** Models that are functions of the program in which s2s runs, in place of a provider. */
import type { HostModel } from '../../session/ports/host-model.ts';
import { ModelError, type Provider } from '../../session/ports/provider.ts';
import { assertMayLeave } from '../client/call-limit.ts';
import { joinBlocks, writeUserTurn } from '../client/flatten-prompt.ts';
import { makeUsage } from '../client/prices.ts';

/** Makes the provider of a function. */
export function createHostProvider(name: string, answer: HostModel): Provider {
  return {
    name,
    type: 'function',
    complete: async (request, call) => {
      const { round, step, seat, attempt, schema } = request;
      const asked = {
        ...{ round, step, seat, attempt, schema, signal: call.signal, model: call.modelName },
        system: joinBlocks(request.system),
        prompt: writeUserTurn(request, true),
        maxOutputTokens: request.max_output_tokens,
        stopSequences: request.stop_sequences,
      };
      assertMayLeave(call);
      const reply = await (async () => answer(asked))().catch((error: unknown) => {
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
      return {
        text,
        usage: makeUsage(1, { input_tokens: inputTokens, output_tokens: outputTokens, cost_usd: costUsd }),
        stop_reason: null,
        request_id: null,
        model: call.modelName || name,
        isFormInPrompt: schema !== null,
      };
    },
  };
}
