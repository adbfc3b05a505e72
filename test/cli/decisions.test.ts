/** `s2s decisions` as a person types it, on records that nobody of the panel wrote. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeApp } from '../support/make-app.ts';
import { makeFolder } from '../support/make-folder.ts';
import { git, makeRepository } from '../support/make-repository.ts';
import { runInProcess } from '../support/run-in-process.ts';

const nygard = (title: string, status: string, more = '') =>
  `# ${title}\n\nDate: 2024-01-01\n\n## Status\n\n${status}\n\n## Context\n\nJobs wait.\n\n## Decision\n\nA table.\n\n## Consequences\n\nNone.\n${more}`;
const revisit = '\n## When to revisit\n\n- On 2025-01-31.\n- When the table passes 10 million rows.\n';
const madr =
  '---\nstatus: proposed\ndate: 2025-01-01\ndecision-makers: [Bob]\n---\n\n# Postgres\n\n## Wann neu zu entscheiden ist\n\n| Wann | Was |\n|---|---|\n| 2999-06 | Kosten |\n';
const index =
  '# Decisions\n\n| No | Title | Status |\n|---|---|---|\n| [1](0001-a.md) | A | Accepted |\n| [2](0002-b.md) | B | Proposed |\n';

async function open(more: Record<string, string> = {}) {
  const cwd = await makeFolder({
    'docs/adr/0001-a.md': nygard('1. A queue', 'Accepted'),
    'docs/adr/0002-b.md': nygard('2. A table', 'Proposed', revisit),
    'docs/adr/README.md': index,
    'docs/decisions/20250101-postgres.md': madr,
    ...more,
  });
  const run = (...args: string[]) => runInProcess(['decisions', ...args], { cwd, home: cwd });
  const json = async (...args: string[]) => JSON.parse((await run(...args, '--json')).stdout) as unknown;
  return { run, json, read: (file: string) => readFile(path.join(cwd, file), 'utf8') };
}

test('lists and shows records of every folder', async () => {
  const { run, json } = await open();
  const listed = await run();
  expect([listed.code, listed]).toEqual([0, await run('list')]);
  expect(listed.stdout).toMatch(
    /docs\/adr\/0001-a\.md +accepted .*\n.*0002-b.*\n.*postgres\.md +proposed +2025-01-01 +Postgres/,
  );
  expect(await json('list', '--status', 'Prop')).toMatchObject({
    total: 2,
    decisions: [{ title: 'A table', status: 'Proposed', outcome: 'A table.', session: null }, {}],
  });
  expect((await run('show', 'postgres')).stdout).toContain('2999-06');
  const wrong = await run('lits');
  expect([wrong.code, wrong.stderr]).toEqual([
    2,
    expect.stringContaining('Did you mean "s2s decisions list"?'),
  ]);
});

test('accepts, rejects and supersedes in the form of the folder, and in its index', async () => {
  const { run, json, read } = await open();
  expect(await json('accept', 'docs/adr/0002-b.md')).toMatchObject({
    status: 'Accepted',
    files: ['docs/adr/0002-b.md', 'docs/adr/README.md'],
  });
  expect(await read('docs/adr/0002-b.md')).toBe(nygard('2. A table', 'Accepted', revisit));
  expect((await run('accept', '2')).stdout).toBe('docs/adr/0002-b.md is accepted already.\n');
  expect((await run('supersede', '1', '--by', 'adr-2')).code).toBe(0);
  expect(await read('docs/adr/0001-a.md')).toBe(nygard('1. A queue', 'Superseded by [A table](0002-b.md)'));
  expect(await read('docs/adr/0002-b.md')).toContain('Accepted\n\nSupersedes [A queue](0001-a.md)\n\n');
  expect(await read('docs/adr/README.md')).toBe(
    index.replace('Accepted', 'Superseded').replace('Proposed', 'Accepted'),
  );
  expect((await run('reject', 'postgres', '--name', 'Ada Lovelace')).code).toBe(0);
  expect(await read('docs/decisions/20250101-postgres.md')).toMatch(
    /^---\nstatus: rejected\ndate: (?!2025-01-01)\d{4}-\d\d-\d\d\ndecision-makers: \[Bob, "Ada Lovelace"\]\n---\n/,
  );
});

test('says what is due, what comes later, and what waits for an event', async () => {
  const { run, json } = await open();
  const path = 'docs/adr/0002-b.md';
  expect(await json('due')).toMatchObject({
    due: [{ path, date: '2025-01-31', line: 23 }],
    later: [{ date: '2999-06-01', text: '2999-06 | Kosten' }],
    events: [{ path, date: null, text: 'When the table passes 10 million rows.' }],
  });
  // What no longer holds need not be looked at.
  await run('reject', '2');
  expect((await run('due')).stdout).toMatch(/^Nothing is due on .*\n\nLater:\n/);
});

test('a record that was looked at again is due when the one that says so is', async () => {
  const { run, json } = await open({
    'docs/adr/0003-c.md':
      '---\nstatus: proposed\ndate: 2026-01-01\nrevisits: "0002-b.md"\nverdict: holds\n---\n# The table holds\n\n## When to Revisit\n\n* On 2999-01-31.\n\nThe record of the discussion: `x`\n',
  });
  expect(await json('due')).toMatchObject({
    due: [],
    later: [{ path: 'docs/adr/0003-c.md', date: '2999-01-31' }, {}],
    events: [],
  });
  expect((await run('due', '--ask', '--model', 'ollama/x')).stderr).toContain('No decision record waits');
});

test.for([
  [
    nygard('2. A table', 'Accepted'),
    'amended',
    'Accepted\n\nAmended by [C](0003-c.md)\n\n',
    'amended by 0003',
  ],
  [nygard('2. A table', 'Accepted'), 'superseded', 'Superseded by [C](0003-c.md)\n\n', ''],
  [
    nygard('2. A table', 'Accepted').replaceAll('\n', '\r\n'),
    'amended',
    'Amended by [C](0003-c.md)\r\n',
    'amended by 0003',
  ],
  [
    '---\nstatus: "accepted"\n---\n\n# B\n',
    'amended',
    'status: "accepted, amended by 0003-c.md"',
    'amended by 0003',
  ],
  ['---\nstatus: "accepted"\n---\n\n# B\n', 'superseded', 'status: "superseded by 0003-c.md"', ''],
  [
    '# B\n\nStatus: accepted\n',
    'amended',
    'Status: accepted, amended by [C](0003-c.md)\n',
    'amended by 0003',
  ],
  [nygard('2. A table', 'Accepted'), 'holds', 'Accepted', ''],
] as const)(
  '%j is %s when the record that says so is accepted, until it is rejected',
  async ([text, verdict, expected, listed]) => {
    const own = `---\nstatus: proposed\nrevisits: "0002-b.md"\nverdict: ${verdict}\n---\n\n# C\n`;
    const { run, read } = await open({ 'docs/adr/0002-b.md': text, 'docs/adr/0003-c.md': own });
    const states = async () => (await run()).stdout.replace(/ +/g, ' ');
    expect(await states()).toContain(
      verdict === 'amended' ? 'accepted, 0003 would amend it' : '0002-b.md accepted',
    );
    for (const _ of [1, 2]) {
      expect((await run('accept', '3')).code).toBe(0);
      expect(await read('docs/adr/0002-b.md')).toContain(expected);
      expect(await states()).toContain(listed);
    }
    expect((await run('reject', '3')).code).toBe(0);
    expect((await read('docs/adr/0002-b.md')).replace('status: accepted', 'status: "accepted"')).toBe(text);
    expect(await states()).not.toMatch(/amend|superseded/);
  },
);

test.for([
  [['show', '9'], 'UNKNOWN_RECORD', 's2s decisions list'],
  [['reject', '5'], 'UNKNOWN_RECORD', '20250103-193538-stamp.md'],
  [['accept', 'adr 3'], 'UNKNOWN_RECORD', 's2s decisions list'],
  [['supersede', '1', '--by', '20250103'], 'UNKNOWN_RECORD', '20250103-193538-stamp.md'],
  [['accept', '0001-aa'], 'UNKNOWN_RECORD', 'docs/adr/0001-a.md'],
  [['accept', 'md'], 'UNKNOWN_RECORD', 'Did you mean docs/adr/0001-a.md or'],
  [['supersede', '1', '--by', '1'], 'INVALID_VALUE', 's2s decisions list'],
  [['supersede', '1', '--by', 'postgres'], 'INVALID_VALUE', 'by hand'],
  [['supersede', '1', '--by', '4'], 'INVALID_VALUE', 'a record that holds'],
  [['supersede', '1'], 'USAGE', 'supersede --help'],
  [['accept', '1', '--name', ' '], 'INVALID_VALUE', 'Omit the name'],
  [['accept', 'rehearsed'], 'INVALID_VALUE', 'Hold the discussion with models'],
  [
    ['supersede', 'docs/decisions/20250103-193538-stamp.md', '--by', 'rehearsed'],
    'INVALID_VALUE',
    'with models',
  ],
] as const)('decisions %j is refused with %s', async ([args, code, hint]) => {
  const rehearsed = madr.replace('status:', 'rehearsal: true\nstatus:');
  const { run } = await open({
    'docs/adr/0004-d.md': nygard('4. A file', 'Rejected'),
    'docs/decisions/20250102-rehearsed.md': rehearsed,
    'docs/decisions/20250103-193538-stamp.md': madr,
  });
  const { stdout, code: exit } = await run(...args, '--json');
  expect(exit).toBe(2);
  expect(JSON.parse(stdout)).toMatchObject({ error: { code, hint: expect.stringContaining(hint) } });
});

test('records that a sparse checkout leaves out are named', async () => {
  const whole = await makeRepository({ 'docs/adr/0001-a.md': nygard('1. A', 'Accepted'), 'src/a.ts': '' });
  const root = path.join(await makeFolder(), 'clone');
  git(whole, 'clone', '-q', '--sparse', whole, root);
  for (const use of ['listDecisions', 'estimate'] as const) {
    const { app, notices } = makeApp(root);
    await app[use]({ topic: 'Which jobs?', rehearsal: true });
    const warnings = notices.flatMap(({ level, text }) => (level === 'warning' ? [text] : []));
    expect(warnings[0]).toMatch(/^The decision records in docs\/adr are not checked out.*add docs\/adr$/);
  }
});

test('a record that cannot be read is named', async () => {
  const text = nygard('3. Jobs', 'Proposed');
  const root = await makeFolder({
    'docs/adr/0003-c.md': Buffer.from(`\ufeff${text}`, 'utf16le'),
    'docs/adr/0004-d.md': `${text}\n-----BEGIN RSA PRIVATE KEY-----\n`,
  });
  const said = [
    {
      level: 'warning',
      text: expect.stringMatching(/^docs\/adr\/0004-d\.md is left out: it holds a private key/),
    },
    { level: 'warning', text: expect.stringMatching(/^docs\/adr\/0003-c\.md .*UTF-16/) },
  ];
  const { app, notices } = makeApp(root);
  expect(await app.listDecisions()).toEqual([]);
  expect(notices).toEqual(said);
  await app.estimate({ topic: 'Which jobs?', rehearsal: true });
  expect(notices.slice(2)).toEqual(expect.arrayContaining(said));
});

test('a record in Latin-1 keeps its encoding, and takes no sign that it has not', async () => {
  const text = nygard('3. Aufträge', 'Proposed').replaceAll('\n', '\r\n');
  const root = await makeFolder({ 'docs/adr/0003-c.md': Buffer.from(text, 'latin1') });
  const { app } = makeApp(root);
  expect(await app.listDecisions()).toMatchObject([{ title: 'Aufträge', status: 'Proposed' }]);
  expect(await app.changeDecision({ record: '3', to: 'accepted' })).toMatchObject({ status: 'Accepted' });
  const read = () => readFile(path.join(root, 'docs/adr/0003-c.md'), 'latin1');
  expect(await read()).toBe(text.replace('Proposed', 'Accepted'));
  await writeFile(path.join(root, 'docs/adr/0004-d.md'), nygard('4. Зadania', 'Proposed'));
  const change = app.changeDecision({ record: '3', to: 'superseded', successor: '4' });
  await expect(change).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
  expect(await read()).toBe(text.replace('Proposed', 'Accepted'));
});

test.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
  'a decision has the day that it is in %s',
  async (timeZone) => {
    const root = await makeFolder({ 'docs/adr/0001-a.md': madr });
    const { app } = makeApp(root, { timeZone });
    const day = () => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date());
    const before = day();
    await app.changeDecision({ record: '1', to: 'accepted' });
    const [record] = await app.listDecisions();
    expect([before, day()]).toContain(record?.date);
  },
);
