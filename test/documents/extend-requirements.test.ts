import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseManagedBlocks } from '../../src/documents/markdown/managed-blocks.ts';
import { extendDocument, renderDocument } from '../../src/documents/render-document.ts';
import type { Session } from '../../src/domain/session.ts';
import { parseMarkdown } from '../../src/text/markdown-tree.ts';
import { hostileText } from '../support/hostile-text.ts';
import { buildAssembledSession, sessions } from '../support/session-fixtures.ts';
import { shippedTemplates as templates } from '../support/shipped-templates.ts';

const first = buildAssembledSession('requirements');
const second = buildAssembledSession('requirements', {
  id: '20260303-100000-limits',
  topic: 'Which limits hold?',
});
const create = (session: Session) => renderDocument({ session, type: 'requirements', templates });
const extend = (text: string, session: Session) =>
  extendDocument(text, { session, type: 'requirements' }) ?? { text: '', edited: [] };
const listIds = (text: string) =>
  parseManagedBlocks(parseMarkdown(text))
    .map((block) => block.name)
    .filter((name) => /^[A-Z]+-\d+$/.test(name));

const byHand = `# Requirements of the media service

We keep this file by hand.

## Functional requirements

### REQ-001: Login

The service shall ask for a key.

## Quality

REQ-017 was dropped in May.

## Notes

The last word is ours.
`;

describe('a file that s2s made', () => {
  it('does not change when the same session is written again', () => {
    const text = create(first);
    expect(extend(text, first)).toEqual({ text, edited: [] });
  });

  it('gets the requirements of another session under new ids, in their sections', () => {
    const { text } = extend(create(first), second);
    expect(listIds(text)).toEqual(['REQ-001', 'REQ-003', 'NFR-001', 'NFR-002']);
    expect(text.indexOf('#### REQ-003')).toBeGreaterThan(text.indexOf('### Functions'));
    expect(text.indexOf('#### REQ-003')).toBeLessThan(text.indexOf('### Attributes'));
    expect(text.indexOf('#### NFR-002')).toBeGreaterThan(text.indexOf('### Attributes'));
    expect(text).toContain('### Session 20260303-100000-limits');
    expect(text).toContain('Which limits hold?');
    expect(extend(text, second).text).toBe(text);
    expect(extend(text, first).text).toBe(text);
  });

  it('takes over what the session changed, by id, and nothing else', () => {
    const before = create(first);
    const changed = structuredClone(first);
    const retry = changed.artifacts.find(({ id }) => id === 'REQ-001');
    if (retry !== undefined)
      retry.text = 'When a download fails, the service shall retry it at most 5 times.';
    const { text } = extend(before, changed);
    const difference = text.split('\n').filter((line, index) => line !== before.split('\n')[index]);
    expect(difference).toHaveLength(2);
    expect(text).toContain('at most 5 times');
  });

  it('leaves a requirement alone that a person edited, and says so', () => {
    const edited = create(first).replace('at most 3 times', 'at most twice');
    const changed = structuredClone(first);
    const retry = changed.artifacts.find(({ id }) => id === 'REQ-001');
    if (retry !== undefined) retry.text = 'Something else.';
    expect(extend(edited, changed)).toEqual({ text: edited, edited: ['REQ-001'] });
  });

  it('never gives an id again, even when its requirement was deleted', () => {
    const lines = extend(create(first), second).text.split('\n');
    const deleted = parseManagedBlocks(parseMarkdown(lines.join('\n'))).find(
      (block) => block.name === 'REQ-003',
    );
    const text = lines
      .toSpliced(deleted?.start ?? 0, (deleted?.end ?? 0) - (deleted?.start ?? 0) + 1)
      .join('\n');
    const third = buildAssembledSession('requirements', { id: '20260304-100000-more' });
    expect(listIds(extend(text, third).text)).toContain('REQ-004');
    expect(listIds(extend(text, third).text)).not.toContain('REQ-003');
  });
});

describe('a file that people made', () => {
  it('keeps every line and gets the new requirements where they belong', () => {
    const { text } = extend(byHand, first);
    let rest = text;
    for (const line of byHand.split('\n').filter((one) => one !== '')) {
      expect(rest).toContain(line);
      rest = rest.slice(rest.indexOf(line) + line.length);
    }
    expect(listIds(text)).toEqual(['REQ-018', 'NFR-001']);
    expect(text.indexOf('### REQ-018')).toBeLessThan(text.indexOf('## Quality'));
    expect(text.indexOf('### NFR-001')).toBeGreaterThan(text.indexOf('## Quality'));
    expect(text.indexOf('### NFR-001')).toBeLessThan(text.indexOf('## Notes'));
    expect(extend(text, first).text).toBe(text);
  });

  it('keeps its byte order mark', () => {
    const { text } = extend(`\ufeff${byHand}`, first);
    expect(text.startsWith('\ufeff# Requirements of the media service\n')).toBe(true);
    expect(extend(text, first).text).toBe(text);
  });

  it('ends a comment that was left open, so that it swallows nothing', () => {
    const { text } = extend('Ours.\n\n<!-- to do', first);
    expect(text).toContain('Ours.\n\n<!-- to do\n-->\n');
    expect(listIds(text)).toEqual(['REQ-001', 'NFR-001']);
    expect(extend(text, first).text).toBe(text);
  });

  it('keeps its line ends', () => {
    const { text } = extend(byHand.replaceAll('\n', '\r\n'), first);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(extend(text, first).text).toBe(text);
  });
});

describe('any file and any session', () => {
  const files = fc
    .array(
      fc.oneof(
        hostileText,
        fc.constantFrom('## Requirements', '### Functions', '```', byHand, create(second), '---', ''),
      ),
      { maxLength: 5 },
    )
    .map((parts) => parts.join('\n'));
  it('writing twice changes nothing, and every line of people stays in its order', () => {
    fc.assert(
      fc.property(files, sessions, (file, session) => {
        const once = extend(file, session).text;
        expect(extend(once, session).text).toBe(once);
        // A byte order mark stays in front of whatever line is the first.
        const own = file
          .replace(/^\ufeff/, '')
          .split(/\r?\n/)
          .filter((line) => line.trim() !== '' && !line.includes('s2s:') && line !== 'None.');
        const now = once.replace(/^\ufeff/, '').split(/\r?\n/);
        let at = 0;
        // Parts of another session stay as well; only the note that an area is empty goes with its first requirement.
        for (const line of own) {
          at = now.indexOf(line, at) + 1;
          expect(at, line).toBeGreaterThan(0);
        }
        const ids = listIds(once);
        if (!file.includes('s2s:begin')) expect(new Set(ids).size).toBe(ids.length);
      }),
      { numRuns: 20 },
    );
  });

  it('creating and writing again changes nothing', () => {
    fc.assert(
      fc.property(sessions, (session) => {
        const text = create(session);
        expect(extend(text, session).text).toBe(text);
      }),
      { numRuns: 20 },
    );
  });
});
