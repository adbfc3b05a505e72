/** A file that sessions and people share: one part for each session, and every line of people byte for byte. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDocumentText } from '../../src/documents/lint/document-text.ts';
import { renderText } from '../../src/documents/render-document.ts';
import { findRequirements } from '../../src/documents/requirements/find-requirements.ts';
import { extendFile, findIds } from '../../src/documents/shared/extend-file.ts';
import { readExtendedFile } from '../../src/documents/shared/read-extended-file.ts';
import type { Session } from '../../src/session/session.ts';
import { hostileText } from '../support/hostile-text.ts';
import { shippedTemplates as templates } from '../support/shipped-templates.ts';
import { buildItem, buildOutcome, buildSpecs, buildText, hostileSessions } from '../support/text-session.ts';

const extend = (existing: string, session: Session) =>
  extendFile(
    existing,
    {
      session,
      name: 'requirements',
      render: (ids) => renderText({ session, type: 'requirements', templates, ids, inShared: true }),
    },
    { shownAs: 'requirements.md' },
  );
const listIds = (text: string) => [...text.matchAll(/^\*\*([A-Z]+-\d+) ·/gm)].map(([, id]) => id);

const first = buildSpecs();
/** A later session that refers to its own items and replaces one of the first. */
const second = buildSpecs({
  id: '20260401-080000-limits',
  text: buildText({
    title: 'Limits',
    sections: [{ id: 'requirements', title: 'Demands', body: 'See [[REQ-002]].' }],
  }),
  language: 'en',
  artifacts: [
    buildItem({
      id: 'REQ-001',
      section: 'requirements',
      title: 'Forty-eight hours',
      text: 'Uploads live for 48 hours.',
      replaces: ['REQ-002'],
    }),
    buildItem({
      id: 'REQ-002',
      section: 'requirements',
      title: 'Quota',
      text: 'There is a quota, see [[REQ-001]].',
    }),
    buildItem({ id: 'OOS-001', section: 'requirements', title: 'Video', text: 'No video.' }),
    buildItem({
      id: 'RISK-001',
      section: 'requirements',
      title: 'Full',
      text: 'The disk fills.',
      status: 'not-agreed',
    }),
  ],
});
const byHand = `# Requirements of the media service

Some words of ours.

### REQ-017 Login

People must log in.

**REQ-002** Uploads live for 72 hours.

- REQ-003: It is fast.

## Notes

See REQ-003.
`;

describe('a new file', () => {
  it('is the document whole, in one part, with the session’s own ids', () => {
    const { text, notes } = extend('', first);
    expect(text).toMatch(
      /^<!-- s2s:begin requirements from 20260303-100000-uploads ids REQ\+0,OOS\+0 sum [0-9a-f]{16} -->\n\n# Fortsetzbare Uploads\n/,
    );
    expect(text.endsWith('\n\n<!-- s2s:end requirements -->\n')).toBe(true);
    expect(listIds(text)).toEqual(['REQ-001', 'REQ-002', 'OOS-001']);
    expect(notes).toEqual([]);
    expect(extend(text, first)).toEqual({ text, notes: [] });
  });
});

describe('a second session', () => {
  const one = extend('', first).text;
  const { text } = extend(one, second);

  it('goes on from the numbers of the file, of every kind, in heads and references', () => {
    expect(listIds(text)).toEqual([
      'REQ-001',
      'REQ-002',
      'OOS-001',
      'REQ-003',
      'REQ-004',
      'OOS-002',
      'RISK-001',
    ]);
    expect(text).toContain('See REQ-004.');
    expect(text).toContain('There is a quota, see REQ-003.');
    expect(Object.fromEntries(findIds(text, second, { shownAs: 'x' }))).toEqual({
      ...{ 'REQ-001': 'REQ-003', 'REQ-002': 'REQ-004', 'OOS-001': 'OOS-002', 'RISK-001': 'RISK-001' },
    });
  });

  it('stands below, one heading level deeper', () => {
    expect(text).toContain('\n## Limits\n');
    expect(text).toContain('\n### Demands\n');
    expect(text).toContain('\n### Not Agreed\n');
    expect(text.match(/^# /gm)).toHaveLength(1);
  });

  it('says at both places what it replaces', () => {
    expect(text).toContain(
      '**REQ-002 · Löschen** (soll)\n\n*Replaced by [REQ-003](#limits) on 2026-03-02* <!-- s2s:replaced REQ-002 from 20260401-080000-limits -->\n\n',
    );
    expect(text).toContain('*Replaces:* REQ-002');
  });

  it('says it in the tables and lists of the first part too, which is no edit of that part', () => {
    const body =
      '| Need | Met by |\n|---|---|\n| Space | [[REQ-001]], [[REQ-002]] |\n\n1. Build [[REQ-002]].\n\nSee [[REQ-002]].';
    const work = {
      ...first,
      text: buildText({ title: 'First', sections: [{ id: 'needs', title: 'Demands', body }] }),
    };
    const both = extend(extend('', work).text, second).text;
    expect(both).toContain('| Space | REQ-001, REQ-002 → REQ-003<!-- s2s:heir --> |');
    expect(both).toContain('1. Build REQ-002 → REQ-003<!-- s2s:heir -->.');
    expect(both).toContain('\nSee REQ-002.\n');
    expect(extend(both, work)).toEqual({ text: both, notes: [] });
    expect(extend(both, second)).toEqual({ text: both, notes: [] });
  });

  it('has headings of its own: those that the file has already are numbered', () => {
    const again = {
      ...second,
      text: buildText({
        title: 'Fortsetzbare Uploads',
        sections: [{ id: 'requirements', title: 'Demands', body: 'x' }],
      }),
    };
    const both = extend(extend(one, again).text, { ...second, id: '20260402-080000-later' }).text;
    expect(both).toContain('\n## Fortsetzbare Uploads (2)\n');
    expect(both).toContain('\n### Demands\n');
    expect(both).toContain('\n### Demands (2)\n');
    expect(both).toContain('[REQ-003](#fortsetzbare-uploads-2)');
  });

  it('changes nothing when either is published again, in any order', () => {
    expect(extend(text, second)).toEqual({ text, notes: [] });
    expect(extend(text, first)).toEqual({ text, notes: [] });
  });

  it('takes its note back when it replaces nothing any more', () => {
    const artifacts = second.artifacts.map((item) => ({ ...item, replaces: [] }));
    const now = extend(text, { ...second, artifacts }).text;
    expect(now).not.toContain('s2s:replaced');
    expect(now.startsWith(one)).toBe(true);
  });

  it('keeps its ids when a third one comes between', () => {
    const third = { ...second, id: '20260501-000000-third', artifacts: second.artifacts.slice(1, 2) };
    const all = extend(text, third).text;
    expect(listIds(all).at(-1)).toBe('REQ-005');
    expect(extend(all, second)).toEqual({ text: all, notes: [] });
  });

  it('keeps numbers that stand above the file’s already', () => {
    const artifacts = [buildItem({ id: 'REQ-003', section: 'requirements' })];
    expect(listIds(extend(one, { ...second, artifacts }).text).at(-1)).toBe('REQ-003');
  });
});

describe('what people wrote', () => {
  it('stays, line by line; only what is replaced gets a line', () => {
    const { text, notes } = extend(byHand, second);
    const own = text.slice(0, text.indexOf('<!-- s2s:begin'));
    expect(own.replace(/\n\*.*s2s:replaced.*\n/, '')).toBe(`${byHand}\n`);
    expect(own).toContain('**REQ-002** Uploads live for 72 hours.\n\n*Replaced by [REQ-018](#limits) on');
    expect(listIds(text)).toEqual(['REQ-018', 'REQ-019', 'OOS-001', 'RISK-001']);
    expect(notes).toEqual([]);
  });

  it.each([
    ['### REQ-002 Old\n\nWords.\n', '### REQ-002 Old\n\n*Replaced'],
    ['**REQ-002: Old**\nwords that\nare wrapped.\n', '**REQ-002: Old**\n*Replaced'],
  ])('gets the line below a head: %j', (file, expected) => {
    expect(extend(file, second).text).toContain(expected);
  });

  it.each([
    ['- REQ-002: in a list\n'],
    ['**REQ-002** words that\nare wrapped.\n'],
    ['REQ-002 in a sentence.\n'],
    ['```\n**REQ-002 · Code**\n```\n'],
    ['Nothing.\n'],
  ])('is not touched elsewhere, and the person is told: %j', (file) => {
    const { text, notes } = extend(file, second);
    expect(text.startsWith(file)).toBe(true);
    expect(text).not.toContain('s2s:replaced');
    expect(notes).toEqual([expect.stringContaining('REQ-002 is to be replaced')]);
  });

  it('in a part stays, and is said; the marks at its items are no edits', () => {
    const both = extend(extend('', first).text, second).text;
    const edited = both.replace('Clients erwarten es.', 'Wir erwarten es.');
    const again = extend(edited, first);
    expect(again.text).toBe(edited);
    expect(again.notes).toEqual([expect.stringContaining('edited by hand')]);
    expect(extend(edited, second)).toEqual({ text: edited, notes: [] });
  });

  it.each([
    ['its byte order mark', `\ufeff${byHand}`],
    ['its line ends', byHand.replaceAll('\n', '\r\n')],
    ['mixed line ends', byHand.replace('\n', '\r\n')],
    ['no end of its last line', byHand.trimEnd()],
    ['blank lines at its end', `${byHand}\n\n\n`],
  ])('keeps %s', (_, file) => {
    const { text } = extend(file, second);
    const kept = text.replace(/\r?\n\*.*s2s:replaced.*\r?\n/, '');
    expect(kept.startsWith(file)).toBe(true);
    if (file.includes('\r\n')) expect(text.slice(-3)).toBe('>\r\n');
    expect(extend(text, second)).toEqual({ text, notes: [] });
  });

  it('is ended where a comment was left open, so that it swallows nothing', () => {
    const { text } = extend('Ours.\n\n<!-- to do', second);
    expect(text).toContain('Ours.\n\n<!-- to do\n-->\n\n<!-- s2s:begin');
    expect(extend(text, second).text).toBe(text);
  });
});

it('notices name their session, and leave when they no longer hold', () => {
  const poor = buildSpecs({
    outcome: buildOutcome({ degraded: true, degradation: [{ code: 'not_voted' }] }),
  });
  const { text } = extend(byHand, poor);
  expect(text).toContain(
    '> **Sitzung 20260303-100000-uploads: Eingeschränkt: Über diesen Text hat niemand abgestimmt.**',
  );
  expect(extend(text, buildSpecs()).text).not.toContain('Eingeschränkt');
});

describe('any file and any session', () => {
  const files = fc
    .array(
      fc.oneof(
        hostileText,
        fc.constantFrom('## Requirements', '```', byHand, extend('', second).text, '---', ''),
      ),
      { maxLength: 5 },
    )
    .map((parts) => parts.join('\n'));

  it('writing twice changes nothing, and every foreign line stays in its place', () => {
    fc.assert(
      fc.property(files, hostileSessions, (file, session) => {
        const once = extend(file, session).text;
        expect(extend(once, session).text).toBe(once);
        const start = file.trim() === '' ? '' : file;
        // Only the end of a last line, and of a comment that was left open, may be added to.
        expect(once.startsWith(start)).toBe(true);
      }),
      { numRuns: 25 },
    );
  });
});

describe('the items of a file, as they stand now', () => {
  it('are read from what people and sessions wrote', () => {
    const { items, highest, path } = readExtendedFile(byHand, 'docs/r.md');
    expect(path).toBe('docs/r.md');
    expect(items).toEqual([
      { id: 'REQ-017', title: 'Login', text: 'People must log in.' },
      { id: 'REQ-002', title: '', text: 'Uploads live for 72 hours.' },
      { id: 'REQ-003', title: '', text: 'It is fast.' },
    ]);
    expect(highest).toEqual({ REQ: 17 });
    expect(readExtendedFile('|Id|Text|\n|-|-|\n|REQ-004|It works.|\n', 'x').items).toEqual([
      { id: 'REQ-004', title: '', text: 'It works.' },
    ]);
  });

  it('are not rows that only refer to them', () => {
    const text = '|Item|Need|\n|-|-|\n|REQ-001|speed|\n\n**REQ-001 · Fast** (must)\n\nIt is fast.\n';
    expect(readExtendedFile(text, 'x').items).toEqual([
      { id: 'REQ-001', title: 'Fast', text: '(must)\n\nIt is fast.' },
    ]);
  });

  it('leave out what was replaced and what was not agreed, but count it', () => {
    const text = extend(extend('', first).text, second).text;
    const { items, highest } = readExtendedFile(text, 'x');
    const found = findRequirements(readDocumentText(text, 'x')).filter((one) => one.replacedBy === null);
    expect(found.map(({ id }) => id)).toEqual(items.map(({ id }) => id));
    expect(items.map(({ id, title }) => `${id} ${title}`)).toEqual([
      'REQ-001 Anlegen',
      'OOS-001 Browser',
      'REQ-003 Forty-eight hours',
      'REQ-004 Quota',
      'OOS-002 Video',
    ]);
    expect(items[0]?.text).toContain('Auf POST muss der Dienst 201 antworten.\n\n*Warum:*');
    expect(items.at(-1)?.text).toBe('No video.');
    expect(highest).toEqual({ REQ: 4, OOS: 2, RISK: 1 });
  });
});
