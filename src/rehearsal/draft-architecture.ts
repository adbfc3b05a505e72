/** The draft of an architecture description. */
import type { Session } from '../domain/session.ts';
import {
  type CitedPoint,
  citeArtifact,
  citeHolders,
  countWays,
  listAgreed,
  listKept,
  listNamedFacts,
  type Source,
} from './citations.ts';
import type { DraftHead } from './draft-head.ts';
import { nameSeat, type Scene } from './scene.ts';
import { endSentence, joinWords, takeHead } from './text.ts';

/** The content of the document, in the form of its schema. */
export interface ArchitectureDraft extends DraftHead {
  introduction: string;
  quality_goals: CitedPoint[];
  stakeholders: CitedPoint[];
  constraints: CitedPoint[];
  context: string;
  neighbors: CitedPoint[];
  strategy: CitedPoint[];
  blocks: { name: string; responsibility: string; uses: string[]; sources: Source[] }[];
  runtime: { scenario: string; steps: string[] }[];
  deployment: string;
  crosscutting: CitedPoint[];
  decisions: { title: string; text: string; record: null; sources: Source[] }[];
  quality_requirements: CitedPoint[];
  risks: { text: string; mitigation: string; sources: Source[] }[];
  glossary: { term: string; meaning: string }[];
}

/** Writes the description from the artifacts. Sections that nobody spoke about stay empty, and the document says so. */
export function draftArchitecture(
  scene: Scene,
  session: Session,
  options: { head: DraftHead },
): ArchitectureDraft {
  const { context } = scene.facts;
  const taken = countWays(scene, session);
  const way = scene.scenario.ways[taken];
  const qualities = listPoints(session, ['NFR']);
  const blocks = listBlocks(session);
  return {
    ...options.head,
    introduction: endSentence(
      context.description ||
        context.objectives[0] ||
        `The part of ${scene.project} that answers ${scene.subject.phrase}`,
    ),
    quality_goals:
      qualities.length > 0
        ? qualities.slice(0, 5)
        : listNamedFacts(scene, session)
            .filter(({ kind }) => kind === 'objective')
            .slice(0, 3)
            .map(dropKind),
    stakeholders: listStakeholders(scene, session),
    constraints: listNamedFacts(scene, session)
      .filter(({ kind }) => kind === 'constraint')
      .map(dropKind),
    context: endSentence(context.domain || `${scene.project} and those who call it`),
    neighbors: [],
    strategy: [
      { text: `${way.title}.`, sources: citeHolders(scene, session, taken) },
      ...listAgreed(session).filter(({ text }) => text !== `${way.title}.`),
    ].slice(0, 6),
    blocks,
    runtime:
      blocks.length > 1
        ? [
            {
              scenario: 'The usual way through',
              steps: blocks.map(({ name, responsibility }) => `${name}: ${responsibility}`),
            },
          ]
        : [],
    deployment:
      context.stack.length > 0
        ? `The panel added nothing to what is there: ${joinWords(context.stack.map((item) => takeHead(item, 80)))}.`
        : '',
    crosscutting: [],
    decisions: listKept(session, ['ARCH']).map((artifact) => ({
      title: artifact.title,
      text: endSentence(`${endSentence(artifact.text)} ${artifact.rationale}`),
      record: null,
      sources: citeArtifact(session, artifact),
    })),
    quality_requirements: qualities,
    risks: listRisks(session),
    glossary: scene.subject.noun
      ? [{ term: scene.subject.noun, meaning: `In this document: ${scene.subject.phrase}.` }]
      : [],
  };
}

function dropKind({ text, sources }: CitedPoint): CitedPoint {
  return { text, sources };
}

function listPoints(session: Session, types: Parameters<typeof listKept>[1]): CitedPoint[] {
  return listKept(session, types).map((artifact) => ({
    text: endSentence(artifact.text),
    sources: citeArtifact(session, artifact),
  }));
}

/** Each block uses the next one, in the order in which they were named. */
function listBlocks(session: Session): ArchitectureDraft['blocks'] {
  const components = listKept(session, ['COMP']);
  return components.map((artifact, index) => {
    const next = components[index + 1];
    return {
      name: artifact.title,
      responsibility: endSentence(artifact.text),
      uses: next ? [next.title] : [],
      sources: citeArtifact(session, artifact),
    };
  });
}

/** The seats, each with the beginning of its first answer. */
function listStakeholders(scene: Scene, session: Session): CitedPoint[] {
  const first = session.rounds[0];
  return (first?.answers ?? []).map(({ seat, position }) => ({
    text: endSentence(`${nameSeat(scene, seat)}: ${takeHead(position, 160)}`),
    sources: first ? [{ round: first.round, seat }] : [],
  }));
}

/** The risks, each with the mitigation that names it by id or title. */
function listRisks(session: Session): ArchitectureDraft['risks'] {
  const mitigations = listKept(session, ['MIT']);
  return listKept(session, ['RISK']).map((risk) => {
    const answer = mitigations.find(
      ({ related_to: related }) => related.includes(risk.id) || related.includes(risk.title),
    );
    return {
      text: endSentence(risk.text),
      mitigation: answer?.text ?? '',
      sources: citeArtifact(session, risk),
    };
  });
}
