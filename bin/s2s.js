#!/usr/bin/env node
import * as module from 'node:module';
import { fileURLToPath } from 'node:url';

// Node 22 and later keep what was compiled for the next start. It lies in the package's own folder: whoever can write
// there can change the program anyway. Where the folder cannot be written, nothing is kept.
module.enableCompileCache?.(fileURLToPath(new URL('../node_modules/.cache/s2s', import.meta.url)));
await import('../dist/main.js');
