/** The vocabulary of a session: the allowed values of its enumerations. */

/** The version of this schema. Older files, which no release wrote, are named as what they are; newer ones are refused by name. */
export const schemaVersion = 3;

/** Ids and names; checked before they are used in a path. */
export const idPattern = /^[a-z0-9][a-z0-9-]*$/;

export const workflowTypes = [
  'roundtable',
  'specs',
  'design',
  'brainstorm',
  'review',
  'plan',
  'revisit',
] as const;
/** The types of document, each with its name in sentences. */
export const documentNames = {
  adr: 'decision record',
  requirements: 'requirements',
  architecture: 'architecture description',
  summary: 'summary',
  review: 'review',
  plan: 'implementation plan',
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
/** The steps in which models are called: of a round, then of the text. */
export const steps = [
  ...(['question', 'answer', 'synthesis'] as const),
  ...(['draft', 'review', 'revision', 'last-call', 'patch'] as const),
] as const;
/** A seat's vote on an item, in the review and at the last call. */
export const votes = ['ratify', 'stand_aside', 'block'] as const;
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
/** The kinds of failure of a model call; each has one effect, see models/client/retry.ts. A call of the kind `budget` was not made. */
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
  'budget',
  'cancelled',
] as const;
/** Failures that every further call would meet too: the first one stops the run before it costs more. */
export const fatalFailureKinds: readonly (typeof failureKinds)[number][] = [
  'auth',
  'billing',
  'unknown-model',
];
/** The kinds of item, each with the prefix of its ids. */
export const itemPrefixes = {
  requirement: 'REQ',
  rule: 'BR',
  quality: 'NFR',
  exception: 'EX',
  'out-of-scope': 'OOS',
  decision: 'DEC',
  principle: 'ARCH',
  part: 'COMP',
  interface: 'INT',
  risk: 'RISK',
  mitigation: 'MIT',
  idea: 'IDEA',
  finding: 'FIND',
  package: 'PKG',
  verdict: 'VER',
} as const;
export const itemKinds = Object.keys(itemPrefixes) as readonly ItemKind[];
/** The kinds of statement: those of items, and anything else that a seat wants to be heard on. */
export const statementKinds: readonly StatementKind[] = [...itemKinds, 'other'];
/** Which statements a `min_<name>` of an agenda counts. */
export const minimumKinds: Readonly<Record<string, readonly StatementKind[]>> = {
  requirements: ['requirement'],
  functional_requirements: ['requirement'],
  business_rules: ['rule'],
  rules: ['rule'],
  nfr: ['quality'],
  nfrs: ['quality'],
  quality_requirements: ['quality'],
  exclusions: ['exception', 'out-of-scope'],
  decisions: ['decision', 'principle'],
  architecture_decisions: ['decision', 'principle'],
  components: ['part'],
  interfaces: ['interface'],
  ideas: ['idea'],
  risks: ['risk'],
  mitigations: ['mitigation'],
};
export const priorities = ['must', 'should', 'could', 'wont'] as const;
/** `draft`: not counted yet, or never, in a strategy without votes. `agreed`: see rules/counting.ts. `decided`: by a person, a policy or an assistant. */
export const itemStatuses = ['draft', 'agreed', 'not-agreed', 'decided'] as const;
/** How much a finding of a review weighs, the heaviest first. */
export const findingSeverities = ['blocking', 'major', 'minor'] as const;
/** Fields that only items of some forms have; see `ItemDetail`. */
export const detailIds = [
  ...(['severity', 'place', 'right', 'fulfils', 'touches', 'waits_for', 'risk'] as const),
  ...(['verdict', 'compared', 'changes'] as const),
] as const;
/** What looking at a decision again ends in. */
export const verdicts = ['holds', 'amended', 'superseded'] as const;
/** How a package stands to the one with its id in the plan before. */
export const comparisons = ['same', 'changed', 'new'] as const;
/** What an item does to the statements that it is made from. */
export const itemChanges = ['none', 'merged', 'narrowed', 'new'] as const;
/** Who gave a decision. */
export const deciders = ['user', 'policy', 'assistant'] as const;
/** How a conflict ended: its holders gave it up, one position was left, or it was decided. */
export const resolutionTypes = ['conceded', 'one-left', 'signed', 'user', 'policy', 'assistant'] as const;
/** The step of the text that comes next. */
export const textSteps = ['review', 'revision', 'last-call', 'patch', 'done'] as const;
/** What a seat puts to the writer in the review. */
export const amendmentKinds = ['amendment', 'pair', 'question', 'ratify-if', 'remark'] as const;
export const amendmentOperations = ['change', 'add', 'remove'] as const;
export const severities = ['breaks-build', 'wrong', 'gap', 'wish'] as const;
export const amendmentAnswers = ['taken', 'merged', 'declined'] as const;
/** Grades for the value and the feasibility of an idea. */
export const grades = ['high', 'medium', 'low'] as const;

export type WorkflowType = (typeof workflowTypes)[number];
export type OutputType = keyof typeof documentNames;
export type ExportType = (typeof exportTypes)[number];
export type SessionStatus = (typeof sessionStatuses)[number];
export type PauseReason = (typeof pauseReasons)[number];
export type Participation = (typeof participations)[number];
export type Step = (typeof steps)[number];
export type Vote = (typeof votes)[number];
export type NextAction = (typeof nextActions)[number];
export type OutcomeResult = (typeof outcomeResults)[number];
export type FailureKind = (typeof failureKinds)[number];
export type Ending = (typeof endings)[number];
export type ItemKind = keyof typeof itemPrefixes;
export type StatementKind = ItemKind | 'other';
export type FindingSeverity = (typeof findingSeverities)[number];
export type Verdict = (typeof verdicts)[number];
export type DetailId = (typeof detailIds)[number];
export type ResolutionType = (typeof resolutionTypes)[number];
export type Grade = (typeof grades)[number];

/** How seats see the project: not at all, by look-ups, or with a copy of the files when a program plays the seat. */
export const evidenceModes = ['off', 'read', 'agent'] as const;
