/** Whole sessions with the rehearsal panel: every workflow and plot runs through discussion and text to a whole result. */
import { describe, expect, test } from 'vitest';
import { listUnaccounted } from '../../../src/roundtable/text/account.ts';
import { fingerprintText } from '../../../src/session/rules/text-measures.ts';
import { readVotes } from '../../../src/session/rules/votes.ts';
import type { Session } from '../../../src/session/session.ts';
import type { OutputType, WorkflowType } from '../../../src/session/vocabulary.ts';
import { sayTrigger } from '../../../src/wording/escalation.ts';
import { type PlayOptions, play } from '../../rehearsal/play.ts';
import { replyItem, replyPatch } from './build-text.ts';

const seats = ['software-architect', 'qa-lead', 'security-champion'];
const rehearse = (options: PlayOptions) => play({ seats, ...options });

/** What holds of every finished session. */
function expectWhole(session: Session): void {
  const { text, artifacts, statements, outcome } = session;
  expect(text?.step).toBe('done');
  expect(text?.written_by).toBe('synthesizer');
  expect(text?.problems).toEqual([]);
  expect(listUnaccounted(statements)).toEqual([]);
  expect(text === null ? null : fingerprintText(text, artifacts)).toBe(text?.frozen_hash);
  expect(outcome?.degradation).toEqual([]);
  expect(outcome?.decision).toBe(text?.decision);
  for (const item of artifacts.filter(({ status }) => status === 'agreed'))
    expect([...readVotes(item).values()].filter(({ vote }) => vote === 'ratify').length).toBeGreaterThan(1);
}

describe('a rehearsal', () => {
  test.each<[WorkflowType, OutputType, string]>([
    ['design', 'adr', 'standard'],
    ['design', 'adr', 'debate'],
    ['design', 'architecture', 'standard'],
    ['specs', 'requirements', 'consensus-driven'],
    ['roundtable', 'summary', 'standard'],
    ['roundtable', 'summary', 'six-hats'],
    ['brainstorm', 'summary', 'disney'],
  ])('of %s as %s by %s settles', async (workflow, output, strategy) => {
    const { session } = await rehearse({ workflow, output, strategy, seed: 3 });
    expect(session.status).toBe('completed');
    expectWhole(session);
    const counted = session.settings.consensus.mechanism !== 'none';
    expect(session.outcome?.result).toBe(counted ? 'consensus' : 'collected');
  });

  test('mends what is blocked with the words that would be signed', async () => {
    const { session, events } = await rehearse({
      workflow: 'design',
      output: 'adr',
      strategy: 'standard',
      seed: 1,
    });
    expectWhole(session);
    expect(session.amendments.filter(({ kind }) => kind === 'ratify-if')).not.toEqual([]);
    expect(session.artifacts.some(({ history }) => history.some(({ step }) => step === 'patch'))).toBe(true);
    expect(events.filter(({ type }) => type === 'ballot-opened')).toHaveLength(2);
  });

  test('works in what a person decided', async () => {
    const { session } = await rehearse({
      ...{ workflow: 'design', output: 'adr', strategy: 'standard', seed: 2 },
      operator: {
        decideEscalation: async () => ({ decision: 'accept', by: 'user', name: 'Ada' }),
      },
    });
    expect(session.outcome).toMatchObject({ decided_by: 'user', decided_name: 'Ada' });
    const decided = session.artifacts.filter(({ status }) => status === 'decided');
    expect(decided).not.toEqual([]);
    for (const item of decided) expect(item).toMatchObject({ decided_by: 'user', decision: 'E-001' });
    expect(session.conflicts.map(({ status }) => status)).not.toContain('open');
  });

  test('takes no silence for support beside what a seat asks to go or calls wrong', async () => {
    const asked = (target: string, operation: string, severity: string) => ({
      ...{
        target,
        operation,
        severity,
        field: '',
        words: 'Other words.',
        reason: 'It is not so.',
        facts: [],
      },
    });
    let seen = '';
    const { session } = await rehearse({
      ...{ workflow: 'specs', output: 'requirements', strategy: 'consensus-driven', seed: 3 },
      replace: ({ step, seat, prompt }, data) => {
        if (step === 'last-call' && seat === 'qa-lead') seen = prompt.map(({ text }) => text).join('');
        if (step === 'review' && seat === 'qa-lead')
          return {
            ...data,
            exceptions: [],
            amendments: [asked('REQ-001', 'remove', 'wish'), asked('req 2', 'change', 'wrong')],
            pairs: [{ items: ['REQ-003', 'REQ-004'], situation: 'at night' }],
          };
        const patch = replyItem('REQ-002', { section: 'section', text: 'One door, and a second.' });
        return step === 'revision'
          ? { ...data, answers: [], items: [patch], removed: [], firmness: 'As firm as a door.' }
          : data;
      },
    });
    const votesOf = (seat: string): string[][] =>
      session.artifacts
        .slice(0, 5)
        .map(({ votes }) => votes.filter((vote) => vote.seat === seat).map(({ step }) => step));
    expect(votesOf('qa-lead')).toEqual([...Array(4).fill(['last-call']), ['review']]);
    expect(session.outcome?.degradation).toEqual([]);
    const [shared = '', ballot = ''] = seen.split('## Your ballot');
    const changes = shared.split('## What changed in items since the draft was reviewed')[1] ?? '';
    expect(changes).toContain('text:\nwas: ');
    expect(changes).toContain('now: One door, and a second.');
    const beside = shared.split('## What changed beside them')[1] ?? '';
    expect(beside).toContain('[firmness]\nwas: ');
    expect(beside).toContain('now: As firm as a door.');
    expect(session.text?.reviewed).toBeNull();
    expect(ballot).toContain('(changed)');
    expect(ballot).toContain('(as it was; not everybody took it so)');
  });

  test('mends a slip that a seat remarks on in what it signs, with each passage that says the same, and all vote on it', async () => {
    const seen: string[] = [];
    const { session } = await rehearse({
      ...{ workflow: 'specs', output: 'requirements', strategy: 'consensus-driven', seed: 3 },
      replace: ({ key, step, seat, prompt }, data) => {
        const text = prompt.map(({ text: part }) => part).join('\n');
        if (step === 'last-call') seen.push(`${key} ${text.includes('now: Three doors, everywhere.')}`);
        if (key.startsWith('text/last-call/') && seat === 'qa-lead')
          return { ...data, remarks: [{ target: 'REQ-001', remark: 'It says two; three is right.' }] };
        if (step !== 'patch') return data;
        return {
          ...replyPatch({
            answers: [
              {
                ids: [/A-\d+(?= \([^)]*\) remarks)/.exec(text)?.[0] ?? ''],
                answer: 'taken',
                because: 'So it is.',
              },
            ],
            items: [replyItem('REQ-001', { section: 'section', text: 'Three doors.' })],
            sections: [{ id: 'work', title: '', body: 'Three doors, everywhere.', from: [] }],
          }),
        };
      },
    });
    expect(session.artifacts[0]).toMatchObject({ text: 'Three doors.', status: 'agreed' });
    expect(session.text?.sections.find(({ id }) => id === 'work')?.body).toBe('Three doors, everywhere.');
    expect(session.amendments.find(({ kind }) => kind === 'remark')).toMatchObject({ answer: 'taken' });
    const second = seen.filter((line) => line.startsWith('text/last-call-2/'));
    expect(second).toHaveLength(session.participants.length);
    expect(second.every((line) => line.endsWith('true'))).toBe(true);
  });

  test('puts before a person what replaces a decision of a person in the file that it extends', async () => {
    const asked: string[] = [];
    const prompts = new Map<string, string>();
    const words = '(must, decided by Ada) 96 hours.';
    const { session } = await rehearse({
      ...{ workflow: 'specs', output: 'requirements', strategy: 'consensus-driven', seed: 3 },
      extended: {
        path: 'docs/requirements.md',
        items: [
          { id: 'REQ-001', title: 'Grace', text: words, isDecided: true },
          { id: 'REQ-002', title: 'Floor', text: 'It never is under 96 hours, whoever asks.' },
        ],
        highest: { REQ: 2 },
      },
      replace: ({ step, seat, prompt }, data) => {
        prompts.set(step, prompt.map(({ text }) => text).join('\n'));
        if (step === 'draft')
          return {
            ...data,
            items: (data['items'] as object[]).map((item, at) =>
              at === 0 ? { ...item, replaces: ['REQ-001'] } : item,
            ),
          };
        return step === 'review' && seat === 'qa-lead'
          ? { ...data, pairs: [{ items: ['REQ-003', 'REQ-002'], situation: 'at night' }] }
          : data;
      },
      operator: {
        decideEscalation: async ({ escalation }) => {
          asked.push(sayTrigger(escalation));
          return { decision: 'accept', by: 'user', name: 'Ada' };
        },
      },
    });
    expect(asked).toContain('REQ-003 replaces what a person decided before (REQ-001).');
    expect(session.artifacts[0]).toMatchObject({ status: 'decided', decided_by: 'user' });
    expect(session.amendments.find(({ kind }) => kind === 'pair')?.targets).toEqual(['REQ-003', 'REQ-002']);
    for (const step of ['review', 'revision', 'last-call']) {
      expect(prompts.get(step)).toContain(
        `REQ-001 Grace (a person decided it; replaced by REQ-003): ${words}`,
      );
      expect(prompts.get(step)).toContain('REQ-002 Floor: 96 hours\n');
    }
  });

  test('in a hurry is one round, draft and last call', async () => {
    const { session, events } = await rehearse({
      ...{ workflow: 'design', output: 'adr', strategy: 'standard', seed: 3 },
      settings: { fast: true, min_rounds: 1, max_rounds: 1 },
    });
    expect(session.total_rounds).toBe(1);
    expect(events.map(({ type }) => type)).not.toContain('review-started');
    expectWhole(session);
  });
});
