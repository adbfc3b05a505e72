/** Reads a project's name from its manifest. */
import path from 'node:path';
import { parse as parseToml } from 'smol-toml';
import { readConfig } from '../config/read-config.ts';
import { readTextWithin } from '../files/read-text.ts';
import { isMapping } from '../session/is-mapping.ts';
import { shortenName } from './plan-init.ts';

/** Files that name a project, each with what reads the name; the first that has one counts. */
const manifests: readonly { file: string; read: (text: string) => unknown }[] = [
  { file: '.s2s/config.yaml', read: (text) => readConfig(text, 'config.yaml').entries.get('name')?.value },
  { file: 'package.json', read: (text) => dig(JSON.parse(text), ['name']) },
  {
    file: 'pyproject.toml',
    read: (text) => {
      const manifest = parseToml(text);
      return dig(manifest, ['project', 'name']) ?? dig(manifest, ['tool', 'poetry', 'name']);
    },
  },
  { file: 'Cargo.toml', read: (text) => dig(parseToml(text), ['package', 'name']) },
  { file: 'go.mod', read: readGoModule },
];

/** The name in the first manifest that has one; the folder's name if none can be read. */
export async function readProjectName(root: string): Promise<string> {
  for (const { file, read } of manifests) {
    try {
      const name = shortenName(read(await readTextWithin(path.join(root, file), root)));
      if (name !== '') return name;
    } catch {
      // A manifest that is missing or broken names nothing; its own tools say what is wrong with it.
    }
  }
  return shortenName(path.basename(path.resolve(root))) || 'project';
}

function dig(value: unknown, keys: readonly string[]): unknown {
  return keys.reduce<unknown>((inner, key) => (isMapping(inner) ? inner[key] : undefined), value);
}

/** The last part of the module's path, without the version that a path may end with (https://go.dev/ref/mod#module-path). */
function readGoModule(text: string): string | undefined {
  const [, module = ''] = /^module\s+"?([^\s"]+)/m.exec(text) ?? [];
  return module
    .replace(/\/v\d+$/, '')
    .split('/')
    .at(-1);
}
