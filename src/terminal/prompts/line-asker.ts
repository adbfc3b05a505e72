/** Asks questions on terminals that cannot move their cursor: numbered answers and typed lines. */
import { createInterface } from 'node:readline/promises';
import { cleanLine, cleanText } from '../../text/clean-text.ts';
import { type Asker, type AskerOptions, frameQuestion, readNumber, type Stopped, stopped } from './asker.ts';

/** An asker that only writes and reads lines. */
export function createLineAsker(options: AskerOptions): Asker {
  const { output } = options;
  const say = (text: string): void => void output.write(`${text}\n`);
  /** Asks until `read` returns a value; a string tells the person what was wrong. */
  const ask = <Value>(
    prompt: string,
    read: (line: string) => { value: Value } | string,
  ): Promise<Value | Stopped> =>
    frameQuestion(options, async () => {
      for (;;) {
        const line = await readLine(options, prompt);
        if (line === stopped) {
          output.write('\n');
          return stopped;
        }
        const result = read(cleanText(line).trim());
        if (typeof result !== 'string') return result.value;
        say(result);
      }
    });
  return {
    say,
    async choose(question, choices) {
      const lines = choices.map((choice, index) => {
        const description = choice.description === undefined ? '' : ` - ${cleanLine(choice.description)}`;
        return `  ${index + 1}) ${cleanLine(choice.name)}${description}\n`;
      });
      const limits = { least: 1, most: choices.length };
      return ask(`${cleanLine(question)}\n${lines.join('')}Number: `, (line) => {
        const number = readNumber(line, limits);
        const choice = typeof number === 'number' ? choices[number - 1] : undefined;
        return choice === undefined ? String(number) : { value: choice.value };
      });
    },
    askText: (question, { required = false, preset } = {}) =>
      ask(`${cleanLine(question)}${preset === undefined ? '' : ` (${cleanLine(preset)})`} `, (line) => {
        const text = line === '' ? (preset ?? '') : line;
        return required && text.trim() === '' ? 'Type something, or stop with Ctrl-C.' : { value: text };
      }),
    askNumber: (question, limits) =>
      ask(`${cleanLine(question)} (${limits.preset}) `, (line) => {
        const number = line === '' ? limits.preset : readNumber(line, limits);
        return typeof number === 'number' ? { value: number } : number;
      }),
    confirm: (question, preset) =>
      ask(`${cleanLine(question)} (${preset ? 'Y/n' : 'y/N'}) `, (line) => {
        if (line === '') return { value: preset };
        if (/^y(es)?$/i.test(line)) return { value: true };
        return /^no?$/i.test(line) ? { value: false } : 'Type y or n.';
      }),
  };
}

/**
 * Writes the prompt and reads one line. The end of the input (Ctrl-D) means that the person stops; an abort comes from elsewhere.
 * `readline` leaves a question open when its input ends, so the end aborts it too.
 */
async function readLine(options: AskerOptions, prompt: string): Promise<string | Stopped> {
  const { input, output, stop, requestStop } = options;
  const ended = new AbortController();
  const lines = createInterface({ input, output, terminal: false });
  lines.once('close', () => ended.abort());
  try {
    return await lines.question(prompt, { signal: AbortSignal.any([stop, ended.signal]) });
  } catch (error) {
    if (!stop.aborted && !ended.signal.aborted) throw error;
    if (!stop.aborted) requestStop();
    return stopped;
  } finally {
    lines.close();
  }
}
