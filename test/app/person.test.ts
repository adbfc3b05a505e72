/** What a person is shown before they decide, and what is confirmed after they spoke. */
import { expect, test } from 'vitest';
import type { Session } from '../../src/session/session.ts';
import { makeProjectFolder } from '../support/make-app.ts';
import { runInProcess } from '../support/run-in-process.ts';

let cwd = '';
const run = (...args: string[]) => runInProcess(args, { cwd, home: cwd });
const show = async (): Promise<Session> => JSON.parse((await run('roundtable', 'show', '--json')).stdout);

test('a person takes part in the review and the last call, and what they did not vote on has no vote of theirs', async () => {
  cwd = await makeProjectFolder({ fast: false });
  const waiting = await run(
    ...['specs', 'What must export do?', '--dry-run', '--with-me', '--json'],
    ...['--min-rounds', '1', '--max-rounds', '1', '--on-escalation', 'accept'],
  );
  expect(waiting.code).toBe(4);
  const early = await run('roundtable', 'say', 'Small.', '--block', 'REQ-001', '--json');
  expect(JSON.parse(early.stdout).error.message).toContain('Votes are taken on the text');
  const answered = await run('roundtable', 'say', 'Keep it small.', '--json');
  expect(answered.stderr).toContain('Recorded: your words.');
  expect(answered.code).toBe(4);
  const drafted = await show();
  expect(drafted.text?.step).toBe('review');
  const [item] = drafted.artifacts;
  if (item === undefined) throw new Error('no item was drafted');
  const prefix = item.id.split('-')[0];
  const wrong = await run('roundtable', 'say', '', '--block', `${prefix}-999`, '--json');
  expect(wrong.code).toBe(2);
  const { error } = JSON.parse(wrong.stdout);
  expect(error.message).toBe(`There is no item "${prefix}-999" to vote on.`);
  expect(error.hint).toContain(item.id);
  const reviewed = await run('roundtable', 'say', 'Nobody can test it.', '--block', item.id, '--json');
  expect(reviewed.stderr).toContain(`Recorded: against: ${item.id} (${item.title})`);
  const later = await show();
  const votes = (one: Session['artifacts'][number] | undefined, step: string) =>
    (one?.votes ?? []).filter((vote) => vote.seat === 'human' && vote.step === step);
  const same = later.artifacts.find(({ votes: cast }) =>
    cast.some(({ reason }) => reason === 'Nobody can test it.'),
  );
  expect(votes(same, 'review')).toMatchObject([{ vote: 'block', reason: 'Nobody can test it.' }]);
  expect(later.artifacts.filter((one) => votes(one, 'review').length > 0)).toHaveLength(1);
  expect(later.text?.step).toBe('last-call');
  const ended = await run('roundtable', 'say', '', '--rest', 'none', '--json');
  expect(ended.stderr).toContain('Recorded: you passed.');
  expect((await show()).artifacts.flatMap((one) => votes(one, 'last-call'))).toEqual([]);
});

test('an item is shown with where it comes from and who voted how; one that is not there is refused', async () => {
  cwd = await makeProjectFolder({ fast: false });
  await run(...['design', 'Which queue?', '--dry-run', '--max-rounds', '2', '--min-rounds', '1']);
  const { artifacts, participants } = await show();
  const [item] = artifacts;
  const shown = await run('roundtable', 'show', '--item', item?.id.toLowerCase() ?? '');
  expect(shown.stdout).toContain(item?.title);
  expect(shown.stdout).toContain(participants[0]?.role);
  const wrong = await run('roundtable', 'show', '--item', 'DEC-999', '--json');
  expect(wrong.code).toBe(2);
  expect(JSON.parse(wrong.stdout).error.hint).toContain(item?.id);
});
