import type { KeyLine } from './key-line.ts';

/** Keys about checking documents. */
export const lintKeys: readonly KeyLine[] = [
  {
    key: 'lint.rules.<rule>',
    can: 'nothing',
    type: 'rule severity',
    description:
      'How `s2s lint` takes a rule, or a group of rules such as `req/*`: off, or with this severity. The names are in docs/lint-rules.md; one that is unknown is an error.',
    example: 'off',
  },
];
