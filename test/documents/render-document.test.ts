/** Documents are projections: what the panel voted on, the first screen before it, and nothing about the discussion. */
import fc from 'fast-check';
import { lint } from 'markdownlint/sync';
import { describe, expect, it } from 'vitest';
import { readMark } from '../../src/documents/document-mark.ts';
import { readDocumentText } from '../../src/documents/lint/document-text.ts';
import { renderDocument } from '../../src/documents/render-document.ts';
import { describeDocument } from '../../src/documents/render-json.ts';
import { findRequirements } from '../../src/documents/requirements/find-requirements.ts';
import type { Session } from '../../src/session/session.ts';
import type { Text } from '../../src/session/text.ts';
import { type OutputType, outputTypes } from '../../src/session/vocabulary.ts';
import { listHeadings } from '../support/markdown-tree.ts';
import { shippedTemplates as templates } from '../support/shipped-templates.ts';
import {
  buildDesign,
  buildItem,
  buildOutcome,
  buildRound,
  buildSession,
  buildSpecs,
  buildText,
  hostileSessions,
} from '../support/text-session.ts';

const render = (session: Session, type: OutputType = session.output_type) =>
  renderDocument({ session, type, templates });
const order = (text: string, parts: readonly string[]) => {
  const found = parts.map((part) => text.indexOf(part));
  for (const [index, at] of found.entries()) expect(at, parts[index]).toBeGreaterThan(found[index - 1] ?? -1);
};

describe('the first screen', () => {
  it('says what, why, how firm, what a person decided, who dissents and what is open, in this order', () => {
    const top = render(buildDesign({ rehearsal: true })).split('\n## ')[0] ?? '';
    order(top, [
      '# Keep jobs on Redis Streams',
      '> **This is a rehearsal',
      '**Download jobs are kept on Redis Streams.**',
      'Jobs survive a restart. Redis runs already.',
      '*How firm:* The queue is firm',
      '**Decided by Ada Lovelace on 2026-03-02:** The platform team pays.',
      '* QA Lead (DEC-001, stands aside): Streams need care.',
      '*Not agreed, see below:* DEC-002',
      '| How long are jobs kept? | Operations | before step 2 | One day. |',
    ]);
    expect(top).not.toContain('Is Redis there?');
  });

  it('stays proposed until a person decides, and repeats nothing of its front matter', () => {
    const front = (decided_by: string) => render(buildDesign({ outcome: buildOutcome({ decided_by }) }));
    expect(front('panel')).toMatch(
      /^---\nstatus: proposed\ndate: 2026-03-02\ndecision-makers: \["Ada Lovelace"\]\n---\n# /,
    );
    expect(front('policy')).toMatch(/^---\nstatus: proposed\n/);
    expect(front('user')).toMatch(/^---\nstatus: accepted\n/);
    expect(front('user').match(/accepted|2026-03-02T|decision-makers/g)).toHaveLength(2);
    const rehearsed = render(buildDesign({ rehearsal: true, outcome: buildOutcome({ decided_by: 'user' }) }));
    expect(rehearsed).toMatch(/^---\nstatus: proposed\n/);
  });

  it.each([
    ['undecided', 'Proposed, not agreed: **Download'],
    ['stable-disagreement', 'Proposed, not agreed: **Download'],
    ['collected', 'Collected, not voted on: **Download'],
    ['decided', '\n**Download'],
  ])('says what the decision is worth: %s', (result, expected) => {
    expect(render(buildDesign({ outcome: buildOutcome({ result }) }))).toContain(expected);
  });

  it.each([
    ['assistant', 'an assistant'],
    ['policy', 'the policy for unattended runs'],
    ['user', 'a person'],
  ])('calls whoever decided by what they are: %s', (by, name) => {
    const [escalation] = buildDesign().escalations;
    const session = buildDesign({
      escalations: [
        { ...escalation, answered_by: by, answered_name: undefined, decision: 'accept', text: null },
      ],
    });
    expect(render(session)).toContain(`**Decided by ${name} on 2026-03-02:** We pay.`);
  });
});

describe('notices', () => {
  it('say what was missing, in the words of a reader', () => {
    const degradation = [
      { code: 'seat_silent', seat: 'qa-lead', rounds: [1, 2], kinds: ['timeout'] },
      { code: 'no_vote', seat: 'qa-lead', items: ['DEC-001'] },
      { code: 'text_assembled', fallback: { code: 'limit' } },
      {
        code: 'text_problems',
        problems: [
          { code: 'no_check', count: 2 },
          { code: 'no_why', count: 1 },
        ],
      },
    ];
    const agenda = [
      { id: 'a', name: 'Cost', critical: true, status: 'partial', criteria: [], criteria_met: [] },
      { id: 'b', name: 'Fun', critical: false, status: 'pending', criteria: [], criteria_met: [] },
    ];
    const assembled = buildText({ written_by: 'program', fallback: { code: 'limit' } });
    const outcome = buildOutcome({ degraded: true, degradation });
    const text = render(buildDesign({ agenda, text: assembled, outcome }));
    expect(text.match(/^> .*$/gm)).toEqual([
      '> **Degraded: QA Lead gave no answer (round 1, 2).**',
      '> **Degraded: QA Lead did not vote on DEC-001.**',
      '> **Degraded: no writer was available; the program assembled this text from the statements.**',
      '> **Degraded: this text still fails checks (3); the record lists them.**',
      '> **Not covered by the discussion: Cost.**',
    ]);
    // What a writer wrote may cover what no statement did.
    expect(render(buildDesign({ agenda }))).not.toContain('Not covered');
  });

  it('say that the text differs from the one that was voted on, whatever printed word was changed', () => {
    const session = buildDesign();
    expect(render(session)).not.toContain('not the one that was voted on');
    const { text, artifacts } = session as Session & { text: Text };
    const edits: ((to: string) => Partial<Session>)[] = [
      (to) => ({ text: { ...text, title: to } }),
      (to) => ({ text: { ...text, decision: to } }),
      (to) => ({ text: { ...text, why: [to] } }),
      (to) => ({ text: { ...text, firmness: to } }),
      (to) => ({ text: { ...text, drivers: [to, 'Cheap'] } }),
      (to) => ({ text: { ...text, sections: text.sections.map((one) => ({ ...one, body: to })) } }),
      (to) => ({ text: { ...text, ways: text.ways.map((one) => ({ ...one, because: to })) } }),
      ...(['title', 'text', 'why', 'check', 'section'] as const).map((field) => (to: string) => ({
        artifacts: artifacts.map((item) => (item.id === 'DEC-001' ? { ...item, [field]: to } : item)),
      })),
    ];
    fc.assert(
      fc.property(fc.constantFrom(...edits), fc.string({ minLength: 1 }), (edit, to) => {
        const changed = { ...session, ...edit(`edited ${to}`) };
        expect(render(changed)).toContain('> **This text is not the one that was voted on');
        expect(describeDocument({ session: changed, type: 'adr' })['is_as_voted']).toBe(false);
      }),
      { numRuns: 40 },
    );
  });

  it('say how an unfinished session stands, with the last synthesis in place of a text', () => {
    const session = buildSession({
      text: null,
      outcome: null,
      status: 'paused',
      pause_reason: 'person',
      rounds: [buildRound({ round: 1 })],
    });
    const text = render(session);
    expect(text).toContain('> **The discussion is paused. This is its state after round 1.**');
    expect(text).toContain('## Where the Discussion Stands\n\nStreams are ahead.');
    expect(render(buildSession({ text: null, outcome: null, status: 'active' }))).toContain('# Which queue?');
  });

  it('say when the text was written as another kind of document', () => {
    expect(render(buildDesign(), 'summary')).toContain('another kind of document: decision record');
  });
});

describe('items', () => {
  it('stand in their section with reason and check on lines of their own', () => {
    expect(render(buildDesign())).toContain(
      [
        '**DEC-001 · Use streams** (decided by Ada Lovelace on 2026-03-02) <!-- s2s:decided -->',
        'Jobs go to a stream.',
        '*Why:* They survive.',
        '*Check:* Kill the process; every job is still there.',
      ].join('\n\n'),
    );
  });

  it('name a place in the sentence that it bears out, with its link at the end, and list none', () => {
    const { artifacts, dossier } = buildDesign();
    const [fact] = dossier;
    if (fact === undefined) throw new Error('the design has no fact');
    const place = { ...fact, path: 'src/a b.ts', line: 7, found: 'yes' as const };
    const { url: _url, ...local } = place;
    const session = (text: string) =>
      buildDesign({
        dossier: [{ ...local, id: 'F-900' }],
        artifacts: [buildItem({ id: 'DEC-001', text, facts: ['F-900'] }), ...artifacts.slice(1)],
      });
    const print = (text: string) =>
      renderDocument({ session: session(text), type: 'adr', templates, file: 'docs/decisions/1.md' });
    expect(print('Words [[F-900]].')).toContain('Words [a b.ts:7].');
    expect(print('Words [[F-900]].')).toContain('\n\n[a b.ts:7]: ../../src/a%20b.ts#L7\n');
    expect(print('Words.')).not.toContain('a b.ts');
  });

  it('stand where their marks stand alone on a line of their section, and else behind its body, and stay words in code', () => {
    const print = (body: string, ...ids: string[]) =>
      render(
        buildDesign({
          artifacts: ids.map((id) => buildItem({ id, section: 'outcome' })),
          text: buildText({ sections: [{ id: 'outcome', title: 'Decision Outcome', body, from: [] }] }),
        }),
      );
    const body = 'Before.\n\n[[DEC-002]]\n\nAfter.\n\n```\n[[DEC-001]]\n```';
    expect(print(body, 'DEC-001', 'DEC-002').match(/Before\.|\*\*DEC-00\d|After\.|^```/gm)).toEqual([
      ...['Before.', '**DEC-002', 'After.', '```', '```', '**DEC-001'],
    ]);
    // Also in a fence that holds another.
    const nested = print('````md\n```\n[[DEC-001]]\n```\n````\n\nAfter.', 'DEC-001');
    expect(nested.indexOf('After.')).toBeLessThan(nested.indexOf('**DEC-001'));
  });

  it('of another document of the project are links to it', () => {
    const earlier = {
      source: 'docs/specifications/requirements.md',
      title: 'REQ-020: One',
      status: '',
      outcome: '',
    };
    const item = buildItem({ id: 'DEC-001', text: 'As [[REQ-020]] says.' });
    const session = buildDesign({
      earlier_decisions: [earlier],
      artifacts: [...buildDesign().artifacts.slice(1), item],
    });
    expect(render(session)).toContain('As REQ-020 (docs/specifications/requirements.md) says.');
    expect(renderDocument({ session, type: 'adr', templates, file: 'docs/decisions/1.md' })).toContain(
      'As [REQ-020](../specifications/requirements.md) says.',
    );
  });

  it('that are not agreed are named at the top with what says the same as if they were', () => {
    const open = buildItem({
      id: 'DEC-002',
      text: 'At most 720 hours, no `never`.',
      status: 'not-agreed',
      section: 'outcome',
    });
    const others = [
      buildItem({ id: 'DEC-001', text: 'The hook takes 720 hours.', section: 'outcome' }),
      buildItem({ id: 'DEC-003', text: 'It takes 72 hours.', section: 'outcome' }),
    ];
    expect(render(buildDesign({ artifacts: [open, ...others] }))).toContain(
      '*Not agreed, see below:* DEC-002 (the same values appear in DEC-001 as if it were)',
    );
  });

  it('say their priority and what they replace', () => {
    const item = buildItem({ id: 'DEC-001', priority: 'must', replaces: ['REQ-009'] });
    const text = render(buildDesign({ artifacts: [...buildDesign().artifacts.slice(1), item] }));
    expect(text).toContain(
      '**DEC-001 · Title of DEC-001** (must)\n\nThe text of DEC-001.\n\n*Replaces:* REQ-009',
    );
  });

  it('are printed even where their section is unknown', () => {
    const text = render(buildDesign({ artifacts: [buildItem({ id: 'DEC-007', section: 'gone' })] }));
    expect(text).toContain('## Further Items\n\n**DEC-007');
  });

  it('that were not agreed stand once, with who holds what and why', () => {
    const text = render(buildDesign());
    expect(text.match(/Keep a day/g)).toHaveLength(1);
    expect(text.match(/Two days are needed/g)).toHaveLength(1);
    order(text, [
      '## Not Agreed',
      '**DEC-002 · Keep a day**',
      '* QA Lead, against: Two days are needed.\n  What would change this: a measurement',
      '*For:* Software Architect',
      'The record of the discussion is with whoever ran it:',
    ]);
    // Who reads the document for what was decided finds those that were agreed.
    const found = findRequirements(readDocumentText(text, 'adr.md')).map(({ id }) => id);
    expect(found).toContain('DEC-001');
    expect(found).not.toContain('DEC-002');
  });

  it('are ranked where they are ideas that seats judged', () => {
    const idea = (number: number, value: string | null) =>
      buildItem({
        id: `IDEA-00${number}`,
        section: 'ideas',
        judgements: value === null ? [] : [{ seat: 'qa-lead', value, feasibility: 'medium' }],
      });
    const text = render(
      buildSession({
        workflow_type: 'brainstorm',
        output_type: 'summary',
        text: buildText({ sections: [{ id: 'ideas', title: '', body: '' }] }),
        artifacts: [idea(1, null), idea(2, 'low'), idea(3, 'high')],
      }),
    );
    order(text, [
      '## Ideas, Best First',
      '**IDEA-003 · Title of IDEA-003** (value high, feasibility medium)',
      '**IDEA-002',
      '**IDEA-001 · Title of IDEA-001**\n',
    ]);
  });
});

describe('facts', () => {
  it('that were not found are not printed, nor what they leave behind', () => {
    const section = (body: string) =>
      render(buildDesign({ text: buildText({ sections: [{ id: 'context', title: 'Today', body }] }) }))
        .split('## Today\n\n')[1]
        ?.split('\n')[0];
    expect(section('It retries ([[F-002]]).')).toBe('It retries.');
    expect(section('It retries ([[F-002]], [[F-003]]), says [[F-002]].')).toBe(
      'It retries (`compose.yaml:4`), says.',
    );
    expect(section('It retries ([[F-003]]; [[F-002]]).')).toBe('It retries (`compose.yaml:4`).');
    expect(section('See [[f-3]] and [[REQ-099]].')).toBe('See `compose.yaml:4` and REQ-099.');
    expect(render(buildDesign())).not.toContain('src/retry.ts');
  });
});

describe('the language of a document', () => {
  const german = (type: OutputType, facts: Parameters<typeof buildDesign>[0] = {}) =>
    render(
      buildDesign({
        language: 'de',
        output_type: type,
        rehearsal: true,
        text: buildText({
          title: 'Titel',
          decision: 'Entschieden.',
          why: ['Weil.'],
          firmness: 'Fest.',
          drivers: ['Preis'],
          ways: [{ name: 'Weg', meaning: 'Sinn', for: 'gut', against: '', chosen: true, because: 'Darum' }],
          supersedes: ['0001-alt.md'],
          sections: ['context', 'outcome', 'risks', 'requirements', 'goals', 'today'].map((id) => ({
            id,
            title: '',
            body: 'Wort.',
          })),
        }),
        ...facts,
      }),
      type,
    );

  it.each(outputTypes)('is kept throughout in German: %s', (type) => {
    const text = german(type, {
      participants: [
        { id: 'software-architect', role: 'Architektur', kind: 'model', model: 'm', side: null },
        { id: 'qa-lead', role: 'Prüfung', kind: 'model', model: 'm', side: null },
      ],
      agenda: [
        { id: 'a', name: 'Kosten', critical: true, status: 'pending', criteria: [], criteria_met: [] },
      ],
      artifacts: buildDesign().artifacts.map((item, index) => ({
        ...item,
        title: 'Titel',
        text: 'Text.',
        why: 'Grund.',
        check: 'Probe.',
        priority: 'should',
        replaces: index === 0 ? ['REQ-001'] : [],
      })),
      escalations: buildDesign().escalations.map((one) => ({
        ...one,
        text: 'Wir zahlen.',
        answered_name: undefined,
      })),
      open_questions: buildDesign().open_questions.map((one) => ({
        ...one,
        text: 'Wie lange?',
        for_whom: 'Betrieb',
        until: 'Schritt 2',
        meanwhile: 'Ein Tag.',
      })),
      outcome: buildOutcome({
        result: 'undecided',
        degraded: true,
        degradation: [
          { code: 'seat_silent', seat: 'qa-lead', rounds: [1], kinds: ['timeout'] },
          { code: 'own_question', rounds: [1] },
          { code: 'own_synthesis', rounds: [1] },
          { code: 'no_review', seat: 'qa-lead' },
          { code: 'no_vote', seat: 'qa-lead', items: ['DEC-001'] },
          { code: 'text_assembled', fallback: { code: 'limit' } },
          { code: 'not_revised', fallback: { code: 'limit' } },
          { code: 'not_voted' },
          { code: 'text_problems', problems: [{ code: 'x', count: 1 }] },
        ],
        dissent: [{ seat: 'qa-lead', text: 'Nein.', on: 'DEC-001', vote: 'block' }],
      }),
    });
    expect(text).toMatch(/Nicht Vereinbart|Nicht vereinbart/);
    const words = text
      .replace(/^---\n[\s\S]*?\n---\n|<!--.*-->|`[^`]*`|\]\([^)]*\)|[A-Z]+-\d+/g, ' ')
      .match(
        /\b(?:the|of|and|why|check|not|for|by|agreed|decided|decision|question|way|must|should|risks?|work|today|dissent|record|this|degraded|replaces|answered|chosen|until|who|items?)\b/gi,
      );
    expect(words ?? []).toEqual([]);
  });

  it('is filled by what the writer brought where it does not ship, without its markup, else English', () => {
    const session = buildDesign({
      language: 'fr-FR',
      text: buildText({
        labels: [
          { key: 'item.why', text: '**Pourquoi** <b>' },
          { key: 'head.decided', text: 'Décidé par {name}' },
          { key: 'section.not_agreed', text: 'Pas convenu' },
        ],
      }),
    });
    const text = render(session);
    expect(text).toContain('*Pourquoi b:* They survive');
    expect(text).toContain('## Pas convenu');
    // A label without the date would lose it.
    expect(text).toContain('**Decided by Ada Lovelace on 2026-03-02:**');
    expect(text).toContain('*Check:*');
  });
});

describe('whatever models write', () => {
  it('the same session gives the same bytes, with a mark that holds', () => {
    fc.assert(
      fc.property(hostileSessions, (session) => {
        const text = render(session);
        expect(render(structuredClone(session))).toBe(text);
        expect(readMark(text)).toEqual({ type: session.output_type, sessionId: session.id, edited: false });
      }),
      { numRuns: 15 },
    );
  });

  it('every item is printed once, and no heading but the program’s stands above the third level', () => {
    fc.assert(
      fc.property(hostileSessions, (session) => {
        const text = render(session);
        for (const { id } of session.artifacts)
          expect(text.match(new RegExp(`^\\*\\*${id}[ *]`, 'gm')), id).toHaveLength(1);
        const top = listHeadings(text).filter((heading) => /^##? /.test(heading));
        expect(top.filter((heading) => heading.startsWith('# '))).toHaveLength(1);
        expect(top.length).toBeLessThanOrEqual((session.text?.sections.length ?? 0) + 5);
      }),
      { numRuns: 30 },
    );
  });

  it('markdownlint finds nothing in the form', () => {
    // Code may have tabs (MD010). Bodies may repeat a heading (MD024), begin a list at any number (MD029), be one bold line (MD036),
    // and have what only looks like a table (MD055, MD056, MD060).
    const off = {
      MD010: false,
      MD013: false,
      MD024: false,
      MD029: false,
      MD036: false,
      MD055: false,
      MD056: false,
      MD060: false,
    };
    fc.assert(
      fc.property(hostileSessions, (session) => {
        const text = render(session);
        const found = (lint({ strings: { text }, config: { default: true, ...off } })['text'] ?? []).map(
          ({ lineNumber, ruleNames, errorDetail }) =>
            `${ruleNames[0]} ${errorDetail} ${text.split('\n')[lineNumber - 1]}`,
        );
        expect(found).toEqual([]);
      }),
      { numRuns: 20 },
    );
  });
});

describe('nothing about the discussion', () => {
  it.each([buildDesign(), buildSpecs()])('no ids of it, no counts, no line twice', (session) => {
    const text = render(session);
    expect(text.replace(/<!--.*-->|`[^`]*`/g, '')).not.toMatch(
      /\b(?:S|CF|E|A|OQ|W|F)-\d{3}\b|\d+ (?:of|for|against) /,
    );
    expect(text.replace(/^---\n[\s\S]*?\n---\n/, '')).not.toContain('software-architect');
    const lines = text.split('\n').filter((line) => line.length > 3 && !/^\| ---/.test(line));
    expect(lines.filter((line, index) => lines.indexOf(line) !== index)).toEqual([]);
  });

  it('names two seats of one role by their ids', () => {
    const participants = buildDesign().participants.map((seat) => ({ ...seat, role: 'Engineer' }));
    expect(render(buildDesign({ participants }))).toContain('* Engineer (qa-lead) (DEC-001, stands aside)');
  });
});

describe('a template of the project’s own', () => {
  it.each(['', '<!--\n{{ notices }}{{ head }}\n-->', '<!-- {{ notices }}'])(
    'gets what it leaves out or hides: %j',
    (more) => {
      const own = {
        ...templates,
        adr: { file: 'own.md', text: `# {{ title }}\n\nOur own form.\n\n${more}\n` },
      };
      const text = renderDocument({ session: buildDesign({ rehearsal: true }), type: 'adr', templates: own });
      const shown = text.replace(/<!--[\s\S]*?-->/g, '');
      order(shown, ['# Keep jobs', '> **This is a rehearsal', 'Our own form.']);
      for (const part of [
        '**Decided by Ada',
        'Streams need care',
        '## Not Agreed',
        'The record of the discussion',
      ])
        expect(shown).toContain(part);
    },
  );

  it('adds notices below the title, also where the front matter has a line like one', () => {
    const own = {
      ...templates,
      adr: { file: 'own.md', text: '---\n# Ours\nnote: a <!-- b\n---\n# {{ title }}\n\nOurs.\n' },
    };
    const text = renderDocument({ session: buildDesign({ rehearsal: true }), type: 'adr', templates: own });
    expect(text).toMatch(/^---\n# Ours\nnote: a <!-- b\n---\n# .*\n\n> /);
  });
});

it('keys are removed from what is printed', () => {
  const session = buildDesign({ text: buildText({ decision: 'Use SECRET.' }) });
  const text = renderDocument({
    session,
    type: 'adr',
    templates,
    redact: (given) => given.replaceAll('SECRET', '[key]'),
  });
  expect(text).toContain('**Use [key].**');
  expect(text).not.toContain('SECRET');
});

it('many open questions stand behind the text, and before what is there to be pasted', () => {
  const [question] = buildDesign().open_questions;
  const many = [1, 2, 3, 4].map((number) => ({ ...question, id: `OQ-00${number}`, text: `Q${number}?` }));
  const section = (id: string, body: string) => ({ id, title: '', body, from: [] });
  const sections = [section('context', 'Jobs wait.'), section('appendix', '```sh\ntrue\n```')];
  const text = render(buildDesign({ open_questions: many, text: buildText({ sections }) }), 'adr');
  order(text, [
    '*Open Questions:* 4',
    'Jobs wait.',
    '## Open Questions',
    'Q4?',
    '## Ready to Paste',
    '```sh',
  ]);
});
