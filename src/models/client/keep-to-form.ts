/**
 * What a run learns about the replies of a model, on top of any provider: whether it keeps to a form that its server was told
 * to enforce, and that an error in the place of an answer is none.
 */
import type { ModelRequest } from '../../domain/model-request.ts';
import { type CallOptions, type Completion, formLevels, ModelError } from '../../domain/provider.ts';
import { refuseSpokenError } from '../http/spoken-error.ts';
import { readForm } from '../replies/read-reply.ts';

type Complete = (request: ModelRequest, options: CallOptions) => Promise<Completion>;

/**
 * Wraps calls: after a reply that cannot be read the next prompts describe the form, and after another one, where none could be
 * read so far, the server is no longer told of it. A call that repeats an earlier one describes it too, and takes into account what
 * was replied to it in an earlier run: whoever goes on with a session asks as the run that began the call would have asked.
 */
export function keepToForm(name: string, complete: Complete): Complete {
  const levels = new Map<string, number>();
  /** Models whose server has kept to a form in this run: it goes on being told of it, whatever a single reply is. */
  const proven = new Set<string>();
  return async (request, call) => {
    const { modelName } = call;
    const who = modelName === '' ? name : `${name} (${modelName})`;
    const bound = (wanted: number): number =>
      Math.min(wanted, proven.has(modelName) ? 1 : formLevels.length - 1);
    const repeated = request.attempt > 1 ? Math.max(1, bound(request.unread ?? 0)) : 0;
    const level = Math.max(levels.get(modelName) ?? 0, repeated);
    // Calls that run side by side fail for the same cause, which counts once.
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
