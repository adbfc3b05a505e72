/** `s2s config keys`: every key of the configuration with its type, default, description and example. */
import type { KeySpec, Power } from '../../config/keys/key-line.ts';
import { cleanLine } from '../../text/clean-text.ts';
import { describeCommand } from '../parser/command-descriptor.ts';

export const configKeysCommand = describeCommand<[string | undefined]>({
  path: 'config keys',
  description: 'Describe the keys of the configuration: type, default, example, flag, variable',
  arguments: [{ usage: '[part]', description: 'only keys that contain this, such as limits or notify' }],
  examples: ['s2s config keys', 's2s config keys limits'],
  exits: { 0: 'done', 2: 'no key contains it' },
  run: async ({ words: [part = ''] }, { modes }) => {
    const [{ keyTable }, { findOptionKey }, { listOptions }, { wrapText }, { S2sError }] = await Promise.all([
      import('../../config/keys/key-table.ts'),
      import('../../config/option-layer.ts'),
      import('../../config/option-table.ts'),
      import('../../terminal/wrap-text.ts'),
      import('../../session/errors.ts'),
    ]);
    const shown = keyTable.filter(({ isRead, key }) => isRead && key.includes(part));
    if (shown.length === 0)
      throw new S2sError('USAGE', `No key contains "${cleanLine(part)}".`, { hint: 's2s config keys' });
    const options = listOptions(['start', 'run', 'own']);
    const keys = shown.map((spec) => ({
      ...describeKey(spec),
      flag: options.find((line) => findOptionKey(line)?.key === spec.key)?.flag ?? null,
    }));
    const lines = keys.flatMap(({ key, type, preset, description, example, flag, variable, also, rule }) => [
      key,
      ...[
        description,
        `${type}; default: ${preset === null ? 'none' : JSON.stringify(preset)}; example: ${JSON.stringify(example)}`,
        [flag ?? '', variable ?? '', ...also].filter((name) => name !== '').join(', '),
        rule ?? '',
      ].flatMap((line) => (line === '' ? [] : wrapText(line, modes.stdout.columns, { indent: '    ' }))),
    ]);
    return { json: { keys }, text: lines.join('\n'), next: ['s2s config show --sources'] };
  },
});

function describeKey({ key, words, default: preset = null, description, example, aliases, ...by }: KeySpec) {
  return {
    ...{ key, type: words, preset, description, example },
    variable: by.variable ?? null,
    also: aliases,
    rule: rules[by.can] ?? null,
  };
}

/** What a project may not say by itself; see docs/security.md. */
const rules: Partial<Record<Power, string>> = {
  runs: 'In a project it needs your approval: it runs a program.',
  host: 'In a project it needs your approval: it decides what is contacted.',
  variable: 'In a project it needs your approval: it names a variable of your environment.',
  outside: 'In a project it needs your approval: it names a file outside.',
  folder: 'In a project it needs your approval if other programs act on files there, as in .github.',
  price: 'In a project it needs your approval, because cost limits are computed from it.',
  limit: 'A project may lower it, never raise it above yours.',
};
