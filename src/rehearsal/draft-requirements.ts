/** The draft of a requirements document. */
import type { Artifact } from '../domain/records.ts';
import type { Session } from '../domain/session.ts';
import { citeArtifact, listKept, listPoints, type Source } from './citations.ts';
import type { DraftHead } from './draft-head.ts';
import type { Scene } from './scene.ts';
import { endSentence, joinWords, lowerFirst, shorten, stripMarks, takeHead } from './text.ts';

/** One requirement, in the form of the document's schema. */
interface DraftItem {
  artifact_id: string | null;
  kind: 'REQ' | 'BR' | 'NFR' | 'EX';
  title: string;
  statement: string;
  rationale: string;
  priority: 'must' | 'should' | 'could' | 'wont' | 'unstated';
  acceptance: string[];
  verification: 'test' | 'analysis' | 'inspection' | 'demonstration' | 'unstated';
  quality: string;
  area: 'functions' | 'performance' | 'usability' | 'interfaces' | 'data' | 'constraints' | 'attributes';
  sources: Source[];
}

/** The content of the document. */
export interface RequirementsDraft extends DraftHead {
  purpose: string;
  scope: string;
  overview: string;
  definitions: { term: string; meaning: string }[];
  items: DraftItem[];
}

/** Writes the requirements of the discussion; if there are none, its points take their place. */
export function draftRequirements(
  scene: Scene,
  session: Session,
  options: { head: DraftHead },
): RequirementsDraft {
  const { context } = scene.facts;
  const items = listKept(session, ['REQ', 'BR', 'NFR', 'EX']).map((artifact) =>
    describeItem(session, artifact),
  );
  return {
    ...options.head,
    purpose: endSentence(takeHead(context.objectives[0] ?? `To answer ${scene.subject.phrase}`, 200)),
    scope: describeScope(scene),
    overview: endSentence(
      context.description || context.domain || `${scene.project}, as discussed in this session`,
    ),
    definitions: scene.subject.noun
      ? [{ term: scene.subject.noun, meaning: `In this document: ${scene.subject.phrase}.` }]
      : [{ term: scene.project, meaning: 'The product that these requirements are about.' }],
    items: items.length > 0 ? items : buildFromPoints(scene, session),
  };
}

function describeScope(scene: Scene): string {
  const { in_scope: inside, out_of_scope: outside } = scene.facts.context;
  const list = (items: string[]) => joinWords(items.map((item) => lowerFirst(takeHead(item, 120))));
  if (inside.length + outside.length === 0)
    return 'The project context draws no line; what the panel agreed on is inside.';
  return `${inside.length > 0 ? `Inside: ${list(inside)}.` : ''}${outside.length > 0 ? ` Outside: ${list(outside)}.` : ''}`.trim();
}

function describeItem(session: Session, artifact: Artifact): DraftItem {
  const kind = artifact.type as DraftItem['kind'];
  return {
    artifact_id: artifact.id,
    kind,
    title: artifact.title,
    statement: artifact.text,
    rationale: artifact.rationale,
    priority: kind === 'EX' ? 'wont' : (artifact.priority ?? 'should'),
    acceptance:
      artifact.acceptance.length > 0 ? artifact.acceptance : ['A review of the release confirms it.'],
    verification: kind === 'REQ' || kind === 'NFR' ? 'test' : 'inspection',
    quality: kind === 'NFR' ? nameQuality(artifact.title) : 'none',
    area: chooseArea(kind, artifact.title),
    sources: citeArtifact(session, artifact),
  };
}

function nameQuality(title: string): string {
  if (/time|speed|memory|resource|load/i.test(title)) return 'performance-efficiency';
  if (/security|access|secret/i.test(title)) return 'security';
  if (/change|maintain|coverage/i.test(title)) return 'maintainability';
  return 'reliability';
}

function chooseArea(kind: DraftItem['kind'], title: string): DraftItem['area'] {
  if (kind === 'BR' || kind === 'EX') return 'constraints';
  if (kind === 'NFR') return nameQuality(title) === 'performance-efficiency' ? 'performance' : 'attributes';
  if (/api|interface|webhook|rest\b/i.test(title)) return 'interfaces';
  return /data|storage|record/i.test(title) ? 'data' : 'functions';
}

function buildFromPoints(scene: Scene, session: Session): DraftItem[] {
  const listed = listPoints(session);
  const points = listed.length > 0 ? listed : [{ text: scene.subject.phrase, sources: [] }];
  return points.map(({ text, sources }, index) => ({
    artifact_id: null,
    kind: 'REQ',
    title: shorten(text, 60),
    statement: `The ${scene.project} shall fulfil point ${index + 1} of the discussion: ${endSentence(lowerFirst(stripMarks(text).replace(/\bshall\b/gi, 'is to')))}`,
    rationale: 'It was put as a point in the discussion.',
    priority: 'should',
    acceptance: ['A review finds the point fulfilled.'],
    verification: 'inspection',
    quality: 'none',
    area: 'functions',
    sources,
  }));
}
