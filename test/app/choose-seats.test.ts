/** Strategy and panel of a new session, from its topic. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findTwoWays } from '../../src/library/two-ways.ts';
import { makeApp } from '../support/make-app.ts';
import { makeFolder } from '../support/make-folder.ts';
import { runInProcess } from '../support/run-in-process.ts';

test.for([
  ['Redis or Postgres for the job queue?', 'or'],
  ['Should we keep Redis, or move to Postgres?', 'or'],
  ['Monolith vs. services', 'vs.'],
  ['Redis oder Postgres?', 'oder'],
  ['Redis ou Postgres ?', 'ou'],
  ['Redis czy Postgres?', 'czy'],
  ['Redis или Postgres?', 'или'],
  ['用 Redis 还是 Postgres？', '还是'],
  ['RedisそれともPostgres？', 'それとも'],
] as const)('exactly two ways are named in: %s', ([topic, word]) => {
  expect(findTwoWays(topic)).toBe(word);
});

test.for([
  'Which queue should carry the download jobs?',
  'How do we send one or more files?',
  'SQLite, Redis or files?',
  'SQLite or Redis or files?',
  'Which of the three brokers?',
  'Design the order history',
  'Organise the store for orders',
  'Wie soll der Export aussehen?',
  'Como devemos guardar o histórico?',
])('not exactly two ways are named in: %s', (topic) => {
  expect(findTwoWays(topic)).toBeNull();
});

async function plan(topic: string, options: object = {}, config = 'name: test\n') {
  const made = makeApp(await makeFolder({ '.s2s/config.yaml': config }));
  const asked = { workflowType: 'design', rehearsal: true, maxRounds: 1, topic } as const;
  const { session } = await made.app.estimate({ ...asked, ...options });
  return {
    strategy: session.strategy,
    reason: session.strategy_reason,
    seats: session.participants.map(({ id }) => id),
    warnings: made.notices
      .filter(({ level }) => level === 'warning')
      .map(({ text, hint = '' }) => `${text} ${hint}`.trim()),
  };
}

test('a design is a debate only where the topic names exactly two ways, also by the configuration that init writes', async () => {
  const root = await makeFolder();
  expect((await runInProcess(['init', '--yes'], { cwd: root, home: root })).code).toBe(0);
  const written = await readFile(path.join(root, '.s2s', 'config.yaml'), 'utf8');
  for (const config of [undefined, written]) {
    expect((await plan('SQLite, Redis or files?', {}, config)).strategy).toBe('standard');
    expect(await plan('Redis oder Postgres?', {}, config)).toMatchObject({
      strategy: 'debate',
      reason: 'the topic names two ways: “oder”',
    });
  }
});

test('a field that nobody at the table answers for is named, with what to type', async () => {
  const participants = ['software-architect', 'qa-lead'];
  const topic = 'How do people sign up, and where do we keep their login tokens?';
  const { warnings } = await plan(topic, { participants });
  expect(warnings).toEqual([
    expect.stringMatching(
      /^No seat covers “token”, “login”; Security champion would\. To add it: --participants software-architect,qa-lead,security-champion$/,
    ),
  ]);
  const auto = await plan(topic, { participants: 'auto' });
  expect(auto.seats).toContain('security-champion');
  expect(auto.warnings).toEqual([]);
  // Any other field, by the specialties of the library.
  const other = await plan('Pagination and versioning of the endpoint', { participants });
  expect(other.warnings.join()).toContain('API designer would.');
  // Of several, what to type is said once.
  const several = await plan('Budget alerts', { participants });
  expect(several.warnings.join('\n')).toMatch(
    /^No seat .+; Cost analyst would\.\nNo seat .+; Site reliability engineer would\. To add them: --participants \S+$/,
  );
});

test.for([
  ['Löschung personenbezogener Daten', 'privacy-counsel'],
  ['Wie lange dürfen wir Kundendaten behalten?', 'privacy-counsel'],
  ['Welche Aufbewahrungsfrist gilt für Rechnungen?', 'privacy-counsel'],
  ['Comment obtenir le consentement des clients ?', 'privacy-counsel'],
  ['個人情報の削除', 'privacy-counsel'],
  ['¿Cómo guardamos la contraseña?', 'security-champion'],
  ['Welche Datenbank für die Aufträge?', 'data-engineer'],
] as const)('%s seats %s', async ([topic, seat]) => {
  expect((await plan(topic, { workflowType: 'roundtable' })).seats).toContain(seat);
});

test('a topic in which no specialty is named gets the default panel, in any language', async () => {
  for (const topic of ['Wie soll die Bestellung aussehen?', '注文の履歴', '?']) {
    const { seats } = await plan(topic, { workflowType: 'roundtable' });
    expect(seats).toContain('software-architect');
    expect(seats.length).toBeGreaterThanOrEqual(3);
  }
});

test('the chair has no seat: by flag, configuration or as a library', async () => {
  const refused = { code: 'INVALID_VALUE', message: expect.stringContaining('never votes') };
  await expect(plan('Which queue?', { participants: ['facilitator', 'qa-lead'] })).rejects.toMatchObject(
    refused,
  );
  await expect(
    plan('Which queue?', { participants: ['technical-lead', 'qa-lead'], facilitator: 'qa-lead' }),
  ).rejects.toMatchObject(refused);
  const config = 'roundtable:\n  participants: [facilitator, qa-lead]\n';
  await expect(plan('Which queue?', {}, config)).rejects.toMatchObject(refused);
  const { app } = makeApp(await makeFolder({}));
  const discussion = { topic: 'Which queue?', participants: ['facilitator', 'qa-lead'], rehearsal: true };
  await expect(app.discuss(discussion)).rejects.toMatchObject(refused);
  const typed = await added('facilitator,qa-lead');
  expect([typed.code, typed.error.hint]).toEqual([2, expect.stringContaining('--participants qa-lead')]);
});

test('an estimate says why a strategy was chosen as a run does, and a list says in words how each one counts', async () => {
  const root = await makeFolder({ '.s2s/config.yaml': 'roundtable:\n  strategy: standard\n' });
  const at = { cwd: root, home: root };
  const { stderr } = await runInProcess(
    ['design', 'Which queue?', '--dry-run', '--estimate', '--max-rounds', '4'],
    at,
  );
  expect(stderr).toMatch(/Strategy: standard \(.*config\.yaml:2\)/);
  const listed = await runInProcess(['strategies', 'list'], at);
  expect(listed.stdout).not.toMatch(/[a-z]_[a-z]/);
  expect((await runInProcess(['strategies', 'list', '--json'], at)).stdout).toMatch('"mechanism"');
});

const added = async (words: string) => {
  const root = await makeFolder({ '.s2s/config.yaml': 'name: test\n' });
  const line = ['design', 'Which queue should carry the jobs?', '--dry-run', '--estimate', '--json'];
  const rounds = ['--min-rounds', '1', '--max-rounds', '1'];
  const run = await runInProcess([...line, ...rounds, '--participants', words], { cwd: root, home: root });
  const document = JSON.parse(run.stdout);
  const seats = (document.estimate?.participants ?? []) as { id: string }[];
  return { code: run.code, seats: seats.map(({ id }) => id), error: document.error };
};

test('+id adds to the seats that are chosen, whoever chooses them', async () => {
  const chosen = ['software-architect', 'technical-lead', 'security-champion', 'devops-engineer'];
  const seats = async (words: string) => (await added(words)).seats;
  expect(await seats('+ux-researcher')).toEqual([...chosen, 'ux-researcher']);
  const two = await seats('+ux-researcher,+qa-lead');
  expect(two).toEqual(expect.arrayContaining(['ux-researcher', 'qa-lead']));
  expect(await seats(`+${chosen[0]}`)).toEqual(chosen);
  expect(await seats('auto,+ux-researcher')).toContain('ux-researcher');
});

test('whoever was added keeps the seat where the table is full', async () => {
  const few = {
    participants: ['qa-lead', 'technical-lead', 'devops-engineer'],
    addParticipants: ['ux-researcher'],
  };
  const { seats } = await plan('Which queue?', few, 'roundtable:\n  max_participants: 3\n');
  expect(seats).toEqual(['qa-lead', 'technical-lead', 'ux-researcher']);
});

test.for([
  ['+qa-lead,technical-lead', /either adds seats .* or names the whole panel/, /\+qa-lead,\+technical-lead/],
  ['+facilitator', /cannot be a participant/, /Omit it/],
  ['+', /must be a list/, /./],
  ['+architect', /no agent "architect"/, /"software-architect"/],
  ['architect,qa-lead', /no agent "architect"/, /"software-architect"/],
  ['security,qa-lead', /no agent "security"/, /"security-champion"/],
  ['softwre-architect,qa-lead', /no agent/, /"software-architect"/],
  ['engineer,qa-lead', /no agent/, /"data-engineer" or "devops-engineer"/],
  ['QA Lead,technical-lead', /is not an id/, /--participants qa-lead/],
] as const)('wrong seats say what to type: %s', async ([words, says, hint]) => {
  const { code, error } = await added(words);
  expect([code, error.message, error.hint]).toEqual([
    2,
    expect.stringMatching(says),
    expect.stringMatching(hint),
  ]);
});
