/**
 * Runs any program that reads a prompt on standard input and prints its answer. The prompt never goes into the argument list,
 * which is too short for it on some systems and readable by every user on others.
 */

import type { ModelRequest } from '../../session/model-request.ts';
import {
  type CallOptions,
  type Completion,
  ModelError,
  type Provider,
} from '../../session/ports/provider.ts';
import { assertMayLeave } from '../client/call-limit.ts';
import { joinBlocks, writeUserTurn } from '../client/flatten-prompt.ts';
import { readCode } from '../http/connection-failure.ts';
import { cleanMessage } from '../http/failure.ts';
import type { ProviderParts } from '../provider-kind.ts';
import { describeRisk } from './kind.ts';
import { readCommandOutput } from './output.ts';
import { runProgram } from './run-program.ts';
import { chooseVariables, makeFolder, resolveArguments } from './surroundings.ts';

/** What making a command provider requires. */
export interface CommandOptions extends Pick<ProviderParts, 'name' | 'config' | 'env'> {
  /** The most bytes of output; the program is ended when it prints more. */
  maxBytes?: number;
}

/** Answers are a few kilobytes. */
const defaultMaxBytes = 4 * 1024 * 1024;

/** Makes the provider; nothing is started until the first call. */
export function createCommandProvider(options: CommandOptions): Provider {
  const { name, config, maxBytes = defaultMaxBytes } = options;
  const running = new Set<() => void>();

  async function complete(request: ModelRequest, call: CallOptions): Promise<Completion> {
    const reads = call.folder !== undefined && Boolean(config.reading_command?.length);
    const command = (reads ? config.reading_command : config.command) ?? [];
    const argv = fillCommand(command, { name, modelName: call.modelName });
    const input = [joinBlocks(request.system), writeUserTurn(request, true)]
      .filter((part) => part !== '')
      .join('\n\n');
    const { signal } = call;
    signal.throwIfAborted();
    const { folder, remove, removeNow } = await makeFolder(options.env);
    try {
      const program = await resolveArguments(argv, config.command_folder);
      assertMayLeave(call);
      const end = await runProgram({
        argv: program,
        input,
        env: chooseVariables(options.env, config.env ?? []),
        cwd: reads ? (call.folder ?? folder) : folder,
        signal,
        maxBytes,
        onStart: (stop) => {
          const end = (): void => {
            stop();
            removeNow();
          };
          running.add(end);
          return () => running.delete(end);
        },
      }).catch((error: unknown) => {
        throw classifyStart(error, argv[0]);
      });
      signal.throwIfAborted();
      if (end.overflow) throw new ModelError('malformed', '', { reason: 'too-much-output', about: maxBytes });
      const modelName = call.modelName || name;
      return readCommandOutput(end, { output: config.output ?? 'text', modelName });
    } finally {
      await remove();
    }
  }

  return {
    name,
    type: 'command',
    risk: describeRisk(config),
    readsFolder: Boolean(config.reading_command?.length),
    complete,
    end: () => {
      for (const stop of running) stop();
    },
  };
}

/**
 * Puts the model's name into the arguments that contain `{model}`. Without a name such an argument is left out, together with
 * the flag before it. Throws ModelError `unknown-model` when a name is given and the command has no place for it, or when there is
 * no command.
 */
export function fillCommand(
  command: readonly string[],
  { name, modelName }: { name: string; modelName: string },
): readonly [string, ...string[]] {
  const filled: string[] = [];
  let placed = false;
  for (const part of command) {
    if (!part.includes('{model}')) {
      filled.push(part);
    } else if (modelName !== '') {
      filled.push(part.replaceAll('{model}', modelName));
      placed = true;
    } else if (part === '{model}' && filled.length > 1 && filled.at(-1)?.startsWith('-')) {
      filled.pop();
    }
  }
  const [program, ...args] = filled;
  if (program === undefined || program === '')
    throw new ModelError('unknown-model', '', { reason: 'no-command', about: name });
  if (modelName !== '' && !placed)
    throw new ModelError('unknown-model', '', { reason: 'no-place-for-model', code: modelName, about: name });
  return [program, ...args];
}

/** Turns the error of `spawn` into a ModelError. */
export function classifyStart(error: unknown, program: string): ModelError {
  const details = { about: program, cause: error };
  const code = readCode(error);
  if (code === 'ENOENT')
    return new ModelError('unknown-model', '', { ...details, reason: 'program-missing' });
  if (code === 'EACCES' || code === 'EPERM')
    return new ModelError('forbidden', '', { ...details, reason: 'program-forbidden' });
  const said = cleanMessage(error instanceof Error ? error.message : String(error));
  return new ModelError('bad-request', said, { ...details, reason: 'program-start' });
}
