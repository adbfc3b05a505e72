/** Sessions of other forms, in small: as earlier versions and as the public plugin for Claude Code wrote them. */
import { schemaVersion } from '../../src/session/vocabulary.ts';

/** The plugin's newest form. */
export const closedSpecs = {
  id: '20260111-143000-specs-parcel-desk',
  kind: 'plugin',
  topic: 'Requirements definition for Parcel Desk',
  text: `id: "20260111-143000-specs-parcel-desk"
topic: "Requirements definition for Parcel Desk"
workflow_type: "specs"
strategy: "consensus-driven"
status: "closed"
timing:
  started_at: "2026-01-11T14:30:00Z"
  closed_at: "2026-01-11T15:50:00Z"
participants: ["Product Manager", qa-lead, roundtable-business-analyst]
artifacts:
  requirements:
    REQ-001: {state: "approved", created_round: 1, title: "Parcel lookup"}
rounds:
  - number: 1
    focus: {type: agenda, topic_id: user-workflows}
    facilitator_question: "How does a clerk find a parcel?"
    synthesis_summary: "By its digits."
    next: conclude
metrics: {rounds_completed: 1, tokens: 45000}
`,
} as const;

/** One of its older forms: no topic, and what tells it apart stands in the rounds alone. */
export const loyaltyCards = {
  id: 'specs-loyalty-cards',
  kind: 'plugin',
  topic: null,
  text: `id: specs-loyalty-cards
workflow_type: specs
status: closed
rounds:
  - round: 1
    topic: user-personas
    facilitator_question: "Who collects points?"
    synthesis_summary: "Regular guests."
`,
} as const;

/** The first form of this program, which had no version yet. */
export const firstForm = {
  id: '20260201-090000-which-queue',
  kind: 'earlier',
  topic: 'Which queue?',
  text: `id: 20260201-090000-which-queue
topic: Which queue?
workflow_type: design
status: paused
created_at: "2026-02-01T09:00:00Z"
participants: [software-architect, qa-lead]
rounds:
  - round: 1
    question: Which one?
    conflicts: [{id: c, positions: {qa-lead: "the table"}}]
`,
} as const;

/** The last form before the present one. */
export const lastForm = {
  id: '20260302-090000-which-cache',
  kind: 'earlier',
  topic: 'Which cache?\nAnd why?',
  text: `schema_version: ${schemaVersion - 1}
id: 20260302-090000-which-cache
topic: |-
  Which cache?
  And why?
workflow_type: design
strategy: debate
output_type: adr
status: completed
pause_reason: null
created_at: 2026-03-02T09:00:00.000Z
updated_at: 2026-03-02T09:10:00.000Z
rehearsal: false
fence: f3nce-4711
total_rounds: 1
proposals: []
rounds:
  - round: 1
    question: Which one?
`,
} as const;

/** Newest first. */
export const foreignSessions = [loyaltyCards, lastForm, firstForm, closedSpecs];
