/** Sessions of panels that were played. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Session, sessionSchema } from '../../src/session/session.ts';
import { readYaml } from '../../src/text/parse-yaml.ts';

const folder = path.join(path.dirname(fileURLToPath(import.meta.url)), '../fixtures/records/played');

const known = new Map<string, Session>();

/** Reads one by the name of its file. Each call gives a copy of its own: to read the file takes far longer than to copy what it holds. */
export async function readPanel(name: string): Promise<Session> {
  const session =
    known.get(name) ??
    sessionSchema.parse(readYaml(await readFile(path.join(folder, `${name}.yaml`), 'utf8'), name).value);
  known.set(name, session);
  return structuredClone(session);
}
