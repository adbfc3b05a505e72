import { describe, expect, it } from 'vitest';
import { lintFile, refuseUnreadable } from '../../../src/documents/lint/lint-file.ts';
import { S2sError } from '../../../src/domain/errors.ts';
import { buildDesignSession } from '../../support/session-fixtures.ts';

type Options = Parameters<typeof lintFile>[2];
const find = (text: string, path = 'docs/x.md', options: Options = {}) =>
  lintFile(text, path, options).problems.map(({ line, rule }) => `${line} ${rule}`);
const record = (rest: string, head = '# Use a queue') => `${head}\n\n${rest}`;
const outcome =
  '## Context and Problem Statement\n\nUploads block.\n\n## Considered Options\n\n* Kafka\n* NATS\n\n## Decision Outcome\n\nChosen option: "NATS", because it is small.\n';
const requirements = (lines: string) => `# Requirements\n\n${lines}\n`;

describe('forms that are as good as ours', () => {
  it.each([
    ['MADR without its optional parts', record(outcome)],
    [
      'MADR with its names in other words',
      record(outcome.replace('Considered Options', 'Options Considered')),
    ],
    ['MADR in small letters', record(outcome.toLowerCase())],
    ['MADR, numbered', record(outcome.replace(/^## /gm, () => '## 1. '))],
    [
      'options as headings',
      record(outcome.replace('* Kafka\n* NATS', '### Kafka\n\nBig.\n\n### NATS\n\nSmall.')),
    ],
    [
      'underlined headings',
      record(outcome.replace(/^## (.*)$/gm, (_, title: string) => `${title}\n${'-'.repeat(title.length)}`)),
    ],
    ['a title in the front matter', `---\ntitle: Use a queue\nstatus: accepted\n---\n\n${outcome}`],
    ['a status in a table', record(`| Status | Date |\n|---|---|\n| Accepted | 2026-01-02 |\n\n${outcome}`)],
    [
      'a record of Nygard',
      '# 3. Use a queue\n\nDate: 2026-01-02\n\n## Status\n\nAccepted\n\n## Context\n\nUploads block.\n\n## Decision\n\nWe will use a queue.\n\n## Consequences\n\nOne more server.\n',
    ],
    [
      'user stories with EARS criteria',
      requirements(
        '## Introduction\n\nUploads.\n\n### Requirement 1\n\n**User Story:** As an editor, I want uploads, so that I can go home.\n\n#### Acceptance Criteria\n\n1. WHEN an upload ends THEN the system SHALL send a mail\n2. IF an upload fails THEN the system SHALL keep the parts for 24 hours\n   AND the system SHALL send a mail',
      ),
    ],
    [
      'a matrix that traces ids',
      requirements(
        '| ID | Test | Status |\n|---|---|---|\n| FR-1 | T-1 | must pass |\n| FR-2 | T-2 | done |',
      ),
    ],
    [
      'bullets',
      requirements('- The service shall answer in 200 ms.\n- The service shall keep 30 days of logs.'),
    ],
    [
      'another language',
      requirements(
        '- R1: Der Dienst muss in 200 ms antworten.\n- R2: Der Dienst muss Protokolle schnell löschen.',
      ),
    ],
    [
      'numbered demands with MUST',
      requirements(
        '- **FR-001**: System MUST keep uploads for 30 days.\n- **FR-002**: Users MUST be able to delete an upload.',
      ),
    ],
    [
      'requirements by name',
      requirements(
        '### Requirement: Uploads end\n\nThe system SHALL send a mail when an upload ends.\n\n#### Scenario: Mail\n\n- **WHEN** an upload ends\n- **THEN** a mail is sent\n- **AND** the upload is listed',
      ),
    ],
  ])('%s', (_, text) => {
    expect(find(text)).toEqual([]);
  });

  it('holds an architecture to arc42 only where it has its shape', () => {
    const free = '# Architecture\n\n## Overview\n\nThree services.\n\n## Data flow\n\nFrom left to right.\n';
    expect(find(free, 'docs/architecture.md')).toEqual([]);
    const titles = [
      'Einführung und Ziele',
      'Randbedingungen',
      'Kontextabgrenzung',
      'Lösungsstrategie',
      'Bausteinsicht',
      'Laufzeitsicht',
      'Verteilungssicht',
      'Querschnittliche Konzepte',
      'Architekturentscheidungen',
      'Qualitätsanforderungen',
      'Risiken und technische Schulden',
      'Glossar',
    ];
    const write = (given: string[]) =>
      `# Media\n\n${given.map((title, index) => `## ${index + 1}. ${title}\n\nText.\n`).join('\n')}`;
    expect(find(write(titles), 'docs/architecture.md')).toEqual([]);
    expect(find(write(titles.slice(0, 11)), 'docs/architecture.md')).toMatchObject([
      expect.stringContaining('arc42/'),
    ]);
  });
});

describe('what the program wrote itself', () => {
  const own = (statement: string) =>
    requirements(
      `### REQ-001: Results\n\n${statement}\n\n* Acceptance: it ends whole\n* Rationale: it is paid for\n* Priority: must; verification: test\n* The review puts it otherwise: When a disk is full, the service shall stop it, and shall say so.\n\n<!-- s2s:ids created=people REQ=9 -->`,
    );
  it.each([
    'The service shall complete a download.',
    'The service shall keep a result for its normal 24 hours.',
    'REQ-012 ends a job, so the service shall complete a download.',
  ])('%s', (statement) => {
    expect(find(own(statement)).filter((one) => !one.endsWith('req/ears'))).toEqual([]);
  });
});

describe('words that mean what they say', () => {
  it.each([
    'The service shall list whoever may cancel an order.',
    'The service shall list the fast lanes by number.',
    'The service shall answer quickly enough for the limits of table 2 (200 ms).',
    'The service shall refuse a payment of more than 100 EUR and of less than 1 EUR.',
    'The service shall read the name and the address of a customer.',
    'The service shall be as fast as the old one.',
    'The service shall be robust against lost packets.',
    'The service shall update the plan as needed to keep the date.',
    'The service shall make an entry only where no reasonable match is there (confidence below 0.4).',
    'The service shall isolate errors (one error must not stop another job).',
    'The service shall send one call, except for a leaked key, for which it shall send none.',
  ])('%s', (text) => {
    expect(find(requirements(`- REQ-001: ${text}`)).filter((one) => !one.endsWith('req/ears'))).toEqual([]);
  });

  it.each([
    ['The service shall answer quickly.', 'req/weak-word'],
    ['The service shall send a mail and the gateway shall close the session.', 'req/one-shall'],
    ['The service shall send a mail and delete the upload.', 'req/one-demand'],
  ])('%s', (text, rule) => {
    expect(find(requirements(`- REQ-001: ${text}`))).toContain(`3 ${rule}`);
  });

  it('takes "works well" for no criterion', () => {
    const text = (criterion: string) =>
      requirements(`### REQ-001: Mail\n\nThe service shall send a mail.\n\n* Acceptance: ${criterion}`);
    expect(find(text('works well'))).toEqual(['7 req/acceptance']);
    expect(find(text('a mail is in the box after 2 s'))).toEqual([]);
  });

  it('finds a rule that another one contradicts, unless it is named as the exception', () => {
    const rule = '- REQ-001: The service shall delete logs after 30 days.\n';
    const against = (rest: string) => find(requirements(`${rule}- REQ-002: ${rest}`));
    expect(against('The service shall not delete logs after 30 days.')).toEqual(['4 req/contradiction']);
    expect(against('The service shall delete logs after 90 days.')).toEqual(['4 req/contradiction']);
    expect(against('As an exception to REQ-001, the service shall not delete logs after 30 days.')).toEqual(
      [],
    );
    expect(against('The service shall delete mails after 90 days.')).toEqual([]);
    expect(against('When a disk is full, the service shall delete logs after 7 days.')).toEqual([]);
  });
});

describe('records beside each other', () => {
  const siblings = ['0001-use-a-queue.md', '0001-use-a-list.md', '0002-use-nats.md', 'README.md'];
  const at = (name: string, text: string) => find(text, `docs/decisions/${name}`, { siblings });

  it('have one outcome each', () => {
    expect(
      at('0002-use-nats.md', `${record(outcome)}\n## Decision Outcome\n\nChosen option: "Kafka".\n`),
    ).toEqual(['16 adr/one-outcome']);
  });

  it('have a number each', () => {
    expect(at('0001-use-a-queue.md', record(outcome))).toEqual(['1 adr/number']);
  });

  it('are replaced by one that is there', () => {
    const replaced = (by: string) =>
      record(`---\nstatus: superseded by ${by}\n---\n\n`, '').trimStart() + record(outcome);
    expect(at('0002-use-nats.md', replaced('ADR-0009'))).toEqual(['2 adr/superseded']);
    expect(at('0002-use-nats.md', replaced('[ADR-0009](0009-gone.md)'))).toEqual(['2 adr/superseded']);
    expect(at('0002-use-nats.md', replaced('ADR-0001'))).toEqual([]);
  });
});

describe('a rule that is switched off', () => {
  const text = requirements('- REQ-001: The service shall answer quickly.');

  it('in the settings', () => {
    expect(find(text)).toEqual(['3 req/weak-word']);
    expect(find(text, 'x.md', { rules: { 'req/weak-word': 'off' } })).toEqual([]);
    expect(find(text, 'x.md', { rules: { 'req/*': 'off' } })).toEqual([]);
    expect(lintFile(text, 'x.md', { rules: { 'req/weak-word': 'warning' } }).problems).toMatchObject([
      { severity: 'warning' },
    ]);
  });

  it('in a comment of the file', () => {
    expect(find(`<!-- s2s-lint-disable req/weak-word -->\n${text}`)).toEqual([]);
    expect(find(`<!-- s2s-lint-disable req/* -->\n${text}`)).toEqual([]);
    expect(find(`<!-- s2s-lint-disable -->\n${text}`)).toEqual([]);
    expect(find(`<!-- s2s-lint-disable req/ears -->\n${text}`)).toEqual(['4 req/weak-word']);
    expect(find(`\`\`\`\n<!-- s2s-lint-disable -->\n\`\`\`\n${text}`)).toEqual(['6 req/weak-word']);
  });

  it('by a name that no rule has is said', () => {
    expect(find(`<!-- s2s-lint-disable req/weak-wrd -->\n${text}`)).toEqual([
      '1 document/unknown-rule',
      '4 req/weak-word',
    ]);
  });
});

describe('a file that cannot be read', () => {
  it('has one finding that says why', () => {
    expect(find('`'.repeat(5_000_000))).toEqual(['1 document/unreadable']);
    expect(find('')).toEqual(['1 document/empty']);
    expect(refuseUnreadable(new S2sError('FILE_MISSING', 'There is no file x.md.')).problems).toMatchObject([
      { rule: 'document/unreadable', message: expect.stringContaining('x.md') },
    ]);
  });
});

describe('what a document says that somebody said', () => {
  it('is checked against who said it', () => {
    const session = buildDesignSession();
    const [seat = ''] = session.participants.map(({ id }) => id);
    const text = `# Summary\n\n* The moon is made of cheese [R1 ${seat}]\n* Nobody knows it [R9 nobody]\n`;
    const found = find(text, 'x.md', { session, type: 'summary' });
    expect(found.filter((one) => one.includes('citation/'))).toEqual([
      '3 citation/unsaid',
      '4 citation/dangling',
    ]);
  });
});
