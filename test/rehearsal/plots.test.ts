/** The plots: what each seed brings about. */
import { describe, expect, test } from 'vitest';
import { renderRecord } from '../../src/documents/record/render-record.ts';
import { renderDocument } from '../../src/documents/render-document.ts';
import { choosePlot, listDissenters } from '../../src/rehearsal/plots.ts';
import type { Item } from '../../src/session/text.ts';
import { formatClosingScreen } from '../../src/terminal/views/format-closing.ts';
import { formatSessionShow } from '../../src/terminal/views/format-session-show.ts';
import { shippedTemplates } from '../support/shipped-templates.ts';
import { makeSession, type Played, type PlayOptions, play } from './play.ts';

const debate = [
  { name: 'opening', votes: false },
  { name: 'rebuttal', votes: false },
  { name: 'closing', votes: true },
];
const dreams = ['dreamer', 'realist', 'critic'].map((name) => ({ name, votes: false }));
const hats = ['white', 'red', 'black', 'yellow', 'green'].map((name) => ({ name, votes: false }));

/** All votes of a last call, as words. */
function listVotes(ballot: Played['ballots'][number] | undefined): string[] {
  return [...(ballot?.values() ?? [])].flatMap(({ votes }) => [...votes.values()].map(({ vote }) => vote));
}

test('the seed names the plot', () => {
  expect([0, 1, 2, 3, 4, 5, 300].map(choosePlot)).toEqual([
    ...['settles', 'mends', 'divides', 'settles', 'mends', 'divides', 'settles'],
  ]);
});

describe('settles', () => {
  const ways: [string, PlayOptions][] = [
    ['a standard design', {}],
    ['specs', { workflow: 'specs' }],
    ['a free discussion', { workflow: 'roundtable' }],
    ['two seats', { seats: ['qa-lead', 'poet'] }],
    ['a brainstorm in phases', { workflow: 'brainstorm', phases: dreams }],
    ['six hats', { phases: [...hats, { name: 'blue', votes: true }] }],
    ['a debate', { phases: debate, sides: true }],
    ['a debate of two', { phases: debate, sides: true, seats: ['qa-lead', 'poet'] }],
  ];

  test.each(ways)('%s: one seat or side stands alone, gives up, and everybody signs', async (_, options) => {
    const { session, syntheses, reviews, revisions, ballots } = await play(options);
    const phases = options.phases ?? [];
    expect(session.rounds).toHaveLength(Math.max(2, phases.length));
    expect(session.rounds.map(({ phase }) => phase).slice(0, phases.length)).toEqual(
      phases.map(({ name }) => name),
    );
    expect(syntheses[0]?.ways).toHaveLength(3);
    const [conflict, ...others] = session.conflicts;
    expect(others).toEqual([]);
    expect(conflict).toMatchObject({ opened_in: 1, status: 'resolved', resolved_in: options.sides ? 3 : 2 });
    const [build, adopt] = conflict?.positions ?? [];
    expect(build?.given_up_by).toEqual([]);
    expect(adopt?.held_by).toEqual([]);
    expect(adopt?.given_up_by.every(({ because }) => because !== '')).toBe(true);
    expect([...reviews.values()].flatMap(({ amendments }) => amendments)).toHaveLength(1);
    expect([...reviews.values()].flatMap(({ exceptions }) => exceptions)).toMatchObject([
      { vote: 'stand_aside' },
    ]);
    expect(revisions).toHaveLength(1);
    expect(session.amendments).toMatchObject([{ answer: 'taken' }]);
    const [item] = session.artifacts;
    expect([item?.check, item?.text]).toContain(session.amendments[0]?.words);
    expect(ballots).toHaveLength(1);
    expect(new Set(listVotes(ballots[0]))).toEqual(new Set(['ratify']));
  });

  test('in a debate both sides are argued before seats speak for themselves', async () => {
    const { session, answers } = await play({ phases: debate, sides: true });
    const sides = new Map(session.participants.map(({ id, side }) => [id, side]));
    for (const side of ['con', 'pro'])
      expect([...sides.values()].filter((one) => one === side)).toHaveLength(2);
    for (const [seat, side] of sides) {
      expect(answers[0]?.get(seat)?.position).toContain(`“${side}”`);
      expect(answers[2]?.get(seat)?.position).toContain('for my own role');
    }
    expect(
      session.conflicts[0]?.positions.map(({ held_by: by, given_up_by: gone }) => by.length + gone.length),
    ).toEqual([2, 2]);
  });

  test('in a brainstorm every seat grades every idea', async () => {
    const { session, reviews } = await play({ workflow: 'brainstorm', phases: dreams });
    const ideas = session.artifacts.filter(({ kind }) => kind === 'idea').map(({ id }) => id);
    expect(ideas.length).toBeGreaterThan(4);
    for (const review of reviews.values()) expect(review.judgements?.map(({ item }) => item)).toEqual(ideas);
  });

  test('guidance reaches the next question', async () => {
    const { questions } = await play({ guide: 'Look at the cost of disks' });
    expect(questions[1]?.question).toContain('Look at the cost of disks');
  });
});

test('nobody stands alone who could not give up: in a quick run, or in plain text', () => {
  const session = makeSession({});
  expect(listDissenters(session)).toHaveLength(1);
  const [, ...seats] = session.participants.map(({ id }) => id);
  expect(listDissenters({ ...session, settings: { ...session.settings, fast: true } })).toEqual([]);
  for (const plain of [seats, ['all']])
    expect(
      listDissenters({ ...session, settings: { ...session.settings, plain_text_seats: plain } }),
    ).toEqual([]);
});

test('mends: one seat blocks one item until its words are in it', async () => {
  const { session, revisions, ballots } = await play({ seed: 1 });
  expect(listVotes(ballots[0]).filter((vote) => vote === 'block')).toHaveLength(1);
  const [seat] = listDissenters(session);
  const [[id, block] = []] = [...(ballots[0]?.get(seat ?? '')?.votes ?? [])].filter(
    ([, { vote }]) => vote === 'block',
  );
  expect(block?.reason).not.toBe('');
  expect(revisions[1]?.items.map((item) => item.id)).toEqual([id]);
  expect(session.artifacts.find((item) => item.id === id)?.text).toBe(block?.ratify_if);
  expect(session.amendments.at(-1)).toMatchObject({ kind: 'ratify-if', answer: 'taken' });
  expect(new Set(listVotes(ballots[1]))).toEqual(new Set(['ratify']));
});

describe('divides', () => {
  const decide = { text: 'Use the file system of the machine' };

  test.each([{}, { phases: debate, sides: true }])('nobody gives up by itself: %o', async (options) => {
    const { session, syntheses, draft } = await play({ seed: 2, ...options });
    expect(session.conflicts).toMatchObject([{ status: 'open', opened_in: 1 }]);
    expect(session.conflicts[0]?.positions.every(({ held_by: by }) => by.length > 0)).toBe(true);
    if (options.sides !== true)
      expect(syntheses.every(({ next_action: next }) => next === 'continue')).toBe(true);
    // Until somebody decides, there is something new in the rounds that it takes to ask.
    for (const round of [1, 2, 3]) expect(session.statements.some((one) => one.round === round)).toBe(true);
    expect(draft.firmness).toContain('not settled');
  });

  test('what a person decides is carried out by an item, and is the headline', async () => {
    const { session, draft, syntheses } = await play({ seed: 2, decide: { ...decide, decision: 'own' } });
    expect(session.rounds).toHaveLength(4);
    expect(syntheses[3]).toMatchObject({ next_action: 'conclude', conflicts: [] });
    expect(draft.decision).toBe(decide.text);
    expect(draft.items.filter(({ decision }) => decision === 'E-001')).toMatchObject([
      { text: decide.text, from: [] },
    ]);
    expect(draft.items.some(({ text }) => text.startsWith('The first version builds'))).toBe(false);
    expect(draft.ways?.find(({ chosen }) => chosen)?.name).toBe('As decided');
  });

  test('a recommendation that is accepted takes the statements that ask for it along', async () => {
    const { session, draft } = await play({ seed: 2, decide: { ...decide, decision: 'accept' } });
    const [decided] = draft.items.filter(({ decision }) => decision === 'E-001');
    const asking = session.statements.filter(({ text }) => text === session.conflicts[0]?.positions[0]?.text);
    expect(decided?.from).toEqual(asking.map(({ id }) => id));
    expect(asking.length).toBeGreaterThan(1);
  });

  test('what was accepted is said once: in the document as the decision, in the record as a position', async () => {
    const { session } = await play({ seed: 2, decide: { ...decide, decision: 'accept' } });
    const document =
      renderDocument({ session, type: 'adr', templates: shippedTemplates }).split('\n## ')[0] ?? '';
    expect(document).toMatch(/^\*\*Decided by .+ on [\d-]+\.\*\*$/m);
    expect(document.split(session.outcome?.decision ?? '?')).toHaveLength(2);
    const record = renderRecord(session);
    const [conflict = '', decision = ''] = ['Conflicts', 'Decisions and Advice of People'].map(
      (title) => record.split(`## ${title}\n`)[1]?.split('\n## ')[0],
    );
    for (const part of [conflict, decision])
      expect(part.split(session.conflicts[0]?.positions[0]?.text ?? '?')).toHaveLength(2);
    expect(conflict).toContain('* Resolution: E-001\n');
    expect(decision).toMatch(
      /\* Recommended: The position of [^\n]+\.\n {2}\* Answer on [\d-]+: Recommendation accepted by [^:\n]+\.$/m,
    );
    expect(record.match(/\*Recommendation\*: (?!as in the round before)/g)).toHaveLength(1);
  });
});

test.each([
  ['everybody', {}, 'All 4 seats agree.'],
  ['a seat that stands aside', { seat: 'devops-engineer' }, '3 of 4 seats agree. Dissent: Devops engineer.'],
  ['a person', { decided: true }, 'On everything else, all 4 seats agree.'],
] as const)(
  'how firm it is, is counted once for every screen, and not in the document: %s',
  async (_, change, said) => {
    const { session } = await play({
      seed: 'decided' in change ? 2 : 0,
      decide: { decision: 'own', text: 'The files.' },
    });
    const aside = (item: Item): Item => ({
      ...item,
      votes: item.votes.map((one) =>
        'seat' in change && one.seat === change.seat ? { ...one, vote: 'stand_aside' } : one,
      ),
    });
    const changed = { ...session, artifacts: session.artifacts.map(aside) };
    const document = renderDocument({ session: changed, type: 'adr', templates: shippedTemplates });
    // A document counts no votes.
    expect(document).toContain('*How firm:* The choice holds until');
    const modes = { columns: 400, color: 0, unicode: true } as const;
    for (const screen of [formatClosingScreen(changed, { modes }), formatSessionShow(changed, { modes })])
      expect(screen).toContain(`How firm      ${said} The choice holds until`);
  },
);

test.each([
  [{ seed: 0 }, /^The first version .* of its own\.$/, 'Which database? Build'],
  [{ seed: 1 }, / for a trial only\.$/, 'Which database? Build'],
  [{ seed: 0, workflow: 'specs' }, /^[^?]+$/, 'Which database? A first version'],
  [{ seed: 0, topic: 'a '.repeat(200) }, /^The first version/, 'a a a a a a a a … Build'],
  [{ seed: 0, workflow: 'plan' }, /^The first version/, 'First what'],
] as const)('the title is about the topic: %j', async (options, decision, title) => {
  const { session } = await play({ topic: 'Which database?', ...options });
  expect(session.text?.decision).toMatch(decision);
  expect(session.text?.title).toContain(title);
  expect(session.text?.problems).toEqual([]);
  expect(session.outcome?.degraded).toBe(false);
});
