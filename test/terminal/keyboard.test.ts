import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { createKeyboard } from '../../src/terminal/live/keyboard.ts';

/** An input that records what is done to it. */
class FakeInput extends EventEmitter {
  readonly isTTY: boolean;
  raw = false;
  flowing = false;
  constructor(isTTY: boolean) {
    super();
    this.isTTY = isTTY;
  }
  setRawMode(raw: boolean): void {
    this.raw = raw;
  }
  resume(): void {
    this.flowing = true;
  }
  pause(): void {
    this.flowing = false;
  }
}

function setUp({ isTTY = true, foreground = true } = {}) {
  const heard: string[] = [];
  const input = new FakeInput(isTTY);
  const raised: string[] = [];
  let opened = 0;
  const keyboard = createKeyboard({
    openInput: () => {
      opened += 1;
      return input;
    },
    raise: (signal) => raised.push(signal),
    isForeground: () => foreground,
    onKey: (key) => heard.push(key),
  });
  return { heard, input, raised, keyboard, opened: () => opened };
}

const holding = { raw: true, flowing: true };
const free = { raw: false, flowing: false };

describe('the keyboard while nothing is asked', () => {
  it('drops keys, and still sends the signals of three of them', () => {
    const { input, raised, keyboard } = setUp();
    keyboard.hold();
    expect(input).toMatchObject(holding);
    input.emit('data', Buffer.from('abc\r\u0003'));
    input.emit('data', 'x\u001a\u0003\u00e9\u0004');
    expect(raised).toEqual(['SIGINT', 'SIGTSTP', 'SIGINT']);
    expect(input).toMatchObject(holding);
  });

  it('tells of a letter or digit that comes by itself, and of nothing that is typed in one go', () => {
    const { input, heard, keyboard } = setUp();
    keyboard.hold();
    for (const chunk of ['g', 'S', Buffer.from('3'), 'ssgp', 'g\r', '\u001b[B', 'é', ' ', '\r', '\u0003'])
      input.emit('data', chunk);
    expect(heard).toEqual(['g', 's', '3']);
    const back = keyboard.lend();
    input.emit('data', 'g');
    back();
    keyboard.stop();
    input.emit('data', 'g');
    expect(heard).toEqual(['g', 's', '3']);
  });

  it('lends the keys to a question, also to one within another, and takes them back once', () => {
    const { input, raised, keyboard } = setUp();
    keyboard.hold();
    const first = keyboard.lend();
    expect(input).toMatchObject(free);
    expect(input.listenerCount('data')).toBe(0);
    const second = keyboard.lend();
    first();
    first();
    expect(input).toMatchObject(free);
    second();
    expect(input).toMatchObject(holding);
    input.emit('data', '\u0003');
    expect(raised).toEqual(['SIGINT']);
  });

  it('leaves everything as it was at the end, also when the keys come back later', () => {
    const { input, keyboard } = setUp();
    keyboard.hold();
    const back = keyboard.lend();
    keyboard.stop();
    back();
    expect(input).toMatchObject(free);
    expect(input.eventNames()).toEqual([]);
  });

  it('restores the terminal before a key that ends the program at once', () => {
    const { input, raised, keyboard } = setUp();
    keyboard.hold();
    input.emit('data', '\u001c');
    expect(raised).toEqual(['SIGQUIT']);
    expect(input).toMatchObject(free);
  });

  it('survives a terminal that is gone', () => {
    const { input, keyboard } = setUp();
    keyboard.hold();
    expect(() => input.emit('error', new Error('read EIO'))).not.toThrow();
  });

  it.each([
    ['is a pipe', { isTTY: false }],
    ['belongs to somebody in front', { foreground: false }],
  ])('leaves an input alone that %s', (_, kind) => {
    const { input, keyboard } = setUp(kind);
    keyboard.hold();
    keyboard.stop();
    expect(input).toMatchObject(free);
    expect(input.eventNames()).toEqual([]);
  });

  it('does not open the input while it is lent', () => {
    const { keyboard, opened } = setUp();
    const back = keyboard.lend();
    keyboard.hold();
    expect(opened()).toBe(0);
    back();
    expect(opened()).toBe(1);
  });
});
