/** The name of a project. */
import path from 'node:path';
import { readConfig } from '../config/read-config.ts';
import { readTextWithin } from '../files/read-text.ts';
import { shortenName } from './plan-init.ts';

/** The name in its configuration, else that of its folder. */
export async function readProjectName(root: string): Promise<string> {
  const text = await readTextWithin(path.join(root, '.s2s/config.yaml'), root).catch(() => '');
  const set = readConfig(text, 'config.yaml').entries.get('name')?.value;
  return shortenName(set) || shortenName(path.basename(path.resolve(root))) || 'project';
}
