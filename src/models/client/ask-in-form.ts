/**
 * How the form of a reply is asked for: as a schema that the server enforces, as JSON without a schema, or in the prompt. What a model
 * refuses or does not keep to is remembered for the run.
 */
import type { ModelRequest } from '../../session/model-request.ts';
import { type Completion, ModelError } from '../../session/ports/provider.ts';
import { readForm } from '../replies/read-reply.ts';

/** The ways to ask for a form, each weaker than the one before. All but the first describe the form in the prompt. */
export const formWays = ['schema', 'schema-and-prompt', 'json', 'prompt'] as const;
export type FormWay = (typeof formWays)[number];

/** What is known about a model of a provider; kept as long as the provider. */
export interface ModelMemory {
  way: FormWay;
  /** The server accepted a request in this way that told it the form: a refusal is about something else. */
  isAccepted: boolean;
  /** A reply kept to the form that the server was told: it keeps being told, even after an unreadable reply. */
  isProven: boolean;
  /** Parameters that the model does not support. */
  unsupported: Set<string>;
}

/** Returns a function that gives the memory of each model of a provider. */
export function createMemories(): (modelName: string) => ModelMemory {
  const memories = new Map<string, ModelMemory>();
  return (modelName) => {
    const known = memories.get(modelName);
    const memory = known ?? { way: 'schema', isAccepted: false, isProven: false, unsupported: new Set() };
    memories.set(modelName, memory);
    return memory;
  };
}

/** How to send a request. */
export interface FormedRequest {
  memory: ModelMemory;
  /** The ways that the protocol has. */
  ways: readonly FormWay[];
  /** The parameters that a request can do without. */
  optional: readonly string[];
  /** Rejects with ModelError. */
  send: (way: FormWay) => Promise<Completion>;
}

/**
 * Sends a request, in the next weaker way when the server refuses the form, and without a parameter that it names as not supported.
 * Rejects with the first refusal when nothing helps. After an unreadable reply later calls are asked in a weaker way; a repeated call
 * takes the replies of an earlier run into account, so that a resumed session asks as the run that began the call would have asked.
 */
export async function askInForm(request: ModelRequest, options: FormedRequest): Promise<Completion> {
  const { memory, ways, optional, send } = options;
  const { schema } = request;
  const left = new Set<string>();
  let way = schema === null ? 'prompt' : chooseWay(request, memory);
  let first: unknown = null;
  for (;;) {
    try {
      const completion = await send(way);
      if (schema === null) return completion;
      if (way !== 'prompt') memory.isAccepted = true;
      if (first !== null) memory.way = weaker(memory.way, way);
      const { data, isKept, isCut } = readForm(completion.text, schema);
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
      // A call at the same time may have found out that this way is refused.
      const isAccepted = memory.isAccepted && weaker(memory.way, way) === way;
      if (isAccepted || way === 'prompt' || !mayBeForm(error)) throw first;
      way = way !== 'json' && ways.includes('json') ? 'json' : 'prompt';
    }
  }
}

function chooseWay({ attempt, unread = 0 }: ModelRequest, { way, isProven }: ModelMemory): FormWay {
  if (attempt === 1) return way;
  return weaker(way, unread > 1 && !isProven ? 'prompt' : 'schema-and-prompt');
}

/** Parallel calls fail for the same cause, which counts once: what counts is the way in which each was asked. */
function learn(memory: ModelMemory, way: FormWay): void {
  const next = way === 'schema' || memory.isProven ? 'schema-and-prompt' : 'prompt';
  memory.way = weaker(memory.way, next);
}

function weaker(one: FormWay, other: FormWay): FormWay {
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
