/** Requirements from a session alone. */
import type { Artifact } from '../../domain/records.ts';
import type { Session } from '../../domain/session.ts';
import { assembleHead, citeSeats, listAgreed, listArtifacts } from '../session-material.ts';
import { type RequirementItem, type RequirementsContent, requirementKinds } from './schema.ts';

/** The content of requirements when no draft can be had. */
export function assembleRequirements(session: Session): RequirementsContent {
  const items = listArtifacts(session, requirementKinds).map((artifact) =>
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
  const kind = requirementKinds.find((type) => type === artifact.type) ?? 'REQ';
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
