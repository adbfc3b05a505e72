/** Citations are links to the record, where the repository keeps it, and nothing else in a document looks like one. */
import { fromMarkdown } from 'mdast-util-from-markdown';
import { expect, test } from 'vitest';
import { linkCitations } from '../../src/documents/citations.ts';
import { lintFile } from '../../src/documents/lint/lint-file.ts';
import { parseManagedBlocks } from '../../src/documents/markdown/managed-blocks.ts';
import { extendDocument, renderDocument, renderSessionRecord } from '../../src/documents/render-document.ts';
import { parseMarkdown } from '../../src/text/markdown-tree.ts';
import { readPanel } from '../support/played-panel.ts';
import { shippedTemplates as templates } from '../support/shipped-templates.ts';

test('every citation leads to the heading of its round', async () => {
  const session = await readPanel('design-team-store');
  const text = renderDocument({ session, type: 'adr', templates, recordHref: 'record.md' });
  const tree = JSON.stringify(fromMarkdown(text));
  const targets = new Map(
    [
      ...tree.matchAll(
        /"type":"definition","identifier":"([^"]+)","label":"[^"]+","title":null,"url":"([^"]+)"/g,
      ),
    ].map(([, name = '', url = '']) => [name, url]),
  );
  const linked = [
    ...tree.matchAll(
      /"type":"linkReference","children":\[\{"type":"text","value":"((?:R\d+|review) [a-z-]+)"/g,
    ),
  ].map(([, label = '']) => label);
  expect(linked.length).toBeGreaterThan(20);
  const anchors = new Set(
    [...renderSessionRecord(session).matchAll(/^### (Round .*)$/gm)].map(
      ([, title = '']) =>
        `record.md#${title
          .toLowerCase()
          .replace(/[^\p{L}\p{N} -]/gu, '')
          .replaceAll(' ', '-')}`,
    ),
  );
  for (const label of linked) {
    const url = targets.get(label.toLowerCase());
    if (label.startsWith('review')) expect(url).toBe('record.md');
    else expect(anchors, label).toContain(url);
  }
  // Definitions are read as what they are, by the lint too.
  const { problems } = lintFile(text, '0001-a.md', { type: 'adr', session, siblings: ['0001-a.md'] });
  expect(problems.filter(({ rule }) => rule.startsWith('citation/'))).toEqual([]);
});

test('where no record is kept, and in text that only looks like a citation, nothing is linked', async () => {
  const session = await readPanel('design-team-store');
  expect(renderDocument({ session, type: 'adr', templates })).not.toMatch(/^\[R\d/m);
  const text = 'As \\[R1 qa-lead\\] and (R1 qa-lead) say, [R1 qa-lead](x.md).\n';
  expect(linkCitations(text, session, 'record.md')).toBe(text);
});

test('in a file of several sessions each citation leads to the record of its own session', async () => {
  const session = await readPanel('specs-download-jobs');
  const other = { ...session, id: '20260303-100000-again', rounds: session.rounds.slice(0, 1) };
  const first = renderDocument({ session, type: 'requirements', templates, recordHref: 'first.md' });
  const extend = (text: string, one: typeof session, recordHref: string) =>
    extendDocument(text, { session: one, type: 'requirements', recordHref })?.text ?? '';
  const text = extend(first, other, 'second.md');
  const blocks = parseManagedBlocks(parseMarkdown(text));
  for (const [id, record] of [
    [session.id, 'first.md'],
    [other.id, 'second.md'],
  ] as const) {
    const own = blocks.filter(({ origin }) => origin.startsWith(id)).map(({ body }) => body);
    const targets = [...own.join('\n').matchAll(/\[(?:R\d+|review) [a-z-]+\]([^#)]{0,12})/g)].map(
      ([, to]) => to,
    );
    expect(targets.length, id).toBeGreaterThan(20);
    expect([...new Set(targets)], id).toEqual([`(${record}`]);
  }
  // No label stands for a round of one session in the whole file.
  expect(text).not.toMatch(/^\[(?:R\d+|review) [a-z-]+\]:/m);
  expect(extend(extend(text, other, 'second.md'), session, 'first.md')).toBe(text);
});
