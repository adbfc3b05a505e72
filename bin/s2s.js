#!/usr/bin/env node
const [only, ...others] = process.argv.slice(2);

// For an error that nothing caught, Node would print the line of ours that threw it, which in a built program is a whole file.
process.on('uncaughtException', (error) => {
  const lines = String(error?.stack)
    .split('\n')
    .filter((line) => /^ +at /.test(line));
  const message = `Error: a bug in s2s: ${error?.message ?? error}`;
  try {
    process.getBuiltinModule('node:fs').writeSync(2, `${[message, ...lines].join('\n')}\n`);
  } finally {
    process.exit(70);
  }
});

// Node 22 warns that its SQLite may change; what is kept in it can be made again.
const { emitWarning } = process;
process.emitWarning = (warning, ...rest) => {
  if (!String(warning).startsWith('SQLite is an experimental feature'))
    emitWarning.call(process, warning, ...rest);
};

const isOneOf = (...words) => others.length === 0 && words.includes(only);

if (!isOneOf('--version', '-V') || !writeVersion()) {
  // Node 22 and later keep what was compiled for the next start. It lies in the package's own folder: whoever can write
  // there can change the program anyway. Where the folder cannot be written, nothing is kept.
  process
    .getBuiltinModule('node:module')
    .enableCompileCache?.(`${import.meta.dirname}/../node_modules/.cache/s2s`);
  // The help of the whole program needs none of its commands, and stands in one file.
  await import(isOneOf(undefined, '--help', '-h') ? '../dist/help.js' : '../dist/main.js');
}

/** The version alone needs nothing of the program. False when it cannot be written: the program says why. */
function writeVersion() {
  const { readFileSync, writeSync } = process.getBuiltinModule('node:fs');
  const { version } = JSON.parse(readFileSync(`${import.meta.dirname}/../package.json`, 'utf8'));
  try {
    writeSync(1, `${version}\n`);
    return true;
  } catch {
    return false;
  }
}
