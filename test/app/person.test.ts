/** What a person is shown before they decide, and what is confirmed after they spoke. */
import { expect, test } from 'vitest';
import type { Session } from '../../src/session/session.ts';
import { makeProjectFolder } from '../support/make-app.ts';
import { runInProcess } from '../support/run-in-process.ts';

let cwd = '';
const run = (...args: string[]) => runInProcess(args, { cwd, home: cwd });
const show = async (): Promise<Session> => JSON.parse((await run('roundtable', 'show', '--json')).stdout);

test('a session that waits for a decision shows reasons, positions and recommendation, and confirms what was decided', async () => {
  cwd = await makeProjectFolder({ fast: false });
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
    expect(text).toContain('A decision is needed');
    for (const position of escalation?.positions ?? []) expect(text).toContain(flat(position.text));
    expect(text).toContain(flat(escalation?.recommendation ?? 'nothing recommended'));
    expect(text).toContain(`s2s roundtable answer ${session.id.slice(0, 15)} --decision`);
  }
  const guided = await run('roundtable', 'guide', 'Think of the nights.');
  expect(guided.stdout).toContain('Think of the nights.\nThe panel gets it when the session is resumed.');
  const answered = await run('roundtable', 'answer', '--decision', 'Use the queue that runs already.');
  expect(answered.code).toBe(0);
  expect(answered.stdout).toContain(`Recorded: ${escalation?.id}, decided by a person: Use the queue`);
  expect(answered.stdout).toContain('It is binding from now on');
  const after = await show();
  expect(after.conflicts.find(({ id }) => id === conflict?.id)).toMatchObject({
    status: 'resolved',
    resolution: 'Use the queue that runs already.',
    resolution_type: 'user',
  });
  const settled = await run('roundtable', 'show');
  expect(settled.stdout).toMatch(/^Answered\n {2}• E-001, /m);
  expect(settled.stderr).toMatch(/^ {2}s2s roundtable resume$/m);
  expect((await run('roundtable', 'answer', '--accept')).code).toBe(2);
});

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
  await run(
    'design',
    'Which queue?',
    '--dry-run',
    '--no-input',
    '--max-rounds',
    '2',
    '--min-rounds',
    '1',
    '--json',
  );
  const { artifacts, participants } = await show();
  const [item] = artifacts;
  const shown = await run('roundtable', 'show', '--item', item?.id.toLowerCase() ?? '');
  expect(shown.stdout).toContain(item?.title);
  expect(shown.stdout).toContain(participants[0]?.role);
  const wrong = await run('roundtable', 'show', '--item', 'DEC-999', '--json');
  expect(wrong.code).toBe(2);
  expect(JSON.parse(wrong.stdout).error.hint).toContain(item?.id);
});
