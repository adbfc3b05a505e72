/** Sessions made by hand whose panel has written its text: a builder, one session in English and one in German. */
import fc from 'fast-check';
import { noUsage } from '../../src/session/records.ts';
import { fingerprintItem, fingerprintText } from '../../src/session/rules/text-measures.ts';
import type { Session } from '../../src/session/session.ts';
import { type Item, itemSchema, type Text, textSchema } from '../../src/session/text.ts';
import { itemPrefixes, type OutputType, outputTypes, workflowTypes } from '../../src/session/vocabulary.ts';
import { hostileText } from './hostile-text.ts';
import {
  createParticipant,
  createRound,
  createSession,
  createTable,
  type SessionChanges,
} from './roundtable-fixtures.ts';

const ended = '2026-03-02T09:30:00.000Z';

type Loose<Value> = { [Key in keyof Value]?: unknown };

/** A text with everything in it that is not given. */
export function buildText(facts: Loose<Text> = {}): Text {
  return textSchema.parse({
    version: 2,
    step: 'done',
    last_calls: 1,
    title: 'Keep jobs on Redis Streams',
    decision: 'Download jobs are kept on Redis Streams.',
    why: ['Jobs survive a restart.', 'Redis runs already.'],
    firmness: 'The queue is firm; the retention is not measured.',
    sections: [],
    drivers: [],
    ways: [],
    labels: [],
    extends: null,
    supersedes: [],
    frozen_hash: null,
    written_by: 'synthesizer',
    fallback: null,
    problems: [],
    ...facts,
  });
}

/** An item with everything in it that is not given; votes given as `{seat, vote, reason}` are on its present words. */
export function buildItem(facts: Loose<Item> & { id: string }): Item {
  const kind = Object.entries(itemPrefixes).find(([, prefix]) => facts.id.startsWith(`${prefix}-`))?.[0];
  const item = itemSchema.parse({
    kind,
    section: 'outcome',
    title: `Title of ${facts.id}`,
    text: `The text of ${facts.id}.`,
    status: 'agreed',
    decided_by: 'count',
    ...facts,
    votes: [],
  });
  const votes = (facts.votes ?? []) as Record<string, unknown>[];
  return itemSchema.parse({
    ...item,
    votes: votes.map((vote) => ({ reason: '', step: 'last-call', on: fingerprintItem(item), ...vote })),
  });
}

/** A completed session; the hash of its text is that of the vote unless `changed`. */
export function buildSession(facts: Loose<Session> = {}, { changed = false } = {}): Session {
  const seat = (id: string, role: string) => ({ ...createParticipant(id), role, model: 'some/model' });
  const changes: Loose<Session> = {
    ...{ id: '20260302-090000-which-queue', topic: 'Which queue?', workflow_type: 'design' },
    ...{ output_type: 'adr', status: 'completed', project: { name: 'media' }, language: 'en' },
    ...{ updated_at: ended, completed_at: ended, total_rounds: 1 },
    facilitator: { agent: 'facilitator', model: 'some/model' },
    synthesizer: { agent: 'synthesizer', model: 'some/model' },
    participants: [seat('software-architect', 'Software Architect'), seat('qa-lead', 'QA Lead')],
    ...{ panel: { chosen_by: 'topic', scores: [] }, text: buildText(), outcome: buildOutcome() },
    usage: { ...noUsage, calls: 12, input_tokens: 24_000, output_tokens: 6_000, cost_usd: null },
    ...facts,
  };
  const session = createSession(createTable(), changes as SessionChanges);
  const { text, artifacts } = session;
  const frozen = text === null || changed ? null : fingerprintText(text, artifacts);
  return text === null
    ? session
    : { ...session, text: { ...text, frozen_hash: frozen ?? '0000000000000000' } };
}

/** How a session ended, with everything in it that is not given. */
export function buildOutcome(facts: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    result: 'consensus',
    ended_by: 'conclude',
    degraded: false,
    degradation: [],
    decision: 'Download jobs are kept on Redis Streams.',
    decided_by: 'panel',
    decided_at: '2026-03-02T09:30:00.000Z',
    summary: '',
    recommendation: null,
    dissent: [],
    files: [],
    ...facts,
  };
}

/** A round with everything in it that is not given. */
export function buildRound(facts: Record<string, unknown> & { round: number }): Record<string, unknown> {
  return createRound(facts.round, {
    ...{ question: 'Which queue carries the jobs?', synthesis: 'Streams are ahead.', answers: [] },
    ...{ asked: ['software-architect', 'qa-lead'], speaking_order: ['software-architect', 'qa-lead'] },
    ...{ proposed_action: 'conclude', next_action: 'conclude' },
    ...facts,
  });
}

/** A decision record with everything that a first screen can have, and one item that was not agreed. */
export function buildDesign(facts: Loose<Session> = {}): Session {
  return buildSession({
    dossier: [
      fact({
        id: 'F-001',
        claim: 'Jobs are kept in memory.',
        path: 'src/queue.ts',
        line: 12,
        url: 'https://example.org/blob/abc/src/queue.ts#L12',
      }),
      fact({ id: 'F-002', claim: 'There is a retry.', path: 'src/retry.ts', line: 3, found: 'no' }),
      fact({ id: 'F-003', claim: 'Redis is there.', path: 'compose.yaml', line: 4 }),
    ],
    statements: [
      { id: 'S-001', seat: 'qa-lead', round: 1, kind: 'decision', text: 'Streams.', went_to: ['DEC-001'] },
      {
        id: 'S-002',
        seat: 'qa-lead',
        round: 1,
        kind: 'other',
        text: 'I like tea.',
        not_taken: 'about something else',
      },
    ],
    amendments: [
      {
        id: 'A-001',
        kind: 'amendment',
        seat: 'qa-lead',
        targets: ['DEC-001'],
        operation: 'change',
        field: 'text',
        words: 'On streams.',
        reason: 'Shorter.',
        severity: 'wish',
        answer: 'declined',
        because: 'It was short.',
      },
    ],
    open_questions: [
      {
        id: 'OQ-001',
        text: 'How long are jobs kept?',
        raised_by: ['qa-lead'],
        round: 1,
        status: 'open',
        answer: null,
        for_whom: 'Operations',
        until: 'before step 2',
        meanwhile: 'One day.',
      },
      {
        id: 'OQ-002',
        text: 'Is Redis there?',
        raised_by: ['qa-lead'],
        round: 1,
        status: 'answered',
        answer: 'Yes.',
      },
    ],
    escalations: [
      {
        id: 'E-001',
        round: 1,
        trigger: 'facilitator',
        subject: null,
        reason: 'Who pays?',
        positions: [],
        recommendation: 'We pay.',
        status: 'answered',
        decision: 'own',
        text: 'The platform team pays.',
        extra_rounds: 0,
        answered_by: 'user',
        answered_at: '2026-03-02T09:20:00.000Z',
        answered_name: 'Ada Lovelace',
      },
    ],
    text: buildText({
      sections: [
        {
          id: 'context',
          title: 'Context and Problem Statement',
          body: 'Jobs are lost on a restart ([[F-001]]).\n\n### Details\n\n|No|Finding|\n|---|---|\n|1|In memory, with a retry ([[F-002]])|',
        },
        { id: 'outcome', title: 'Decision Outcome', body: 'Streams, see [[DEC-001]].' },
        { id: 'risks', title: 'Risks', body: '' },
      ],
      drivers: ['Safe', 'Cheap'],
      ways: [
        {
          name: 'Redis Streams',
          meaning: 'Redis keeps the jobs',
          for: 'no job is lost',
          against: '',
          chosen: true,
          because: 'It runs already',
        },
        {
          name: 'As it is',
          meaning: 'Jobs in memory',
          for: '',
          against: 'loses jobs',
          chosen: false,
          because: 'It loses jobs.',
        },
      ],
    }),
    artifacts: [
      buildItem({
        id: 'DEC-001',
        title: 'Use streams',
        text: 'Jobs go to a stream.',
        why: 'They survive.',
        check: 'Kill the process; every job is still there.',
        facts: ['F-001', 'F-003'],
        decision: 'E-001',
        status: 'decided',
        decided_by: 'user',
      }),
      buildItem({
        id: 'DEC-002',
        title: 'Keep a day',
        text: 'Finished jobs are kept for one day.',
        why: 'Debugging.',
        check: 'Look after a day.',
        status: 'not-agreed',
        votes: [
          { seat: 'software-architect', vote: 'ratify' },
          { seat: 'qa-lead', vote: 'block', reason: 'Two days are needed.', lifted_by: 'a measurement' },
        ],
      }),
      buildItem({ id: 'RISK-001', section: 'risks', title: 'Memory', text: 'Memory grows.' }),
      buildItem({
        id: 'MIT-001',
        section: 'risks',
        title: 'Trim',
        text: 'The stream is trimmed.',
        answers: ['RISK-001'],
      }),
    ],
    outcome: buildOutcome({
      result: 'partial-consensus',
      dissent: [
        { seat: 'qa-lead', text: 'Streams need care.', on: 'DEC-001', vote: 'stand_aside' },
        { seat: 'qa-lead', text: 'Two days are needed.', on: 'DEC-002', vote: 'block' },
      ],
    }),
    rounds: [
      buildRound({
        round: 1,
        answers: [
          {
            seat: 'qa-lead',
            position: 'Streams.',
            proposal: '# Mine\n\nStreams all the way.',
            confidence: 0.7,
            duration_ms: 5,
            model: 'some-model-1',
          },
        ],
        proposed_action: 'continue',
        override: { code: 'max_rounds', have: 1, need: 1 },
      }),
    ],
    ...facts,
  });
}

/** Requirements in German. */
export function buildSpecs(facts: Loose<Session> = {}): Session {
  return buildSession({
    id: '20260303-100000-uploads',
    topic: 'Welche Anforderungen gelten für Uploads?',
    workflow_type: 'specs',
    output_type: 'requirements',
    language: 'de-CH',
    text: buildText({
      title: 'Fortsetzbare Uploads',
      decision: 'Der Dienst bietet tus an.',
      why: ['Es gibt Clients.'],
      firmness: 'Hart ist das Protokoll.',
      sections: [
        { id: 'today', title: 'Wie es heute ist', body: 'Ohne Offset.' },
        { id: 'requirements', title: '', body: 'Alle Tests sind anzulegen.' },
        { id: 'requirements-upload', title: 'Hochladen', body: '' },
        { id: 'exclusions', title: '', body: '' },
      ],
    }),
    artifacts: [
      buildItem({
        id: 'REQ-001',
        section: 'requirements-upload',
        title: 'Anlegen',
        text: 'Auf POST muss der Dienst 201 antworten.',
        why: 'Clients erwarten es.',
        check: '`curl -X POST` ergibt 201.',
        priority: 'must',
      }),
      buildItem({
        id: 'REQ-002',
        section: 'requirements-upload',
        title: 'Löschen',
        text: 'Nach [[REQ-001]] kann gelöscht werden.',
        why: 'Platz.',
        check: 'DELETE ergibt 204.',
        priority: 'should',
      }),
      buildItem({ id: 'OOS-001', section: 'exclusions', title: 'Browser', text: 'Browser kommen später.' }),
    ],
    outcome: buildOutcome({ decision: 'Der Dienst bietet tus an.' }),
    ...facts,
  });
}

function fact(facts: Record<string, unknown>): Record<string, unknown> {
  return { quote: 'some line', found: 'yes', seats: ['qa-lead'], round: 1, ...facts };
}

const words = fc.oneof(fc.constantFrom('Some words.', '', 'See [[DEC-001]] and [[F-001]].'), hostileText);

/** Completed sessions of any kind whose models wrote whatever they like. */
export const hostileSessions: fc.Arbitrary<Session> = fc
  .record({
    type: fc.constantFrom(...outputTypes),
    workflow: fc.constantFrom(...workflowTypes),
    language: fc.constantFrom('en', 'de', 'fr', null),
    title: words,
    bodies: fc.array(words, { maxLength: 3 }),
    items: fc.array(
      fc.record({
        title: words,
        text: words,
        why: words,
        check: words,
        status: fc.constantFrom('draft', 'agreed', 'not-agreed', 'decided'),
      }),
      { maxLength: 3 },
    ),
    role: words,
    dissent: words,
  })
  .map(({ type, workflow, language, title, bodies, items, role, dissent }) =>
    buildDesign({
      output_type: type satisfies OutputType,
      workflow_type: workflow,
      language,
      participants: [
        { id: 'software-architect', role, kind: 'model', model: 'some/model', side: null },
        { id: 'qa-lead', role: 'QA Lead', kind: 'model', model: 'some/model', side: null },
      ],
      text: buildText({
        title,
        decision: title,
        sections: bodies.map((body, index) => ({ id: `s${index}`, title: body, body })),
        drivers: [title],
        ways: [{ name: title, meaning: title, for: title, against: title, chosen: true, because: '' }],
        labels: [{ key: 'item.why', text: title }],
      }),
      artifacts: items.map((item, index) =>
        buildItem({ id: `DEC-00${index + 1}`, section: index === 0 ? 's0' : 'gone', ...item }),
      ),
      outcome: buildOutcome({
        dissent: [{ seat: 'software-architect', text: dissent, on: 'DEC-001', vote: 'block' }],
      }),
    }),
  );
