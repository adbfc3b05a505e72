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
  {
    file: 'pyproject.toml',
    read: (text) => {
      const manifest = parseToml(text);
      return dig(manifest, ['project', 'name']) ?? dig(manifest, ['tool', 'poetry', 'name']);
    },
  },
  { file: 'Cargo.toml', read: (text) => dig(parseToml(text), ['package', 'name']) },
  { file: 'go.mod', read: readGoModule },
  { file: 'composer.json', read: (text) => lastPart(dig(JSON.parse(text), ['name'])) },
  // Last: many projects have one for the tools of their pages alone.
  { file: 'package.json', read: readPackageName },
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

/** Nobody sees the name of a private package that only holds others, often `root`. */
function readPackageName(text: string): unknown {
  const manifest: unknown = JSON.parse(text);
  const isHolder = dig(manifest, ['private']) === true && dig(manifest, ['workspaces']) !== undefined;
  return isHolder ? undefined : dig(manifest, ['name']);
}

function lastPart(name: unknown): unknown {
  return typeof name === 'string' ? name.split('/').at(-1) : undefined;
}

/** The last part of the module's path, without the version that a path may end with (https://go.dev/ref/mod#module-path). */
function readGoModule(text: string): unknown {
  const [, module = ''] = /^module\s+"?([^\s"]+)/m.exec(text) ?? [];
  return lastPart(module.replace(/\/v\d+$/, ''));
}
