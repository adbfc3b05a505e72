import { describe, expect, it } from 'vitest';
import { type ModeSources, readTerminalModes } from '../../src/terminal/terminal-modes.ts';

const tty = { isTTY: true, columns: 100 };
const pipe = {};

function read(changes: Partial<ModeSources>) {
  return readTerminalModes({
    stdin: tty,
    stdout: tty,
    stderr: tty,
    env: { TERM: 'xterm-256color' },
    ...changes,
  });
}

describe('readTerminalModes', () => {
  it('shows everything on a terminal and can ask', () => {
    const modes = read({});
    expect(modes.stderr).toEqual({ isTty: true, columns: 100, color: 1, unicode: true, live: true });
    expect(modes.interactive).toBe(true);
  });

  it('decides for each stream: a piped result has no colour while progress has', () => {
    const modes = read({ stdout: pipe });
    expect(modes.stdout).toMatchObject({ isTty: false, color: 0, live: false, columns: 80 });
    expect(modes.stderr).toMatchObject({ isTty: true, color: 1, live: true });
    expect(modes.interactive).toBe(true);
  });

  it.each([
    ['--no-color wins over FORCE_COLOR', { FORCE_COLOR: '3' }, { noColor: true }, 0],
    ['FORCE_COLOR wins over NO_COLOR', { FORCE_COLOR: '1', NO_COLOR: '1' }, {}, 1],
    ['FORCE_COLOR=0 is none', { FORCE_COLOR: '0', TERM: 'xterm' }, {}, 0],
    ['an empty FORCE_COLOR forces', { FORCE_COLOR: '', TERM: 'dumb' }, {}, 1],
    ['NO_COLOR', { NO_COLOR: '1', TERM: 'xterm' }, {}, 0],
    ['an empty NO_COLOR says nothing', { NO_COLOR: '', TERM: 'xterm' }, {}, 1],
    ['a dumb terminal', { TERM: 'dumb' }, {}, 0],
  ])('colour: %s', (_, env, flags, expected) => {
    expect(read({ env, flags }).stderr.color).toBe(expected);
  });

  it.each([
    ['no terminal to read from', { stdin: pipe }],
    ['no terminal to ask on', { stderr: pipe }],
    ['CI', { env: { CI: 'true' } }],
    ['a dumb terminal', { env: { TERM: 'dumb' } }],
    ['--no-input', { flags: { noInput: true } }],
  ])('never asks: %s', (_, changes) => {
    expect(read(changes).interactive).toBe(false);
  });

  it('takes CI=false as no CI', () => {
    expect(read({ env: { CI: 'false' } }).interactive).toBe(true);
  });

  it.each([
    ['a dumb terminal', { env: { TERM: 'dumb' } }],
    ['CI', { env: { CI: '1' } }],
    ['--quiet', { flags: { quiet: true } }],
    ['no columns', { stderr: { isTTY: true, columns: 0 } }],
    ['events on the same terminal', { flags: { ndjson: true } }],
  ])('does not redraw: %s', (_, changes) => {
    expect(read(changes).stderr.live).toBe(false);
  });

  it.each([
    [{ LANG: 'de_DE.UTF-8' }, true],
    [{ LANG: 'de_DE.UTF-8', LC_ALL: 'C' }, false],
    [{ LANG: 'de_DE.ISO-8859-1' }, false],
    [{ LC_CTYPE: 'C.utf8', LANG: 'C' }, true],
    [{}, true],
    [{ TERM: 'linux', LANG: 'en_US.UTF-8' }, false],
    [{ OS: 'Windows_NT' }, false],
    [{ OS: 'Windows_NT', WT_SESSION: 'x' }, true],
  ])('reads symbols beyond ASCII from %j as %s', (env, expected) => {
    expect(read({ env }).stdout.unicode).toBe(expected);
  });

  it('never gives zero columns', () => {
    expect(read({ stderr: { isTTY: true, columns: 0 } }).stderr.columns).toBe(80);
    expect(read({ stdout: pipe, env: { COLUMNS: '120' } }).stdout.columns).toBe(120);
    expect(read({ stdout: pipe, env: { COLUMNS: '-3' } }).stdout.columns).toBe(80);
  });
});
