/** What holds of every rehearsal: the forms, the account of statements, references, and that the same seed gives the same bytes. */

import { describe, expect, test } from 'vitest';
import { chooseAnswerForm } from '../../src/prompts/forms/answer.ts';
import { allowLookUps } from '../../src/prompts/forms/look-ups.ts';
import { listNeeds } from '../../src/session/ports/document-form.ts';
import { listItemTexts, listMarks } from '../../src/session/rules/text-measures.ts';
import type { OutputType, WorkflowType } from '../../src/session/vocabulary.ts';
import { ask, makeFacts, makeSession, type PlayOptions, play } from './play.ts';

const cases: PlayOptions[] = (['roundtable', 'specs', 'design', 'brainstorm'] as WorkflowType[]).flatMap(
  (workflow) => [3, 4, 5].map((seed) => ({ workflow, seed })),
);
const outputs: PlayOptions[] = (['adr', 'requirements', 'architecture', 'summary'] as OutputType[]).flatMap(
  (output) => (['specs', 'design'] as const).map((workflow) => ({ output, workflow })),
);
const others: PlayOptions[] = [
  { seats: ['qa-lead', 'poet'] },
  { workflow: 'specs', seats: ['qa-lead', 'poet'], minRounds: 1 },
  { seats: ['poet', 'poet-two', 'poet-three', 'cost-analyst', 'human', 'qa-lead', 'devils-advocate'] },
  { topic: 'Ä [[REQ-009]] **x**\n# y\n'.repeat(40) },
  { seed: 5, decide: { decision: 'accept', text: 'Build on what is there.' } },
  { seed: 5, workflow: 'specs', decide: { decision: 'own', text: 'Buy one.' } },
];
const all = [...cases, ...outputs, ...others].map(
  (options) => [JSON.stringify(options).slice(0, 90), options] as const,
);

describe.each(all)('%s', (_, options) => {
  test('the text keeps to its form', async () => {
    const { session, draft, form } = await play(options);
    // Each reply fits its form, and nothing of it is lost.
    const { rounds, failures, text } = session;
    expect([failures, rounds.flatMap(({ losses }) => losses), text?.problems]).toEqual([[], [], []]);
    expect(rounds.flatMap((one) => one.question_fallback ?? one.synthesis_fallback ?? [])).toEqual([]);
    const accounted = [
      ...draft.items.flatMap(({ from }) => from),
      ...draft.sections.flatMap(({ from }) => from),
      ...draft.not_taken.flatMap(({ statements }) => statements),
    ];
    expect([...accounted].sort()).toEqual(session.statements.map(({ id }) => id).sort());
    const ids = draft.items.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const marks = draft.sections.flatMap(({ body }) => listMarks(body));
    expect(marks.length).toBeGreaterThan(0);
    for (const mark of marks) expect(ids).toContain(mark);
    for (const item of session.artifacts) {
      const needed = listNeeds(form, item.kind).map((field) => item[field]);
      expect([item.title, item.text, ...needed]).not.toContain('');
      expect(listItemTexts(item).flatMap(listMarks)).toEqual([]);
      expect(draft.sections.map(({ id }) => id)).toContain(item.section);
      expect(form.kinds).toContain(item.kind);
    }
    const known = form.sections.map(({ id }) => id);
    for (const { id } of draft.sections) expect(known).toContain(id);
    if (form.hasWays) expect(draft.ways?.filter(({ chosen }) => chosen)).toHaveLength(1);
    for (const { for_whom: who } of draft.open_questions) expect(who).not.toBe('');
  });
});

test.each(cases.filter(({ seed }) => seed === 3))(
  'the same seed gives the same bytes: $workflow',
  async (options) => {
    expect((await play(options)).texts).toEqual((await play(options)).texts);
  },
);

test('questions are never asked twice, and critical topics are covered by the fewest rounds', async () => {
  for (const workflow of ['design', 'specs'] as const)
    for (const minRounds of [1, 3])
      for (const seats of [
        ['poet', 'qa-lead'],
        ['product-manager', 'business-analyst', 'software-architect', 'qa-lead'],
      ])
        for (const seed of [1, 2]) {
          const decide = { decision: 'accept', text: 'Build on it.' } as const;
          const { session, questions } = await play({ workflow, minRounds, seats, seed, decide });
          const asked = questions.map(({ question }) => question);
          expect(new Set(asked).size).toBe(asked.length);
          const critical = session.agenda.filter((topic) => topic.critical);
          expect(critical.map(({ status }) => status)).toEqual(critical.map(() => 'covered'));
          const last = Math.max(
            ...critical.flatMap(({ criteria_met: met }) => met.map(({ round }) => round)),
          );
          expect(last).toBeLessThanOrEqual(minRounds);
        }
});

describe('a proposal', () => {
  const families = [
    'software-architect',
    'qa-lead',
    'security-champion',
    'product-manager',
    'devops-engineer',
    'poet',
  ];

  test.each(families)('of %s is 150 to 250 words with the topic in it', async (seat) => {
    for (const workflow of ['design', 'specs', 'brainstorm'] as const)
      for (const seats of [
        [seat, 'technical-lead'],
        ['technical-lead', seat],
      ]) {
        const { answers } = await play({
          workflow,
          seats,
          topic: 'Which queue should carry the download jobs?',
        });
        const reply = answers[0]?.get(seat);
        const words = reply?.proposal?.split(/\s+/).length ?? 0;
        expect(words, reply?.proposal).toBeGreaterThanOrEqual(150);
        expect(words, reply?.proposal).toBeLessThanOrEqual(250);
        expect(reply?.proposal).toContain('“Which queue should carry the download jobs?”');
        expect(reply?.statements.length).toBeGreaterThanOrEqual(3);
        expect(reply?.statements.length).toBeLessThanOrEqual(6);
      }
  });
});

describe('looking things up', () => {
  const map = '3 files, 4 kB\nREADME.md (1 kB): A demo\nsrc/queue.ts (2 kB)\nsrc/deep/ (1 file, 1 kB)';
  const form = allowLookUps(
    chooseAnswerForm({ proposal: true, conflicts: false, facts: true, privateNote: true }),
  );
  const look = (evidence: NonNullable<ReturnType<typeof makeFacts>['evidence']>, seed: number) =>
    ask(makeFacts(makeSession({ seed }), { evidence, proposal: true }), {
      ...{ step: 'answer', seat: 'technical-lead', round: 1, form },
    });

  test('most seats ask first for a folder and a file of the map, and then cite what they saw', async () => {
    const seeds = Array.from({ length: 20 }, (_, seed) => seed);
    const first = await Promise.all(seeds.map((seed) => look({ map, look_ups: 16, findings: [] }, seed)));
    const asked = first.filter(({ reply }) => reply.reply === null).map(({ reply }) => reply.look_ups);
    expect(asked.length).toBeGreaterThan(10);
    expect(asked.length).toBeLessThan(20);
    for (const [folder, file] of asked) {
      expect(['README.md', 'src/queue.ts']).toContain(file?.path);
      expect([folder?.look_up, file?.look_up]).toEqual(['list', 'read']);
    }
    const findings = [
      { title: 'list src', text: 'src/queue.ts', found: true },
      {
        title: 'read src/queue.ts:1-40',
        text: '1\t// Jobs.\n2\t  export const queue = createQueue();\n',
        found: true,
      },
    ];
    const { reply } = await look({ map, look_ups: 14, findings }, 3);
    expect(reply.look_ups).toEqual([]);
    expect(reply.reply?.facts).toMatchObject([
      { path: 'src/queue.ts', line: 2, quote: 'export const queue = createQueue();' },
    ]);
  });

  test('nothing is asked for without look-ups or files', async () => {
    for (const evidence of [
      { map, look_ups: 0, findings: [] },
      { map: '', look_ups: 16, findings: [] },
    ])
      for (let seed = 0; seed < 8; seed += 1) expect((await look(evidence, seed)).reply.reply).not.toBeNull();
  });
});

test('a seat that is set to plain text speaks in sentences', async () => {
  const facts = makeFacts(makeSession({}), { proposal: true });
  const { text } = await ask(facts, { step: 'answer', seat: 'technical-lead', round: 1, form: null });
  expect(text).toContain('The first version');
  expect(text).not.toContain('{');
});
