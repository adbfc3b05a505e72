/** Questions with a cursor, through @inquirer/prompts, which is loaded when the first one is asked. */
import { type Asker, type AskerOptions, frameQuestion, readNumber, type Stopped, stopped } from './asker.ts';
import { cleanLine, cleanText } from './clean-text.ts';
import type { ViewModes } from './terminal-modes.ts';
import { createTheme, type Theme } from './theme.ts';

type Prompts = typeof import('@inquirer/prompts');
type PromptContext = { input: NodeJS.ReadableStream; output: NodeJS.WritableStream; signal: AbortSignal };

/** An asker for terminals that can move their cursor. */
export function createInquirerAsker(options: AskerOptions & { modes: ViewModes }): Asker {
  const theme = createPromptTheme(createTheme(options.modes), options.modes.unicode);
  const ask = <Value>(
    run: (prompts: Prompts, context: PromptContext) => Promise<Value>,
  ): Promise<Value | Stopped> => frameQuestion(options, () => askOnce(options, run));
  return {
    say: (text) => void options.output.write(`${text}\n`),
    choose: (question, choices) =>
      ask((prompts, context) =>
        prompts.select(
          {
            message: cleanLine(question),
            loop: false,
            theme,
            choices: choices.map((choice) => ({
              name: cleanLine(choice.name),
              value: choice.value,
              ...(choice.description === undefined ? {} : { description: cleanLine(choice.description) }),
            })),
          },
          context,
        ),
      ),
    askText: (question, { required = false, preset } = {}) =>
      ask(async (prompts, context) => {
        const validate = (text: string): true | string =>
          !required || text.trim() !== '' || 'Type something, or stop with Ctrl-C.';
        const shown = preset === undefined ? {} : { default: cleanLine(preset) };
        const text = await prompts.input(
          { message: cleanLine(question), validate, theme, ...shown },
          context,
        );
        return cleanText(text).trim();
      }),
    askNumber: (question, limits) =>
      ask(async (prompts, context) => {
        const validate = (text: string): true | string => {
          const number = readNumber(text, limits);
          return typeof number === 'number' || number;
        };
        const preset = String(limits.preset);
        const text = await prompts.input(
          { message: cleanLine(question), validate, theme, default: preset },
          context,
        );
        return Number(text.trim());
      }),
    confirm: (question, preset) =>
      ask((prompts, context) =>
        prompts.confirm({ message: cleanLine(question), default: preset, theme }, context),
      ),
  };
}

/** One prompt. Ctrl-C, Ctrl-D and the end of the input are the person's stop; an abort is somebody else's. */
async function askOnce<Value>(
  options: AskerOptions,
  run: (prompts: Prompts, context: PromptContext) => Promise<Value>,
): Promise<Value | Stopped> {
  const { input, output } = options;
  const prompts = await import('@inquirer/prompts');
  if (options.stop.aborted) return stopped;
  const ended = new AbortController();
  let settled = false;
  // A prompt whose input closes never settles by itself: readline pauses the input then (Ctrl-D), or the input ends.
  const onEnd = (): void => {
    setImmediate(() => {
      if (!settled) ended.abort();
    });
  };
  for (const event of ['pause', 'end', 'close']) input.on(event, onEnd);
  try {
    return await run(prompts, { input, output, signal: AbortSignal.any([options.stop, ended.signal]) });
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    if (name !== 'ExitPromptError' && name !== 'AbortPromptError') throw error;
    if (!options.stop.aborted) options.requestStop();
    return stopped;
  } finally {
    settled = true;
    for (const event of ['pause', 'end', 'close']) input.removeListener(event, onEnd);
  }
}

/** The library's looks in our symbols and colours: it reads the environment by itself otherwise. */
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
