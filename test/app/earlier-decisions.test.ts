/** What a new session is told of what its project decided before: found, bounded, kept, and the same when it is replayed. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readDecision } from '../../src/documents/adr/read-decision.ts';
import type { ModelRequest } from '../../src/session/model-request.ts';
import { itemSchema } from '../../src/session/text.ts';
import { writeYaml } from '../../src/text/write-yaml.ts';
import { makeApp } from '../support/make-app.ts';
import { makeFolder } from '../support/make-folder.ts';
import { createRound, createSession } from '../support/roundtable-fixtures.ts';

const topic = 'Which queue should carry the upload jobs?';
const participants = ['software-architect', 'qa-lead'];
const start = { workflow: 'design' as const, rehearsal: true, topic, fast: true, participants };

const madr = `---
status: "accepted"
---

# Queue jobs in the database

## Context and Problem Statement

Where do jobs wait?

## Decision Outcome

Chosen option: "One table", because nobody runs a **broker**.

### Consequences

* Good, because it is there
`;
const nygard = `# 4. Uploads by chunks

Date: 2026-01-01

## Status

Superseded by [7](0007-streams.md)

## Decision

We will cut uploads into jobs of 5 MB.
`;

async function tell(files: Record<string, string>, order: object = {}) {
  const root = await makeFolder({ '.s2s/config.yaml': 'name: test\n', ...files });
  const requests: ModelRequest[] = [];
  const place = makeApp(root, { onCall: async (request) => void requests.push(request) });
  const run = await place.app.start({ ...start, ...order });
  const { session } = await run.result;
  return { ...place, session, requests, told: session.earlier_decisions ?? [] };
}

/** A finished session as it lies in a project; what real models said in it. */
function sessionFile(id: string, changes: Parameters<typeof createSession>[1]): Record<string, string> {
  const session = createSession(undefined, {
    id,
    status: 'completed',
    rounds: [createRound(1)],
    total_rounds: 1,
    ...changes,
  });
  return { [`.s2s/sessions/${id}.yaml`]: writeYaml(session) };
}

describe('what was decided before', () => {
  it.each(['docs/decisions', 'doc/adr', '.s2s/decisions'])(
    'is found in the records of %s, with status and outcome',
    async (folder) => {
      const { told, requests, notices } = await tell({
        [`${folder}/0003-queue.md`]: madr,
        [`${folder}/0004-uploads.md`]: nygard,
        [`${folder}/0005-colours.md`]: '# The colours of the page\n\n## Decision\n\nBlue.\n',
        [`${folder}/README.md`]: '# Queue of upload jobs\n',
        [`${folder}/template.md`]: '# Queue of upload jobs\n',
      });
      expect(told.toSorted((one, other) => one.source.localeCompare(other.source))).toEqual([
        {
          source: `${folder}/0003-queue.md`,
          title: 'Queue jobs in the database',
          status: 'accepted',
          outcome: 'Chosen option: "One table", because nobody runs a broker.',
        },
        {
          source: `${folder}/0004-uploads.md`,
          title: 'Uploads by chunks',
          status: 'Superseded by 7',
          outcome: 'We will cut uploads into jobs of 5 MB.',
        },
      ]);
      for (const { prompt, facts } of requests) {
        expect(prompt.map(({ text }) => text).join()).toContain(
          `${folder}/0003-queue.md (accepted): Queue jobs in the database.`,
        );
        expect(facts?.session.earlier_decisions).toEqual(told);
      }
      expect(notices.map(({ text }) => text).join('\n')).toContain(`${folder}/0003-queue.md`);
    },
  );

  it('is told with the names in it as they are written', () => {
    const record =
      '# Buckets\n\n## Decision Outcome\n\n**One** bucket per (api_key, *category*) with `create_subprocess_exec` and `f(a, *, b)`, as _nobody_ asks for __more__.\n';
    expect(readDecision(record, 'docs/decisions/0004.md').outcome).toBe(
      'One bucket per (api_key, category) with `create_subprocess_exec` and `f(a, *, b)`, as nobody asks for more.',
    );
  });

  it('is not found in samples for tests and readers, unless the configuration names them', async () => {
    const samples = Object.fromEntries(
      ['test/fixtures/records', 'examples/adr', 'vendor/lib/docs/adr'].flatMap((folder) => [
        [`${folder}/0003-queue.md`, madr],
        [`${folder}/0004-uploads.md`, nygard],
      ]),
    );
    expect((await tell(samples)).told).toEqual([]);
    const config = { '.s2s/config.yaml': 'name: test\ndocs:\n  decisions: examples/adr\n' };
    const { told } = await tell({ ...samples, ...config });
    expect(told.map(({ source }) => source).sort()).toEqual([
      'examples/adr/0003-queue.md',
      'examples/adr/0004-uploads.md',
    ]);
  });

  it('is found where the configuration says, and in requirements', async () => {
    const { told } = await tell({
      '.s2s/config.yaml': 'name: test\ndocs:\n  decisions: notes/why\n  specifications: notes/what.md\n',
      'notes/why/queue.md': madr,
      'notes/what.md': [
        '# Requirements',
        '## REQ-007: Upload jobs',
        'When a queue is full, the service shall refuse upload jobs.',
        '**Priority:** must',
        '## REQ-008: Colours',
        'The page shall be blue.',
      ].join('\n\n'),
    });
    expect(told.map(({ source, title }) => [source, title])).toEqual([
      ['notes/why/queue.md', 'Queue jobs in the database'],
      ['notes/what.md', 'REQ-007: Upload jobs'],
    ]);
    expect(told[1]).toMatchObject({
      status: 'must',
      outcome: 'When a queue is full, the service shall refuse upload jobs.',
    });
  });

  it('of requirements has titles and numbers, what a person decided always, and nothing that was replaced', async () => {
    const heads = [
      '**REQ-001 · Standardfrist** (muss, entschieden von Lea Brandt am 2026-11-30) <!-- s2s:decided -->',
      '**REQ-002 · Upload jobs** (muss)',
      '**REQ-003 · Upload queue** (soll)\n\n*Ersetzt durch REQ-002* <!-- s2s:replaced REQ-003 from 20260101-100000-x -->',
    ];
    const text = `Wenn nichts anderes gesagt ist, muss der Dienst ${'unfertige Uploads, die niemand mehr abholt, '.repeat(6)}nach 96 Stunden löschen.`;
    const file = `# Anforderungen\n\n${heads.map((head) => `${head}\n\n${text}\n\n*Warum:* Platz.`).join('\n\n')}\n`;
    const { told } = await tell({ 'docs/specifications/requirements.md': file });
    expect(told.map(({ title, status }) => [title, status])).toEqual([
      ['REQ-002: Upload jobs', 'muss'],
      ['REQ-001: Standardfrist', 'muss, entschieden von Lea Brandt am 2026-11-30'],
    ]);
    for (const { outcome } of told) expect(outcome).toContain('96 Stunden');
  });

  it('has the items of records that hold, and a package that the topic names with what it fulfils', async () => {
    const record = (status: string) =>
      `---\nstatus: ${status}\n---\n\n${madr.slice(madr.indexOf('# Queue'))}\n**DEC-003 · Wait for the worker**\n\nBUSY ends the wait, and the colour of a (\`f(a, *, b)\`) is blue.\n\n*Why:* Order.\n`;
    const artifacts = [
      itemSchema.parse({
        ...{ kind: 'package', section: 'packages', id: 'PKG-001', status: 'agreed', title: 'Colours' },
        ...{ text: 'Build the colours.', check: 'It is blue.', details: { fulfils: 'REQ-8, 0003-queue' } },
      }),
    ];
    const { told } = await tell(
      {
        'docs/decisions/0003-queue.md': record('accepted'),
        'docs/decisions/0002-old.md': record('rejected'),
        'docs/specifications/requirements.md':
          '# Requirements\n\n## REQ-007: Taxes\n\nTaxes shall be paid.\n\n## REQ-008: Skies\n\nThe sky shall be grey.\n',
        ...sessionFile('20260101-100000-plan', { workflow_type: 'plan', output_type: 'plan', artifacts }),
      },
      { topic: 'Review the change HEAD~1..HEAD: paint it (PKG-1)' },
    );
    expect(told.map(({ source, title }) => [source, title])).toEqual([
      ['20260101-100000-plan', 'PKG-001: Colours'],
      ['docs/decisions/0003-queue.md', 'Queue jobs in the database'],
      ['docs/decisions/0003-queue.md', 'DEC-003: Wait for the worker'],
      ['docs/specifications/requirements.md', 'REQ-008: Skies'],
    ]);
    expect(told[0]?.outcome).toBe('Fulfils REQ-8, 0003-queue. Build the colours. It is blue.');
    expect(told[2]).toMatchObject({ status: 'accepted', outcome: expect.stringContaining('(`f(a, *, b)`)') });
  });

  it('is found in finished sessions that real models held, where no document of theirs says it', async () => {
    const item = (fields: object) => itemSchema.parse({ kind: 'decision', section: 'outcome', ...fields });
    const artifacts = [
      item({
        ...{ id: 'DEC-001', title: 'Queue', text: 'Upload jobs wait 48 hours in one table [[DEC-002]].' },
        ...{ status: 'decided', decided_by: 'user' },
      }),
      item({ id: 'DEC-002', title: 'Broker', text: 'Upload jobs wait in a broker.', status: 'not-agreed' }),
    ];
    const files = {
      ...sessionFile('20260101-100000-queue', { topic: 'A queue for upload jobs', artifacts }),
      ...sessionFile('20260102-100000-rehearsed', {
        topic: 'A queue for upload jobs',
        artifacts,
        rehearsal: true,
      }),
      ...sessionFile('20260103-100000-colours', { topic: 'Colours', artifacts }),
    };
    const { told } = await tell(files);
    expect(told).toEqual([
      {
        source: '20260101-100000-queue',
        title: 'DEC-001: Queue',
        status: 'decided by a person',
        outcome: 'Upload jobs wait 48 hours in one table DEC-002.',
      },
    ]);
    const published = await tell({
      ...files,
      'docs/adr/0001-x.md': '# Colours\n<!-- 20260101-100000-queue -->\n',
    });
    expect(published.told).toEqual([]);
  });

  it('is bounded, and what cannot be read or looks like a secret is passed over', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [
        `docs/adr/${1000 + index}-queue.md`,
        `# Queue ${index} ${'long '.repeat(99)}\n\nStatus: accepted\n\n## Decision\n\n${'Jobs wait. '.repeat(99)}\n`,
      ]),
    );
    const { told } = await tell({
      ...many,
      'docs/adr/2000-queue.md': `# Queue of upload jobs\n\n-----BEGIN ${'PRIVATE'} KEY-----\n`,
      'docs/adr/2001-queue.md': '# Queue of upload jobs \u0000',
      'docs/adr/2002-queue.md': '',
    });
    expect(told).toHaveLength(5);
    expect(told.map(({ source }) => source).join()).not.toContain('docs/adr/200');
    for (const entry of told) expect(Object.values(entry).join('').length).toBeLessThan(450);
  });

  it('stays as it was: a resumed or replayed session sees what the first one saw', async () => {
    const first = await tell({ 'docs/adr/0003-queue.md': madr });
    await writeFile(path.join(first.root, 'docs/adr/0004-queue.md'), nygard);
    const { session: id } = { session: first.session.id };
    const replayed = await first.app.replay({ session: id, replayMissing: 'fail' });
    const { session } = await replayed.result;
    expect(session.earlier_decisions).toEqual(first.told);
    const again = await first.app.start(start);
    expect((await again.result).session.earlier_decisions).toHaveLength(2);
  });

  it('leaves no trace where nothing was decided', async () => {
    const { session, requests } = await tell({ 'docs/adr/0005-colours.md': '# Colours\n' });
    expect('earlier_decisions' in session).toBe(false);
    for (const { prompt } of requests)
      expect(prompt.map(({ text }) => text).join()).not.toMatch(/<<<\w+ earlier decisions/);
  });
});
