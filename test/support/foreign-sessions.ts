/** Sessions as the public plugin for Claude Code wrote them, in small. */

/** The plugin's newest form. */
export const closedSpecs = {
  id: '20260111-143000-specs-parcel-desk',
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

/** Newest first. */
export const foreignSessions = [loyaltyCards, closedSpecs];
