/** Two discussions in which every seat was played with a view of its own: what was said there reaches the reader. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { shown } from '../../src/documents/markdown/text.ts';
import { sortItems } from '../../src/documents/parts/standing.ts';
import { renderDocument, renderSessionRecord } from '../../src/documents/render-document.ts';
import { type Session, sessionSchema } from '../../src/domain/session.ts';
import { outputTypes } from '../../src/domain/vocabulary.ts';
import { readYaml } from '../../src/text/parse-yaml.ts';
import { shippedTemplates as templates } from '../support/shipped-templates.ts';

const folder = path.join(
  path.dirname(fileURLToPath(import.meta.url)),
  '..',
  'fixtures',
  'records',
  'panels-v2',
);

describe.each(['design-team-store', 'specs-download-jobs'])('the played session %s', (name) => {
  let session: Session;
  let record: string;
  beforeAll(async () => {
    const text = await readFile(path.join(folder, `${name}.yaml`), 'utf8');
    session = sessionSchema.parse(readYaml(text, name).value);
    record = renderSessionRecord(session);
  });

  it('is one with a person who decided, a block that stayed, and a review', () => {
    expect(session.rounds.length).toBeGreaterThanOrEqual(3);
    expect(session.escalations.some(({ answered_by: by }) => by === 'user')).toBe(true);
    const stances = session.artifacts.flatMap((item) => item.stances);
    expect(stances.filter(({ stance }) => stance === 'block').length).toBeGreaterThan(0);
    expect(session.review).not.toBeNull();
  });

  it('has an end for every statement, and no agreement without a count', () => {
    expect(session.statements.length).toBeGreaterThan(30);
    for (const { id, items, not_taken: reason } of session.statements)
      expect(items.length > 0 || (reason ?? '') !== '', id).toBe(true);
    for (const item of session.artifacts) {
      if (item.status !== 'agreed' || item.decided_by !== 'count') continue;
      const latest = new Map(item.stances.map(({ seat, stance }) => [seat, stance]));
      expect([...latest.values()].filter((stance) => stance === 'support').length, item.id).toBeGreaterThan(
        1,
      );
      expect([...latest.values()], item.id).not.toContain('block');
    }
  });

  it.each(outputTypes)('prints every item that stands in %s, with the words that were voted on', (type) => {
    const text = renderDocument({ session, type, templates });
    const { decided, agreed, contested, unsettled } = sortItems(session);
    for (const item of [...decided, ...agreed, ...contested, ...unsettled])
      expect(text, item.id).toContain(shown(item.text));
  });

  it('keeps in the record what does not fit the document', () => {
    for (const { id, text, verify } of session.statements) {
      expect(record, id).toContain(shown(text));
      if (verify !== '') expect(record, id).toContain(shown(verify));
    }
    for (const { stances } of session.artifacts)
      for (const { reason } of stances) if (reason.trim() !== '') expect(record).toContain(shown(reason));
    for (const { answers, context_challenges: challenges } of session.rounds) {
      for (const { concerns } of answers)
        for (const concern of concerns) expect(record).toContain(shown(concern));
      for (const { text } of challenges) expect(record).toContain(shown(text));
    }
  });
});
