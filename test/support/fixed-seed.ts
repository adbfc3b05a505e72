import process from 'node:process';
import fc from 'fast-check';

/**
 * The suite is repeatable: property tests draw the same cases in every run, on every machine. New cases are looked for
 * by `npm run fuzz`, which gives a seed of its own to each run and prints it; `S2S_SEED=<seed> npx vitest run <file>`
 * repeats one.
 */
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env['S2S_SEED'] ?? '20240229') });
