/** Symbols and colours. A colour only repeats what a symbol or a word already says. */
import { Chalk } from 'chalk';
import type { ViewModes } from './terminal-modes.ts';

const unicodeSymbols = {
  covered: '✓',
  partial: '◐',
  pending: '○',
  warning: '⚠',
  failed: '✗',
  arrow: '→',
  bullet: '•',
  dot: '·',
  dash: '–',
  rule: '─',
  ellipsis: '…',
  passed: '–',
  pointer: '❯',
  frames: ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'],
};

/** The symbols in use. */
export type Symbols = typeof unicodeSymbols;

const asciiSymbols: Symbols = {
  covered: '+',
  partial: '~',
  pending: 'o',
  warning: '!',
  failed: 'x',
  arrow: '->',
  bullet: '*',
  dot: '|',
  dash: '-',
  rule: '-',
  ellipsis: '...',
  passed: '-',
  pointer: '>',
  frames: ['|', '/', '-', '\\'],
};

/** Styles a text that is already clean and wrapped. */
export type Style = (text: string) => string;

/** The symbols and styles of one stream. */
export interface Theme {
  symbols: Symbols;
  strong: Style;
  quiet: Style;
  good: Style;
  bad: Style;
  caution: Style;
  accent: Style;
}

/** The theme that a stream can show. */
export function createTheme(modes: ViewModes): Theme {
  const chalk = new Chalk({ level: modes.color });
  return {
    symbols: modes.unicode ? unicodeSymbols : asciiSymbols,
    strong: (text) => chalk.bold(text),
    quiet: (text) => chalk.dim(text),
    good: (text) => chalk.green(text),
    bad: (text) => chalk.red(text),
    caution: (text) => chalk.yellow(text),
    accent: (text) => chalk.cyan(text),
  };
}

/** The symbol of an agenda topic's status. */
export function pickAgendaSymbol(theme: Theme, status: string): string {
  if (status === 'covered') return theme.good(theme.symbols.covered);
  if (status === 'partial') return theme.caution(theme.symbols.partial);
  return theme.quiet(theme.symbols.pending);
}
