/** Typed options as the layer of the configuration that comes before all others. */
import type { ConfigFlags } from '../config/flag-layer.ts';
import type { SessionOptions } from './options.ts';

/** Writes the options in the form that the configuration reads. */
export function layOptions(options: SessionOptions): ConfigFlags {
  const { participants, models } = options;
  const pairs = Object.entries(models ?? {}).map(([seat, model]) => `${seat}=${model}`);
  return {
    strategy: options.strategy,
    participants:
      participants === undefined || participants === 'auto' ? participants : participants.join(','),
    outputType: options.outputType,
    language: options.language,
    facilitator: options.facilitator,
    synthesizer: options.synthesizer,
    model: options.model,
    models: pairs.length === 0 ? undefined : pairs.join(','),
    participation: options.participation,
    minRounds: options.minRounds,
    maxRounds: options.maxRounds,
    agentTimeout: options.agentTimeout,
    totalTimeout: options.totalTimeout,
    maxTokens: options.maxTokens,
    maxCost: options.maxCost,
    onLimit: options.onLimit,
    onEscalation: options.onEscalation,
    interactive: options.interactive,
    verbose: options.verbose,
    combined: options.combined,
    fast: options.fast,
  };
}
