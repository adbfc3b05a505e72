import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseSession } from '../../src/store/files/session-parse.ts';
import { createSession, createStore, sampleId } from './sample-session.ts';

/** A session as it was written before files carried a version. */
const old = `id: ${sampleId}
topic: "Which queue?"
workflow_type: design
strategy: debate
status: paused
created_at: "2026-01-02T10:00:00Z"
paused_at: "2026-01-02T11:00:00Z"
participants: [software-architect, qa-lead]
current_phase: opening
verbose: true
my_note: kept
consensus:
  - "A queue is needed"
  - "It must survive a restart"
conflicts:
  - id: broker
    description: "Which broker"
    positions: {software-architect: "Redis", qa-lead: "The database"}
rounds:
  - round: 1
    phase: opening
    focus: "Needs"
    question: "What must the queue do?"
    participant_responses:
      - {id: software-architect, role: Software Architect, position: "Carry jobs", rationale: [a, b], concerns: ["cost"], confidence: 0.8}
      - {id: qa-lead, role: QA Lead, position: "Be testable", rationale: c, confidence: high, context_challenge: "No load figures"}
    synthesis: "A queue is needed."
    consensus: ["A queue is needed"]
    conflicts:
      - {id: broker, description: "Which broker", positions: {software-architect: "Redis", qa-lead: "The database"}}
      - {id: retries, description: "How often", positions: {}}
    agenda_coverage: {components: partial}
    next_action: continue
    next_focus: broker
  - round: 2
    phase: opening
    focus: broker
    question: "Which broker?"
    synthesis: "Retries are settled."
    consensus: ["It must survive a restart"]
    resolved:
      - {conflict_id: retries, resolution: "Three times", resolution_type: consensus}
    next_action: escalate
    escalation_reason: "No agreement on the broker"
escalations:
  - {round: 2, reason: "No agreement on the broker", recommendation: "Redis", user_decision: "Take Redis"}
outcome: null
`;

describe('a file from before versions', () => {
  it('is understood: names, texts and maps become what they are now', () => {
    const { session, migratedFrom } = parseSession(old, 's.yaml');
    expect(migratedFrom).toBe(0);
    expect(session).toMatchObject({
      schema_version: 2,
      output_type: 'adr',
      status: 'paused',
      pause_reason: 'person',
      total_rounds: 2,
      my_note: 'kept',
      settings: { verbose: true, min_rounds: 3 },
      participants: [
        { id: 'software-architect', kind: 'model', model: null },
        { id: 'qa-lead', role: 'qa lead' },
      ],
      statements: [
        {
          id: 'S-001',
          seat: 'software-architect',
          round: 1,
          text: 'Carry jobs',
          why: 'a\nb',
          items: [],
          not_taken: 'in a session of version 1 nobody recorded where it went',
        },
        { id: 'S-002', seat: 'qa-lead', round: 1, text: 'Be testable', why: 'c' },
      ],
      artifacts: [
        {
          id: 'DEC-001',
          text: 'Take Redis',
          status: 'agreed',
          decided_by: 'user',
          rationale: 'No agreement on the broker',
        },
      ],
      consensus: [
        { id: 'C-001', item_id: null, text: 'A queue is needed', round: 1, supported_by: [] },
        { id: 'C-002', item_id: null, text: 'It must survive a restart', round: 2, supported_by: [] },
      ],
      conflicts: [
        {
          id: 'broker',
          status: 'open',
          opened_in: 1,
          rounds_open: 2,
          positions: [
            { seat: 'software-architect', text: 'Redis', round: 1 },
            { seat: 'qa-lead', text: 'The database', round: 1 },
          ],
          history: [{ round: 1, change: 'opened', text: 'Which broker' }],
        },
        {
          id: 'retries',
          status: 'resolved',
          resolution: 'Three times',
          resolution_type: 'consensus',
          resolved_in: 2,
        },
      ],
      escalations: [
        { id: 'E-001', status: 'answered', decision: 'own', text: 'Take Redis', answered_by: 'user' },
      ],
    });
    expect(session.rounds[0]).toMatchObject({
      answers: [
        { seat: 'software-architect', position: 'Carry jobs', confidence: 0.8, concerns: ['cost'] },
        { seat: 'qa-lead', position: 'Be testable', confidence: null },
      ],
      context_challenges: [{ seat: 'qa-lead', text: 'No load figures' }],
      agenda_coverage: [{ topic_id: 'components', status: 'partial' }],
      consensus: [],
      consensus_texts: ['A queue is needed'],
      participant_responses: [
        { statements: [{ id: 'S-001', text: 'Carry jobs', why: 'a\nb' }] },
        { statements: [{ id: 'S-002', text: 'Be testable', why: 'c' }] },
      ],
    });
    expect(parseSession(old, 's.yaml').session).toEqual(session);
  });

  it('keeps its old form beside at the first save, once, and reading does not rewrite it', async () => {
    const store = await createStore();
    await store.create(createSession(0));
    const path = join(store.paths.sessions, `${sampleId}.yaml`);
    await writeFile(path, old);
    expect((await store.list()).entries[0]).toMatchObject({
      damaged: null,
      head: { total_rounds: 2, status: 'paused' },
    });
    const { session, version } = await store.load(sampleId);
    expect(await readFile(path, 'utf8')).toBe(old);
    const next = await store.save({ ...session, status: 'active' }, version);
    await store.save({ ...session, status: 'closed' }, next);
    expect((await readdir(store.paths.sessions)).sort()).toEqual([`${sampleId}.v0.yaml`, `${sampleId}.yaml`]);
    expect(await readFile(join(store.paths.sessions, `${sampleId}.v0.yaml`), 'utf8')).toBe(old);
    expect(await store.load(sampleId)).toMatchObject({ migratedFrom: null, session: { status: 'closed' } });
  });

  it('that makes no sense is refused with the line, like any other', () => {
    const bad = old.replace('topic: "Which queue?"', 'topic: ""').replace('status: paused', 'status: lost');
    expect(() => parseSession(bad, 's.yaml')).toThrow(
      expect.objectContaining({
        code: 'SESSION_INVALID',
        problems: [expect.objectContaining({ line: 2 }), expect.objectContaining({ line: 5 })],
      }),
    );
  });
});
