import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { lintFile } from '../../../src/documents/lint/lint-file.ts';
import { lintRules } from '../../../src/documents/lint/lint-rules.ts';
import { buildDesignSession } from '../../support/session-fixtures.ts';

const page = readFileSync(new URL('../../../docs/lint-rules.md', import.meta.url), 'utf8');
const examples = [
  ...page.matchAll(
    /### `([^`]+)`\n\n(Error|Warning)\.[\s\S]*?Bad:\n\n````markdown\n([\s\S]*?)\n````\n\nGood:\n\n````markdown\n([\s\S]*?)\n````/g,
  ),
].map(([, rule, severity, bad, good]) => ({
  rule: rule ?? '',
  severity: severity?.toLowerCase(),
  bad: bad ?? '',
  good: good ?? '',
}));
const types = {
  adr: 'adr',
  req: 'requirements',
  arc42: 'architecture',
  citation: 'summary',
  document: 'adr',
} as const;

describe('the page of rules', () => {
  it('explains every rule once, with its severity', () => {
    const names = examples.map((example) => example.rule);
    expect(new Set(names).size).toBe(names.length);
    expect(Object.fromEntries(examples.map((example) => [example.rule, example.severity]))).toEqual(
      lintRules,
    );
  });

  it.each(examples)('$rule: the bad example is found, the good one is not', ({ rule, bad, good }) => {
    const session = buildDesignSession();
    const type = types[rule.split('/')[0] as keyof typeof types];
    const find = (text: string) =>
      lintFile(text, 'notes.md', rule === 'document/type' ? { session } : { session, type }).problems;
    const found = find(bad).filter((problem) => problem.rule === rule);
    expect(found.length).toBeGreaterThan(0);
    expect(found.every((problem) => problem.line <= bad.split('\n').length && problem.message !== '')).toBe(
      true,
    );
    expect(find(good).filter((problem) => problem.rule === rule)).toEqual([]);
    // A good example breaks no other rule either; one that shows only a type needs no more than its type.
    if (rule !== 'document/type') expect(find(good)).toEqual([]);
  });
});
