import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPastes, openPasteInput } from '../../src/terminal/prompts/paste-input.ts';

/** What a prompt reads when these chunks arrive, and what the terminal was told. */
function read(chunks: readonly (string | Buffer)[]) {
  const source = new PassThrough();
  const output = new PassThrough();
  const pastes = createPastes();
  const { input, close } = openPasteInput(source, output, pastes);
  for (const chunk of chunks) source.emit('data', chunk);
  const typed = String(input.read() ?? '');
  close();
  return { typed, answer: pastes.expand(typed), told: String(output.read()), source };
}

const begin = '\u001b[200~';
const end = '\u001b[201~';

describe('a paste into a line', () => {
  it('of several lines is a mark until the answer is given', () => {
    const { typed, answer } = read([`See: ${begin}one\r\ntwo\r- three\r${end} please\r`]);
    expect(typed).toBe('See: [paste 1: 3 lines] please\r');
    expect(answer).toBe('See: one\ntwo\n- three please\r');
  });

  it('that is long is a mark as well, a short one is typed', () => {
    const long = 'word '.repeat(400);
    const { typed, answer } = read([`${begin}short${end} ${begin}${long}${end}${begin}a\rb${end}`]);
    expect(typed).toBe('short [paste 1: 2,000 characters][paste 2: 2 lines]');
    expect(answer).toBe(`short ${long}a\nb`);
  });

  it('cannot press keys: control characters in it are text that is left out', () => {
    expect(read([`${begin}a\u0003b\u001b[2Jc${end}`]).typed).toBe('abc');
  });

  it('does not matter to keys, among them a lone escape', () => {
    const keys = 'x\u001b[A\u001b\r\u0004';
    expect(read([keys]).typed).toBe(keys);
    expect(read(['\u001b']).typed).toBe('\u001b');
  });

  it('is found however its bytes are cut', () => {
    const whole = Buffer.from(`né ${begin}één\rzwei\r${end}!\r`);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: whole.length - 1 }), { maxLength: 8 }), (cuts) => {
        const places = [0, ...[...cuts].sort((one, other) => one - other), whole.length];
        const chunks = places.slice(1).map((place, index) => whole.subarray(places[index], place));
        // An escape that comes alone is the key of that name.
        fc.pre(!chunks.some((chunk) => chunk.toString() === '\u001b'));
        expect(read(chunks).answer).toBe('né één\nzwei!\r');
      }),
    );
  });

  it('is asked for only as long as the line is open', () => {
    const { told, source } = read(['x']);
    expect(told).toBe('\u001b[?2004h\u001b[?2004l');
    expect(source.listenerCount('data')).toBe(0);
    expect(source.isPaused()).toBe(true);
  });
});
