/** Requirements: the outline and the qualities of ISO/IEC/IEEE 29148:2018, statements in EARS. */
import type { Artifact } from '../../domain/records.ts';
import type { Session } from '../../domain/session.ts';
import { findUnsupported } from '../citations.ts';
import type { DocumentKind } from '../document-kind.ts';
import { type RequirementItem, type RequirementsContent, requirementsSchema } from '../schema.ts';
import { assembleHead, citeSeats, listAgreed, listArtifacts } from '../session-material.ts';

export const requirementTypes = ['REQ', 'BR', 'NFR', 'EX'] as const;

export const requirementsKind: DocumentKind = {
  type: 'requirements',
  schema: requirementsSchema,
  brief: [
    'Write requirements that a tester can check without asking back. Take up every artifact of the session by its id, and add none that nobody spoke for.',
    'Each statement is one sentence with exactly one "shall", in an EARS pattern: "The <system> shall …", "While <state>, …", "When <trigger>, …", "Where <feature is included>, …", "If <condition>, then the <system> shall …". Split sentences that join two demands.',
    'No words such as fast, easy, appropriate, as far as possible, etc., and/or: give the number, the unit and the condition.',
    'Acceptance lists conditions with their expected result. A quality (NFR) names its ISO 25010 characteristic and a measure. An exclusion (EX) says what the system shall not do.',
  ].join(' '),
  assemble: assembleRequirements,
  findUnsupported,
};

function assembleRequirements(session: Session): RequirementsContent {
  const items = listArtifacts(session, requirementTypes).map((artifact) =>
    itemFromArtifact(session, artifact),
  );
  const agreed = listAgreed(session).map((point) => ({
    ...emptyItem,
    title: point.text,
    statement: point.text,
    sources: point.sources,
  }));
  return {
    ...assembleHead(session),
    purpose: session.topic,
    scope: '',
    overview: '',
    definitions: [],
    // Agreed points stand in only where no requirement was collected at all.
    items: items.length > 0 ? items : agreed,
  };
}

/** A requirement as the discussion left it. */
export function itemFromArtifact(session: Session, artifact: Artifact): RequirementItem {
  const kind = requirementTypes.find((type) => type === artifact.type) ?? 'REQ';
  return {
    ...emptyItem,
    artifact_id: artifact.id,
    kind,
    title: artifact.title,
    statement: artifact.text.trim() === '' ? artifact.title : artifact.text,
    rationale: artifact.rationale,
    priority: artifact.priority ?? (kind === 'EX' ? 'wont' : 'unstated'),
    acceptance: artifact.acceptance,
    area: kind === 'NFR' ? 'attributes' : kind === 'REQ' ? 'functions' : 'constraints',
    sources: citeSeats(session, artifact.proposed_by, artifact.round),
  };
}

const emptyItem: RequirementItem = {
  artifact_id: null,
  kind: 'REQ',
  title: '',
  statement: '',
  rationale: '',
  priority: 'unstated',
  acceptance: [],
  verification: 'unstated',
  quality: 'none',
  area: 'functions',
  sources: [],
};
