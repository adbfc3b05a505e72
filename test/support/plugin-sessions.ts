/** Sessions as the public plugin for Claude Code writes them, in the forms that it has had; the contents are made up for the tests. */

/** The newest form: one `state`, embedded results, conflicts with a list of positions. */
export const closedSpecs = {
  id: '20260111-143000-specs-parcel-desk',
  text: `id: "20260111-143000-specs-parcel-desk"
topic: "Requirements definition for Parcel Desk"
workflow_type: "specs"
strategy: "consensus-driven"
status: "closed"
timing:
  started_at: "2026-01-11T14:30:00Z"
  updated_at: "2026-01-11T15:45:00Z"
  closed_at: "2026-01-11T15:50:00Z"
participants: ["Product Manager", qa-lead, roundtable-business-analyst]
agent_state:
  facilitator: {agent_id: "a1", last_round: 2, last_action: synthesis}
artifacts:
  requirements:
    REQ-001:
      state: "approved"
      created_round: 1
      topic_id: "user-workflows"
      title: "Parcel lookup"
      description: |
        A clerk finds a parcel by its last four digits.
      acceptance: ["Found within one second"]
      priority: "must"
      proposed_by: "facilitator"
      supported_by: [product-manager, qa-lead]
    REQ-002:
      status: active
      agreement: consensus
      created_round: 2
      title: "Late pick-up"
      description: "A parcel can be handed out after closing time."
      proposed_by: facilitator
    REQ-003: {status: withdrawn, created_round: 1, title: "Fax receipts", description: "Receipts are faxed."}
    REQ-004: {status: superseded, superseded_by: REQ-001, created_round: 1, title: "Lookup by name", description: "By name."}
  nfr:
    NFR-001: {state: draft, created_round: 2, title: "Speed", target: "500 ms", minimum: "2 s", measurement: "load test"}
  conflicts:
    CONF-001:
      status: resolved
      created_round: 1
      resolved_round: 2
      title: "Who may hand out"
      positions:
        - {participant: product-manager, stance: "Anybody at the desk"}
        - {participant: qa-lead, stance: "Only trained clerks"}
      resolution: {summary: "Trained clerks", method: user_decision}
    CONF-002:
      state: in_progress
      created_round: 2
      description: "Whether photos are kept"
      positions: {product-manager: "For a week", qa-lead: {position: "Never", round: 2}}
  open_questions:
    OQ-001: {state: resolved, created_round: 1, title: "Which hours?", description: "Which hours count?", raised_by: qa-lead, resolution: "Nine to five"}
    OQ-002: {status: open, created_round: 2, title: "Which scanner?", raised_by: qa-lead}
agenda:
  - {topic_id: user-workflows, status: closed, coverage: ["REQ-001"]}
  - {topic_id: nfr-measurable, status: partial}
  - {topic_id: business-rules, status: open}
rounds:
  - number: 1
    focus: {type: agenda, topic_id: user-workflows}
    facilitator_question: "How does a clerk find a parcel?"
    synthesis_summary: "By its digits."
    participant_positions: {product-manager: "Digits are enough", qa-lead: "Digits, and test it"}
    artifacts_created: [REQ-001, CONF-001]
    next: continue
  - number: 2
    focus: {type: conflict, topic_id: CONF-001}
    facilitator_question: "Who hands out?"
    synthesis_summary: "Trained clerks do."
    participant_positions: {business-analyst: "Trained clerks"}
    conflicts_resolved: [CONF-001]
    next: conclude
metrics: {rounds_completed: 2, tokens: 45000}
`,
} as const;

/** Times that are none, seats under \`config\`, no topic, ids instead of contents. */
export const undatedActive = {
  id: 'specs-loyalty-cards',
  text: `id: specs-loyalty-cards
workflow_type: specs
strategy: consensus-driven
status: closed
timing: {started: "{ISO timestamp}", last_activity: "10 minutes ago", closed_at: "2026-02-31T10:00:00Z"}
config: {participants: [product-manager, qa-lead], min_rounds: 3}
artifacts:
  requirements: ["REQ-001", "REQ-002"]
  open_questions: []
rounds:
  - round: 1
    topic: user-personas
    facilitator_question: "Who collects points?"
    synthesis_summary: "Regular guests."
metrics: {rounds_completed: 1}
`,
} as const;

/** Just begun: nothing but the frame. */
export const begunBrainstorm = {
  id: '20260203-brainstorm-garden',
  text: `id: "20260203-brainstorm-garden"
topic: "A garden on the roof"
workflow_type: brainstorm
strategy: disney
status: active
timing: {started_at: "2026-02-03T09:00:00+01:00", updated_at: "", closed_at: null}
participants: []
artifacts: {ideas: {}, risks: {}}
rounds: []
metrics: {rounds_completed: 0}
`,
} as const;

export const pluginSessions = [closedSpecs, undatedActive, begunBrainstorm];
