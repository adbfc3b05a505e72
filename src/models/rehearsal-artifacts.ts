/** The numbered results of a rehearsed round: what the topic still needs, worded from the project's context. */
import type { ArtifactType } from '../session/schema.ts';
import { listIdeas } from './rehearsal-artifact-texts.ts';
import { findWay, quoteCriterion, type Scene } from './rehearsal-scene.ts';
import { isSameText } from './rehearsal-text.ts';

/** An artifact in the form that a synthesis returns. */
export interface RehearsedArtifact {
  id: 'new';
  type: ArtifactType;
  title: string;
  text: string;
  rationale: string;
  priority: 'must' | 'should' | 'could' | null;
  acceptance: string[];
  related_to: string[];
  topic_id: string | null;
  proposed_by: string[];
  withdrawn: null;
}

/** The names that agendas use in `min_*`, as artifact types. */
const minimumTypes: Record<string, ArtifactType> = {
  requirements: 'REQ',
  functional_requirements: 'REQ',
  business_rules: 'BR',
  rules: 'BR',
  nfr: 'NFR',
  nfrs: 'NFR',
  quality_requirements: 'NFR',
  exclusions: 'EX',
  decisions: 'ARCH',
  architecture_decisions: 'ARCH',
  components: 'COMP',
  interfaces: 'INT',
  ideas: 'IDEA',
  risks: 'RISK',
  mitigations: 'MIT',
};

/** What a topic's words call for when its agenda gives no count. */
const topicWords: [RegExp, ArtifactType][] = [
  [/risk|fail|operat/i, 'RISK'],
  [/interface|api|contract/i, 'INT'],
  [/component|block|structure|data|state/i, 'COMP'],
  [/option|decision|choice|driver/i, 'ARCH'],
  [/quality|performance|security|non-functional/i, 'NFR'],
  [/scope|bound|exclu/i, 'EX'],
  [/rule|business/i, 'BR'],
  [/function|requirement|need|user/i, 'REQ'],
];

/** Makes the artifacts of this round: the topic's missing counts, else one that fits it; a risk brings its mitigation. */
export function rehearseArtifacts(scene: Scene): RehearsedArtifact[] {
  const made: RehearsedArtifact[] = [];
  for (const { type, count } of listDemand(scene)) {
    for (const idea of listIdeas(scene, type)) {
      if (made.filter((artifact) => artifact.type === type).length >= count) break;
      if (isTaken(scene, type, idea.title) || made.some((artifact) => isSameText(artifact.title, idea.title)))
        continue;
      const { proposed_by: from, related_to: related, ...words } = idea;
      made.push({
        id: 'new',
        type,
        ...words,
        related_to: related ?? [],
        topic_id: scene.topic?.id ?? null,
        proposed_by: from ?? listSpeakers(scene),
        withdrawn: null,
      });
    }
  }
  return made;
}

function listDemand(scene: Scene): { type: ArtifactType; count: number }[] {
  const { facts, topic } = scene;
  const have = (type: ArtifactType) => facts.artifacts.filter((artifact) => artifact.type === type).length;
  const demand = (topic?.minimums ?? []).flatMap((minimum) => {
    const type = minimumTypes[minimum.kind];
    const missing = type ? minimum.count - have(type) : 0;
    return type && missing > 0 ? [{ type, count: missing }] : [];
  });
  if (demand.length === 0) {
    const fitting = topic
      ? topicWords.find(
          ([words, type]) => words.test(topic.name) && facts.wanted_artifacts.includes(type),
        )?.[1]
      : undefined;
    const rotated = facts.wanted_artifacts[(facts.round - 1) % Math.max(1, facts.wanted_artifacts.length)];
    const type = fitting ?? (facts.wanted_artifacts.includes('IDEA') && facts.round <= 3 ? 'IDEA' : rotated);
    if (type) demand.push({ type, count: type === 'IDEA' ? 2 : 1 });
  }
  if (isJustSettled(scene) && !demand.some(({ type }) => type === 'ARCH'))
    demand.push({ type: 'ARCH', count: 1 });
  if (
    demand.some(({ type }) => type === 'RISK') &&
    facts.wanted_artifacts.includes('MIT') &&
    !demand.some(({ type }) => type === 'MIT')
  ) {
    demand.push({ type: 'MIT', count: 1 });
  }
  return demand;
}

/** Whether this round's answers settle the way to go, and a document of decisions is wanted that does not have it yet. */
function isJustSettled(scene: Scene): boolean {
  const [first] = scene.plot.ways;
  const wanted = scene.facts.wanted_artifacts.includes('ARCH') && !isTaken(scene, 'ARCH', first.title);
  const named = scene.facts.answers.map(({ position }) => findWay(position, scene.plot.ways));
  return wanted && named.includes(0) && !named.includes(1);
}

/** Seats whose answers took up what this round was about; all of them when none quoted it. */
function listSpeakers(scene: Scene): string[] {
  const marks = scene.criteria.map(quoteCriterion);
  const speaking = scene.facts.answers.filter(({ position }) =>
    marks.some((mark) => position.includes(mark)),
  );
  return (speaking.length > 0 ? speaking : scene.facts.answers).map(({ seat }) => seat);
}

function isTaken(scene: Scene, type: ArtifactType, title: string): boolean {
  return scene.facts.artifacts.some(
    (artifact) => artifact.type === type && isSameText(artifact.title, title),
  );
}
