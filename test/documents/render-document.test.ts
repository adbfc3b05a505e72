import fc from 'fast-check';
import { lint } from 'markdownlint/sync';
import { describe, expect, it } from 'vitest';
import { documentKinds } from '../../src/documents/document-kinds.ts';
import { cleanText, inline, shown } from '../../src/documents/markdown/text.ts';
import { readMark, renderDocument, renderSessionRecord } from '../../src/documents/render-document.ts';
import { describeDocument } from '../../src/documents/render-json.ts';
import { outputTypes, workflowTypes } from '../../src/domain/vocabulary.ts';
import { listHeadings } from '../support/markdown-tree.ts';
import { buildAssembledSession, buildDesignSession, sessions } from '../support/session-fixtures.ts';
import { shippedTemplates as templates } from '../support/shipped-templates.ts';

const typeOf = fc.constantFrom(...outputTypes);

/** What `markdownlint` says with the rule for the form of records; lines are as long as their sentences. */
function lintMarkdown(text: string, type: string): string[] {
  const headings = [
    '?',
    '## Context and Problem Statement',
    '*',
    '## Considered Options',
    '*',
    '## Decision Outcome',
    '*',
  ];
  // MD060 measures the width of table cells and stops with an error on some invisible characters.
  const config = {
    default: true,
    MD013: false,
    MD060: false,
    ...(type === 'adr' ? { MD043: { headings } } : {}),
  };
  return (lint({ strings: { text }, config })['text'] ?? []).map(
    (found) =>
      `${text
        .split('\n')
        .slice(found.lineNumber - 2, found.lineNumber + 2)
        .join(
          '\n',
        )}\n${found.lineNumber} ${found.ruleNames[0]} ${found.errorDetail ?? ''} ${found.errorContext ?? ''}`,
  );
}

describe('the form of documents', () => {
  it.each(outputTypes.flatMap((type) => workflowTypes.map((workflow) => [type, workflow] as const)))(
    'markdownlint finds nothing in %s from %s',
    (type, workflow_type) => {
      for (const session of [
        workflow_type === 'design' ? buildDesignSession() : buildAssembledSession(type, { workflow_type }),
        buildDesignSession({ workflow_type, rehearsal: true, outcome: null, status: 'paused', rounds: [] }),
      ]) {
        expect(lintMarkdown(renderDocument({ session, type, templates }), type)).toEqual([]);
      }
    },
  );

  it('markdownlint finds nothing in documents of hostile sessions', () => {
    fc.assert(
      fc.property(sessions, typeOf, (session, type) => {
        expect(lintMarkdown(renderDocument({ session, type, templates }), type)).toEqual([]);
      }),
      { numRuns: 12 },
    );
  });

  it('goes on after "because" in small letters, and leaves names alone', () => {
    const session = buildDesignSession();
    const content = session.outcome?.document?.content as {
      consequences_good: { text: string; sources: unknown[] }[];
    };
    const [first] = content.consequences_good;
    const say = (text: string) => ({ text, sources: first?.sources ?? [] });
    content.consequences_good = [
      say('It runs already.'),
      say('PostgreSQL is known.'),
      say('API calls drop.'),
    ];
    const text = renderDocument({ session, type: 'adr', templates });
    for (const words of ['because it runs already', 'because PostgreSQL is known', 'because API calls drop'])
      expect(text).toContain(`* Good, ${words}`);
  });

  it('rejects a record without options', () => {
    const text = renderDocument({ session: buildDesignSession(), type: 'adr', templates });
    expect(lintMarkdown(text.replace('## Considered Options', '## Other'), 'adr').join()).toContain('MD043');
  });

  it('is the same bytes each time, whatever the content', () => {
    fc.assert(
      fc.property(sessions, typeOf, (session, type) => {
        const text = renderDocument({ session, type, templates });
        expect(renderDocument({ session: structuredClone(session), type, templates })).toBe(text);
        expect(text.endsWith('-->\n')).toBe(true);
        if (type !== 'requirements')
          expect(readMark(text)).toEqual({ type, sessionId: session.id, edited: false });
      }),
      { numRuns: 12 },
    );
  });

  it('has the headings of its type in their order and no other second-level ones, whatever the content', () => {
    const outline = (text: string) =>
      listHeadings(text)
        .filter((heading) => /^##? /.test(heading))
        .slice(1);
    /** Parts that a document without such content leaves out. */
    const optional = {
      adr: ['Decision Drivers', 'Contested', 'Not Settled', 'Risks', 'Annex: All Further Items'],
      requirements: [],
      architecture: [],
      summary: [
        'What to Do Next',
        'Ideas to Pursue',
        'All Ideas, the Best First',
        'All Ideas',
        'Key Points',
        'Agreed',
        'Contested',
        'Collected',
        'Not Settled',
      ],
    } as const;
    const all = (type: (typeof outputTypes)[number]): string[] =>
      templates[type].text.match(/^## .*$/gm) ?? [];
    fc.assert(
      fc.property(sessions, typeOf, (session, type) => {
        const found = outline(renderDocument({ session, type, templates }));
        const left = new Set<string>(optional[type].map((title) => `## ${title}`));
        const inOrder = all(type).concat(type === 'adr' ? ['## Annex: All Further Items'] : []);
        expect(found).toEqual(inOrder.filter((title) => found.includes(title)));
        expect(found.filter((title) => !left.has(title))).toEqual(
          inOrder.filter((title) => !left.has(title)),
        );
      }),
      { numRuns: 12 },
    );
  });
});

describe('what no model may leave out', () => {
  it('keeps every open conflict, dissent and item that stands; the record keeps all items and overrides', () => {
    fc.assert(
      fc.property(sessions, typeOf, (session, type) => {
        const text = renderDocument({ session, type, templates });
        const record = renderSessionRecord(session);
        for (const conflict of session.conflicts.filter((one) => one.status === 'open')) {
          expect(text).toContain(`* **${inline(conflict.description) || conflict.id}** (open since round`);
          for (const position of conflict.positions) expect(text).toContain(inline(position.text));
        }
        for (const one of session.outcome?.dissent ?? []) expect(text).toContain(`“${shown(one.text)}”`);
        for (const { id, status } of session.artifacts) {
          if (status !== 'withdrawn' && status !== 'replaced') expect(text).toContain(id);
          expect(record).toContain(`* **${id}** `);
        }
        for (const round of session.rounds)
          if (round.override !== null)
            expect(record).toContain(`* Round ${round.round}: the facilitator proposed`);
      }),
      { numRuns: 12 },
    );
  });

  it('says at the top that it is a rehearsal', () => {
    const panel = buildDesignSession().participants.map((seat) => ({ ...seat, model: 'rehearsal/panel' }));
    const chair = { agent: 'facilitator', model: 'rehearsal/panel' };
    for (const type of outputTypes) {
      const session = buildDesignSession({
        rehearsal: true,
        participants: panel,
        facilitator: chair,
        synthesizer: chair,
      });
      const text = renderDocument({ session, type, templates });
      const top = text.slice(0, text.indexOf('\n## '));
      expect(top).toContain('**This is a rehearsal: no model was asked.**');
      expect(text).toContain('`s2s roundtable export 20260302-090000-which-queue --type record`');
    }
    expect(renderDocument({ session: buildDesignSession(), type: 'adr', templates })).not.toContain(
      'rehearsal',
    );
  });

  it('names the seats that were rehearsed when others were not', () => {
    const participants = buildDesignSession().participants.map((seat, index) =>
      index === 0 ? { ...seat, model: 'rehearsal/panel' } : seat,
    );
    const text = renderDocument({
      session: buildDesignSession({ rehearsal: true, participants }),
      type: 'adr',
      templates,
    });
    expect(text).toContain('no model was asked for software-architect.**');
  });

  it('says above the content who was missing and what the program assembled', () => {
    const session = buildAssembledSession('summary');
    const second = session.rounds[1];
    if (second !== undefined) second.synthesis_fallback = 'every reply was empty';
    const text = renderDocument({ session, type: 'summary', templates });
    const top = text.slice(0, text.indexOf('## Summary'));
    expect(top).toContain('QA Lead (qa-lead) gave no answer in round 3 (timeout)');
    expect(top).toContain('The program assembled the synthesis of round 2: every reply was empty');
    expect(top).toContain('**Assembled by the program,**');
  });

  it('adds to a replaced template what it leaves out', () => {
    for (const type of outputTypes) {
      const bare = { ...templates, [type]: { file: 'own.md', text: '# {{ title }}\n\nOur own form.\n' } };
      const text = renderDocument({ session: buildDesignSession(), type, templates: bare });
      expect(text.indexOf('This result is degraded')).toBeLessThan(text.indexOf('Our own form'));
      expect(text).toContain('Redelivery must be tested');
      expect(text).toContain('* **How long finished jobs are kept** (open since round 1)');
    }
  });

  it('marks citations that do not hold, and only those', () => {
    const text = renderDocument({ session: buildDesignSession(), type: 'adr', templates });
    expect(text).toContain('* Bad, because memory grows with the stream [R9 qa-lead: not in this session]');
    expect(text).toContain('* Jobs must survive a restart [R1 software-architect]\n');
    expect(text.match(/not in this session/g)).toHaveLength(1);
  });
});

describe('decision records', () => {
  it('stay proposed whoever answers a question of the panel, and say who was asked', () => {
    const session = buildDesignSession({
      escalations: [
        {
          id: 'E-001',
          round: 3,
          trigger: 'conflict-age',
          subject: 'CF-001',
          reason: 'Open for three rounds',
          positions: [],
          recommendation: 'One day',
          status: 'answered',
          decision: 'own',
          text: 'Keep jobs for two days',
          extra_rounds: 0,
          answered_by: 'user',
          answered_at: '2026-03-02T09:09:00.000Z',
        },
      ],
    });
    expect(renderDocument({ session: buildDesignSession(), type: 'adr', templates })).toMatch(
      /^---\nstatus: proposed\ndate: 2026-03-02\n/,
    );
    const text = renderDocument({ session, type: 'adr', templates });
    expect(text).toMatch(/^---\nstatus: proposed\n/);
    expect(text).toMatch(/^consulted: \["a person"\]$/m);
    expect(text).not.toMatch(/^decision-makers:.*a person/m);
    expect(renderSessionRecord(session)).toContain('A person decided: Keep jobs for two days');
    const policy = buildDesignSession({
      escalations: session.escalations.map((one) => ({
        ...one,
        decision: 'accept' as const,
        answered_by: 'policy' as const,
      })),
    });
    expect(renderDocument({ session: policy, type: 'adr', templates })).toMatch(/^---\nstatus: proposed\n/);
    expect(renderDocument({ session: { ...session, rehearsal: true }, type: 'adr', templates })).toMatch(
      /^---\nstatus: proposed\n/,
    );
  });

  it('have two options at least, the chosen one among them', () => {
    fc.assert(
      fc.property(sessions, (session) => {
        const text = renderDocument({ session, type: 'adr', templates });
        const options =
          text
            .slice(text.indexOf('\n## Considered Options'))
            .split('\n## ')[1]
            ?.match(/^\* .*$/gm) ?? [];
        expect(options.length).toBeGreaterThanOrEqual(2);
        expect(new Set(options).size).toBe(options.length);
        const chosen = /^Chosen option: "(.*?)", because \S/m.exec(text)?.[1];
        expect(options.map((one) => one.slice(2).replaceAll('"', '“'))).toContain(chosen);
      }),
      { numRuns: 12 },
    );
  });

  it('say so when only one option was discussed', () => {
    const session = buildAssembledSession('adr', {
      conflicts: [],
      artifacts: buildDesignSession().artifacts.filter(({ id }) => id === 'DEC-001'),
    });
    const text = renderDocument({ session, type: 'adr', templates });
    expect(text).toContain('* Keep things as they are');
    expect(text).toContain('Nobody put a second option to the panel');
    expect(text).toContain('Chosen option: "Use Redis Streams for the download jobs"');
  });

  it('choose what stays in force when nothing was agreed', () => {
    const text = renderDocument({
      session: buildAssembledSession('adr', {
        consensus: [],
        artifacts: buildDesignSession().artifacts.map((item) =>
          item.id === 'DEC-001' ? { ...item, status: 'open', decided_by: null } : item,
        ),
      }),
      type: 'adr',
      templates,
    });
    expect(text).toContain('Chosen option: "Keep things as they are", because the panel agreed on no option');
    expect(text).toContain('* Add a broker of its own');
  });
});

describe('the other types', () => {
  it('rank ideas by what the seats judged, and name at most three to pursue', () => {
    const [first] = buildDesignSession().artifacts;
    if (first === undefined) throw new Error('the fixture has no item');
    const make = (id: string, changes: Partial<typeof first>): typeof first => ({
      ...first,
      id,
      from: [],
      stances: [],
      history: [],
      status: 'open',
      decided_by: null,
      related_to: [],
      ...changes,
    });
    const ideas = (['low', 'high', null, 'medium', 'high'] as const).map((feasibility, index) =>
      make(`IDEA-00${index}`, {
        type: 'IDEA',
        title: `Idea ${index}`,
        text: `We do the ${index}th thing.`,
        judgements:
          feasibility === null
            ? []
            : [{ seat: 'qa-lead', value: index === 4 ? 'medium' : 'high', feasibility, round: 2 }],
      }),
    );
    const risks = [
      make('RISK-001', { type: 'RISK', title: '', text: 'It costs.', related_to: ['IDEA-001'] }),
      make('MIT-001', { type: 'MIT', title: '', text: 'We set a cap.', related_to: ['RISK-001'] }),
    ];
    const session = buildDesignSession({
      workflow_type: 'brainstorm',
      output_type: 'summary',
      artifacts: [...ideas, ...risks],
      conflicts: [],
    });
    const content = {
      summary: 'Ideas.',
      pursue: ['IDEA-001', 'IDEA-004', 'IDEA-003', 'IDEA-000'],
    };
    if (session.outcome !== null)
      session.outcome.document = {
        type: 'summary',
        assembled_by: 'synthesizer',
        reason: null,
        content,
        unsupported: [],
      };
    const text = renderDocument({ session, type: 'summary', templates });
    const ranked = text.slice(text.indexOf('## All Ideas'), text.indexOf('## More Information'));
    expect(ranked.match(/^1\. \*\*IDEA-\d+/gm)).toEqual([
      '1. **IDEA-001',
      '1. **IDEA-003',
      '1. **IDEA-004',
      '1. **IDEA-000',
    ]);
    expect(ranked).toContain('Nobody judged: **IDEA-002** *Idea 2.* We do the 2th thing.');
    const unjudged = {
      ...session,
      artifacts: session.artifacts.map((item) => ({ ...item, judgements: [] })),
    };
    expect(renderDocument({ session: unjudged, type: 'summary', templates })).toMatch(
      /^## All Ideas\n\nNobody judged their value and feasibility, so their order says nothing\.\n\n\* \*\*IDEA-000\*\*/m,
    );
    const pursued = text.slice(text.indexOf('## Ideas to Pursue'), text.indexOf('## All Ideas'));
    expect(pursued.match(/IDEA-\d+/g)).toEqual(['IDEA-001', 'IDEA-004', 'IDEA-003']);
    expect(ranked).toMatch(/^ {4}\* \*\*RISK-001\*\* It costs\..*\n {6}\* \*\*MIT-001\*\* We set a cap\./m);
    expect(text.match(/We set a cap/g)).toHaveLength(1);
  });

  it('say what nobody spoke about in an architecture, and the open questions', () => {
    const text = renderDocument({
      session: buildAssembledSession('architecture'),
      type: 'architecture',
      templates,
    });
    const deployment = text.slice(text.indexOf('## 7. Deployment View'), text.indexOf('## 8.'));
    expect(deployment).toContain('Not discussed.');
    expect(text).toContain('**OQ-001** Who watches the queue at night?');
  });

  it('print the requirements that were voted on, and apart from them what only a draft names', () => {
    const session = buildDesignSession({ output_type: 'requirements' });
    const content = {
      summary: 'Limits.',
      items: [
        { artifact_id: null, statement: 'The service shall log each job.', title: 'Log' },
        { artifact_id: 'REQ-001', statement: 'Changed.', title: 'Retry', area: 'data' },
      ],
    };
    if (session.outcome !== null)
      session.outcome.document = {
        type: 'requirements',
        assembled_by: 'synthesizer',
        reason: null,
        content,
        unsupported: [],
      };
    const text = renderDocument({ session, type: 'requirements', templates });
    // REQ-002 was withdrawn in the discussion, and what only the draft says is no requirement.
    expect(text.match(/^#### .*$/gm)?.sort()).toEqual([
      '#### NFR-001: Restart',
      '#### REQ-001: Retry of failed downloads',
    ]);
    expect(text).not.toContain('Changed.');
    expect(text.indexOf('#### REQ-001')).toBeGreaterThan(text.indexOf('### Data'));
    expect(text.slice(text.indexOf('**Written in the draft, not voted on:**'))).toContain(
      '* Log: The service shall log each job.',
    );
  });
});

describe('JSON', () => {
  it('holds content and record of any session', () => {
    fc.assert(
      fc.property(sessions, typeOf, (session, type) => {
        const value = JSON.parse(JSON.stringify(describeDocument({ session, type }))) as Record<
          string,
          unknown
        >;
        expect(value).toMatchObject({
          session_id: session.id,
          type,
          dissent: session.outcome?.dissent ?? [],
        });
        expect(
          documentKinds[type].schema.safeParse(value['content']).success ||
            value['assembled_by'] === 'program',
        ).toBe(true);
      }),
      { numRuns: 12 },
    );
  });

  it('keeps text as it was written', () => {
    const session = buildDesignSession({ topic: '# <b>a</b> | `b`' });
    expect(describeDocument({ session, type: 'adr' })).toMatchObject({ topic: '# <b>a</b> | `b`' });
    expect(cleanText('x')).toBe('x');
  });
});
