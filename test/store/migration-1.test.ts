import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Session, sessionSchema } from '../../src/domain/session.ts';
import { parseSession } from '../../src/store/files/session-parse.ts';
import { stringifySession } from '../../src/store/files/session-text.ts';
import { readJournal } from '../../src/store/journal/journal.ts';
import { migrate } from '../../src/store/migrate/migrations.ts';
import { repairSession } from '../../src/store/repair/repair-session.ts';
import { readYaml } from '../../src/text/parse-yaml.ts';
import { writeYaml } from '../../src/text/write-yaml.ts';
import { buildVersion1, version1Sessions } from '../support/version-1-sessions.ts';
import { createHost, createStore } from './sample-session.ts';

const project = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const panelsFolder = join(project, 'test', 'fixtures', 'records', 'panels-v1');

async function readPanel(name: string): Promise<Session> {
  const text = await readFile(join(panelsFolder, name, 'session.yaml'), 'utf8');
  const { session, migratedFrom } = parseSession(text, 's.yaml');
  expect(migratedFrom).toBe(1);
  return session;
}

function findItem(session: Session, id: string): Session['artifacts'][number] {
  const item = session.artifacts.find((one) => one.id === id);
  if (item === undefined) throw new Error(`no item ${id}`);
  return item;
}

/** Every text in plain data, wherever it stands. */
function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(listTexts);
}

type Data = Record<string, unknown>;
const listOf = (value: unknown): Data[] => (Array.isArray(value) ? value : []) as Data[];

/** The texts of a version 1 session that people or models wrote. */
function listWritten(old: Data): string[] {
  const fields = [
    'text',
    'title',
    'rationale',
    'description',
    'resolution',
    'reason',
    'recommendation',
    'position',
  ];
  const collect = (value: unknown): string[] => {
    if (Array.isArray(value)) return value.flatMap(collect);
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([key, inner]) =>
      typeof inner === 'string' ? (fields.includes(key) ? [inner] : []) : collect(inner),
    );
  };
  const { outcome: _, rounds, ...head } = old;
  const ofRounds = listOf(rounds).flatMap(({ consensus, ...round }) => [
    ...collect(round),
    ...listTexts(consensus),
    ...listOf(round['participant_responses']).flatMap(({ facts, concerns }) => listTexts([facts, concerns])),
  ]);
  const acceptance = listOf(old['artifacts']).flatMap((artifact) => listTexts(artifact['acceptance']));
  return [...collect(head), ...ofRounds, ...acceptance];
}

describe('any session of version 1', () => {
  it('keeps every text, and is left alone from then on', () => {
    fc.assert(
      fc.property(version1Sessions, (old) => {
        const session = sessionSchema.parse(migrate(old));
        const texts = listTexts(session);
        const kept = new Set(texts);
        expect(listWritten(old).filter((text) => !kept.has(text))).toEqual([]);
        for (const response of listOf(old['rounds']).flatMap((round) =>
          listOf(round['participant_responses']),
        ))
          for (const reason of listTexts(response['rationale']))
            expect(texts.some((text) => text.includes(reason))).toBe(true);
        for (const { text } of listOf((old['outcome'] as Data | null)?.['dissent']))
          expect(kept.has(String(text).replace(/ \(on c-1\)$/, '')) || kept.has(String(text))).toBe(true);
        expect(migrate(session)).toBe(session);
      }),
      { numRuns: 200 },
    );
  });

  it('is the same after a save', () => {
    fc.assert(
      fc.property(version1Sessions, (old) => {
        const { session, migratedFrom } = parseSession(writeYaml(old), 's.yaml');
        expect(migratedFrom).toBe(1);
        expect(parseSession(stringifySession(session), 's.yaml')).toEqual({ session, migratedFrom: null });
      }),
      { numRuns: 30 },
    );
  });

  it('keeps the promises of version 2: statements have an end, agreements a count, positions the round in which they were said', () => {
    fc.assert(
      fc.property(version1Sessions, (old) => {
        const session = sessionSchema.parse(migrate(old));
        const ids = session.artifacts.map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        for (const { id, items, not_taken: reason } of session.statements) {
          expect(items.length > 0 || reason !== null).toBe(true);
          expect(session.artifacts.filter(({ from }) => from.includes(id)).map((item) => item.id)).toEqual(
            items,
          );
        }
        for (const item of session.artifacts.filter(
          ({ decided_by: by, status }) => status === 'agreed' && by === 'count',
        )) {
          const latest = [...new Map(item.stances.map(({ seat, stance }) => [seat, stance])).values()];
          const count = (stance: string): number => latest.filter((one) => one === stance).length;
          expect(latest.length).toBeGreaterThanOrEqual(2);
          expect(count('support')).toBeGreaterThan(Math.max(count('block'), count('stand_aside')));
        }
        const agreed = session.artifacts.filter(({ status }) => status === 'agreed').map(({ id }) => id);
        for (const { item_id: id, supported_by: by } of session.consensus)
          expect(id === null ? by.length === 0 : agreed.includes(id)).toBe(true);
        const stances = listOf(old['proposals']).flatMap((proposal) => listOf(proposal['stances']));
        expect(session.artifacts.flatMap((item) => item.stances).length).toBe(stances.length);
        for (const { id, round, positions } of session.rounds.flatMap(({ round, conflicts }) =>
          conflicts.map((conflict) => ({ ...conflict, round })),
        ))
          for (const { seat, text, round: said } of positions) {
            expect(said).toBeLessThanOrEqual(round);
            const there = session.rounds[said - 1]?.conflicts.filter((conflict) => conflict.id === id);
            expect(there?.flatMap((one) => one.positions)).toContainEqual({ seat, text, round: said });
          }
      }),
      { numRuns: 200 },
    );
  });
});

describe('a session of version 1', () => {
  const stances = (votes: Record<string, string>): Data[] =>
    Object.entries(votes).map(([seat, stance]) => ({ seat, stance, reason: `${seat} says so`, round: 1 }));
  const proposal = (id: string, facts: Data): Data => ({
    id,
    opened_in: 1,
    status: 'agreed',
    decided_by: 'count',
    stances: [],
    ...facts,
  });
  const read = (facts: Data): Session => parseSession(writeYaml(buildVersion1(facts)), 's.yaml').session;

  it('makes of each answer one statement, with its reasons, and says that nobody recorded where it went', () => {
    const answer = { confidence: null, changed: null, cause: null, duration_ms: 1 };
    const artifact = {
      id: 'REQ-001',
      type: 'REQ',
      title: 'Jobs',
      text: 'Jobs stay.',
      status: 'amended',
      round: 1,
      topic_id: null,
      proposed_by: ['qa-lead', 'devops-engineer'],
      history: [
        { round: 1, change: 'proposed', text: 'Jobs stay for a while.' },
        { round: 2, change: 'amended', text: 'Jobs stay.' },
      ],
    };
    const session = read({
      artifacts: [artifact],
      rounds: [
        { answers: [{ ...answer, seat: 'qa-lead', position: 'They stay.' }] },
        {
          answers: [
            { ...answer, seat: 'devops-engineer', position: 'They stay, but not for long.' },
            { ...answer, seat: 'qa-lead', position: 'As before.' },
          ],
        },
      ],
    });
    expect(session.statements).toMatchObject([
      { id: 'S-001', seat: 'qa-lead', round: 1, text: 'They stay.', items: ['REQ-001'], not_taken: null },
      { id: 'S-002', seat: 'devops-engineer', round: 2, items: ['REQ-001'] },
      { id: 'S-003', items: [], not_taken: 'in a session of version 1 nobody recorded where it went' },
    ]);
    expect(findItem(session, 'REQ-001')).toMatchObject({
      round: 1,
      worded_in: 2,
      status: 'open',
      from: ['S-001', 'S-002'],
      // The second seat was not asked in round 1, so it came with the rewording.
      proposed_by: [
        { seat: 'qa-lead', round: 1 },
        { seat: 'devops-engineer', round: 2 },
      ],
      history: [{ change: 'put forward' }, { change: 'reworded' }],
    });
  });

  it('counts what was voted on by what every rule asks for now, and says so where the result is another', () => {
    const session = read({
      proposals: [
        proposal('P-001', {
          text: 'one',
          stances: stances({ 'qa-lead': 'support', 'devops-engineer': 'support' }),
        }),
        proposal('P-002', {
          text: 'two',
          stances: stances({ 'qa-lead': 'support', 'devops-engineer': 'stand_aside' }),
        }),
        proposal('P-003', { text: 'three', decided_by: 'facilitator' }),
        proposal('P-004', {
          text: 'four',
          status: 'rejected',
          stances: stances({
            'qa-lead': 'support',
            'devops-engineer': 'support',
            'software-architect': 'block',
          }),
        }),
        proposal('P-005', {
          text: 'five',
          decided_by: 'facilitator',
          stances: stances({ 'qa-lead': 'support', 'devops-engineer': 'support' }),
        }),
      ],
      consensus: ['one', 'two', 'three'].map((text, index) => ({
        id: `C-00${index + 1}`,
        proposal_id: `P-00${index + 1}`,
        text,
        round: 1,
        supported_by: [],
        stood_aside: [],
      })),
    });
    expect(session.artifacts.map(({ id, status, decided_by: by }) => [id, status, by])).toEqual([
      ['P-001', 'agreed', 'count'],
      ['P-002', 'open', null],
      ['P-003', 'open', null],
      ['P-004', 'open', null],
      ['P-005', 'agreed', 'count'],
    ]);
    expect(session.artifacts.map(({ history }) => history.at(-1)?.change)).toEqual([
      'agreed (C-001)',
      'counted as agreed by the rule of that time (C-002), not by the present one: 1 for, 1 standing aside, 0 against',
      'named as agreed by the facilitator (C-003); nobody voted on it',
      'put to the vote and not agreed: 2 for, 0 standing aside, 1 against',
      'agreed',
    ]);
    expect(session.consensus).toMatchObject([
      { id: 'C-001', item_id: 'P-001', supported_by: ['qa-lead', 'devops-engineer'] },
      { id: 'C-003', item_id: null, supported_by: [], reading_of: 'P-003' },
    ]);
  });

  it.each([
    ['max-rounds', {}, 'undecided', 'max-rounds'],
    ['limit', { settings: { consensus: { mechanism: 'none' } } }, 'collected', 'limit'],
    ['skipped', { proposals: 'agreed' }, 'consensus', 'skipped'],
    ['stable-disagreement', {}, 'stable-disagreement', 'stable'],
    ['collected', {}, 'collected', 'conclude'],
    ['consensus', {}, 'undecided', 'conclude'],
  ])('that ended with %s (%o) says what was reached and what ended it', (result, facts, reached, ended) => {
    const votes = stances({ 'qa-lead': 'support', 'devops-engineer': 'support' });
    const consensus = {
      mechanism: 'consent',
      threshold: null,
      block_prevents_terminal: true,
      stand_aside_allowed: true,
    };
    const session = read({
      proposals: 'proposals' in facts ? [proposal('P-001', { text: 'one', stances: votes })] : [],
      settings: { consensus: { ...consensus, ...('settings' in facts ? facts.settings.consensus : {}) } },
      outcome: {
        result,
        degraded: false,
        degradation: [],
        summary: 'So it was.',
        recommendation: null,
        dissent: [],
        document: null,
        files: [],
      },
    });
    expect(session.outcome).toMatchObject({ result: reached, ended_by: ended });
  });

  it("marks only what was agreed after a person's decision on its matter; a policy's decision marks nothing", () => {
    const matter = 'Private callback networks are refused unless the operator listed them.';
    const read3 = (answeredBy: string): Session =>
      read({
        proposals: ['P-001', 'P-002', 'P-003'].map((id, index) =>
          proposal(id, {
            text: index === 2 ? 'A job has an end.' : `${matter} ${'So it is.'.repeat(index)}`,
            stances: stances({ 'qa-lead': 'support', 'devops-engineer': 'support' }),
          }),
        ),
        consensus: [1, 3, 3].map((round, index) => ({
          id: `C-00${index + 1}`,
          proposal_id: `P-00${index + 1}`,
          text: '',
          round,
          supported_by: [],
          stood_aside: [],
        })),
        escalations: [
          {
            id: 'E-001',
            round: 2,
            trigger: 'facilitator',
            subject: null,
            reason: 'nobody gives way',
            positions: [{ seat: 'qa-lead', text: 'Refuse them' }],
            recommendation: 'Refuse private networks that the operator did not list.',
            status: 'answered',
            decision: 'accept',
            text: 'Refuse private networks that the operator did not list.',
            extra_rounds: 0,
            answered_by: answeredBy,
            answered_at: null,
          },
        ],
      });
    const session = read3('user');
    expect(session.artifacts.map((item) => [item.id, item.check_against, item.decided_by])).toEqual([
      ['P-001', undefined, 'count'],
      ['P-002', ['DEC-001'], 'count'],
      ['P-003', undefined, 'count'],
      ['DEC-001', undefined, 'user'],
    ]);
    expect(session.escalations[0]?.positions).toEqual([{ seat: 'qa-lead', text: 'Refuse them', round: 2 }]);
    const unattended = read3('policy');
    expect(findItem(unattended, 'DEC-001').decided_by).toBe('policy');
    expect(findItem(unattended, 'P-002').check_against).toBeUndefined();
  });

  it('that makes no sense is refused with the line where it stands in the file', () => {
    const text = writeYaml(
      buildVersion1({
        proposals: [proposal('P-001', { text: 'one' }), proposal('P-002', { text: 'two', status: 'lost' })],
      }),
    );
    const line = text.split('\n').findIndex((one) => one.includes('status: lost')) + 1;
    expect(() => parseSession(text, 's.yaml')).toThrow(
      expect.objectContaining({ code: 'SESSION_INVALID', problems: [expect.objectContaining({ line })] }),
    );
  });

  it('is repaired as what it is, with or without the line that says so', async () => {
    const text = await readFile(join(panelsFolder, 'webhooks', 'session.yaml'), 'utf8');
    const end = text.indexOf('\n  - round: 6') + 200;
    for (const damaged of [text.slice(0, end), text.slice(0, end).replace('schema_version: 1\n', '')]) {
      const store = await createStore();
      const id = /^id: (.*)$/m.exec(text)?.[1] ?? '';
      await mkdir(store.paths.sessions, { recursive: true });
      await writeFile(join(store.paths.sessions, `${id}.yaml`), damaged);
      expect(await repairSession(store.paths, id, { host: createHost(1) })).toMatchObject({
        repaired: true,
        rounds_kept: 5,
        rounds_lost: 2,
      });
      const { session } = await store.load(id);
      expect(session).toMatchObject({ schema_version: 2, status: 'paused', review: null, outcome: null });
      expect(session.artifacts.some(({ id: one }) => one === 'REQ-019')).toBe(false);
      // Put to the vote in round 4 and worded as a requirement in round 6, which is gone.
      expect(findItem(session, 'REQ-017')).toMatchObject({
        status: 'open',
        stances: [],
        text: expect.stringMatching(/^Where the operator has not listed the address, the service refuses/),
      });
      expect(findItem(session, 'DEC-001').status).toBe('agreed');
    }
  });
});

describe('the webhooks panel', () => {
  it('has the votes on the requirements whose words were voted on, and each twin once', async () => {
    const session = await readPanel('webhooks');
    const twins = session.artifacts.filter((item) => item.former_ids !== undefined);
    expect(Object.fromEntries(twins.map(({ id, former_ids: ids }) => [id, ids?.join()]))).toEqual({
      'REQ-002': 'P-023',
      'REQ-009': 'P-019',
      'REQ-012': 'P-024',
      'REQ-017': 'P-012',
      'REQ-018': 'P-013',
      'REQ-019': 'P-021',
    });
    for (const { former_ids: ids } of twins)
      expect(session.artifacts.filter(({ id }) => ids?.includes(id))).toEqual([]);
    expect(findItem(session, 'REQ-017')).toMatchObject({
      status: 'agreed',
      stances: [
        { seat: 'product-manager', stance: 'support', round: 6 },
        { seat: 'ux-researcher', stance: 'stand_aside', reason: expect.stringMatching(/./), round: 6 },
        { seat: 'business-analyst', stance: 'support' },
        { seat: 'qa-lead', stance: 'support' },
      ],
    });
    expect(session.consensus.find(({ id }) => id === 'C-012')).toMatchObject({
      item_id: 'REQ-017',
      supported_by: ['product-manager', 'business-analyst', 'qa-lead'],
      stood_aside: ['ux-researcher'],
    });
    // In much the same words, but not in the same: linked, and nothing is carried over.
    expect(findItem(session, 'REQ-006')).toMatchObject({ status: 'open', resembles: ['P-003'], stances: [] });
    expect(findItem(session, 'P-003')).toMatchObject({ type: 'POINT', status: 'agreed' });
    expect(session.artifacts.filter(({ type }) => type === 'RISK').map(({ id }) => id)).toEqual([
      'RISK-001',
      'RISK-002',
    ]);
  });

  it("has the person's decision as an item that binds, and marks what was agreed on its matter afterwards", async () => {
    const session = await readPanel('webhooks');
    expect(findItem(session, 'DEC-001')).toMatchObject({
      status: 'agreed',
      decided_by: 'user',
      round: 4,
      text: expect.stringContaining('No bound on the size of a listed network in this release.'),
    });
    expect(session.conflicts[0]).toMatchObject({
      id: 'default-for-callback-urls-in-private',
      item_ids: ['DEC-001'],
      history: [
        { round: 2, change: 'opened' },
        { round: 4, change: 'resolved (user)' },
      ],
    });
    const marked = session.artifacts.filter((item) => item.check_against?.includes('DEC-001') === true);
    expect(marked.map(({ id }) => id)).toEqual(['REQ-017', 'REQ-018', 'P-005', 'P-006', 'P-014', 'P-025']);
    // The bounds on the size had as many who stood aside as supporters, or more.
    expect([findItem(session, 'P-014').status, findItem(session, 'P-025').status]).toEqual(['open', 'open']);
    expect(marked.flatMap(({ contradicts }) => contradicts)).toEqual([]);
  });

  it('dates positions by the round in which they were said, the ballot by its seats, and the journal is read', async () => {
    const session = await readPanel('webhooks');
    const retention = session.conflicts[1];
    expect(retention?.positions.map(({ seat, round }) => [seat, round])).toEqual([
      ['business-analyst', 5],
      ['qa-lead', 5],
      ['product-manager', 7],
      ['ux-researcher', 7],
    ]);
    expect(session.escalations[1]?.positions.map(({ round }) => round)).toEqual([2, 2, 2, 2]);
    expect(session.review).toMatchObject({ after_round: 7, failed: [] });
    expect(session.review?.answers.map(({ seat }) => seat)).toEqual([
      'product-manager',
      'ux-researcher',
      'business-analyst',
      'qa-lead',
    ]);
    expect(session.outcome).toMatchObject({
      result: 'partial-consensus',
      ended_by: 'max-rounds',
      dissent: [
        { seat: 'qa-lead', round: 7, on: 'P-022', text: expect.stringMatching(/lets me stand aside\.$/) },
        { seat: 'business-analyst', round: 4, on: 'default-for-callback-urls-in-private' },
        { seat: 'qa-lead', round: 4 },
        { seat: 'business-analyst', round: 5, on: 'how-long-delivery-is-tried-about-one' },
        { seat: 'qa-lead', round: 5 },
      ],
    });
    const store = await createStore();
    await mkdir(join(store.paths.sessions, session.id), { recursive: true });
    const lines = await readFile(join(panelsFolder, 'webhooks', 'calls.jsonl'), 'utf8');
    await writeFile(join(store.paths.sessions, session.id, 'calls.jsonl'), lines);
    const journal = await readJournal(store.paths, session.id);
    expect(journal.problems).toEqual([]);
    expect(journal.lines.filter((line) => line.kind === 'call' && line.purpose === 'ballot')).toHaveLength(4);
  });
});

describe('the panel on a team server', () => {
  it('has no agreement that nobody voted on: the facilitator’s list is kept as its reading', async () => {
    const session = await readPanel('team-server');
    expect(session.artifacts.filter(({ status }) => status === 'agreed')).toEqual([]);
    expect(
      session.consensus.map(({ item_id: id, reading_of: of, supported_by: by }) => [id, of, by]),
    ).toEqual([
      [null, 'P-001', []],
      [null, 'ARCH-002', []],
      [null, 'P-003', []],
      [null, 'P-004', []],
    ]);
    expect(session.outcome).toMatchObject({ result: 'undecided', ended_by: 'max-rounds' });
    // Nobody was asked in its ballot, so there was no review.
    expect(session.review).toBeNull();
  });

  it('has all numbered results with their texts and seats, the two withdrawn ones with their reasons', async () => {
    const session = await readPanel('team-server');
    const artifacts = session.artifacts.filter(({ type }) => type !== 'POINT');
    expect(artifacts).toHaveLength(23);
    expect(
      artifacts.filter(({ status }) => status === 'withdrawn').map(({ id, history }) => [id, history.at(-1)]),
    ).toEqual([
      [
        'RISK-004',
        expect.objectContaining({
          round: 3,
          change: 'withdrawn',
          text: expect.stringContaining('no workers elsewhere'),
        }),
      ],
      ['MIT-002', expect.objectContaining({ round: 3, change: 'withdrawn' })],
    ]);
    expect(findItem(session, 'ARCH-002')).toMatchObject({
      former_ids: ['P-002'],
      text: expect.stringContaining('a signed-in page on the always-on machine'),
      proposed_by: [
        { seat: 'product-manager', round: 3 },
        { seat: 'technical-lead', round: 3 },
        { seat: 'software-architect', round: 3 },
        { seat: 'security-champion', round: 3 },
      ],
    });
    expect(session.guidance).toMatchObject([{ after_round: 2, by: 'user' }]);
  });

  it('keeps apart what seats said for assigned sides and for themselves, and what is open from what was settled', async () => {
    const session = await readPanel('team-server');
    expect(session.statements.map(({ round, for_side: forSide }) => `${round} ${forSide === true}`)).toEqual([
      ...Array.from({ length: 4 }, () => '1 true'),
      ...Array.from({ length: 4 }, () => '2 true'),
      ...Array.from({ length: 4 }, () => '3 false'),
    ]);
    expect(
      session.conflicts
        .filter(({ status }) => status === 'open')
        .map(({ id, positions }) => [id, positions.length]),
    ).toEqual([
      ['is-the-server-built-on-behind-the-first', 4],
      ['who-writes-a-session-on-the-server-s', 2],
    ]);
    expect(session.conflicts.flatMap(({ positions }) => positions.map(({ round }) => round))).toEqual([
      2, 2, 2, 2, 1, 1, 1, 1, 2, 2, 2, 3, 3, 3, 3, 3, 3,
    ]);
    const held = session.outcome?.dissent.find(({ on }) => on === 'is-the-server-built-on-behind-the-first');
    expect(held).toMatchObject({
      seat: 'product-manager',
      round: 3,
      text: expect.stringMatching(/for want of steering\.$/),
    });
  });
});

describe('other sessions of version 1', () => {
  it('the brainstorm keeps its fifteen ideas, reworded in round 2, and collected them', async () => {
    const session = await readPanel('first-users');
    const ideas = session.artifacts.filter(({ type }) => type === 'IDEA');
    expect(ideas).toHaveLength(15);
    expect(ideas.filter(({ worded_in: round }) => round === 2)).toHaveLength(7);
    expect(findItem(session, 'P-001')).toMatchObject({ type: 'POINT', status: 'open' });
    expect(session.outcome).toMatchObject({ result: 'collected', ended_by: 'max-rounds' });
  });

  it.each(
    ['webhooks', 'team-server', 'first-users'].map((name) => [
      name,
      join(panelsFolder, name, 'session.yaml'),
    ]),
  )('%s: every text is kept, and the file is the same after a save', async (_, path) => {
    const text = await readFile(path, 'utf8');
    const { session } = parseSession(text, 's.yaml');
    const old = readYaml(text, '').value as Data;
    const kept = new Set(listTexts(session));
    expect(listWritten(old).filter((one) => !kept.has(one))).toEqual([]);
    expect(parseSession(stringifySession(session), 's.yaml')).toEqual({ session, migratedFrom: null });
  });

  it('goes on where it was paused: saved in the new form, the old one beside', async () => {
    const store = await createStore();
    const old = buildVersion1({ rounds: [{ consensus: ['Keep the queue'] }] });
    await mkdir(store.paths.sessions, { recursive: true });
    const path = join(store.paths.sessions, `${String(old['id'])}.yaml`);
    await writeFile(path, writeYaml(old));
    const { session, version, migratedFrom } = await store.load(String(old['id']));
    expect(migratedFrom).toBe(1);
    await store.save({ ...session, status: 'active' }, version);
    const again = await store.load(String(old['id']));
    expect(again).toMatchObject({ migratedFrom: null, session: { status: 'active', schema_version: 2 } });
    expect(await readFile(path.replace(/yaml$/, 'v1.yaml'), 'utf8')).toBe(writeYaml(old));
  });
});
