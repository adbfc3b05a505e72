/** The vocabulary of a session: the allowed values of its enumerations. */

/** The version of the session schema. Older files are migrated; newer ones are refused. */
export const schemaVersion = 1;

/** Ids and names; checked before they are used in a path. */
export const idPattern = /^[a-z0-9][a-z0-9-]*$/;

export const workflowTypes = ['roundtable', 'specs', 'design', 'brainstorm'] as const;
export const outputTypes = ['adr', 'requirements', 'architecture', 'summary'] as const;
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
export const outcomeResults = [
  'consensus',
  'partial-consensus',
  'stable-disagreement',
  'decided',
  'collected',
  'max-rounds',
  'skipped',
  'limit',
] as const;
/** The kinds of failure of a model call. What follows from each is decided in models/. */
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
/** The kinds of artifact, which are also the prefixes of their ids. */
export const artifactTypes = [
  'REQ',
  'BR',
  'NFR',
  'EX',
  'ARCH',
  'COMP',
  'INT',
  'IDEA',
  'RISK',
  'MIT',
] as const;

export type WorkflowType = (typeof workflowTypes)[number];
export type OutputType = (typeof outputTypes)[number];
export type SessionStatus = (typeof sessionStatuses)[number];
export type PauseReason = (typeof pauseReasons)[number];
export type Participation = (typeof participations)[number];
export type Stance = (typeof stances)[number];
export type NextAction = (typeof nextActions)[number];
export type OutcomeResult = (typeof outcomeResults)[number];
export type FailureKind = (typeof failureKinds)[number];
export type ArtifactType = (typeof artifactTypes)[number];
