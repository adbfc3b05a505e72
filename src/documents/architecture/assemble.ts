/** An architecture description from a session alone. */
import type { Artifact } from '../../domain/records.ts';
import type { Session } from '../../domain/session.ts';
import { assembleHead, citeSeats, describeArtifact, listAgreed, listArtifacts } from '../session-material.ts';
import type { ArchitectureContent } from './schema.ts';

/** The content of an architecture description when no draft can be had. */
export function assembleArchitecture(session: Session): ArchitectureContent {
  const points = (types: Parameters<typeof listArtifacts>[1]) =>
    listArtifacts(session, types).map((artifact) => describeArtifact(session, artifact));
  const cite = (artifact: Artifact) => citeSeats(session, artifact.proposed_by, artifact.round);
  return {
    ...assembleHead(session),
    introduction: session.topic,
    quality_goals: [],
    stakeholders: [],
    constraints: points(['EX', 'BR']),
    context: '',
    neighbors: points(['INT']),
    strategy: listAgreed(session),
    blocks: listArtifacts(session, ['COMP']).map((artifact) => ({
      name: artifact.title.trim() === '' ? artifact.id : artifact.title,
      responsibility: artifact.text,
      uses: artifact.related_to
        .map((id) => session.artifacts.find((other) => other.id === id && other.type !== 'RISK')?.title ?? '')
        .filter((name) => name !== ''),
      sources: cite(artifact),
    })),
    runtime: [],
    deployment: '',
    crosscutting: [],
    decisions: listArtifacts(session, ['ARCH']).map((artifact) => ({
      title: artifact.title.trim() === '' ? artifact.id : artifact.title,
      text: [artifact.text, artifact.rationale].filter((part) => part.trim() !== '').join('\n\n'),
      record: null,
      sources: cite(artifact),
    })),
    quality_requirements: points(['NFR']),
    risks: assembleRisks(session, null),
    glossary: [],
  };
}

/** Risks with their mitigations: all, or those that are tied to one artifact. */
export function assembleRisks(session: Session, relatedTo: string | null): ArchitectureContent['risks'] {
  const mitigations = listArtifacts(session, ['MIT']);
  return listArtifacts(session, ['RISK'])
    .filter((risk) => relatedTo === null || risk.related_to.includes(relatedTo))
    .map((risk) => ({
      ...describeArtifact(session, risk),
      mitigation: mitigations
        .filter((mitigation) => mitigation.related_to.includes(risk.id))
        .map((mitigation) => describeArtifact(session, mitigation).text)
        .join('; '),
    }));
}
