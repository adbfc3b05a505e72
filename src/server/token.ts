/** The token that every request carries: one per user, stored beside their configuration, the same after a restart. */
import path from 'node:path';
import { makeFolderDurably, writeFileDurably } from '../files/durable-file.ts';
import { readFileBounded } from '../files/read-file.ts';
import { S2sError } from '../session/errors.ts';

/** The form of a token: it has to be valid in a header and after `#token=`. */
const tokenPattern = /^[A-Za-z0-9._~-]{32,200}$/;

/** Reads the user's token, or makes one. Throws NEEDS_INPUT if there is no folder to keep it in, and FILE_UNWRITABLE. */
export async function keepToken(userFolder: string | null, randomToken: () => string): Promise<string> {
  if (userFolder === null) {
    throw new S2sError('NEEDS_INPUT', 'There is no home folder to keep the server token in.', {
      hint: 'Set S2S_CONFIG_DIR to a folder of your own, or give --token-file.',
    });
  }
  const file = path.join(userFolder, 'server-token');
  const found = await readText(file);
  if (found !== null && tokenPattern.test(found)) return found;
  const token = Array.from({ length: 4 }, randomToken).join('');
  await makeFolderDurably(userFolder, userFolder);
  await writeFileDurably(file, `${token}\n`, { mode: 0o600 });
  return token;
}

/** Reads a token file that the user made. Throws FILE_MISSING, and INVALID_VALUE if the token is too short or not valid in a header. */
export async function readTokenFile(file: string, cwd: string): Promise<string> {
  const text = await readText(path.resolve(cwd, file));
  if (text === null) {
    throw new S2sError('FILE_MISSING', `There is no file ${file}.`, {
      hint: 'Make one with a long random token in it, readable by you alone: openssl rand -hex 32',
    });
  }
  if (tokenPattern.test(text)) return text;
  throw new S2sError('INVALID_VALUE', `${file} holds no usable token.`, {
    hint: 'A token is one line of 32 to 200 letters, digits, dots, hyphens or underscores: openssl rand -hex 32',
  });
}

async function readText(file: string): Promise<string | null> {
  const reading = await readFileBounded(file, { shownAs: file, maxBytes: 4096 });
  return reading === null ? null : reading.bytes.toString('utf8').trim();
}
