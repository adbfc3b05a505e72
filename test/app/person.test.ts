/** What a person is shown before they decide, and what is confirmed after they spoke. */
import { expect, test } from 'vitest';
import type { Session } from '../../src/domain/session.ts';
import { makeProjectFolder } from '../support/make-app.ts';
import { runInProcess } from '../support/run-in-process.ts';

let cwd = '';
const run = (...args: string[]) => runInProcess(args, { cwd, home: cwd });
const show = async (): Promise<Session> => JSON.parse((await run('roundtable', 'show', '--json')).stdout);

test('a session that waits for a decision shows reasons, positions, recommendation and what would be replaced', async () => {
  cwd = await makeProjectFolder();
  const started = await run('design', 'Which queue?', '--dry-run', '--seed', '2', '--json');
  expect(started.code).toBe(4);
  const session = await show();
  const [escalation] = session.escalations;
  const conflict = session.conflicts.find(({ id }) => id === escalation?.subject);
  expect(escalation?.status).toBe('pending');
  expect(conflict?.positions.length).toBeGreaterThan(1);
  const flat = (text: string) => text.replace(/\s+/g, ' ');
  const shown = await run('roundtable', 'show');
  for (const text of [shown.stdout, started.stderr].map(flat)) {
    expect(text).toContain(`A decision is needed`);
    for (const position of escalation?.positions ?? []) expect(text).toContain(flat(position.text));
    expect(text).toContain(flat(escalation?.recommendation ?? 'nothing recommended'));
    for (const id of conflict?.item_ids ?? []) {
      const item = session.artifacts.find((one) => one.id === id);
      if (item?.status === 'open') expect(text).toContain(flat(`${id}: ${item.text}`));
    }
    expect(text).toContain('s2s roundtable answer --decision');
  }
  const guided = await run('roundtable', 'guide', 'Think of the nights.');
  expect(guided.stdout).toContain('Think of the nights.\nThe panel hears it when the session is resumed.');
  const answered = await run('roundtable', 'answer', '--decision', 'Use the queue that runs already.');
  expect(answered.code).toBe(0);
  const after = await show();
  const decided = after.artifacts.find((item) => item.decided_by === 'user');
  expect(answered.stdout).toContain(`Recorded: ${escalation?.id}, decided by a person: Use the queue`);
  expect(answered.stdout).toContain(`It binds the panel as ${decided?.id}: Use the queue that runs already.`);
  for (const item of after.artifacts.filter(({ replaced_by: by }) => by === decided?.id))
    expect(answered.stdout).toContain(`It replaces ${item.id}: ${item.text}`);
});

test('a decision that names an item and says more is confirmed in its own words, and the item below them', async () => {
  cwd = await makeProjectFolder();
  expect((await run('design', 'Which queue?', '--dry-run', '--seed', '2', '--json')).code).toBe(4);
  const { conflicts, escalations, artifacts } = await show();
  const conflict = conflicts.find(({ id }) => id === escalations[0]?.subject);
  const named = artifacts.find(({ id, status }) => conflict?.item_ids.includes(id) && status === 'open');
  const words = `${named?.id} for one queue alone.`;
  const answered = await run('roundtable', 'answer', '--decision', words);
  const decided = (await show()).artifacts.find(({ text }) => text === words);
  expect(answered.stdout).toContain(
    `It binds the panel as ${decided?.id}: ${words}\n${named?.id} holds with it, and where the two differ, the decision binds: ${named?.text}`,
  );
});

test('a block without words counts and is confirmed; an id that is not there is refused with the nearest', async () => {
  cwd = await makeProjectFolder();
  const waiting = await run('specs', 'What must export do?', '--dry-run', '--with-me', '--json');
  expect(waiting.code).toBe(4);
  expect((await run('roundtable', 'say', 'Keep it small.', '--json')).stderr).toContain(
    'Recorded: your words.',
  );
  const before = await show();
  const item = before.artifacts.find(({ status }) => status === 'open');
  if (item === undefined) throw new Error('no item is open');
  const wrong = await run('roundtable', 'say', '', '--block', `${item.id.split('-')[0]}-999`, '--json');
  expect(wrong.code).toBe(2);
  const { error } = JSON.parse(wrong.stdout);
  expect(error.message).toBe(`There is no item "${item.id.split('-')[0]}-999".`);
  expect(error.hint).toContain(item.id);
  const said = await run('roundtable', 'say', '', '--block', item.id, '--json');
  expect(said.stderr).toContain(`Recorded: you block ${item.id}: ${item.text}`);
  expect(said.stderr).toContain('You voted without a word');
  const after = (await show()).artifacts.find(({ id }) => id === item.id);
  expect(after?.stances).toContainEqual(expect.objectContaining({ seat: 'human', stance: 'block' }));
  // The recap names items with their text, and who is against them.
  const recap = (await run('roundtable', 'show', '--round', '1')).stdout;
  expect(recap).toMatch(new RegExp(`${before.artifacts[0]?.id} \\S+ \\S+`));
  expect((await run('roundtable', 'show', '--round', '2')).stdout).toContain('blocked by you');
});
