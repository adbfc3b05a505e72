/** One text at a time: rules that are switched off, our own documents, and texts of any kind. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lintFile, refuseUnreadable } from '../../../src/documents/lint/lint-file.ts';
import { renderDocument } from '../../../src/documents/render-document.ts';
import { S2sError } from '../../../src/session/errors.ts';
import { hostileText } from '../../support/hostile-text.ts';
import { shippedTemplates as templates } from '../../support/shipped-templates.ts';
import { buildDesign, buildSession, buildSpecs } from '../../support/text-session.ts';

type Options = Parameters<typeof lintFile>[2];
const find = (text: string, options: Options = {}) =>
  lintFile(text, 'docs/x.md', options).problems.map(({ line, rule }) => `${line} ${rule}`);

describe('a rule that is switched off', () => {
  const text = '# Requirements\n\n**REQ-001** The service shall answer the caller quickly.\n';

  it('in the settings', () => {
    expect(find(text)).toEqual(['3 req/weak-word']);
    expect(find(text, { rules: { 'req/weak-word': 'off' } })).toEqual([]);
    expect(find(text, { rules: { 'req/*': 'off' } })).toEqual([]);
    expect(lintFile(text, 'x.md', { rules: { 'req/weak-word': 'error' } }).problems).toMatchObject([
      { severity: 'error' },
    ]);
  });

  it('in a comment of the file', () => {
    expect(find(`<!-- s2s-lint-disable req/weak-word -->\n${text}`)).toEqual([]);
    expect(find(`<!-- s2s-lint-disable req/* -->\n${text}`)).toEqual([]);
    expect(find(`<!-- s2s-lint-disable -->\n${text}`)).toEqual([]);
    expect(find(`<!-- s2s-lint-disable req/ears -->\n${text}`)).toEqual(['4 req/weak-word']);
    expect(find(`\`\`\`\n<!-- s2s-lint-disable -->\n\`\`\`\n${text}`)).toEqual(['6 req/weak-word']);
  });
});

it('a file that cannot be read has one finding that says why', () => {
  expect(refuseUnreadable(new S2sError('FILE_MISSING', 'There is no file x.md.')).problems).toMatchObject([
    { rule: 'document/unreadable', message: expect.stringContaining('x.md') },
  ]);
});

describe('our own documents', () => {
  it.each([
    ['adr', buildDesign()],
    ['requirements', buildSpecs()],
    ['summary', buildSession({ output_type: 'summary', workflow_type: 'roundtable' })],
  ] as const)('%s of a finished discussion has no error', (type, session) => {
    const found = lintFile(renderDocument({ session, type, templates }), 'x.md');
    expect(found.type).toBe(type === 'summary' ? null : type);
    expect(found.problems.filter((problem) => problem.severity === 'error')).toEqual([]);
  });

  it('are read with CRLF and a byte order mark as without', () => {
    const text = renderDocument({ session: buildSpecs(), type: 'requirements', templates });
    expect(find(`\ufeff${text.replaceAll('\n', '\r\n')}`)).toEqual(find(text));
  });
});

describe('any text', () => {
  it('has findings with lines that exist, and no crash', () => {
    const starts = ['', '# R\n\n**REQ-001** It shall\n', '## Context\n\n## Decision\n\n## Status\n\n'];
    fc.assert(
      fc.property(fc.constantFrom(...starts), fc.array(hostileText, { maxLength: 6 }), (start, parts) => {
        const text = start + parts.join('\n');
        const lines = text.split(/\r\n|\n|\r/).length;
        for (const problem of lintFile(text, 'x.md').problems)
          expect(problem.line >= 1 && problem.line <= lines, problem.rule).toBe(true);
      }),
      { numRuns: 120 },
    );
  });
});
