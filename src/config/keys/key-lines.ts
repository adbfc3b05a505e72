import type { KeyLine } from './key-line.ts';
import { lintKeys } from './lint-keys.ts';
import { notifyKeys } from './notify-keys.ts';
import { priceKeys } from './price-keys.ts';
import { projectKeys } from './project-keys.ts';
import { settingKeys } from './setting-keys.ts';
import { storeKeys } from './store-keys.ts';
import { tableKeys } from './table-keys.ts';

/** The registry of keys, in the order of the documentation, one line for each group; the keys of providers come from their kinds. */
export const keyLines: readonly KeyLine[] = [
  ...projectKeys,
  ...tableKeys,
  ...settingKeys,
  ...priceKeys,
  ...lintKeys,
  ...storeKeys,
  ...notifyKeys,
];
