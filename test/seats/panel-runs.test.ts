/** The panel, the track record and targeted rounds, as the program itself shows and keeps them. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readStep } from '../support/loopback-panel.ts';
import type { AskedRequest } from '../support/loopback-server.ts';
import { openScene, topic } from '../support/scene.ts';

const quick = ['--no-input', '--json', '--min-rounds', '1', '--max-rounds', '1'];

test('auto: scores are shown and stored, agents without a usable model are left out and named', async () => {
  const { project, env, writeAgent } = await openScene();
  await writeAgent(
    'queue-expert',
    'role: Queue expert\nspecialties: [queue, download job]\nmodel: nobody/model',
  );
  await writeAgent('job-expert', 'role: Job expert\nspecialties: [queue, job]');
  const run = await project.run(['roundtable', 'start', topic, '--participants', 'auto', ...quick], { env });
  expect(run.code, run.stderr).toBe(0);
  const { panel } = await project.session();
  expect(panel.scores).toContainEqual({ id: 'job-expert', score: 0.75, level: 2, record: 0.5 });
  expect(panel.left_out).toMatchObject([{ id: 'queue-expert' }]);
});

describe('where a model is there, the facilitator chooses the panel', () => {
  const start = ['roundtable', 'start', 'Löschung personenbezogener Daten', ...quick];
  const choose = (seats: unknown) => openScene(({ step }) => (step === 'panel' ? { seats } : undefined));

  test('from all agents, in any language, before the first round; the call is counted and in the journal', async () => {
    const { project, env, server } = await choose([
      { id: 'privacy-counsel', why: 'Names the duties.' },
      { id: 'Data-Engineer', why: 'Knows the copies.' },
      { id: 'nobody', why: '' },
      { id: 'data-engineer', why: 'Twice.' },
    ]);
    const run = await project.run(start, { env });
    expect(run.code, run.stderr).toBe(0);
    const { panel, participants, usage } = await project.session();
    expect(participants.map(({ id }) => id)).toEqual(['privacy-counsel', 'data-engineer']);
    expect(panel).toMatchObject({
      chosen_by: 'facilitator',
      reasons: [
        { id: 'privacy-counsel', why: 'Names the duties.' },
        { id: 'data-engineer', why: 'Knows the copies.' },
      ],
    });
    expect(panel).not.toHaveProperty('candidates');
    expect(usage.calls).toBe(server.requests.length);
    const first = readStep(server.requests[0] as AskedRequest);
    expect([first.step, first.request.user.includes('accessibility-specialist')]).toEqual(['panel', true]);
    const shown = await project.run(['roundtable', 'show', '--calls', '--json'], { env });
    expect(shown.stdout).toContain('0/panel/facilitator/1');
  });

  test.each([
    ['nobody', []],
    ['somebody who is not there', [{ id: 'falconer', why: '' }]],
    ['one seat', [{ id: 'qa-lead', why: '' }]],
  ])('and where it names %s, the words of the topic do', async (_, seats) => {
    const { project, env } = await choose(seats);
    const run = await project.run(start, { env });
    expect(run.code, run.stderr).toBe(0);
    const { panel, participants } = await project.session();
    expect(panel.chosen_by).toBe('topic');
    expect(participants.map(({ id }) => id)).toEqual(['software-architect', 'privacy-counsel']);
  });

  test('but asks nobody in a rehearsal, or where seats were named', async () => {
    const { project, env, server } = await choose([]);
    await project.run([...start, '--dry-run'], { env });
    expect((await project.session()).panel).toMatchObject({ chosen_by: 'topic' });
    await project.run([...start, '--participants', 'qa-lead,privacy-counsel'], { env });
    expect(server.requests.filter((request) => readStep(request).step === 'panel')).toEqual([]);
  });
});

test('a list is cut to max_participants with a warning, and fewer than two is an error that names the topic', async () => {
  const { project, env, configure } = await openScene();
  await configure('max_participants: 2');
  const three = ['--participants', 'qa-lead,devops-engineer,technical-lead'];
  const run = await project.run(['roundtable', 'start', topic, ...three, ...quick], { env });
  expect(run.code, run.stderr).toBe(0);
  expect(run.stderr).toContain('your configuration allows at most 2: without technical-lead');
  expect((await project.session()).participants.map(({ id }) => id)).toEqual(['qa-lead', 'devops-engineer']);
  const start = ['roundtable', 'start', 'Xyzzy frobnicates', '--participants'];
  const few = await project.run([...start, 'qa-lead', ...quick], { env });
  expect(few.code).toBe(2);
  expect(few.json().error).toMatchObject({ code: 'TOO_FEW_PARTICIPANTS' });
  expect(few.json().error.message).toContain('Xyzzy frobnicates');
  // A topic that touches no field at all still gets the default panel, as many of it as fit.
  const usual = await project.run([...start, 'auto', ...quick], { env });
  expect(usual.code, usual.stderr).toBe(0);
  expect((await project.session()).participants).toHaveLength(2);
});

test('the track record: failures count as such, once; it ranks; rehearsals leave it alone; a broken one is kept', async () => {
  const { project, env } = await openScene(({ seat, step }) =>
    step === 'answer' && seat === 'devops-engineer' ? { fault: 'status', status: 400 } : undefined,
  );
  const file = '.s2s/agents-record.yaml';
  const rehearsed = await project.run(['design', topic, '--dry-run', '--no-input']);
  expect(rehearsed.code, rehearsed.stderr).toBe(0);
  expect(await project.files()).not.toContain(file);

  const run = await project.run(['design', topic, ...quick], { env });
  expect(run.code, run.stderr).toBe(0);
  const first = parse(await project.read(file));
  const { id } = await project.session(run.json().session_id);
  expect(first.sessions).toEqual([id]);
  expect(first.agents['devops-engineer']).toMatchObject({
    answers: 0,
    failures: 1,
    sessions: 1,
    score: 0.35,
  });
  expect(first.agents['technical-lead']).toMatchObject({ answers: 1, failures: 0 });
  expect(first.agents['technical-lead'].score).toBeGreaterThan(0.6);

  const ranked = await project.run(['agents', 'rank', 'deploy and monitor the pipeline', '--json']);
  const agents: { id: string; record: number; match: number; score: number }[] = ranked.json().agents;
  for (const { record, match, score } of agents) expect(score).toBeCloseTo(record * (1 + 0.3 * match), 3);
  expect(agents.find((agent) => agent.id === 'devops-engineer')).toMatchObject({ record: 0.35, sessions: 1 });
  expect(agents.map(({ score }) => score)).toEqual(
    agents.map(({ score }) => score).toSorted((one, other) => other - one),
  );
  // The best match is not the first any more: its record is the main signal.
  expect(agents[0]?.id).not.toBe('devops-engineer');

  await writeFile(path.join(project.root, file), 'agents: [not, a, mapping\n');
  const warned = await project.run(['agents', 'rank', 'deploy']);
  expect(warned.code).toBe(0);
  expect(warned.stderr).toContain('.s2s/agents-record.yaml cannot be read');
  const next = await project.run(['design', topic, ...quick], { env });
  expect(next.code, next.stderr).toBe(0);
  expect(next.stderr).toContain('.s2s/agents-record.damaged-1.yaml');
  expect(await project.read('.s2s/agents-record.damaged-1.yaml')).toBe('agents: [not, a, mapping\n');
  expect(parse(await project.read(file)).sessions).toHaveLength(1);
});

test('--participation targeted asks those whom the facilitator names, else those whom the question concerns', async () => {
  const { project, server, env } = await openScene(({ step, round }) =>
    step === 'question'
      ? round === 1
        ? {
            question: 'Which acceptance test shows that no job is lost in a test?',
            focus: 'test',
            participants: ['all'],
          }
        : { participants: ['devops-engineer', 'qa-lead'] }
      : undefined,
  );
  const args = [
    '--participants',
    'qa-lead,devops-engineer,cost-analyst,product-manager',
    '--participation',
    'targeted',
  ];
  const run = await project.run(
    ['roundtable', 'start', topic, ...args, '--no-input', '--json', '--min-rounds', '2', '--max-rounds', '2'],
    { env },
  );
  expect(run.code, run.stderr).toBe(0);
  const asked = (round: number) =>
    server.requests
      .map(readStep)
      .filter((each) => each.step === 'answer' && each.round === round)
      .map(({ seat }) => seat)
      .sort();
  expect(asked(1)).toContain('qa-lead');
  expect(asked(1)).toHaveLength(2);
  expect(asked(2)).toEqual(['devops-engineer', 'qa-lead']);
  const session = await project.session();
  expect(session.settings.participation).toBe('targeted');
  expect(session.rounds.map((round) => [...round.asked].sort())).toEqual([asked(1), asked(2)]);
});

test('a reply that goes on as the next speaker holds one speaker only, structured or plain', async () => {
  const { project, server, env, configure } = await openScene(({ step, seat, request }) => {
    if (request.schema === null)
      return {
        text: 'QA lead: Tests first, whatever we take.\nTechnical lead: Not mine.\nDEC-001: block',
      };
    if (step === 'answer' && seat === 'devops-engineer')
      return {
        text: `${JSON.stringify({ position: 'One server carries it.' })}\n\n[technical-lead]\n${JSON.stringify({ position: 'STOLEN words.' })}`,
      };
    if (step === 'answer' && seat === 'technical-lead')
      return { position: 'A table will do.\nQA lead: STOLEN words.' };
    return undefined;
  });
  await configure('answers: {plain_text: [qa-lead], stop: ["<next>"]}');
  const args = ['--participants', 'qa-lead,devops-engineer,technical-lead'];
  const run = await project.run(['roundtable', 'start', topic, ...args, ...quick, '--full'], { env });
  expect(run.code, run.stderr).toBe(0);
  const said = Object.fromEntries(
    run.json().turns.map((turn: { agent_id: string; content: string }) => [turn.agent_id, turn.content]),
  );
  expect(said).toEqual({
    'qa-lead': 'Tests first, whatever we take.',
    'devops-engineer': 'One server carries it.',
    'technical-lead': 'A table will do.',
  });
  const plain = server.requests.filter(({ schema }) => schema === null);
  expect(plain.map(({ body }) => body['stop_sequences'])).toEqual(plain.map(() => ['<next>']));
  const session = await project.session();
  expect(
    session.rounds[0]?.losses.flatMap(({ code, seat }) => (code === 'other_speaker' ? [seat] : [])),
  ).toEqual(['qa-lead', 'technical-lead']);
  expect(JSON.stringify(session.artifacts.map(({ votes }) => votes))).not.toContain('block');
});
