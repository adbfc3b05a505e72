/** Questions for terminals that cannot move their cursor: numbered answers, and a line that is typed. */

import { cleanLine, cleanText } from '../../text/clean-text.ts';
import { type Asker, type AskerOptions, frameQuestion, readNumber, type Stopped, stopped } from './asker.ts';

/** An asker that only writes and reads lines. */
export function createLineAsker(options: AskerOptions): Asker {
  const { output } = options;
  const readLine = createLineReader(options);
  const say = (text: string): void => void output.write(`${text}\n`);
  /** Asks until `read` gives a value; a string from it is what was wrong. */
  const ask = <Value>(
    prompt: string,
    read: (line: string) => { value: Value } | string,
  ): Promise<Value | Stopped> =>
    frameQuestion(options, async () => {
      for (;;) {
        output.write(prompt);
        const line = await readLine();
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

/** Reads whole lines; what was typed ahead is kept for the next question. */
function createLineReader(options: AskerOptions): () => Promise<string | Stopped> {
  const { input, stop } = options;
  let buffer = '';
  const takeLine = (): string | null => {
    const end = buffer.indexOf('\n');
    if (end < 0) return null;
    const line = buffer.slice(0, end);
    buffer = buffer.slice(end + 1);
    return line;
  };
  return () =>
    new Promise((resolve) => {
      const ready = takeLine();
      if (ready !== null || stop.aborted) {
        resolve(ready ?? stopped);
        return;
      }
      const finish = (line: string | Stopped): void => {
        input.removeListener('data', onData);
        input.removeListener('end', onEnd);
        stop.removeEventListener('abort', onStop);
        input.pause();
        resolve(line);
      };
      const onData = (chunk: string | Buffer): void => {
        buffer += chunk.toString();
        const line = takeLine();
        if (line !== null) finish(line);
      };
      const onEnd = (): void => {
        options.requestStop();
        finish(stopped);
      };
      const onStop = (): void => finish(stopped);
      input.setEncoding('utf8');
      input.on('data', onData);
      input.once('end', onEnd);
      stop.addEventListener('abort', onStop, { once: true });
      input.resume();
    });
}
