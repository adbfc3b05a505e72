/** Every rule on a text that breaks it and on one that does not. */
import { expect, it, test } from 'vitest';
import { lintFile } from '../../../src/documents/lint/lint-file.ts';
import { lintRules } from '../../../src/documents/lint/lint-rules.ts';

const madr = `---
status: accepted
date: 2026-03-02
---
# Carry jobs on Redis Streams

## Context and Problem Statement

Which queue carries the jobs?

## Considered Options

* Redis Streams
* A broker of its own

## Decision Outcome

Chosen option: "Redis Streams", because it adds no service.

### Consequences

* Good, because jobs survive a restart.
`;
const nygard =
  '# 3. Use a queue\n\nDate: 2026-01-02\n\n## Status\n\nAccepted\n\n## Context\n\nUploads block.\n\n## Decision\n\nWe will use a queue.\n\n## Consequences\n\nOne more server.\n';
/** Requirements as `s2s specs` prints them. */
const requirements = `# Requirements

**REQ-001 · Retry** (must)
When a download fails, the service shall retry it 3 times.
*Why:* sites fail for a moment.
*Check:* the log has 3 entries.

### REQ-002 · Stop

The service shall stop within 10 seconds of a signal, as REQ-001 allows.

* Why: containers are killed after 10 seconds.
* Check: no process is left after 11 seconds.
* Priority: should

**REQ-003 · Names** (must)
Each job shall have a name of at most 40 letters.
*Why:* it is read aloud.
*Check:* 41 letters are refused.

**REQ-004 · Log** (could)
The log may name the host.
*Why:* two hosts share it.
*Check:* its name is in each line.
`;
const arc42 = `# Media\n\n${[
  'Introduction and Goals',
  'Architecture Constraints',
  'Context and Scope',
  'Solution Strategy',
  'Building Block View',
  'Runtime View',
  'Deployment View',
  'Cross-cutting Concepts',
  'Architecture Decisions',
  'Quality Requirements',
  'Risks and Technical Debts',
  'Glossary',
]
  .map((title, index) => `## ${index + 1}. ${title}\n\nText.\n`)
  .join('\n')}`;
const good = { madr, nygard, requirements, arc42 };
const siblings = ['0003-queue.md', '0004-broker.md'];
const find = (text: string) =>
  lintFile(text, 'docs/decisions/0003-queue.md', { siblings }).problems.map(
    ({ line, rule }) => `${line} ${rule}`,
  );

it.each(Object.entries(good))('nothing is found in good %s', (name, text) => {
  expect(find(text)).toEqual([]);
  const type = { madr: 'adr', nygard: 'adr', requirements: 'requirements', arc42: 'architecture' }[name];
  expect(lintFile(text, 'x.md').type).toBe(type);
});

test('rules that know no words apply to any language', () => {
  const [first, second] = [
    'システムはファイルを保存しなければならない。',
    'システムはREQ-077に従わなければならない。',
  ];
  const text = `# R\n\n## REQ-001 · A\n\n${first}\n\n## REQ-002 · B\n\n${second}\n\n## REQ-001 · C\n\n${first}\n`;
  expect(find(text)).toEqual(['9 req/reference', '11 req/unique-id']);
});

/** A good text, what is changed in it, and what is found then. */
const cases: readonly [found: string, text: keyof typeof good, from: string | RegExp, to: string][] = [
  ['1 document/empty', 'nygard', /[\s\S]+/, '# Title\n'],
  ['1 document/unknown-rule', 'nygard', /^/, '<!-- s2s-lint-disable adr/sections -->\n'],
  ['9 document/placeholder', 'madr', 'Which queue carries the jobs?', '{Describe the context and problem}'],
  [
    '11 document/placeholder',
    'nygard',
    'Uploads block.',
    'The issue motivating this decision, and any context',
  ],
  ['15 document/placeholder', 'nygard', 'We will use a queue.', 'TBD'],
  ['4 document/placeholder', 'requirements', 'retry it 3 times', 'retry it [NEEDS CLARIFICATION: how often]'],
  ['5 adr/section', 'madr', /## Considered Options[\s\S]*?(?=## Decision)/, ''],
  ['7 adr/section', 'madr', 'Which queue carries the jobs?\n\n', ''],
  ['13 adr/section', 'nygard', 'We will use a queue.\n\n', ''],
  ['11 adr/options', 'madr', '* A broker of its own\n', ''],
  ['18 adr/chosen', 'madr', '"Redis Streams"', '"Kafka"'],
  [
    '18 adr/chosen',
    'madr',
    ', because it adds no service.\n\n### Consequences\n\n* Good, because jobs survive a restart.',
    '.',
  ],
  ['20 adr/consequences', 'madr', '* Good, because jobs survive a restart.\n', ''],
  ['13 adr/consequences', 'nygard', /## Consequences[\s\S]*/, ''],
  ['2 adr/status', 'madr', 'accepted', '"{proposed | rejected | accepted | deprecated}"'],
  ['5 adr/status', 'nygard', 'Accepted\n', ''],
  ['7 adr/two-statuses', 'madr', 'Streams\n', 'Streams\n\nStatus: Proposed\n'],
  ['3 adr/date', 'madr', '2026-03-02', '2026-02-30'],
  ['2 adr/superseded', 'madr', 'accepted', 'superseded by ADR-0009'],
  ['7 adr/superseded', 'nygard', 'Accepted', 'Supersedes [2. Use a list](0002-use-a-list.md)'],
  ['16 req/unique-id', 'requirements', 'REQ-003 · Names', 'REQ-001 · Names'],
  ['10 req/reference', 'requirements', 'as REQ-001 allows', 'as REQ-009 allows'],
  ['3 req/statement', 'requirements', 'When a download fails, the service shall retry it 3 times.\n', ''],
  ['4 req/one-shall', 'requirements', 'shall retry it', 'retries it'],
  ['17 req/one-shall', 'requirements', 'have a name', 'have a name and shall show it in letters'],
  ['17 req/ears', 'requirements', 'Each job shall', 'It shall'],
  ['17 req/weak-word', 'requirements', 'a name of at most 40 letters', 'an appropriate name'],
  ['16 req/acceptance', 'requirements', '*Check:* 41 letters are refused.\n', ''],
  ['16 req/priority', 'requirements', 'Names** (must)', 'Names**'],
  ['16 req/rationale', 'requirements', '*Why:* it is read aloud.\n', ''],
  ['1 arc42/section', 'arc42', /## 12[\s\S]*/, ''],
  ['19 arc42/empty', 'arc42', 'Text.\n\n## 6', '## 6'],
];

it.each(cases)('%s is found in %s with a change', (found, name, from, to) => {
  const text = good[name].replace(from, to);
  expect(text).not.toBe(good[name]);
  expect(find(text)).toContain(found);
});

it.each(['\n\n', '\n'])('an item that another one replaced is held to no rule: note after %j', (gap) => {
  const note =
    '*Replaced by [REQ-004](#log) on 2026-03-02* <!-- s2s:replaced REQ-003 from 20260302-090000-log -->';
  const replaced = `**REQ-003 · Names** (must)${gap}${note}\n\nQuick and easy, see REQ-004.\n`;
  const text = good.requirements.replace(/\*\*REQ-003[\s\S]*refused\.\n/, replaced);
  expect(text).toContain('s2s:replaced');
  expect(find(text)).toEqual([]);
});

test('the rules are all tried here', () => {
  const tried = new Set(cases.map(([found]) => found.split(' ')[1]));
  expect(Object.keys(lintRules).filter((rule) => !tried.has(rule))).toEqual([
    'document/unreadable',
    'adr/number',
  ]);
  const twins = ['0003-queue.md', '0003-list.md'];
  const { problems } = lintFile(nygard, '0003-queue.md', { siblings: twins });
  expect(problems).toMatchObject([{ rule: 'adr/number', message: expect.stringContaining('0003-list.md') }]);
  expect(find('`'.repeat(5_000_000))).toEqual(['1 document/unreadable']);
});
