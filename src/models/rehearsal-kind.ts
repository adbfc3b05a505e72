/** The offline panel. It is made in its own room and handed in. */
import type { ProviderKind } from './provider-kind.ts';

/** The description of rehearsals. */
export const rehearsalKind: ProviderKind = {
  type: 'rehearsal',
  description: 'the offline panel',
  keys: [],
  required: null,
  needsModel: false,
  needsKey: () => false,
  listReadyMade: () => ({}),
  findMissing: async () => null,
  load: null,
};
