/** Asks questions on terminals that can move their cursor, with @inquirer/prompts, which is loaded with the first question. */

import { cleanLine, cleanText } from '../../text/clean-text.ts';
import type { ViewModes } from '../terminal-modes.ts';
import { createTheme, type Theme } from '../theme.ts';
import { wrapText } from '../wrap-text.ts';
import { type Asker, type AskerOptions, type Stopped, stopped } from './asker.ts';
import { createPastes, openPasteInput, type Pastes } from './paste-input.ts';

type Prompts = typeof import('@inquirer/prompts');
type PromptContext = { input: NodeJS.ReadableStream; output: NodeJS.WritableStream; signal: AbortSignal };

/** An asker for terminals that can move their cursor. */
export function createAsker(options: AskerOptions & { modes: ViewModes }): Asker {
  const theme = createPromptTheme(createTheme(options.modes), options.modes.unicode);
  const ask = async <Value>(
    run: (prompts: Prompts, context: PromptContext) => Promise<Value>,
    pastes?: Pastes,
  ): Promise<Value | Stopped> => {
    options.suspend();
    try {
      return await askOnce(options, run, pastes);
    } finally {
      options.resume();
    }
  };
  /** Wraps a text, because the library breaks lines inside words; `taken` columns are used before the first line. */
  const lay = (text: string, { taken, indent = 0 }: { taken: number; indent?: number }): string => {
    const { columns = options.modes.columns } = options.output as { columns?: number };
    const lines = wrapText(cleanLine(text), columns - taken);
    return lines.join(`\n${' '.repeat(indent)}`);
  };
  return {
    say: (text) => void options.output.write(`${text}\n`),
    choose: (question, choices) =>
      ask((prompts, context) =>
        prompts.select(
          {
            message: lay(question, { taken: 3 }),
            loop: false,
            theme,
            choices: choices.map((choice) => ({
              name: lay(choice.name, { taken: 3, indent: 2 }),
              short: cleanLine(choice.name),
              value: choice.value,
              ...(choice.description === undefined
                ? {}
                : { description: lay(choice.description, { taken: 1 }) }),
            })),
          },
          context,
        ),
      ),
    askText: (question, { required = false, preset } = {}) => {
      const draft = createDraft();
      const pastes = createPastes();
      return ask(async (prompts, context) => {
        const validate = (text: string): true | string =>
          !required || text.trim() !== '' || 'Type something, or stop with Ctrl-C.';
        const text = await prompts.input(
          { message: lay(question, { taken: 3 }), validate, theme, ...draft.take(preset) },
          context,
        );
        return pastes.expand(cleanText(text)).trim();
      }, pastes);
    },
    askNumber: (question, { least, most, preset: proposed }) =>
      ask(async (prompts, context) => {
        const validate = (text: string): true | string =>
          (/^\s*\d+\s*$/.test(text) && Number(text) >= least && Number(text) <= most) ||
          `Type a whole number from ${least} to ${most}.`;
        const preset = String(proposed);
        const text = await prompts.input(
          { message: lay(question, { taken: 3 }), validate, theme, default: preset },
          context,
        );
        return Number(text.trim());
      }),
    confirm: (question, preset) =>
      ask((prompts, context) =>
        prompts.confirm({ message: lay(question, { taken: 3 }), default: preset, theme }, context),
      ),
  };
}

/** Keeps what was typed into a text prompt, for when it has to be asked again. */
function createDraft() {
  let typed = '';
  return {
    take: (preset: string | undefined) => ({
      transformer: (text: string): string => {
        typed = text;
        return text;
      },
      ...(typed !== '' ? { default: typed, prefill: 'editable' as const } : {}),
      ...(typed === '' && preset !== undefined ? { default: cleanLine(preset) } : {}),
    }),
  };
}

/**
 * Asks one question. Ctrl-C, Ctrl-D and the end of the input mean that the person stops; an abort comes from elsewhere. After Ctrl-Z
 * the question is asked again, because the shell has written over it.
 */
async function askOnce<Value>(
  options: AskerOptions,
  run: (prompts: Prompts, context: PromptContext) => Promise<Value>,
  pastes?: Pastes,
): Promise<Value | Stopped> {
  const prompts = await import('@inquirer/prompts');
  for (;;) {
    if (options.stop.aborted) return stopped;
    // Only now that the question is visible: keys typed earlier were not an answer to it.
    const giveBack = options.lendInput?.();
    const { input: source, output } = options;
    const reader = pastes === undefined ? null : openPasteInput(source, output, pastes);
    const input = reader?.input ?? source;
    const interruption = watchInterruptions({ ...options, input });
    try {
      return await run(prompts, {
        input,
        output,
        signal: AbortSignal.any([options.stop, interruption.signal]),
      });
    } catch (error) {
      const name = error instanceof Error ? error.name : '';
      if (name !== 'ExitPromptError' && name !== 'AbortPromptError') throw error;
      if (!(await interruption.waitForReturn())) {
        if (!options.stop.aborted) options.requestStop();
        return stopped;
      }
    } finally {
      interruption.end();
      reader?.close();
      giveBack?.();
    }
  }
}

/** Ends a prompt that would not settle by itself. */
interface Interruption {
  signal: AbortSignal;
  /** Waits until a suspended program continues; false when it was not suspended. */
  waitForReturn: () => Promise<boolean>;
  end: () => void;
}

function watchInterruptions({ input, stop, onSuspension }: AskerOptions): Interruption {
  const interrupted = new AbortController();
  let ended = false;
  let returned: Promise<boolean> = Promise.resolve(false);
  let settle: (back: boolean) => void = () => undefined;
  // A prompt does not settle when its input closes: readline pauses the input (Ctrl-D), or the input ends.
  const onEnd = (): void => {
    setImmediate(() => {
      if (!ended) interrupted.abort();
    });
  };
  const onStop = (): void => settle(false);
  const forget = onSuspension?.({
    before: () => {
      returned = new Promise((resolve) => {
        settle = resolve;
      });
      interrupted.abort();
    },
    after: () => settle(true),
  });
  for (const event of ['pause', 'end', 'close']) input.on(event, onEnd);
  stop.addEventListener('abort', onStop, { once: true });
  return {
    signal: interrupted.signal,
    waitForReturn: () => returned,
    end() {
      ended = true;
      forget?.();
      stop.removeEventListener('abort', onStop);
      for (const event of ['pause', 'end', 'close']) input.removeListener(event, onEnd);
    },
  };
}

/** The program's symbols and colours for the library, which would otherwise read the environment itself. */
function createPromptTheme(theme: Theme, unicode: boolean) {
  const { symbols } = theme;
  return {
    prefix: { idle: theme.accent('?'), done: theme.good(symbols.covered) },
    spinner: { interval: 120, frames: symbols.frames.map(theme.accent) },
    icon: { cursor: symbols.pointer },
    style: {
      answer: theme.accent,
      message: theme.strong,
      error: (text: string) => theme.bad(`> ${text}`),
      defaultAnswer: (text: string) => theme.quiet(`(${text})`),
      help: theme.quiet,
      highlight: theme.accent,
      key: (text: string) => theme.accent(`<${text}>`),
      description: theme.accent,
      disabled: theme.quiet,
      keysHelpTip: (keys: [key: string, action: string][]) =>
        unicode
          ? keys
              .map(([key, action]) => `${theme.strong(key)} ${theme.quiet(action)}`)
              .join(theme.quiet(' • '))
          : 'arrow keys to move, Enter to choose',
    },
  };
}
