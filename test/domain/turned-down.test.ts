import { describe, expect, it } from 'vitest';
import { isTurnedDown } from '../../src/domain/turned-down.ts';

function turnedDown(text: string): string[] {
  return [...text.matchAll(/\p{Lu}+-\d+/gu)]
    .filter(({ 0: id, index }) => isTurnedDown(text, { start: index, end: index + id.length }))
    .map(([id]) => id);
}

describe('what a text turns down', () => {
  it.each<[string, string[]]>([
    ['DEC-001, not DEC-002 or DEC-003.', ['DEC-002', 'DEC-003']],
    ['It is neither DEC-002 nor DEC-003.', ['DEC-002', 'DEC-003']],
    ['DEC-002 is not what we build, DEC-001 is.', ['DEC-002']],
    ['DEC-001 and never the old DEC-002', ['DEC-002']],
    ['DEC-001 over DEC-002', ['DEC-002']],
    ['DEC-002 nicht, sondern DEC-001', ['DEC-002']],
    ['DEC-002 wird nicht gebaut; DEC-001 gilt.', ['DEC-002']],
    ['Weder DEC-002 noch DEC-003, also DEC-001.', ['DEC-002', 'DEC-003']],
    ['DEC-001 statt DEC-002', ['DEC-002']],
    ["DEC-002 n'est pas retenue, DEC-001 oui", ['DEC-002']],
    ['DEC-001 plutôt que DEC-002', ['DEC-002']],
    ['DEC-001 en lugar de DEC-002', ['DEC-002']],
    ['DEC-001 e non DEC-002', ['DEC-002']],
    ['DEC-001, nie DEC-002', ['DEC-002']],
    ['не DEC-002, а DEC-001', ['DEC-002']],
    ['DEC-002 değil, DEC-001', ['DEC-002']],
    ['采用 DEC-001，而不是 DEC-002', ['DEC-002']],
    ['DEC-002 ではなく DEC-001', ['DEC-002']],
    ['DEC-002는 쓰지 않는다. DEC-001을 쓴다.', ['DEC-002']],
  ])('"%s"', (text, expected) => {
    expect(turnedDown(text)).toEqual(expected);
  });

  it.each([
    'DEC-001, with a limit of 1 MB, but not by default.',
    'DEC-001 but never for documents',
    'DEC-001 because it does not wait for anybody',
    'DEC-001, since nothing else is tested',
    'DEC-001 for sessions; documents may keep their texts.',
    'DEC-001 is not only for sessions.',
    'DEC-001 aber nicht als Vorgabe',
    'DEC-001, weil es niemanden wecken muss',
    'DEC-001 gilt nicht nur für Sitzungen',
    'DEC-001 mais pas par défaut',
    'The share of DEC-001 counts, and no other.',
    '采用 DEC-001，期限不得超过十天',
  ])('nothing in "%s"', (text) => {
    expect(turnedDown(text)).toEqual([]);
  });
});
