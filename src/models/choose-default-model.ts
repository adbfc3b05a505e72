/** Chooses the model when none was named: by a key in the environment, else a local server, else an installed assistant. */

import { S2sError } from '../session/errors.ts';
import { startTimer } from './client/call-limit.ts';
import { findExecutable } from './find-executable.ts';
import { resolveOllamaUrl } from './openai/kind.ts';
import type { Environment } from './provider-kind.ts';
import { readAt, readText } from './replies/json-values.ts';

/** The model to use with an Anthropic key. */
export const defaultAnthropicModel = 'anthropic/claude-sonnet-5-5';

/** A choice, and its reason, which the person is told. */
export interface DefaultModel {
  reference: string;
  reason: string;
}

/** What choosing requires. */
export interface DefaultModelOptions {
  env: Environment;
  fetch: typeof fetch;
  signal: AbortSignal;
}

/** A local server answers at once, or does not run. */
const ollamaLimitMs = 700;

/** Programs and their references, in the order in which they are looked for. */
const assistants: readonly [program: string, reference: string][] = [
  ['claude', 'claude-code'],
  ['codex', 'codex'],
  ['gemini', 'gemini'],
];

/** Chooses the model. Throws S2sError NO_MODEL (exit 6), whose hint lists the ways to get a model, when there is none. */
export async function chooseDefaultModel(options: DefaultModelOptions): Promise<DefaultModel> {
  const { env } = options;
  for (const variable of ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN']) {
    if (env[variable]?.trim()) return { reference: defaultAnthropicModel, reason: `${variable} is set` };
  }
  const local = await findOllamaModel(options);
  if (local !== null)
    return {
      reference: `ollama/${local}`,
      reason: `Ollama runs at ${resolveOllamaUrl(env)} and has ${local}`,
    };
  for (const [program, reference] of assistants) {
    const path = await findExecutable(program, env);
    if (path !== null) return { reference, reason: `"${program}" is installed (${path})` };
  }
  throw new S2sError(
    'NO_MODEL',
    'No model is set, and none was found: no ANTHROPIC_API_KEY, no local Ollama with a model, no claude, codex or gemini on the PATH.',
    {
      hint: [
        'Do one of these:',
        '  set ANTHROPIC_API_KEY,',
        '  start Ollama and run `ollama pull llama3.1`,',
        '  name a model: --model provider/model,',
        '  or in .s2s/config.yaml: roundtable: {models: {default: provider/model}},',
        '  or rehearse without a model: s2s design "..." --dry-run.',
      ].join('\n'),
    },
  );
}

/** The first chat model of a local Ollama, which lists the latest first; null when there is none. */
async function findOllamaModel({ env, fetch: send, signal }: DefaultModelOptions): Promise<string | null> {
  try {
    const limited = AbortSignal.any([signal, startTimer(ollamaLimitMs)]);
    const response = await send(`${resolveOllamaUrl(env)}/api/tags`, { signal: limited });
    const models = response.ok ? readAt(await response.json(), 'models') : null;
    if (!Array.isArray(models)) return null;
    for (const model of models as unknown[]) {
      const name = readText(readAt(model, 'name'));
      const family = readText(readAt(model, 'details', 'family')) ?? '';
      // Embedding models cannot take a seat.
      if (name !== null && !/embed|bge-|minilm/i.test(name) && !/bert/i.test(family)) return name;
    }
    return null;
  } catch {
    // Not running, too slow, or another server on that port: the next choice is tried.
    return null;
  }
}
