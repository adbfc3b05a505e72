/** The draft of a requirements document. */
import type { Item } from '../domain/records.ts';
import type { Session } from '../domain/session.ts';
import { listKept, listNamedFacts } from './citations.ts';
import type { DraftHead } from './draft-head.ts';
import type { Scene } from './scene.ts';
import { endSentence, lowerFirst, takeHead } from './text.ts';

/** Where one requirement goes in the document, in the form of the document's schema. */
interface DraftItem {
  artifact_id: string;
  group: string;
  verification: 'test' | 'inspection';
  quality: string;
  area: 'functions' | 'performance' | 'interfaces' | 'data' | 'constraints' | 'attributes';
}

/** Writes the text around the requirements that came out of the discussion. */
export function draftRequirements(scene: Scene, session: Session, { head }: { head: DraftHead }) {
  const { context } = scene.facts;
  return {
    ...head,
    reasons: listNamedFacts(scene, session).slice(0, 3),
    purpose: endSentence(takeHead(context.objectives[0] ?? `To answer ${scene.subject.phrase}`, 200)),
    scope: describeScope(scene),
    overview: endSentence(
      context.description || context.domain || `${scene.project}, as discussed in this session`,
    ),
    definitions: scene.subject.noun
      ? [{ term: scene.subject.noun, meaning: `In this document: ${scene.subject.phrase}.` }]
      : [{ term: scene.project, meaning: 'The product that these requirements are about.' }],
    items: listKept(session, ['REQ', 'BR', 'NFR', 'EX']).map(placeItem),
  };
}

function describeScope(scene: Scene): string {
  const { in_scope: inside, out_of_scope: outside } = scene.facts.context;
  const list = (items: string[]) => items.map((item) => lowerFirst(takeHead(item, 120))).join('; ');
  if (inside.length + outside.length === 0)
    return 'The project context draws no line; what the panel agreed on is inside.';
  return `${inside.length > 0 ? `Inside: ${list(inside)}.` : ''}${outside.length > 0 ? ` Outside: ${list(outside)}.` : ''}`.trim();
}

const groups: Readonly<Record<DraftItem['area'], string>> = {
  functions: 'Functions',
  interfaces: 'Interfaces',
  data: 'Data',
  performance: 'Performance',
  constraints: 'Rules',
  attributes: 'Quality',
};

function placeItem({ id, type, title }: Item): DraftItem {
  const area = chooseArea(type, title);
  return {
    artifact_id: id,
    group: groups[area],
    verification: type === 'REQ' || type === 'NFR' ? 'test' : 'inspection',
    quality: type === 'NFR' ? nameQuality(title) : 'none',
    area,
  };
}

function nameQuality(title: string): string {
  if (/time|speed|memory|resource|load/i.test(title)) return 'performance-efficiency';
  if (/security|access|secret/i.test(title)) return 'security';
  if (/change|maintain|coverage/i.test(title)) return 'maintainability';
  return 'reliability';
}

function chooseArea(type: Item['type'], title: string): DraftItem['area'] {
  if (type === 'BR' || type === 'EX') return 'constraints';
  if (type === 'NFR') return nameQuality(title) === 'performance-efficiency' ? 'performance' : 'attributes';
  if (/api|interface|webhook|rest\b/i.test(title)) return 'interfaces';
  return /data|storage|record/i.test(title) ? 'data' : 'functions';
}
