/**
 * How the form of a reply is asked for: as a schema that the server enforces, with the form in the prompt as well, or in the prompt alone.
 * What a model refuses or does not keep to is remembered for the run.
 */
import type { ModelRequest } from '../../session/model-request.ts';
import { type Completion, ModelError } from '../../session/ports/provider.ts';
import { readForm } from '../replies/read-reply.ts';

/** The ways to ask for a form, each weaker than the one before. */
const formWays = ['schema', 'schema-and-prompt', 'prompt'] as const;
export type FormWay = (typeof formWays)[number];

/** What is known about a model of a provider; kept as long as the provider. */
export interface ModelMemory {
  way: FormWay;
  /** The server accepted a request with the form: a refusal is about something else. */
  isAccepted: boolean;
  /** A reply could be read that was asked for with the form: the server keeps being told it, also after an unreadable one. */
  isProven: boolean;
  /** Parameters that the model does not support. */
  unsupported: Set<string>;
}

/** Returns a function that gives the memory of each model of a provider. */
export function createMemories(): (modelName: string) => ModelMemory {
  const memories = new Map<string, ModelMemory>();
  return (modelName) => {
    const memory = memories.get(modelName) ?? {
      ...({ way: 'schema', isAccepted: false, isProven: false } as const),
      unsupported: new Set<string>(),
    };
    memories.set(modelName, memory);
    return memory;
  };
}

/** How to send a request. */
export interface FormedRequest {
  memory: ModelMemory;
  /** The parameters that a request can do without. */
  optional: readonly string[];
  /** Rejects with ModelError. */
  send: (way: FormWay) => Promise<Completion>;
}

/**
 * Sends a request, with the form in the prompt when the server refuses it, and without a parameter that it names as not supported.
 * Rejects with the first refusal when nothing helps. After an unreadable reply later calls are asked in the next weaker way; a resumed
 * session describes the form where an earlier run could not read a reply.
 */
export async function askInForm(request: ModelRequest, options: FormedRequest): Promise<Completion> {
  const { memory, optional, send } = options;
  const { schema, unread = 0 } = request;
  const left = new Set<string>();
  let way = schema === null ? 'prompt' : weaken(memory.way, unread > 0 ? 'schema-and-prompt' : 'schema');
  let first: ModelError | null = null;
  for (;;) {
    try {
      const completion = await send(way);
      if (schema === null) return completion;
      if (way !== 'prompt') memory.isAccepted = true;
      const { data, isKept, isCut } = readForm(completion.text, schema);
      if (first !== null) memory.way = way;
      if (data !== undefined && way !== 'prompt') memory.isProven = true;
      if (!isKept && !isCut) learn(memory, way);
      return { ...completion, isFormInPrompt: way !== 'schema' };
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      if (error.facts.reason === 'no-text' && schema !== null) learn(memory, way);
      const parameter = findUnsupported(error, optional);
      if (parameter !== null && !left.has(parameter)) {
        left.add(parameter);
        memory.unsupported.add(parameter);
        continue;
      }
      first ??= error;
      if (way === 'prompt' || memory.isAccepted || !mayBeForm(error)) throw first;
      way = 'prompt';
    }
  }
}

/** Parallel calls fail for the same cause, which counts once: what counts is the way in which each was asked. */
function learn(memory: ModelMemory, way: FormWay): void {
  memory.way = weaken(memory.way, way === 'schema' || memory.isProven ? 'schema-and-prompt' : 'prompt');
}

function weaken(one: FormWay, other: FormWay): FormWay {
  return formWays.indexOf(one) < formWays.indexOf(other) ? other : one;
}

/** The parameter that the server does not support, by the `code` and `param` of OpenAI's errors. */
function findUnsupported({ facts }: ModelError, optional: readonly string[]): string | null {
  const { code, about } = facts;
  const isNamed = code === 'unsupported_parameter' || code === 'unsupported_value';
  return isNamed && about !== null && optional.includes(about) ? about : null;
}

/** Whether a refusal may be about the form: the server calls the request wrong, by one of the two statuses for that. */
function mayBeForm({ kind, facts }: ModelError): boolean {
  return kind === 'bad-request' && (facts.status === 400 || facts.status === 422);
}
