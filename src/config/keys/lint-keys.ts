import type { KeyLine } from './key-line.ts';

/** Keys about checking documents. */
export const lintKeys: readonly KeyLine[] = [
  {
    key: 'lint.rules.<rule>',
    can: 'nothing',
    type: 'rule severity',
    description:
      'The severity that `s2s lint` gives to a rule, or to a group of rules such as `req/*`; `off` turns it off. `s2s lint --rules` lists the names; an unknown one is an error.',
    example: 'off',
  },
];
