/** Whole discussions: what is asked of whom, what is written, and how a discussion goes on and ends. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createNaming } from '../../src/prompts/seat-names.ts';
import {
  createAgenda,
  createPhase,
  createSession,
  createStrategy,
  createTable,
  type SessionChanges,
  seatIds,
  type TableChanges,
} from '../support/roundtable-fixtures.ts';
import {
  type AskedRequest,
  answerStep,
  createHandler,
  draftStep,
  type HandlerParts,
  type HeldRun,
  holdRun,
  questionStep,
  readPromptText,
  reviewStep,
  synthesisStep,
} from '../support/scripted-model.ts';

const [architect, lead, engineer] = seatIds;

const concludeFrom =
  (first: number): NonNullable<HandlerParts['synthesis']> =>
  ({ round }) =>
    synthesisStep({
      synthesis: `Synthesis ${round}.`,
      next_action: round >= first ? 'conclude' : 'continue',
    });

/** Answers that bring nothing new after the first round. */
const still: NonNullable<HandlerParts['answer']> = ({ seat, round }) =>
  answerStep(`Round ${round}: ${seat} holds on.`, round > 1 ? { statements: [] } : {});

async function hold(
  parts: HandlerParts,
  settings: SessionChanges['settings'] = {},
  changes: TableChanges = {},
): Promise<HeldRun> {
  const table = createTable(changes);
  const session = createSession(table, { settings: { min_rounds: 1, ...settings } });
  return holdRun({ session, table, script: createHandler(parts) });
}

function find(run: Pick<HeldRun, 'requests'>, key: string): AskedRequest {
  const request = run.requests.find((one) => one.key === key);
  if (request === undefined) throw new Error(`no call ${key}`);
  return request;
}

const promptOf = (run: HeldRun, key: string): string => readPromptText(find(run, key));
const rules = ({ session }: HeldRun) => session.rounds.map(({ decided_by_rule: rule }) => rule);

describe('a whole run', () => {
  it('asks, answers, sums up, writes, decides, and makes the text: each thing is on disk before the next', async () => {
    const table = createTable();
    const session = createSession(table, { settings: { min_rounds: 1 } });
    const { result, store, events, requests } = await holdRun({
      session,
      table,
      script: {
        '1/question/facilitator/1': questionStep({ language: 'de-AT' }),
        '1/answer/software-architect/1': answerStep('In the database, since two people run it.', {
          assumptions: ['Few jobs.'],
          context_challenge: 'The number of jobs is missing.',
        }),
        '1/answer/qa-lead/1': answerStep('In the database, it can be tested.', { statements: [] }),
        '1/answer/devops-engineer/1': answerStep('A broker, it scales.', {
          confidence: '60%',
          statements: [
            { kind: 'risk', text: 'One table is one lock.' },
            { kind: 'requirement', text: 'Jobs are kept.' },
            { kind: 'requirement', text: 'jobs are kept' },
          ],
        }),
        '1/synthesis/facilitator/1': synthesisStep({
          synthesis: 'Two want the database.',
          consensus: [{ text: 'Jobs are kept.', statements: ['S-4'] }],
          ways: [{ id: 'new', name: 'One table', preferred_by: ['QA lead', 'software-architect'] }],
          open_questions: [{ text: 'How many jobs?', raised_by: ['qa-lead'], for_whom: 'the operators' }],
          next_action: 'conclude',
        }),
        'text/draft/synthesizer/1': (asked) =>
          draftStep(asked, {
            open_questions: [
              {
                ...{ id: 'OQ-001', text: 'How many jobs?', for_whom: 'the operators' },
                ...{ until: 'the first release', meanwhile: 'Few.' },
              },
            ],
          }),
        'text/review/software-architect/1': reviewStep(),
        'text/review/qa-lead/1': reviewStep(),
        'text/review/devops-engineer/1': reviewStep(),
      },
    });
    expect(result).toMatchObject({ ended: 'completed', reason: null, detail: null, failure: null });
    const done = store.last;
    expect(done).toMatchObject({ status: 'completed', total_rounds: 1, total_turns: 3, language: 'de-AT' });
    expect(done.rounds).toMatchObject([
      {
        ...{ round: 1, phase: 'discussion', asked: [...seatIds], failed: [], moved: 4 },
        ...{ next_action: 'conclude', decided_by_rule: 8, override: null, ending: 'conclude' },
        context_challenges: [{ seat: architect, text: 'The number of jobs is missing.' }],
        assumptions: [{ seat: architect, text: 'Few jobs.' }],
        statements: ['S-001', 'S-002', 'S-003', 'S-004'],
        consensus: [{ text: 'Jobs are kept.', statements: ['S-004'] }],
        losses: [],
      },
    ]);
    expect(done.rounds[0]?.answers).toMatchObject([
      { seat: architect, confidence: 0.8, model: 'test/software-architect', cause: null },
      { seat: lead, proposal: 'Proposed: In the database, it can be tested.' },
      { seat: engineer, confidence: 0.6 },
    ]);
    expect(done.rounds[0]).not.toHaveProperty('participant_responses');
    expect(done.statements.map(({ id, seat, kind, text }) => `${id} ${seat} ${kind} ${text}`)).toEqual([
      'S-001 software-architect decision In the database, since two people run it.',
      // A proposal without a point of its own still has one: its position.
      'S-002 qa-lead other In the database, it can be tested.',
      'S-003 devops-engineer risk One table is one lock.',
      'S-004 devops-engineer requirement Jobs are kept.',
    ]);
    expect(done.ways).toMatchObject([{ id: 'W-001', preferred_by: [lead, architect] }]);
    expect(done.open_questions).toMatchObject([
      { id: 'OQ-001', for_whom: 'the operators', until: 'the first release' },
    ]);
    // The round came to disk before its decision, and that before anything of the text.
    expect(store.saved[0]).toMatchObject({ rounds: [{ round: 1, next_action: null }], text: null });
    expect(store.saved[1]).toMatchObject({ rounds: [{ next_action: 'conclude' }], text: null });
    expect(store.released).toEqual([session.id]);
    expect(done.usage.calls).toBe(requests.length);
    expect(
      events
        .map(({ type }) => type)
        .filter((type) => type !== 'usage')
        .slice(0, 14),
    ).toEqual([
      ...['session-started', 'round-started', 'facilitator-asking', 'question-asked'],
      ...seatIds.map(() => 'seat-thinking'),
      ...seatIds.map(() => 'seat-answered'),
      ...['synthesizing', 'round-saved', 'recap', 'decision'],
    ]);
    expect(events.at(-1)?.type).toBe('completed');
  });

  it('keeps whole answers with verbose', async () => {
    const { session } = await hold({ synthesis: concludeFrom(1) }, { verbose: true });
    expect(session.rounds[0]?.participant_responses).toMatchObject([
      { id: architect, role: 'Software architect', statements: [{ id: 'S-001', kind: 'decision' }] },
      { id: lead },
      { id: engineer },
    ]);
  });

  it('has the language that a person set, whatever the facilitator names, and none that is no tag', async () => {
    const language = async (named: string, set: string | null = null) =>
      (
        await hold(
          { question: () => questionStep({ language: named }), synthesis: concludeFrom(1) },
          { language: set },
        )
      ).session.language;
    expect(await language('de')).toBe('de');
    expect(await language('de', 'fr')).toBe('fr');
    expect(await language('German, as in the topic')).toBeNull();
  });
});

describe('proposals', () => {
  it('are whole in the first round: longer, with more time and look-ups; later answers are short', async () => {
    const run = await hold({ synthesis: concludeFrom(2) }, { min_rounds: 2, agent_timeout: 100 });
    const [first, second] = [find(run, '1/answer/qa-lead/1'), find(run, '2/answer/qa-lead/1')];
    expect([first.timeout_ms, second.timeout_ms]).toEqual([300_000, 100_000]);
    expect([first.max_output_tokens, second.max_output_tokens]).toEqual([24_000, 12_000]);
    expect([first.facts.proposal, second.facts.proposal]).toEqual([true, false]);
  });

  it('are asked for in every round of a phase that says so', async () => {
    const strategy = createStrategy({
      phases: [createPhase('one'), createPhase('two', { proposals: true })],
    });
    const run = await hold(
      { synthesis: ({ round }) => synthesisStep({ next_action: round === 1 ? 'phase' : 'conclude' }) },
      {},
      { strategy },
    );
    expect(find(run, '2/answer/qa-lead/1').facts.proposal).toBe(true);
  });

  it('that are missing are asked for again, and taken without one at the last attempt', async () => {
    const { session, requests } = await hold(
      {
        answer: ({ seat, round, attempt }) =>
          answerStep(`Round ${round}: ${seat} has a position.`, {
            proposal: seat === lead || (seat === engineer && attempt === 1) ? '' : 'Whole.',
          }),
        synthesis: concludeFrom(2),
      },
      { min_rounds: 2 },
    );
    const count = (seat: string, round: number): number =>
      requests.filter((one) => one.step === 'answer' && one.seat === seat && one.round === round).length;
    expect(seatIds.map((seat) => count(seat, 1))).toEqual([1, 3, 2]);
    expect(seatIds.map((seat) => count(seat, 2))).toEqual([1, 1, 1]);
    expect(session.rounds[0]).toMatchObject({ failed: [] });
    expect(session.rounds[0]?.answers.map(({ proposal }) => proposal)).toEqual(['Whole.', '', 'Whole.']);
  });
});

describe('a round in which nothing moves', () => {
  it('ends the discussion, unless that is switched off', async () => {
    const on = await hold({ answer: still }, { min_rounds: 2 });
    expect(rules(on)).toEqual([12, 11]);
    expect(on.session.rounds[1]).toMatchObject({
      moved: 0,
      ending: 'stable',
      override: { code: 'nothing_moved', round: 2, uncovered: [] },
    });
    const off = await hold({ answer: still }, { min_rounds: 2, max_rounds: 4, stop_when_stable: false });
    expect(rules(off)).toEqual([12, 12, 12, 4]);
  });

  it('ends nothing while a critical topic is open; the second one does, and says what was not covered', async () => {
    const agenda = createAgenda([{ id: 'storage', name: 'Storage', critical: true, criteria: ['Days'] }]);
    const run = await hold({ answer: still }, { max_rounds: 9 }, { agenda });
    expect(rules(run)).toEqual([12, 6, 11]);
    expect(run.session.rounds.at(-1)).toMatchObject({
      next_action: 'conclude',
      ending: 'stable',
      override: { code: 'nothing_moved', round: 3, uncovered: ['Storage'] },
    });
    expect(promptOf(run, '3/question/facilitator/1')).toMatch(/has to look at\n<<<.*\nStorage\n/);
  });

  it('is none when a seat failed, or when not everybody was asked', async () => {
    const failing = await hold(
      {
        answer: (asked, signal) =>
          asked.round === 2 && asked.seat === lead ? { fail: 'refusal' } : still(asked, signal),
      },
      { max_rounds: 3 },
    );
    expect(rules(failing)).toEqual([12, 12, 4]);
    const named = await hold(
      {
        answer: still,
        question: ({ round }) =>
          questionStep({
            question: `Question ${round} of the queue, for whom?`,
            participants: round === 2 ? [lead] : round === 3 ? [architect, engineer] : ['all'],
          }),
      },
      { max_rounds: 5 },
    );
    expect(rules(named)).toEqual([12, 12, 11]);
  });

  it('is none when a seat moved in a conflict, and one when it only says so', async () => {
    const conflict = {
      id: 'new',
      description: 'Where the jobs live',
      positions: [
        { id: 'new', text: 'one table', held_by: [architect, engineer] },
        { id: 'new', text: 'a broker', held_by: [lead] },
      ],
    };
    const { session } = await hold(
      {
        answer: ({ seat, round }) =>
          answerStep(`Round ${round}: ${seat} says that it changed its mind and agrees.`, {
            statements: [],
            conflicts:
              round === 3 && seat === lead
                ? [{ conflict_id: 'cf-1', holds: 'A', gives_up: false, because: 'It can be tested.' }]
                : [],
          }),
        synthesis: ({ round }) => synthesisStep({ conflicts: round === 1 ? [conflict] : [] }),
      },
      { min_rounds: 3, max_rounds: 9, escalation: { enabled: false } },
    );
    // In the first round the seats' positions stand for their statements, and a conflict is opened.
    expect(session.rounds.map(({ moved }) => moved)).toEqual([4, 0, 1, 0]);
    expect(session.rounds.map(({ decided_by_rule: rule }) => rule)).toEqual([12, 5, 12, 11]);
    expect(session.rounds[2]?.resolved).toEqual([
      { conflict_id: 'CF-001', resolution: 'one table', resolution_type: 'conceded' },
    ]);
    expect(session.rounds[2]?.answers[1]).toMatchObject({
      cause: 'It can be tested.',
      conflicts: [{ conflict_id: 'CF-001', holds: 'a' }],
    });
    expect(session.conflicts[0]?.history).toMatchObject([
      { round: 1, code: 'opened' },
      { round: 3, code: 'moved', seat: lead, from: 'b', position: 'a' },
      { round: 3, code: 'resolved' },
    ]);
  });
});

describe('what the facilitator proposes', () => {
  it('waits for critical topics, until statements meet them', async () => {
    const agenda = createAgenda([
      {
        id: 'storage',
        name: 'Storage of jobs',
        critical: true,
        criteria: ['The retention is given in days'],
      },
    ]);
    const { session } = await hold(
      {
        synthesis: ({ round }) =>
          synthesisStep({
            next_action: 'conclude',
            // In the first round nothing that was said is named for it; in the second the statement is.
            agenda_coverage: [
              { topic_id: 'storage', criteria_met: [{ criterion: '1', by: round === 2 ? ['s-4'] : [] }] },
            ],
          }),
      },
      {},
      { agenda },
    );
    expect(session.rounds).toMatchObject([
      {
        decided_by_rule: 6,
        next_focus: 'Storage of jobs',
        losses: [{ code: 'criterion_without_statement', criterion: 'The retention is given in days' }],
      },
      { override: null, losses: [] },
    ]);
    expect(session.agenda[0]).toMatchObject({
      status: 'covered',
      criteria_met: [{ round: 2, by: ['S-004'] }],
    });
  });

  it('moves through the phases in their order, each with its seats, its words and its history', async () => {
    const strategy = createStrategy({
      phases: [
        createPhase('dream', { context: 'none' }),
        createPhase('plan', { participants: [lead, engineer], context: 'synthesis' }),
        createPhase('judge', { min_rounds: 2 }),
      ],
    });
    const run = await hold(
      { synthesis: ({ round }) => synthesisStep({ synthesis: `Synthesis ${round}.`, next_action: 'phase' }) },
      {},
      { strategy },
    );
    expect(
      run.session.rounds.map(({ phase, asked, next_action: action }) => [phase, asked.length, action]),
    ).toEqual([
      ['dream', 3, 'phase'],
      ['plan', 2, 'phase'],
      ['judge', 3, 'continue'],
      ['judge', 3, 'conclude'],
    ]);
    expect(run.session.rounds[2]?.override).toEqual({
      code: 'phase_min_rounds',
      phase: 'judge',
      have: 1,
      need: 2,
    });
    expect(promptOf(run, '2/answer/qa-lead/1')).toContain('Do what plan asks.');
    expect(promptOf(run, '2/answer/qa-lead/1')).toContain('Synthesis 1.');
    expect(promptOf(run, '1/answer/qa-lead/1')).toContain('Do what dream asks.');
  });

  it('asks only the seats that it names, where it names some that exist', async () => {
    const { session } = await hold({
      question: () => questionStep({ participants: ['QA Lead', 'nobody', 'software-architect'] }),
      synthesis: concludeFrom(1),
    });
    expect(session.rounds[0]?.asked).toEqual([architect, lead]);
  });
});

describe('blindness', () => {
  const canary = (seat: string, round: number): string => `canary-${round}-${seat}-bird`;
  const marked: NonNullable<HandlerParts['answer']> = ({ seat, round, attempt }) => {
    const mark = canary(seat, round);
    if (attempt === 1 && seat === lead) return { data: { position: '', statements: [mark] } };
    return answerStep(`Position ${mark} is mine.`, {
      proposal: mark,
      statements: [{ kind: 'other', text: mark }],
      conflicts: [{ conflict_id: 'CF-001', holds: 'a', gives_up: false, because: mark }],
      ...{ concerns: [mark], assumptions: [mark], questions: [mark], context_challenge: mark },
      private_note: mark,
    });
  };

  it('keeps every word of an answer out of all other prompts of a parallel round', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({ anonymize: fc.boolean(), combined: fc.boolean(), plain: fc.boolean() }),
        async ({ anonymize, combined, plain }) => {
          const { requests } = await hold(
            {
              answer: (asked, signal) =>
                plain && asked.seat === engineer
                  ? { text: `I hold ${canary(asked.seat, asked.round)} for good.` }
                  : marked(asked, signal),
              synthesis: concludeFrom(3),
            },
            { min_rounds: 3, anonymize, combined, plain_text_seats: plain ? [engineer] : [] },
          );
          const answers = requests.filter(({ step }) => step === 'answer');
          expect(answers).toHaveLength(12);
          for (const request of answers)
            for (const seat of seatIds)
              if (seat !== request.seat)
                expect(readPromptText(request), request.key).not.toContain(canary(seat, request.round));
          // The marks do get where they belong: into the synthesis, and into later rounds.
          const synthesis = readPromptText(find({ requests }, '2/synthesis/facilitator/1'));
          for (const seat of seatIds) expect(synthesis.includes(canary(seat, 2))).toBe(true);
        },
      ),
      { numRuns: 8 },
    );
  });

  it('does not hold in a sequential round: each hears what was said before, and nothing later', async () => {
    const { requests, store } = await hold(
      {
        answer: ({ seat, round }) => answerStep(`Position ${canary(seat, round)} is mine.`),
        synthesis: concludeFrom(1),
      },
      { participation: 'sequential' },
    );
    const heard = requests
      .filter(({ step }) => step === 'answer')
      .map((request) => seatIds.filter((seat) => readPromptText(request).includes(canary(seat, 1))));
    expect(heard).toEqual([[], [architect], [architect, lead]]);
    const turns = store.saved.map(({ turn }) => turn.next_speaker).filter((seat) => seat !== null);
    expect([...new Set(turns)]).toEqual([...seatIds]);
  });

  it('shows no seat by id or role at an anonymous table, and maps back what seats and facilitator write', async () => {
    const run = await hold(
      {
        synthesis: (request) => {
          const labels = [...readPromptText(request).matchAll(/answer of (Seat [A-C])/g)].map(
            ([, seat = '']) => seat,
          );
          if (request.round === 2) return synthesisStep({ next_action: 'conclude' });
          return synthesisStep({
            synthesis: `${labels[0]} fears loss.`,
            ways: [{ id: 'new', name: 'A table', preferred_by: [labels[1] ?? ''] }],
            conflicts: [
              {
                id: 'new',
                description: 'Where',
                positions: [
                  { id: 'new', text: 'here', held_by: [labels[0] ?? ''] },
                  { id: 'new', text: 'there', held_by: [labels[2] ?? '', 'Seat Z'] },
                ],
              },
            ],
          });
        },
      },
      { anonymize: true, min_rounds: 2, escalation: { enabled: false } },
    );
    const names = seatIds.map((reader) => seatIds.map(createNaming(run.session, reader).seat).join());
    expect(new Set(names).size).toBeGreaterThan(1);
    for (const request of run.requests.filter(({ step }) => step === 'answer' || step === 'synthesis'))
      for (const id of seatIds.filter((seat) => seat !== request.seat))
        expect(request.prompt.map(({ text }) => text).join('\n'), request.key).not.toContain(id);
    expect(run.session.rounds[0]?.synthesis).toBe('software-architect fears loss.');
    expect(run.session.ways[0]?.preferred_by).toEqual([lead]);
    expect(run.session.conflicts[0]?.positions.map(({ held_by: held }) => held[0]?.seat)).toEqual([
      architect,
      engineer,
    ]);
    expect(run.session.rounds[0]?.losses).toEqual([{ code: 'unknown_id', field: 'conflicts', id: 'Seat Z' }]);
  });
});

describe('a debate', () => {
  const strategy = createStrategy({
    sides: true,
    phases: [createPhase('opening', { votes: false, context: 'none' }), createPhase('closing')],
  });

  it('takes the sides that the facilitator gives, fills in those that are missing, and says what they stand for', async () => {
    const run = await hold(
      {
        question: ({ round }) =>
          questionStep({
            question: `Which case number ${round} is stronger for the jobs?`,
            pro: 'a queue in the database',
            con: 'a broker of its own',
            sides: [
              { seat: 'qa_lead', side: 'con' },
              { seat: 'nobody', side: 'pro' },
            ],
          }),
        synthesis: () => synthesisStep({ next_action: 'phase' }),
        // Uncertainty about an assigned side is no reason to ask a person.
        answer: ({ seat, round }) =>
          answerStep(`Round ${round}: ${seat} has a case.`, { confidence: round / 10 + 0.3 }),
      },
      { escalation: { confidence_below: 0.5 } },
      { strategy },
    );
    expect(run.session.participants.map(({ side }) => side)).toEqual(['pro', 'con', 'pro']);
    expect(run.session.sides).toEqual({ pro: 'a queue in the database', con: 'a broker of its own' });
    expect(promptOf(run, '1/answer/qa-lead/1')).toMatch(
      /You argue con, which stands for:\n<<<.*side\na broker/,
    );
    expect(promptOf(run, '2/answer/qa-lead/1')).toContain('answer as your role sees it');
    const asksSides = run.requests.filter(({ schema }) => JSON.stringify(schema).includes('"sides"'));
    expect(asksSides.map(({ key }) => key)).toEqual(['1/question/facilitator/1']);
    expect(run.session.escalations).toEqual([]);
  });

  it('gives the sides itself where the facilitator could not be asked', async () => {
    const { session } = await hold(
      {
        question: ({ round }) => (round === 1 ? { fail: 'refusal' } : questionStep()),
        synthesis: () => synthesisStep({ next_action: 'phase' }),
      },
      {},
      { strategy },
    );
    expect(session.participants.map(({ side }) => side)).toEqual(['pro', 'con', 'pro']);
    expect(session.sides?.pro).toBe('the proposition in the topic');
  });
});
