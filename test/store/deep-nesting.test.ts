import { expect, it } from 'vitest';
import { readConfig } from '../../src/config/read-config.ts';
import { readStructured } from '../../src/models/replies/read-structured.ts';
import { parseYamlBlock, readYaml } from '../../src/text/parse-yaml.ts';

// The YAML parser ends the whole process at some thousand levels, which no test could catch: every reader has to refuse first.
const deep: Record<string, string> = {
  'lists in lists': '- '.repeat(20_000),
  'keys by indentation': Array.from({ length: 1_500 }, (_, level) => `${' '.repeat(level)}a:`).join('\n'),
  brackets: '['.repeat(20_000),
  braces: '{a: '.repeat(9_000),
  'complex keys': '? '.repeat(20_000),
};

it.each(Object.entries(deep))('refuses %s in every file and every reply', (_name, text) => {
  const block = { text: text.slice(0, 60_000), line: 1, indent: 0 };
  expect(parseYamlBlock(block as Parameters<typeof parseYamlBlock>[0], 'a.md').problems).not.toEqual([]);
  expect(readConfig(text, 'config.yaml').problems).not.toEqual([]);
  expect(readYaml(text, 'session.yaml').problems).not.toEqual([]);
  expect(readStructured(text, { keys: ['position'] }).problem).not.toBeNull();
});
