import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { lintFile } from '../../../src/documents/lint/lint-file.ts';
import { lintRules } from '../../../src/documents/lint/lint-rules.ts';
import { buildDesignSession } from '../../support/session-fixtures.ts';

const page = readFileSync(new URL('../../../docs/lint-rules.md', import.meta.url), 'utf8');
const examples = [
  ...page.matchAll(
    /### `([^`]+)`\n\n(Error|Warning)\.(?:(?!\n### )[\s\S])*?Bad:\n\n````markdown\n([\s\S]*?)\n````\n\nGood:\n\n````markdown\n([\s\S]*?)\n````/g,
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

/** The folder that an example is in: itself, and the files that its first comment names. */
function readFolder(text: string): { name: string; siblings: string[] } {
  const name = /^<!--.*?this file: (\S+?)[; ]/.exec(text)?.[1] ?? 'notes.md';
  const beside = /^<!--.*?beside it: (.+?) -->/.exec(text)?.[1]?.split(', ') ?? [];
  return { name, siblings: [name, ...beside] };
}

describe('the page of rules', () => {
  it('explains every rule once, with its severity', () => {
    const explained = [...page.matchAll(/^### `([^`]+)`\n\n(Error|Warning)\./gm)];
    const names = explained.map(([, rule]) => rule);
    expect(new Set(names).size).toBe(names.length);
    expect(
      Object.fromEntries(explained.map(([, rule, severity]) => [rule, severity?.toLowerCase()])),
    ).toEqual(lintRules);
    // A file that cannot be read has no text to show.
    expect(names.filter((name) => !examples.some(({ rule }) => rule === name))).toEqual([
      'document/unreadable',
    ]);
  });

  it.each(examples)('$rule: the bad example is found, the good one is not', ({ rule, bad, good }) => {
    const session = buildDesignSession();
    const type = types[rule.split('/')[0] as keyof typeof types];
    const find = (text: string) => {
      const { name, siblings } = readFolder(text);
      const options = rule === 'document/type' ? { session, siblings } : { session, siblings, type };
      return lintFile(text, name, options).problems;
    };
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
