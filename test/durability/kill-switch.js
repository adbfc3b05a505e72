// Preloaded into the program (node --import): ends it with SIGKILL at a chosen file operation of a session.
// S2S_KILL_AT=n is the n-th instant, counted from 1: each operation has one before it and one after it, and a write has
// one with half of its bytes written. S2S_KILL_COUNT=file gets the number of instants when the program ends by itself.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const target = Number(process.env['S2S_KILL_AT'] ?? 0);
const countFile = process.env['S2S_KILL_COUNT'];
const real = { ...fs.promises };
const watched = new WeakSet();
let passed = 0;

function pass(half) {
  passed += 1;
  if (passed !== target) return;
  half?.();
  process.kill(process.pid, 'SIGKILL');
  // The signal is on its way: nothing of the program runs any more.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

const concerns = (path) => typeof path === 'string' && /[\\/](?:\.s2s|docs)(?:[\\/]|$)/.test(path);
const changes = (flags) => (typeof flags === 'string' ? /[wa+]/.test(flags) : (Number(flags ?? 0) & 3) !== 0);

const plain = { ...fs };
/** Descriptors of the files of a session that are open for writing. */
const descriptors = new Set();

fs.openSync = (path, flags, ...rest) => {
  const relevant = concerns(path) && changes(flags);
  if (relevant) pass();
  const descriptor = plain.openSync(path, flags, ...rest);
  // A number that was closed is given again.
  descriptors.delete(descriptor);
  if (relevant) {
    descriptors.add(descriptor);
    pass();
  }
  return descriptor;
};
fs.closeSync = (descriptor) => {
  descriptors.delete(descriptor);
  plain.closeSync(descriptor);
};
fs.writeSync = (descriptor, bytes, offset = 0, ...rest) => {
  if (!descriptors.has(descriptor)) return plain.writeSync(descriptor, bytes, offset, ...rest);
  pass();
  pass(() => plain.writeSync(descriptor, bytes, offset, (bytes.length - offset) >> 1));
  const written = plain.writeSync(descriptor, bytes, offset, ...rest);
  pass();
  return written;
};
fs.renameSync = (path, ...rest) => {
  if (!concerns(path)) return plain.renameSync(path, ...rest);
  pass();
  plain.renameSync(path, ...rest);
  pass();
};
for (const name of ['fsync', 'fdatasync']) {
  fs[name] = (descriptor, done) => {
    if (!descriptors.has(descriptor)) return plain[name](descriptor, done);
    pass();
    plain[name](descriptor, (error) => {
      pass();
      done(error);
    });
  };
}
for (const name of ['rename', 'link', 'unlink', 'mkdir', 'writeFile']) {
  fs.promises[name] = async (path, ...rest) => {
    if (!concerns(path)) return real[name](path, ...rest);
    pass();
    const result = await real[name](path, ...rest);
    pass();
    return result;
  };
}
fs.promises.open = async (path, flags, ...rest) => {
  const relevant = concerns(path) && changes(flags);
  if (relevant) pass();
  const handle = await real.open(path, flags, ...rest);
  if (relevant) {
    watched.add(handle);
    descriptors.add(handle.fd);
    pass();
  }
  return handle;
};

const sample = await real.open(process.execPath, 'r');
const prototype = Object.getPrototypeOf(sample);
await sample.close();
for (const name of ['writeFile', 'appendFile', 'sync', 'datasync', 'truncate']) {
  const method = prototype[name];
  prototype[name] = async function (data, ...rest) {
    if (!watched.has(this)) return method.call(this, data, ...rest);
    pass();
    if (name === 'writeFile' || name === 'appendFile') {
      const bytes = Buffer.from(data);
      pass(() => plain.writeSync(this.fd, bytes.subarray(0, bytes.length >> 1)));
    }
    const result = await method.call(this, data, ...rest);
    pass();
    return result;
  };
}
syncBuiltinESMExports();

process.on('exit', () => {
  if (countFile !== undefined) fs.writeFileSync(countFile, String(passed));
});
