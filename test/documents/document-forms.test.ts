/** The forms that writers are given, and the labels that go with them. */
import { describe, expect, it } from 'vitest';
import { chooseForm, documentKinds } from '../../src/documents/document-kinds.ts';
import { listNeeds } from '../../src/session/ports/document-form.ts';
import { outputTypes } from '../../src/session/vocabulary.ts';
import { chooseLabels, labelKeys, sayEnglish, shippedLanguages } from '../../src/wording/labels.ts';

describe.each(outputTypes)('the form of %s', (type) => {
  const { form, waysIn } = documentKinds[type];

  it('has sections that each say what belongs in them, with a heading in every language that ships', () => {
    for (const { id, title, about } of form.sections) {
      expect(about.length).toBeGreaterThan(20);
      expect(title).toBe(sayEnglish(`${type}.${id}` as Parameters<typeof sayEnglish>[0]));
    }
    expect(new Set(form.sections.map(({ id }) => id)).size).toBe(form.sections.length);
    if (form.hasWays) expect(form.sections.map(({ id }) => id)).toContain(waysIn);
  });
});

it.each([
  ['requirements', 'requirement', ['why', 'check']],
  ['requirements', 'quality', ['why', 'check']],
  ['requirements', 'out-of-scope', []],
  ['adr', 'decision', ['check']],
  ['adr', 'part', []],
  ['summary', 'decision', []],
  ['summary', 'idea', []],
] as const)('in %s, a %s needs %j', (type, kind, needs) => {
  expect(listNeeds(documentKinds[type].form, kind)).toEqual(needs);
});

it('a brainstorm is made of ideas, any other summary of decisions', () => {
  expect(chooseForm('summary', { workflow: 'brainstorm', isAgain: false }).kinds[0]).toBe('idea');
  expect(chooseForm('summary', { workflow: 'roundtable', isAgain: false }).kinds[0]).toBe('decision');
});

it('labels ship in English and German, and a writer is asked for those that matter in other languages', () => {
  expect(shippedLanguages).toEqual(['en', 'de']);
  expect(chooseLabels('de-AT')('item.why')).toBe('Warum');
  expect(chooseLabels('EN_us')('item.why')).toBe('Why');
  expect(chooseLabels(null)('item.why')).toBe('Why');
  const brought = labelKeys.map((key) => ({ key, text: `x ${sayEnglish(key)}` }));
  for (const key of labelKeys) expect(chooseLabels('fr', brought)(key)).toMatch(/^x /);
});
