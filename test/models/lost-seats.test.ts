/** What a panel does without some of its seats: goes on, rests them, stops below the quorum, and takes another model. */
import { describe, expect, it } from 'vitest';
import type { Answer, AskedRequest, Loopback } from '../support/loopback-server.ts';
import { openPanel } from './panel-project.ts';
import { answerCall, type PanelCall, playPanel, readCall } from './scripted-panel.ts';

const broken: Answer = {
  fault: 'status',
  status: 400,
  body: { error: { message: 'This model cannot do that' } },
};

/** A panel whose seats fail as said; a model called `good` never does. */
function seat(
  fails: (call: PanelCall) => boolean,
  instead: (call: PanelCall, asked: AskedRequest) => Answer | null = () => null,
) {
  const reply = playPanel((call, asked) =>
    asked.model !== 'good' && fails(call) ? broken : instead(call, asked),
  );
  return openPanel(reply, { roundtable: { limits: { answer_retries: 0 } } });
}

function countCalls(from: Loopback, step: PanelCall['step'], id: string, round: number): number {
  return from.requests
    .map(readCall)
    .filter((call) => call.step === step && call.seat === id && call.round === round).length;
}

describe('below the quorum', () => {
  it('asks the missing once more, pauses with 6, and goes on with another model for them', async () => {
    const table = await seat(({ step, seat: id }) => step === 'answer' && ['bravo', 'charlie'].includes(id));
    const run = await table.project.begin(['--json']);
    expect(run.code).toBe(6);
    expect(run.json().error).toMatchObject({ code: 'NO_QUORUM', data: { failed: ['bravo', 'charlie'] } });
    expect(run.json().error.hint).toContain('--models bravo=');
    expect(run.json()).toMatchObject({ status: 'paused', pause_reason: 'no-quorum', rounds: 0 });
    expect(countCalls(table.server, 'answer', 'alpha', 1)).toBe(1);
    expect(countCalls(table.server, 'answer', 'bravo', 1)).toBe(2);
    const paused = await table.project.session();
    expect(paused.failures.filter(({ seat: id }) => id === 'bravo')).toHaveLength(2);
    expect(paused.rounds).toEqual([]);

    // The same model again: the same end, and nothing that was answered is asked again.
    const again = await table.project.resume();
    expect(again.code).toBe(6);
    expect(countCalls(table.server, 'answer', 'alpha', 1)).toBe(1);
    expect(countCalls(table.server, 'question', 'lead', 1)).toBe(1);

    const resumed = await table.project.resume(['--models', 'bravo=local/good']);
    expect(resumed.code, resumed.stderr).toBe(0);
    expect(countCalls(table.server, 'answer', 'alpha', 1)).toBe(1);
    const session = await table.project.session();
    expect(session.participants.map(({ model }) => model)).toEqual([
      'local/some',
      'local/good',
      'local/some',
    ]);
    expect(session.rounds[0]?.answers.map(({ seat: id }) => id)).toEqual(['alpha', 'bravo']);
    expect(session.rounds[0]?.failed).toEqual(['charlie']);
    expect(session.outcome?.degraded).toBe(true);
  });

  it('never lets the facilitator count, and never calls silence agreement', async () => {
    const table = await seat(({ step }) => step === 'answer');
    const run = await table.project.begin(['--json']);
    expect(run.code).toBe(6);
    expect(run.json()).toMatchObject({ outcome: null, rounds: 0 });
    expect(table.server.requests.map(readCall).some(({ step }) => step === 'synthesis')).toBe(false);
  });
});

describe('a seat that fails again and again', () => {
  it('is asked again in each round until it has failed three times in a row', async () => {
    const table = await seat(
      ({ step, seat: id, round }) => step === 'answer' && id === 'charlie' && round <= 2,
      (call, asked) => {
        if (call.step !== 'synthesis') return null;
        const reply = JSON.parse(answerCall(call, asked)) as Record<string, unknown>;
        return JSON.stringify({ ...reply, next_action: call.round < 4 ? 'continue' : 'conclude' });
      },
    );
    const run = await table.project.begin(['--json', '--max-rounds', '5']);
    expect(run.code, run.stderr).toBe(0);
    const { rounds, outcome } = await table.project.session();
    expect(rounds.map(({ asked }) => asked.includes('charlie'))).toEqual([true, true, true, true]);
    expect(rounds.map(({ failed }) => failed)).toEqual([['charlie'], ['charlie'], [], []]);
    for (const round of rounds.slice(2)) expect(round.answers.map(({ seat: id }) => id)).toContain('charlie');
    expect(outcome?.degradation).toContainEqual(
      expect.objectContaining({
        code: 'seat_silent',
        seat: 'charlie',
        rounds: [1, 2],
        kinds: ['bad-request'],
      }),
    );
  });
});

describe('a degraded run', () => {
  it('replaces a lost facilitator and synthesizer, and says where', async () => {
    const table = await seat(({ seat: id }) => ['lead', 'writer'].includes(id));
    const run = await table.project.begin(['--json', '--max-rounds', '2']);
    expect(run.code, run.stderr).toBe(0);
    const { rounds, outcome, artifacts, statements, text } = await table.project.session();
    expect(rounds).toHaveLength(2);
    for (const { question_fallback: question, synthesis_fallback: synthesis, answers } of rounds) {
      expect(question).toMatchObject({ code: 'failed', kind: 'bad-request' });
      expect(synthesis).toMatchObject({ code: 'failed', kind: 'bad-request' });
      expect(answers).toHaveLength(3);
    }
    expect(new Set(rounds.map(({ question }) => question)).size).toBe(2);
    expect(text).toMatchObject({ written_by: 'program', fallback: { kind: 'bad-request' } });
    expect(outcome?.degraded).toBe(true);
    // Without a writer the items are the seats' own words, and only what the seats themselves voted for is agreed.
    const said = statements.map(({ text: words }) => words);
    for (const item of artifacts) {
      expect(said).toContain(item.text);
      if (item.status === 'agreed')
        expect(item.votes.filter(({ vote }) => vote === 'ratify')).toHaveLength(3);
    }
    expect(outcome?.degradation).toContainEqual(
      expect.objectContaining({ code: 'own_question', rounds: [1, 2] }),
    );
    expect(outcome?.degradation).toContainEqual(expect.objectContaining({ code: 'text_assembled' }));
  });
});
