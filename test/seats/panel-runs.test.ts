/** The panel and targeted rounds, as the program itself shows and keeps them. */
import { describe, expect, test } from 'vitest';
import { readStep, replyAsPanel } from '../support/loopback-panel.ts';
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
  expect(panel.scores).toContainEqual({ id: 'job-expert', score: 0.75, level: 2 });
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
  expect(run.stderr).toContain('your configuration allows at most 2: without Technical lead');
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
  const own = { position: 'One server carries it.' };
  const asked: string[] = [];
  const { project, server, env, configure } = await openScene((call) => {
    const { step, seat, request } = call;
    if (request.schema === null)
      return {
        text: 'QA lead: Tests first, whatever we take.\nTechnical lead: Not mine.\nDEC-001: block',
      };
    if (step === 'answer' && seat === 'devops-engineer') {
      asked.push(request.user);
      if (asked.length === 1) return { text: JSON.stringify(own) };
      const [whole, stolen] = [own, { position: 'STOLEN words.' }].map((words) =>
        JSON.stringify({ ...replyAsPanel(call), ...words }),
      );
      return { text: `${whole}\n\n[technical-lead]\n${stolen}` };
    }
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
  // A position alone is not the proposal that was asked for.
  expect(asked).toHaveLength(2);
  expect(asked[1]).toContain('the whole proposal is asked for, and there is none');
  const plain = server.requests.filter(({ schema }) => schema === null);
  expect(plain.map(({ body }) => body['stop_sequences'])).toEqual(plain.map(() => ['<next>']));
  const session = await project.session();
  expect(
    session.rounds[0]?.losses.flatMap(({ code, seat }) => (code === 'other_speaker' ? [seat] : [])),
  ).toEqual(['qa-lead', 'technical-lead']);
  expect(JSON.stringify(session.artifacts.map(({ votes }) => votes))).not.toContain('block');
});
