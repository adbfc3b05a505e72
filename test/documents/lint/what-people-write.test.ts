/** Forms in which people write: those that the lint knows, and those about which it says nothing. */
import { describe, expect, it } from 'vitest';
import { lintFile } from '../../../src/documents/lint/lint-file.ts';

const find = (text: string, path = 'docs/x.md') =>
  lintFile(text, path).problems.map(({ line, rule }) => `${line} ${rule}`);
const typeOf = (text: string, path = 'docs/x.md') => lintFile(text, path).type;
const record = (rest: string, head = '# Use a queue') => `${head}\n\n${rest}`;
const outcome =
  '## Context and Problem Statement\n\nUploads block.\n\n## Considered Options\n\n* Kafka\n* NATS\n\n## Decision Outcome\n\nChosen option: "NATS", because it is small.\n';
const requirements = (lines: string) => `# Requirements\n\n${lines}\n`;

describe('records that are as good as ours', () => {
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
      'statuses that mean the same',
      `---\nstatus: accepted\n---\n\n${record(`Status: angenommen\n\n${outcome}`)}`,
    ],
    [
      'statuses that say the same',
      `---\nstatus: superseded by ADR-0012\n---\n\n${record(`Status: Superseded by [it](0012-b.md)\n\n${outcome}`)}`,
    ],
    [
      'MADR in German',
      record(
        '## Kontext und Problemstellung\n\nUploads blockieren.\n\n## Betrachtete Optionen\n\n* Kafka\n* NATS\n\n## Entscheidungsergebnis\n\nGewählte Option: „NATS“, weil es klein ist.\n',
      ),
    ],
    [
      'a record of Nygard with its options',
      '# 3. Use a queue\n\nDate: 2026-01-02\n\n## Status\n\nAccepted\n\nSupersedes the list\n\n## Context\n\nUploads block.\n\n## Decision\n\nWe will use a queue.\n\n## Alternatives\n\n* A list\n\n## Consequences\n\nOne more server.\n',
    ],
    [
      'options as links, and a choice that quotes otherwise',
      record(
        `${outcome.replace('* Kafka\n* NATS', '* [Kafka][1]\n* Small [NATS][] as "one server"\n* [Redis]').replace('"NATS"', `"[NATS][] as 'one server',"`)}\n[1]: https://kafka.example\n`,
      ),
    ],
    [
      'consequences called outcomes',
      '# Use a queue\n\n## Status\n\nAccepted\n\n## Context\n\nUploads block.\n\n## Decision\n\nA queue.\n\n## Outcomes\n\n### Positive Outcomes\n\n- Quick uploads.\n',
    ],
    [
      'words that look like those of a template',
      record(
        `[NOT REQUIRED FOR SMALL TEAMS] Clone {repo URL}, fill in {{ name }}, see the TODO list.\n\n${outcome}\nTBD (trunk-based development) is [what we do][1].\n`,
      ),
    ],
  ])('%s', (_, text) => {
    expect([typeOf(text), find(text)]).toEqual(['adr', []]);
  });
});

describe('requirements that are as good as ours', () => {
  it.each([
    [
      'under headings',
      requirements(
        '## 3.1 REQ-001: Uploads\n\n**Statement:** The service must keep uploads.\n\n**Priority:** Must have\n\n### Acceptance criteria\n\n1. it keeps them\n',
      ),
    ],
    [
      'in a list',
      requirements(
        '- **FR-001**: System MUST keep uploads for 30 days.\n- **FR-002**: Users MUST be able to delete an upload.\n\n**Key entities** must be listed quickly.',
      ),
    ],
    [
      'whole in a heading',
      requirements('### REQ-001 The service shall keep uploads.\n\n### REQ-002 The service shall stop.'),
    ],
    [
      'with a table below one of them',
      requirements(
        '**F-01 Answers** (must)\nThe service must answer as in the table.\n\n| Case | Check |\n|---|---|\n| a | 200 |\n\n**F-02 Stop** (must)\nThe service must stop.\n*Check:* no process is left.\n\n**F-03 Log** (must)\nThe service must log.\n*Check:* one line.',
      ),
    ],
    [
      'mentioned once more in a list',
      requirements(
        '**A-01 Keep** (must)\nThe service must keep uploads.\n*Check:* 30 days.\n\n**A-02 Stop** (must)\nThe service must stop.\n*Check:* no process.\n\n## Dissent\n\n* **A-01** QA: too long.\n* **A-02**, since nobody asked.',
      ),
    ],
    [
      'with ids of other documents',
      requirements(
        '**REQ-001** The service must keep uploads, as ADR-0007 and FR-3 say.\n\n**REQ-002** The service must stop, see [REQ-099](other.md) and `REQ-098`.',
      ),
    ],
    [
      'in two languages',
      requirements(
        '### REQ-001: Upper\n\nWHEN a download fails, THE service SHALL retry it 3 times.\n\n### REQ-002: German\n\nWenn ein Download fehlschlägt, muss der Dienst ihn dreimal wiederholen.',
      ),
    ],
  ])('%s', (_, text) => {
    expect([typeOf(text), find(text)]).toEqual(['requirements', []]);
  });
});

it('a short list of requirements is held to the rules, with and without bold', () => {
  const list = (mark: string) =>
    requirements(
      `- ${mark}FR-1${mark}: The service must keep the uploads of all users.\n- ${mark}FR-2${mark}: It must answer quickly, as FR-9 says.`,
    );
  for (const mark of ['', '**'])
    expect(find(list(mark))).toEqual(['4 req/reference', '4 req/ears', '4 req/weak-word']);
  // What mentions them in a list is no second definition.
  const mentioned = `${list('**')}\n## Tests\n\n- FR-1: by hand\n`;
  expect(find(mentioned)).toEqual(find(list('**')));
});

describe('forms about which nothing is said', () => {
  it.each([
    [
      'a list of records',
      '# Decisions\n\n* [ADR-0001](0001-a.md) use a queue\n* [ADR-0002](0002-b.md) use a list\n',
      'docs/adr/decisions.md',
    ],
    [
      'a log of many records',
      `# Decisions\n\n${['Queue', 'List'].map((name) => `## ${name}\n\n### Status\n\nTBD\n\n### Context\n\nx\n\n### Decision\n\n`).join('\n')}`,
      'docs/decisions/log.md',
    ],
    ['an index of a folder', record(outcome), 'docs/adr/README.md'],
    ['a template', record(outcome.replace('Uploads block.', '{describe}')), 'docs/adr/template.md'],
    ['notes among records', '# Notes\n\nTODO: decide. We should be quick.\n', 'docs/decisions/notes.md'],
    [
      'a proposal with sections of its own',
      '# A policy\n\n## Status\n\nDraft\n\n## Context\n\nx\n\n## Proposal\n\ny\n\n## Consequences\n\nz\n',
      'docs/adr/0001.md',
    ],
    [
      'user stories with EARS criteria',
      requirements(
        '### Requirement 1: Sign in\n\n**User Story:** As an editor, I want uploads.\n\n#### Acceptance Criteria\n\n1. WHEN an upload ends THEN the system SHALL answer quickly and SHALL send a mail',
      ),
      'specs/requirements.md',
    ],
    [
      'a matrix that traces ids',
      requirements(
        '| ID | Test | Status |\n|---|---|---|\n| FR-1 | T-1 | must pass quickly |\n| FR-2 | T-2 | done |',
      ),
      'docs/rtm.md',
    ],
    [
      'requirements in a table',
      requirements('| ID | Text |\n|---|---|\n| REQ-1 | It must be fast, etc. |'),
      'srs.md',
    ],
    ['statements without ids', requirements('- The service shall answer quickly.'), 'requirements.md'],
    [
      'a list of what another document demands',
      '# Review\n\nIt follows these:\n\n- **REQ-007**: Markdown output\n- **REQ-008**: The help must be short\n- **REQ-009**: Names\n\nSee REQ-010.\n',
      'review.md',
    ],
    [
      'user stories and decisions with a check each',
      '# Stories\n\n### US-01: Sign in\n\nAs an editor I sign in.\n\n**Priority:** must\n\n**D-1 One database.** A turn is written once. *Why:* one owner. *Check:* the diff.\n\n**D-2 No table.** None is added. *Why:* x. *Check:* y.\n',
      'stories.md',
    ],
    [
      'items that demand nothing',
      '# Risks\n\n**RISK-001** The disk is slow.\n\n**RISK-002** It must not fail quickly.\n\n**RISK-003** x\n',
      'risks.md',
    ],
    [
      'an architecture of its own',
      '# Architecture\n\n## Overview\n\nThree services.\n\n## Data flow\n\n',
      'docs/architecture.md',
    ],
    ['a part of an arc42 document', '# Runtime View\n\n## Scenario 1\n\n', 'docs/arc42/06.md'],
  ])('%s', (_, text, path) => {
    expect([typeOf(text, path), find(text, path)]).toEqual([null, []]);
  });
});

describe('arc42', () => {
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

  it('is known in German, and with subsections of the same level', () => {
    expect(find(write(titles))).toEqual([]);
    expect(find(write(titles).replace('Ziele\n', 'Ziele\n\n## 1.1 Aufgabe\n'))).toEqual([]);
  });

  it('may name a numbered section otherwise', () => {
    expect(find(write(titles.with(11, 'Wörter')))).toEqual([]);
  });
});
