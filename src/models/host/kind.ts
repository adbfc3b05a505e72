/** Models that are functions of the program in which s2s runs. */
import type { ProviderKind } from '../provider-kind.ts';

/** The kind. No file can name it: `createProviders` is given the functions themselves. */
export const hostKind: ProviderKind = {
  type: 'function',
  description: 'a function of the program',
  keys: [],
  required: null,
  needsModel: false,
  needsKey: () => false,
  listReadyMade: () => ({}),
  findMissing: async () => null,
  load: () => Promise.reject(new TypeError('a function is handed in')),
};
