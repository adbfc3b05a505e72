/** `decisions due --ask`: one seat says which events have come, and what it cites is opened. */
import { expect, test } from 'vitest';
import { createApp } from '../../src/library.ts';
import { makeRepository } from '../support/make-repository.ts';

const record =
  '# 1. A table\n\nDate: 2024-01-01\n\n## Status\n\nAccepted\n\n## Context\n\nx\n\n## Decision\n\nx\n\n## When to revisit\n\n- When a second writer comes.\n- When it passes 10 million rows.\n- When it moves.\n';

test('asks once with look-ups, checks what is cited, and asks nobody for an estimate', async () => {
  const cwd = await makeRepository({
    'docs/adr/0001-table.md': record,
    'src/writers.ts': '// two writers\n',
  });
  const prompts: string[] = [];
  const say = (id: string, state: string, quote: string) => ({
    ...{ id, state, because: 'So it is.', path: quote === '' ? '' : 'src/writers.ts', line: 1, quote },
  });
  const look = { look_up: 'read', path: 'src/writers.ts', lines: null, text: null };
  const app = createApp({
    cwd,
    sessions: 'memory',
    models: {
      mine: async ({ prompt }) => {
        prompts.push(prompt);
        const events = [
          say('E1', 'come', '// two writers'),
          say('E2', 'come', 'ten million'),
          say('e3', 'no', ''),
        ];
        const reply = { look_ups: [], reply: { events } };
        return JSON.stringify(prompts.length === 1 ? { look_ups: [look], reply: null } : reply);
      },
    },
  });
  const told: number[] = [];
  const options = {
    ...{ model: 'mine/x', signal: new AbortController().signal },
    tell: ({ usage }: { usage: { calls: number } }) => told.push(usage.calls),
  };
  expect((await app.askDue({ ...options, onlyEstimate: true })).answers).toEqual([]);
  expect([prompts.length, told.length]).toEqual([0, 1]);
  const { answers, usage } = await app.askDue(options);
  expect(answers).toMatchObject([
    { state: 'come', place: 'src/writers.ts:1', text: 'When a second writer comes.' },
    { state: 'come', place: null },
    { state: 'unknown', place: null },
  ]);
  expect(prompts[0]).toContain('- E2 (docs/adr/0001-table.md, “A table”): When it passes 10 million rows.');
  expect(prompts[1]).toContain('// two writers');
  expect([usage.calls, told.length]).toEqual([2, 2]);
});
