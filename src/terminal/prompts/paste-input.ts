/**
 * Handles pastes into a line being typed. A line break in a paste would submit its first line and lose the rest, and every letter
 * would redraw the line. Terminals mark pastes on request (bracketed paste, as in xterm): a short one is typed as it is; a longer one
 * is shown as a placeholder, which is replaced by its text at the end.
 */
import { PassThrough } from 'node:stream';
import { cleanText } from '../../text/clean-text.ts';
import { formatCount, formatPlural } from '../../wording/format-numbers.ts';

/** The pastes into one answer. */
export interface Pastes {
  /** Stores a paste; returns the text to type for it. */
  add(text: string): string;
  /** The answer with every placeholder replaced by its text. */
  expand(answer: string): string;
}

/** The longest paste, in characters, that is typed as it is. */
const longestTyped = 200;

export function createPastes(): Pastes {
  const texts = new Map<string, string>();
  return {
    add(pasted) {
      const text = cleanText(pasted, { newlines: true }).replace(/\n+$/, '');
      const lines = text.split('\n').length;
      if (lines === 1 && text.length <= longestTyped) return text;
      const size = lines === 1 ? `${formatCount(text.length)} characters` : formatPlural(lines, 'line');
      const mark = `[paste ${texts.size + 1}: ${size}]`;
      texts.set(mark, text);
      return mark;
    },
    expand: (answer) => answer.replace(/\[paste \d+: [\d,]+ \w+\]/g, (mark) => texts.get(mark) ?? mark),
  };
}

/** The marks around a paste, and the sequences that turn them on and off. */
const marks = { begin: '\u001b[200~', end: '\u001b[201~', on: '\u001b[?2004h', off: '\u001b[?2004l' };

/** How many characters at the end of a text could be the start of a paste mark. */
function countBegun(text: string): number {
  for (let length = marks.begin.length - 1; length > 0; length -= 1) {
    if (text.endsWith(marks.begin.slice(0, length))) return length;
  }
  return 0;
}

/** Standard input, as a prompt uses it. */
type Input = NodeJS.ReadableStream & { setRawMode?: (raw: boolean) => unknown };

/** An input for one prompt that reads `source` and collects pastes. `close` gives the source back. */
export function openPasteInput(
  source: Input,
  output: NodeJS.WritableStream,
  pastes: Pastes,
): { input: NodeJS.ReadableStream; close: () => void } {
  const decoder = new TextDecoder();
  const input = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: (raw: boolean): void => void source.setRawMode?.(raw),
  });
  let buffer = '';
  let pasting = false;
  const onData = (chunk: string | Uint8Array): void => {
    const arrived = typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
    const isEscapeKey = buffer === '' && arrived === '\u001b';
    buffer += arrived;
    for (;;) {
      const at = buffer.indexOf(pasting ? marks.end : marks.begin);
      if (at < 0) break;
      const before = buffer.slice(0, at);
      buffer = buffer.slice(at + marks.begin.length);
      const typed = pasting ? pastes.add(before) : before;
      pasting = !pasting;
      if (typed !== '') input.write(typed);
    }
    if (pasting) return;
    // The start of a mark waits for the rest of it; a lone escape is a key.
    const held = isEscapeKey ? 0 : countBegun(buffer);
    const ready = buffer.slice(0, buffer.length - held);
    if (ready !== '') input.write(ready);
    buffer = buffer.slice(ready.length);
  };
  const onEnd = (): void => void input.end();
  source.on('data', onData);
  source.on('end', onEnd);
  source.resume();
  output.write(marks.on);
  return {
    input,
    close() {
      source.removeListener('data', onData);
      source.removeListener('end', onEnd);
      source.pause();
      input.destroy();
      output.write(marks.off);
    },
  };
}
