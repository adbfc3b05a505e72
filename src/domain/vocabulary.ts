/** The vocabulary of a session: the allowed values of its enumerations. */

/** The version of this schema. Older files are migrated, newer ones refused by name. */
export const schemaVersion = 2;

/** Ids and names; checked before they are used in a path. */
export const idPattern = /^[a-z0-9][a-z0-9-]*$/;

export const workflowTypes = ['roundtable', 'specs', 'design', 'brainstorm'] as const;
/** The types of document, each with its name in sentences. */
export const documentNames = {
  adr: 'decision record',
  requirements: 'requirements',
  architecture: 'architecture description',
  summary: 'summary',
} as const;
export const outputTypes = Object.keys(documentNames) as readonly OutputType[];
/** What a session can be exported as: a document, or the record of the discussion. */
export const exportTypes: readonly (OutputType | 'record')[] = [...outputTypes, 'record'];
export const sessionStatuses = ['active', 'paused', 'completed', 'closed'] as const;
export const pauseReasons = [
  'person',
  'signal',
  'time',
  'budget',
  'no-quorum',
  'waiting-for-person',
] as const;
export const mechanisms = [
  'majority',
  'weighted_majority',
  'unanimous',
  'consent',
  'facilitator_decides',
  'none',
] as const;
export const participations = ['parallel', 'sequential', 'targeted'] as const;
export const speakingOrders = ['listed', 'random', 'rotating'] as const;
export const stances = ['support', 'stand_aside', 'block'] as const;
export const nextActions = ['continue', 'phase', 'conclude', 'escalate', 'pause'] as const;
/** What the discussion reached, whatever ended it. */
export const outcomeResults = [
  'consensus',
  'partial-consensus',
  'stable-disagreement',
  'decided',
  'collected',
  'undecided',
] as const;
/** What ended the discussion, whatever it reached. */
export const endings = ['conclude', 'max-rounds', 'skipped', 'limit', 'stable'] as const;
/** The kinds of failure of a model call; each has one effect, see models/failure-rules.ts. */
export const failureKinds = [
  'timeout',
  'rate-limit',
  'overloaded',
  'auth',
  'forbidden',
  'billing',
  'unknown-model',
  'bad-request',
  'too-large',
  'refusal',
  'truncated',
  'malformed',
  'empty',
  'network',
  'server',
  'cancelled',
] as const;
/** Failures that every further call would meet too: the first one stops the run before it costs more. */
export const fatalFailureKinds: readonly (typeof failureKinds)[number][] = [
  'auth',
  'billing',
  'unknown-model',
];
/** The kinds of item and the prefix of their ids; `POINT` is for anything else. */
export const itemTypes = [
  'REQ',
  'BR',
  'NFR',
  'EX',
  'OOS',
  'DEC',
  'ARCH',
  'COMP',
  'INT',
  'RISK',
  'MIT',
  'IDEA',
  'POINT',
] as const;
/** Which items a `min_<kind>` of an agenda counts. */
export const minimumKinds: Readonly<Record<string, readonly ItemType[]>> = {
  requirements: ['REQ'],
  functional_requirements: ['REQ'],
  business_rules: ['BR'],
  rules: ['BR'],
  nfr: ['NFR'],
  nfrs: ['NFR'],
  quality_requirements: ['NFR'],
  exclusions: ['EX', 'OOS'],
  decisions: ['DEC', 'ARCH'],
  architecture_decisions: ['DEC', 'ARCH'],
  components: ['COMP'],
  interfaces: ['INT'],
  ideas: ['IDEA'],
  risks: ['RISK'],
  mitigations: ['MIT'],
};
export const itemStatuses = ['open', 'agreed', 'rejected', 'withdrawn', 'replaced'] as const;
export const resolutionTypes = ['consensus', 'conceded', 'facilitator', 'user', 'policy'] as const;
/** Grades for the value and the feasibility of an idea. */
export const grades = ['high', 'medium', 'low'] as const;

export type WorkflowType = (typeof workflowTypes)[number];
export type OutputType = keyof typeof documentNames;
export type ExportType = (typeof exportTypes)[number];
export type SessionStatus = (typeof sessionStatuses)[number];
export type PauseReason = (typeof pauseReasons)[number];
export type Participation = (typeof participations)[number];
export type Stance = (typeof stances)[number];
export type NextAction = (typeof nextActions)[number];
export type OutcomeResult = (typeof outcomeResults)[number];
export type FailureKind = (typeof failureKinds)[number];
export type Ending = (typeof endings)[number];
export type ItemType = (typeof itemTypes)[number];
export type ResolutionType = (typeof resolutionTypes)[number];
export type Grade = (typeof grades)[number];

/** How seats see the project: not at all, by look-ups, or with a copy of the files when a program plays the seat. */
export const evidenceModes = ['off', 'read', 'agent'] as const;
