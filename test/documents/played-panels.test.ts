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
import { migrate } from '../../src/store/migrate/migrations.ts';
import { readYaml } from '../../src/text/parse-yaml.ts';
import { shippedTemplates as templates } from '../support/shipped-templates.ts';

const folder = path.join(
  path.dirname(fileURLToPath(import.meta.url)),
  '..',
  'fixtures',
  'records',
  'panels-v2',
);

async function readSession(name: string): Promise<Session> {
  return sessionSchema.parse(readYaml(await readFile(path.join(folder, `${name}.yaml`), 'utf8'), name).value);
}

describe.each(['design-team-store', 'specs-download-jobs'])('the played session %s', (name) => {
  let session: Session;
  let record: string;
  beforeAll(async () => {
    session = await readSession(name);
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

/** Words of a text, without the front matter and the citations. */
function countWords(text: string): number {
  const prose = text
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .replace(/ \[(?:R\d+|review) [^\]]+\]/g, '')
    .split(/\s+/);
  return prose.filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

describe('the decision record of a played session', () => {
  it.each([
    ['design-team-store', 4],
    ['specs-download-jobs', 4],
  ])(
    '%s: what a signer reads stays near 300 words for each round, beside the texts of its items',
    async (name, rounds) => {
      const session = await readSession(name);
      expect(session.rounds).toHaveLength(rounds);
      let [main = ''] = renderDocument({ session, type: 'adr', templates }).split(
        '\n## Pros and Cons of the Options\n',
      );
      for (const { text } of session.artifacts) main = main.replace(shown(text), '');
      expect(countWords(main)).toBeLessThan(rounds * 300);
      const [top = ''] = main.split('\n## ');
      expect(countWords(top)).toBeLessThan(230);
    },
  );

  it('stands in the order in which a signer needs it, and says nothing of it twice', async () => {
    const session = await readSession('design-team-store');
    const text = renderDocument({ session, type: 'adr', templates });
    const order = [
      '## Decision Outcome',
      '## Contested',
      '### Dissent',
      '## Risks',
      '## Open Questions and When',
    ];
    const places = [...order, '## Pros and Cons', '## Annex'].map((title) => text.indexOf(`\n${title}`));
    expect(places).toEqual([...places].sort((one, other) => one - other));
    expect(places).not.toContain(-1);
    for (const title of ['### Dissent', '**OQ-001**', 'The record of the discussion'])
      expect(text.split(title), title).toHaveLength(2);
  });

  it('cites the review for what was said in it, and has no capital after "because" or a missing full stop', async () => {
    const text = renderDocument({ session: await readSession('design-team-store'), type: 'adr', templates });
    expect(text).toContain('the limit was named in the review. [review security-champion]');
    expect(text).toContain('what holds if the trial fails is not settled. [R4 technical-lead]');
    expect(text).toMatch(/^Chosen option: ".*", because [a-z].*\.$/m);
    expect(text).toContain('Look at this decision again: when the trial');
  });
});

describe('a session of version 1', () => {
  const read = async (name: string): Promise<Session> => {
    const file = path.join(folder, '..', 'panels-v1', name, 'session.yaml');
    return sessionSchema.parse(
      migrate(readYaml(await readFile(file, 'utf8'), name).value as Record<string, unknown>),
    );
  };

  it('has what the facilitator called agreed first among what is not settled, where nobody voted', async () => {
    const text = renderDocument({ session: await read('team-server'), type: 'adr', templates });
    const [, open = ''] = text.split('\n## Not Settled\n');
    const ids = [...(open.split('\n## ')[0] ?? '').matchAll(/^\* \*\*([A-Z]+-\d+)\*\*/gm)].map(
      ([, id]) => id,
    );
    expect(ids.slice(0, 4)).toEqual(['ARCH-002', 'P-001', 'P-003', 'P-004']);
  });

  it('says of a requirement how much the same words were voted on, and which decision it was agreed after', async () => {
    const text = renderDocument({ session: await read('webhooks'), type: 'requirements', templates });
    expect(text).toContain('  * P-002 says much the same, and was voted on: 4 for\n');
    expect(text).toContain('  * It was agreed after DEC-001, which a person decided on the same matter');
  });

  it('names for the ideas to pursue who spoke of them and what stands against them', async () => {
    const text = renderDocument({ session: await read('first-users'), type: 'summary', templates });
    expect(text).toMatch(
      /1\. \*\*IDEA-011\*\* The page before the product\n {4}\* Spoken of by: \[R1 technical-writer\].*\n {4}\* Against it: The site refuses/,
    );
  });
});
