import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shown } from '../../src/documents/markdown/text.ts';
import { leadIn } from '../../src/documents/parts/items.ts';
import { sortItems } from '../../src/documents/parts/standing.ts';
import { renderDocument, renderSessionRecord } from '../../src/documents/render-document.ts';
import type { Item } from '../../src/domain/records.ts';
import type { Session } from '../../src/domain/session.ts';
import { itemTypes, outputTypes } from '../../src/domain/vocabulary.ts';
import { buildDesignSession, sessions } from '../support/session-fixtures.ts';
import { shippedTemplates as templates } from '../support/shipped-templates.ts';

/** Sessions whose items and statements can be told apart by their texts, and of which some items belong to an open conflict. */
const told: fc.Arbitrary<Session> = fc
  .tuple(
    sessions,
    fc.array(fc.nat({ max: 5 }), { maxLength: 4 }),
    fc.array(fc.nat({ max: 5 }), { maxLength: 4 }),
  )
  .map(([session, inConflict, related]) => {
    const ids = session.artifacts.map(({ id }) => id);
    const pick = (index: number) => ids[index % Math.max(1, ids.length)] ?? 'DEC-999';
    return {
      ...session,
      artifacts: session.artifacts.map((item, index) => ({
        ...item,
        title: index % 2 === 0 ? `Title ${index}` : '',
        text: `Words of the item ${index}, ${item.text.replace(/\s+/gu, ' ')} as they were voted on.`,
        related_to: related.map(pick),
      })),
      statements: session.statements.map((statement, index) => ({
        ...statement,
        text: `Words of the statement ${index}, ${statement.text}`,
      })),
      conflicts: session.conflicts.map((conflict) => ({ ...conflict, item_ids: inConflict.map(pick) })),
    };
  });

/** How often an item is printed in full: behind its id, or as the paragraph below the heading of a requirement. */
function countPrinted(text: string, item: Item): number {
  const words = shown(item.text);
  const behindId = text.split(`**${item.id}** `).filter((rest) => rest.startsWith(`${leadIn(item)}${words}`));
  // A contested item of an assembled record is an option as well, with its words as the description.
  const alone = text
    .split('\n')
    .filter((line, index, lines) => line === words && /^#+ [A-Z]+-\d+: /.test(lines[index - 2] ?? ''));
  return behindId.length + alone.length;
}

describe.each(outputTypes)('nothing is lost in %s', (type) => {
  it('every item that was agreed, decided, contested or left open stands in it once, word for word', () => {
    fc.assert(
      fc.property(told, (session) => {
        // Ideas to pursue are named there and printed below; without a title the name is the first sentence.
        const text = renderDocument({ session, type, templates }).replace(
          /^## Ideas to Pursue\n[\s\S]*?(?=^## )/m,
          '',
        );
        const { decided, agreed, contested, unsettled, rejected } = sortItems(session);
        for (const item of [...decided, ...agreed, ...contested, ...unsettled, ...rejected])
          expect(countPrinted(text, item), `${item.id} ${item.status}`).toBe(1);
      }),
      { numRuns: 25 },
    );
  });

  it('the same holds for a session with more items than a reader can sign', () => {
    const base = buildDesignSession();
    const [first] = base.artifacts;
    if (first === undefined) throw new Error('the fixture has no item');
    const artifacts = itemTypes.flatMap((kind) =>
      (['agreed', 'agreed', 'agreed', 'open'] as const).map((status, index) => ({
        ...first,
        id: `${kind}-00${index}`,
        type: kind,
        title: `${kind} title ${index}`,
        text: `Words of ${kind} number ${index}.`,
        status,
        decided_by: status === 'agreed' ? ('count' as const) : null,
        stances: status === 'agreed' || index % 2 === 0 ? first.stances : [],
      })),
    );
    const text = renderDocument({ session: { ...base, artifacts }, type, templates });
    for (const item of artifacts) expect(countPrinted(text, item), item.id).toBe(1);
  });

  it('every reason to block or stand aside stands in it or in the record', () => {
    fc.assert(
      fc.property(told, (session) => {
        const all = `${renderDocument({ session, type, templates })}\n${renderSessionRecord(session)}`;
        for (const item of session.artifacts)
          for (const { stance, reason } of item.stances)
            if (stance !== 'support' && reason.trim() !== '') expect(all).toContain(shown(reason));
      }),
      { numRuns: 15 },
    );
  });

  it('the reason of a seat that stands aside from what was agreed stands below the item', () => {
    const session = buildDesignSession({ output_type: type });
    const text = renderDocument({ session, type, templates });
    expect(text).toMatch(
      /\*\*DEC-001\*\* .*\n {2}\* QA Lead, aside: No plan for tests of redelivery \[R2 qa-lead\]/,
    );
  });
});

describe('a decision record of many items', () => {
  it('has a dozen of them in its main part, by kind, and the others in its annex', () => {
    const base = buildDesignSession();
    const [first] = base.artifacts;
    if (first === undefined) throw new Error('the fixture has no item');
    const artifacts = Array.from({ length: 40 }, (_, index): Item => {
      const kind = index < 3 ? 'DEC' : ((['ARCH', 'COMP', 'POINT', 'RISK'] as const)[index % 4] ?? 'ARCH');
      const number = String(index).padStart(3, '0');
      return {
        ...first,
        id: `${kind}-${number}`,
        type: kind,
        title: '',
        text: `Words of ${number}.`,
        stances: [],
      };
    });
    const text = renderDocument({ session: { ...base, artifacts, conflicts: [] }, type: 'adr', templates });
    const [main = '', annex = ''] = text.split('\n## Annex: All Further Items\n');
    expect(main.match(/^\* \*\*[A-Z]+-\d+\*\*/gm)?.length).toBeLessThanOrEqual(12);
    expect(main).toMatch(/### What Was Decided\n\n#### Decisions\n\n\* \*\*DEC-000\*\* Words of 000\./);
    expect(main).not.toContain('**POINT-');
    expect(annex).toContain(
      '### Further Drivers, Comparisons and Other Points\n\n* **POINT-006** Words of 006.',
    );
  });
});

describe('the record', () => {
  it('says of every statement in which items it ended, or why it was not taken up', () => {
    fc.assert(
      fc.property(told, (session) => {
        const record = renderSessionRecord(session);
        const lines = record.slice(0, record.indexOf('\n## Provenance')).split('\n');
        for (const { id, text, items, not_taken: reason } of session.statements) {
          const own = lines.filter((line) => /^ *\* S-\d+ /.test(line) && line.includes(` ${id} `));
          expect(
            own.some((line) => line.includes(shown(text))),
            id,
          ).toBe(true);
          if (items.length > 0)
            expect(
              own.some((line) => line.endsWith(` → ${items.join(', ')}`)),
              id,
            ).toBe(true);
          if (reason !== null || items.length === 0)
            expect(
              own.some((line) => line.endsWith(` – ${shown(reason ?? 'not sorted yet')}`)),
              id,
            ).toBe(true);
        }
      }),
      { numRuns: 25 },
    );
  });
});

describe('what is contested', () => {
  const item = (stances: Item['stances'][number]['stance'][]): Item => {
    const [first] = buildDesignSession().artifacts;
    if (first === undefined) throw new Error('the fixture has no item');
    const seats = ['software-architect', 'devops-engineer', 'qa-lead'];
    return {
      ...first,
      status: 'open',
      decided_by: null,
      stances: stances.map((stance, index) => ({ seat: seats[index] ?? '', stance, reason: '', round: 1 })),
    };
  };
  it.each([
    [['support', 'stand_aside'], 'unsettled'],
    [['stand_aside'], 'unsettled'],
    [['support', 'stand_aside', 'stand_aside'], 'contested'],
    [['support', 'support', 'block'], 'contested'],
    [[], 'unsettled'],
  ] as const)('%j: %s', (stances, place) => {
    const { settings } = buildDesignSession();
    expect(sortItems({ settings, artifacts: [item([...stances])] })[place]).toHaveLength(1);
  });

  it('one seat that stands aside is a contest where all have to agree', () => {
    const { settings } = buildDesignSession();
    const unanimous = { ...settings, consensus: { ...settings.consensus, mechanism: 'unanimous' as const } };
    expect(
      sortItems({ settings: unanimous, artifacts: [item(['support', 'support', 'stand_aside'])] }).contested,
    ).toHaveLength(1);
  });
});

describe('words that an item refers to', () => {
  it('stand below the first item that names them, and dissent names nobody who prevailed', () => {
    const base = buildDesignSession();
    const [first] = base.artifacts;
    if (first === undefined || base.outcome === null) throw new Error('the fixture has no item');
    const stances = first.stances.map((one) => ({
      ...one,
      stance: one.seat === 'qa-lead' ? ('block' as const) : ('support' as const),
    }));
    const session = buildDesignSession({
      artifacts: [
        {
          ...first,
          id: 'DEC-003',
          text: 'The old words.',
          status: 'replaced',
          replaced_by: 'DEC-008',
          stances,
        },
        {
          ...first,
          id: 'DEC-008',
          title: '',
          text: 'We do as DEC-003 says.',
          decided_by: 'user',
          from: [],
          proposed_by: [],
          stances: [],
        },
      ],
      conflicts: base.conflicts.map((conflict) => ({
        ...conflict,
        status: 'resolved' as const,
        resolution: 'We do as DEC-003 says.',
        resolution_type: 'user' as const,
        resolved_in: 3,
        item_ids: ['DEC-003', 'DEC-008'],
      })),
      outcome: {
        ...base.outcome,
        dissent: ['software-architect', 'qa-lead'].map((seat) => ({
          seat,
          text: `What the ${seat} stood for`,
          round: 2,
          on: 'CF-001',
        })),
      },
    });
    const text = renderDocument({ session, type: 'adr', templates });
    expect(text).toContain('(decided by a person)\n  * DEC-003, replaced by DEC-008, said: “The old words.”');
    expect(text).toContain('“What the qa-lead stood for” (on DEC-008)');
    expect(text).not.toContain('What the software-architect stood for');
  });
});
