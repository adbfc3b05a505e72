/**
 * Any program that reads a prompt on standard input and prints its answer. The prompt never goes into the argument
 * list: that is too short for it on some systems, and readable by everybody on others.
 */
import type { ModelRequest } from '../../domain/ports.ts';
import type { CallOptions, Completion, Provider } from '../../domain/provider.ts';
import { ModelError } from '../../domain/provider.ts';
import { startLimit } from '../client/call-limit.ts';
import { chooseTimeout } from '../client/call-settings.ts';
import { joinBlocks, writeUserTurn } from '../client/flatten-prompt.ts';
import type { Environment, ProviderConfig } from '../provider-config.ts';
import { classifyExit, classifyStart } from './failure.ts';
import { readCommandOutput } from './output.ts';
import { runProgram } from './run-program.ts';

/** What a command provider is made of. */
export interface CommandOptions {
  name: string;
  config: ProviderConfig;
  /** The environment of the program, as it is. */
  env: Environment;
  /** Where it runs; the process's own folder when absent. */
  cwd?: string;
  /** Bytes of output after which it is given up. */
  maxBytes?: number;
}

/** Answers are a few kilobytes. */
const defaultMaxBytes = 4 * 1024 * 1024;

/** Makes the provider; nothing is started until the first call. */
export function createCommandProvider(options: CommandOptions): Provider {
  const { name, config } = options;
  const running = new Set<() => void>();

  async function complete(request: ModelRequest, call: CallOptions): Promise<Completion> {
    const who = call.modelName === '' ? name : `${name} (${call.modelName})`;
    const argv = fillCommand(config.command ?? [], { name, modelName: call.modelName });
    const input = [joinBlocks(request.system), writeUserTurn(request, true)]
      .filter((part) => part !== '')
      .join('\n\n');
    const timeoutMs = chooseTimeout(request, call, config);
    const maxBytes = options.maxBytes ?? defaultMaxBytes;
    const limit = startLimit(call.signal, timeoutMs);
    try {
      if (call.signal.aborted) throw new ModelError('cancelled', `${who}: the call was cancelled`);
      const end = await runProgram({
        argv,
        input,
        env: options.env,
        cwd: options.cwd,
        signal: limit.signal,
        maxBytes,
        onStart: (stop) => {
          running.add(stop);
          return () => running.delete(stop);
        },
      }).catch((error: unknown) => {
        throw classifyStart(error, { who, program: argv[0] });
      });
      if (call.signal.aborted) throw new ModelError('cancelled', `${who}: the call was cancelled`);
      if (limit.timedOut())
        throw new ModelError('timeout', `${who} did not answer within ${timeoutMs / 1000} s and was ended`);
      if (end.overflow)
        throw new ModelError('malformed', `${who} printed more than ${maxBytes} bytes and was ended`);
      if (end.code !== 0) throw classifyExit(end, who);
      return readCommandOutput(end.stdout, {
        who,
        output: config.output ?? 'text',
        modelName: call.modelName || name,
      });
    } finally {
      limit.clear();
    }
  }

  return {
    name,
    type: 'command',
    complete,
    end: () => {
      for (const stop of running) stop();
    },
  };
}

/**
 * Puts the model's name into the arguments that hold `{model}`. Without a name such an argument goes, together with
 * the flag before it. Throws ModelError `unknown-model` when a name is given and the command has no place for it.
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
  if (program === undefined || program === '') {
    throw new ModelError('unknown-model', `${name}: the provider has no command`, {
      remedy: `Give the provider a command in the configuration: providers.${name}.command.`,
    });
  }
  if (modelName !== '' && !placed) {
    throw new ModelError('unknown-model', `${name}: the command has no place for the model "${modelName}"`, {
      remedy: `Write the reference as "${name}", or put "{model}" into providers.${name}.command.`,
    });
  }
  return [program, ...args];
}
