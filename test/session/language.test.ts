/** Languages as people name them. */
import { expect, test } from 'vitest';
import { readSubtag, readTag } from '../../src/session/rules/language.ts';

test.each([
  ['German', 'de', 'de'],
  ['deutsch', 'de', 'de'],
  [' 日本語 ', 'ja', 'ja'],
  ['de-AT', 'de-AT', 'de'],
  ['PT_br', 'PT_br', 'pt'],
  ['Klingon', 'Klingon', 'klingon'],
])('%s is %s', (named, tag, subtag) => {
  expect([readTag(named), readSubtag(named)]).toEqual([tag, subtag]);
});
