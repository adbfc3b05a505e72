/** Sessions of panels that were played. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Session, sessionSchema } from '../../src/domain/session.ts';
import { readYaml } from '../../src/text/parse-yaml.ts';

const folder = path.join(path.dirname(fileURLToPath(import.meta.url)), '../fixtures/records/panels-v2');

/** Reads one by the name of its file. */
export async function readPanel(name: string): Promise<Session> {
  return sessionSchema.parse(readYaml(await readFile(path.join(folder, `${name}.yaml`), 'utf8'), name).value);
}
