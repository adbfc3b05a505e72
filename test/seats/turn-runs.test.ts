/** Turns through the program: a sequential round that is interrupted in its middle, `say` round after round, and a person at a terminal. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createGate } from '../support/create-gate.ts';
import { readStep } from '../support/loopback-panel.ts';
import { type ChangePanel, openScene, type Scene, topic } from '../support/scene.ts';
import { keys, type Terminal } from '../support/terminal.ts';
import { waitUntil } from '../support/wait-until.ts';

const seats = ['qa-lead', 'devops-engineer', 'technical-lead'];
const sequential = [
  'roundtable',
  'start',
  topic,
  '--participants',
  seats.join(','),
  '--participation',
  'sequential',
];
const mark = (seat: string, round: number): string => `MARK-${seat}-${round}`;
const marked: ChangePanel = ({ step, seat, round }) =>
  step === 'answer' ? { position: `${mark(seat, round)} stands for a table.` } : undefined;
const listAnswers = (scene: Scene) =>
  scene.server.requests.map(readStep).filter(({ step }) => step === 'answer');

test('a sequential round that is killed in its middle goes on with the next speaker', async () => {
  let hold = true;
  const { opened: second, open: reached } = createGate();
  const scene = await openScene((asked) => {
    if (asked.step === 'answer' && asked.seat === 'devops-engineer' && hold) {
      reached();
      return { fault: 'stall-headers' };
    }
    return marked(asked);
  });
  const { project, env } = scene;
  const limits = ['--no-input', '--json', '--min-rounds', '1', '--max-rounds', '1'];
  const started = project.start([...sequential, ...limits], { env });
  await second;
  const open = await project.session();
  expect(open.turn).toEqual({ order: seats, index: 1, next_speaker: 'devops-engineer' });
  started.child.kill('SIGKILL');
  const ended = await started.done;
  expect(ended.code, ended.stderr).toBeNull();
  hold = false;
  const resumed = await project.run(['roundtable', 'resume', '--no-input', '--json'], { env });
  expect(resumed.code, resumed.stderr).toBe(0);
  const answers = listAnswers(scene);
  expect(answers.map(({ seat }) => seat)).toEqual([
    'qa-lead',
    'devops-engineer',
    'devops-engineer',
    'technical-lead',
  ]);
  expect(answers.at(-1)?.request.user).toContain(mark('qa-lead', 1));
  expect(answers.at(-1)?.request.user).toContain(mark('devops-engineer', 1));
  expect(answers[2]?.request.user).toContain(mark('qa-lead', 1));
  expect((await project.session()).rounds[0]?.answers.map(({ seat }) => seat)).toEqual(seats);
});

test('say: two rounds, each run stops at the person’s turn with exit 4, until it is completed', async () => {
  const scene = await openScene(marked);
  const { project, env } = scene;
  const start = [
    'roundtable',
    'start',
    topic,
    '--participants',
    'qa-lead,human,technical-lead',
    '--participation',
    'sequential',
  ];
  let run = await project.run([...start, '--no-input', '--json', '--min-rounds', '2', '--max-rounds', '2'], {
    env,
  });
  const speakers = ['qa-lead', 'human', 'technical-lead'];
  for (let round = 1; round <= 2; round += 1) {
    expect(run.code, run.stderr).toBe(4);
    const turns = 3 * (round - 1);
    expect(run.json()).toMatchObject({
      status: 'paused',
      pause_reason: 'waiting-for-person',
      rounds: round - 1,
      next_speaker: 'human',
      turn_count: turns,
      counts: { 'qa-lead': round - 1, human: round - 1, 'technical-lead': round - 1 },
    });
    expect(new Set<string>(run.json().speaker_order)).toEqual(new Set(speakers));
    run = await project.run(['roundtable', 'say', `PERSON-${round} wants numbers.`, '--no-input', '--json'], {
      env,
    });
  }
  // The person has a voice in the review and at the last call as well.
  for (const words of [[''], ['', '--rest', 'ratify']]) {
    expect(run.code, run.stderr).toBe(4);
    expect(run.json()).toMatchObject({ rounds: 2, next_speaker: 'human' });
    run = await project.run(['roundtable', 'say', ...words, '--no-input', '--json'], { env });
  }
  expect(run.code, run.stderr).toBe(0);
  expect(run.json()).toMatchObject({ status: 'completed', rounds: 2, turn_count: 6, next_speaker: null });
  expect(run.json().counts).toEqual({ 'qa-lead': 2, human: 2, 'technical-lead': 2 });
  const session = await project.session();
  expect(session.rounds.map(({ answers }) => answers.find(({ seat }) => seat === 'human')?.position)).toEqual(
    [1, 2].map((round) => `PERSON-${round} wants numbers.`),
  );
  const mine = session.artifacts[0]?.votes.filter(({ seat }) => seat === 'human');
  expect(mine).toMatchObject([{ seat: 'human', vote: 'ratify', reason: '' }]);
  // What the person said is heard by whoever speaks after them, and no model was asked twice.
  const late = listAnswers(scene).filter(({ seat }) => seat === 'technical-lead');
  expect(late).toHaveLength(2);
  for (const [index, { request }] of late.entries())
    expect(request.user).toContain(`PERSON-${index + 1} wants numbers.`);
  const bodies = scene.server.requests.map(({ body }) => JSON.stringify(body));
  expect(new Set(bodies).size).toBe(bodies.length);
  const again = await project.run(['roundtable', 'say', 'One more thing.', '--no-input'], { env });
  expect(again.code).toBe(2);
});

/** Waits until so many answers of models are in the journal. */
async function waitForAnswers(scene: Scene, count: number): Promise<void> {
  await waitUntil(async () => {
    const { id } = await scene.project.session();
    const file = path.join(scene.project.root, '.s2s', 'sessions', id, 'calls.jsonl');
    const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
    expect(lines.filter((line) => /"\d+\/answer\/(?!human)/.test(line))).toHaveLength(count);
  });
}

/** Answers at the turn whose screen shows `shown`. */
async function answer(terminal: Terminal, shown: string, text: string): Promise<void> {
  await terminal.waitFor((screen) => {
    const turn = screen.lastIndexOf(shown);
    return turn >= 0 && screen.slice(turn).includes('Your answer (empty to pass)');
  });
  terminal.type(`${text}${keys.enter}`);
}

/** Changes nothing in the review, and votes on nothing. */
async function passTheText(terminal: Terminal): Promise<void> {
  await terminal.waitFor('What would you change');
  terminal.type(keys.enter);
  await terminal.waitFor('Items you object to');
  terminal.type(keys.enter);
  await terminal.waitFor('No vote on the rest');
  terminal.type(keys.enter);
}

test('a person at the terminal in blind rounds sees nothing of the others before they have answered', async () => {
  const scene = await openScene(marked);
  const start = ['roundtable', 'start', topic, '--participants', 'qa-lead,technical-lead', '--with-me'];
  const terminal = scene.open(
    [...start, '--participation', 'parallel', '--min-rounds', '2', '--max-rounds', '2'],
    { columns: 120, rows: 50 },
  );
  await terminal.waitFor('Your answer (empty to pass)');
  await waitForAnswers(scene, 2);
  for (const seat of ['qa-lead', 'technical-lead']) expect(terminal.raw()).not.toContain(mark(seat, 1));
  await answer(terminal, 'round 1', 'PERSON-1 wants a table');
  await terminal.waitFor(mark('qa-lead', 1));
  await waitForAnswers(scene, 4);
  for (const seat of ['qa-lead', 'technical-lead']) expect(terminal.raw()).not.toContain(mark(seat, 2));
  await answer(terminal, 'round 2', '');
  await passTheText(terminal);
  expect(await terminal.exit).toBe(0);
  const session = await scene.project.session();
  expect(session.rounds[0]?.answers.find(({ seat }) => seat === 'human')?.position).toBe(
    'PERSON-1 wants a table',
  );
  expect(session.rounds[1]).toMatchObject({ passed: ['human'] });
  const second = listAnswers(scene).filter(({ round }) => round === 2);
  for (const { request } of second) expect(request.user).toContain('PERSON-1 wants a table');
});
