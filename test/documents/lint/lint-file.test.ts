import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lintFile } from '../../../src/documents/lint/lint-file.ts';
import { renderDocument } from '../../../src/documents/render-document.ts';
import { outputTypes } from '../../../src/domain/vocabulary.ts';
import { hostileText } from '../../support/hostile-text.ts';
import { buildDesignSession, sessions } from '../../support/session-fixtures.ts';
import { shippedTemplates as templates } from '../../support/shipped-templates.ts';
import { corpus } from './requirement-corpus.ts';

const formRules = ['req/one-shall', 'req/ears', 'req/weak-word'];
const rules = (text: string, path = 'x.md') =>
  lintFile(text, path).problems.map((problem) => `${problem.line} ${problem.rule}`);
/** A document of the program's own form, which is held to all of it. */
const ledger = '\n<!-- s2s:ids created=people REQ=9 -->\n';
const whole = (statement: string) =>
  `# Requirements\n\n### REQ-001: Title\n\n${statement}\n\n* Rationale: so\n* Priority: must\n* Acceptance: the log has 2 entries\n* Verification: test\n${ledger}`;

describe('the corpus of requirements', () => {
  it.each(corpus)('$statement', ({ statement, rules: expected }) => {
    const found = lintFile(whole(statement), 'x.md').problems;
    expect([...new Set(found.map((problem) => problem.rule))].sort()).toEqual([...expected].sort());
    expect(found.every((problem) => problem.line === 5)).toBe(true);
  });

  it('prints precision and recall', () => {
    let [right, wrong, missed] = [0, 0, 0];
    for (const { statement, rules: expected } of corpus) {
      const found = new Set<string>(
        lintFile(whole(statement), 'x.md').problems.map((problem) => problem.rule),
      );
      for (const rule of formRules) {
        if (found.has(rule) && expected.includes(rule)) right += 1;
        else if (found.has(rule)) wrong += 1;
        else if (expected.includes(rule)) missed += 1;
      }
    }
    const precision = right / (right + wrong);
    const recall = right / (right + missed);
    console.info(
      `requirements: ${corpus.length} statements, precision ${precision.toFixed(2)}, recall ${recall.toFixed(2)}`,
    );
    expect(Math.min(precision, recall)).toBeGreaterThanOrEqual(0.95);
  });
});

describe('the forms in which people write requirements', () => {
  it.each([
    ['a list', '# R\n\n* REQ-001: The service must run.\n  * Priority: must\n  * Acceptance: it runs\n'],
    [
      'a bold list',
      '# R\n\n- **REQ-001** The service must run.\n  - **Priority**: must\n  - **Acceptance criteria**:\n    - it runs\n',
    ],
    ['a paragraph', '# R\n\n**REQ-001**: The service\nmust run.\n\nPriority: must\n\nAcceptance: it runs\n'],
    [
      'a table',
      '# R\n\n| ID | Statement | Priority | Acceptance |\n|---|---|---|---|\n| REQ-001 | The service must run. | must | it runs |\n',
    ],
    [
      'a heading with a field',
      '# R\n\n## REQ-001 Run\n\n**Statement:** The service must run.\n\n**Priority:** Must have\n\n### Acceptance criteria\n\n1. it runs\n',
    ],
    [
      'given, when, then',
      '# R\n\n## REQ-001 Run\n\nThe service must run.\n\nPriority: must\n\n- Given a key, when asked, then it answers\n',
    ],
  ])('%s', (_, text) => {
    const found = lintFile(`${text}${ledger}`, 'x.md');
    expect(found.type).toBe('requirements');
    expect([
      ...new Set(
        found.problems.filter((problem) => problem.severity === 'error').map((problem) => problem.rule),
      ),
    ]).toEqual(['req/one-shall']);
  });

  it('does not take references, fences and other ids for requirements', () => {
    const text = `${whole('The service shall run.')}\nSee REQ-001 and ADR-0003.\n\n| Id | Verified by |\n|---|---|\n| REQ-001 | test |\n\n\`\`\`markdown\n### REQ-001: Again\n\`\`\`\n\n* RISK-001 It must not fail.\n`;
    expect(rules(text)).toEqual([]);
  });

  it('names both lines of an id that is used twice', () => {
    const text = `${whole('The service shall run.')}\n${whole('The service shall stop.').split('\n').slice(2).join('\n')}`;
    expect(lintFile(text, 'x.md').problems).toMatchObject([
      { rule: 'req/unique-id', line: 14, message: 'REQ-001 is already used in line 3.' },
    ]);
  });
});

describe('records of people', () => {
  const folder = new URL('../../fixtures/records/', import.meta.url);
  it.each(readdirSync(folder).filter((name) => name.endsWith('.md')))('%s says what it lacks', (name) => {
    const text = readFileSync(new URL(name, folder), 'utf8');
    const expected =
      /<!-- expected: (.*) -->/
        .exec(text)?.[1]
        ?.split(', ')
        .filter((one) => one !== '') ?? [];
    const { type, problems } = lintFile(text, `docs/decisions/${name}`);
    expect(type).toBe('adr');
    expect(problems.map((problem) => `${problem.line} ${problem.rule}`)).toEqual(expected);
  });

  it('reads files with CRLF and a byte order mark', () => {
    const text = renderDocument({ session: buildDesignSession(), type: 'adr', templates });
    expect(rules(`\ufeff${text.replaceAll('\n', '\r\n')}`)).toEqual(rules(text));
  });
});

describe('our own documents', () => {
  it.each(outputTypes)('%s of a finished discussion has no error', (type) => {
    const session = buildDesignSession();
    const found = lintFile(renderDocument({ session, type, templates }), 'x.md', { session });
    expect(found.type).toBe(type);
    expect(found.problems.filter((problem) => problem.severity === 'error')).toEqual([]);
  });

  it('never have an error of structure or a dangling citation, whatever is in them', () => {
    const allowed = /^adr\/date$/;
    fc.assert(
      fc.property(sessions, fc.constantFrom(...outputTypes), (session, type) => {
        const { problems } = lintFile(renderDocument({ session, type, templates }), 'x.md', {
          session,
          type,
        });
        // A seat that is no id (a file edited by hand) is shown in other letters than it has.
        const isOddSeat = ({ rule, message }: (typeof problems)[number]) =>
          rule === 'citation/dangling' && !session.participants.some(({ id }) => message.includes(` ${id}]`));
        expect(
          problems.filter(
            (problem) => problem.severity === 'error' && !allowed.test(problem.rule) && !isOddSeat(problem),
          ),
        ).toEqual([]);
      }),
      { numRuns: 12 },
    );
  });
});

describe('any text', () => {
  it('has findings with lines that exist, and no crash', () => {
    fc.assert(
      fc.property(
        fc.array(hostileText, { maxLength: 6 }),
        fc.option(fc.constantFrom(...outputTypes)),
        (parts, type) => {
          const text = parts.join('\n');
          const { problems } = lintFile(text, 'x.md', type === null ? {} : { type });
          const lines = text.split(/\r\n|\n|\r/).length;
          for (const problem of problems)
            expect(problem.line >= 1 && problem.line <= lines, problem.rule).toBe(true);
        },
      ),
      { numRuns: 120 },
    );
  });
});
