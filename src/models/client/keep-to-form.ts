/**
 * Learns about the replies of a model during a run, for any provider: whether they keep to the form that the server was told
 * to enforce. It also refuses an error message that stands in place of an answer.
 */
import type { ModelRequest } from '../../domain/model-request.ts';
import { type CallOptions, type Completion, formLevels, ModelError } from '../../domain/provider.ts';
import { refuseSpokenError } from '../http/spoken-error.ts';
import { readForm } from '../replies/read-reply.ts';

type Complete = (request: ModelRequest, options: CallOptions) => Promise<Completion>;

/**
 * Wraps calls. After an unreadable reply the next prompts describe the form; after another one, if no reply has been readable so far,
 * the form is no longer sent to the server. A repeated call describes the form too, and takes into account the replies that it got in
 * an earlier run, so that a resumed session asks as the run that began the call would have asked.
 */
export function keepToForm(name: string, complete: Complete): Complete {
  const levels = new Map<string, number>();
  /** Models whose server has kept to a form in this run: it keeps getting the form, even after an unreadable reply. */
  const proven = new Set<string>();
  return async (request, call) => {
    const { modelName } = call;
    const who = modelName === '' ? name : `${name} (${modelName})`;
    const bound = (wanted: number): number =>
      Math.min(wanted, proven.has(modelName) ? 1 : formLevels.length - 1);
    const repeated = request.attempt > 1 ? Math.max(1, bound(request.unread ?? 0)) : 0;
    const level = Math.max(levels.get(modelName) ?? 0, repeated);
    // Parallel calls fail for the same cause, which counts once.
    const learn = (): void => {
      levels.set(modelName, Math.max(levels.get(modelName) ?? 0, bound(level + 1)));
    };
    try {
      const completion = await complete(request, { ...call, form: formLevels[level] ?? 'prompt' });
      if (request.schema === null) return refuseSpokenError(completion, who);
      const { data, isKept } = readForm(completion.text, request.schema);
      if (data !== undefined && level < formLevels.length - 1) proven.add(modelName);
      if (isKept) return completion;
      if (data === undefined) refuseSpokenError(completion, who);
      learn();
      return completion;
    } catch (error) {
      if (error instanceof ModelError && error.kind === 'empty' && request.schema !== null) learn();
      throw error;
    }
  };
}
