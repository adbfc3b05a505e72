/** The artifacts of a rehearsed round: what the answers put forward, and the way they settle on. */
import type { ArtifactType } from '../domain/vocabulary.ts';
import type { Idea } from './artifact-designs.ts';
import { describeMitigation, listDecisions } from './artifact-designs.ts';
import { listIdeas } from './artifact-texts.ts';
import { findWay, type Scene } from './scene.ts';
import { findSupporters, isTaken } from './suggestions.ts';
import { isSameText } from './text.ts';

/** An artifact in the form that a synthesis returns. */
export interface RehearsedArtifact extends Idea {
  id: 'new';
  type: ArtifactType;
  topic_id: string | null;
  proposed_by: string[];
  withdrawn: null;
}

const collected: readonly ArtifactType[] = ['REQ', 'BR', 'NFR', 'EX', 'ARCH', 'COMP', 'INT', 'IDEA', 'RISK'];

/** Collects every new artifact that an answer puts forward; a risk comes with its mitigation. */
export function collectArtifacts(scene: Scene): RehearsedArtifact[] {
  const made: RehearsedArtifact[] = [];
  const add = (type: ArtifactType, idea: Idea, seats: string[]) => {
    if (isTaken(scene, type, idea.title)) return;
    if (made.some((artifact) => artifact.type === type && isSameText(artifact.title, idea.title))) return;
    made.push({
      id: 'new',
      type,
      ...idea,
      topic_id: scene.topic?.id ?? null,
      proposed_by: seats,
      withdrawn: null,
    });
  };
  for (const type of collected) {
    for (const idea of listIdeas(scene, type)) {
      const seats = findSupporters(scene, type, idea.title);
      if (seats.length === 0) continue;
      add(type, idea, seats);
      if (type === 'RISK') add('MIT', describeMitigation(idea), seats);
    }
  }
  const settled = listSettlers(scene);
  const decision = listDecisions(scene)[0];
  if (decision && settled.length > 0 && scene.facts.wanted_artifacts.includes('ARCH'))
    add('ARCH', decision, settled);
  return made;
}

/** The seats that take the first way, if no seat takes the second one in this round. */
function listSettlers(scene: Scene): string[] {
  const named = scene.facts.answers.map(({ seat, position }) => ({
    seat,
    way: findWay(position, scene.scenario.ways),
  }));
  return named.some(({ way }) => way === 1)
    ? []
    : named.filter(({ way }) => way === 0).map(({ seat }) => seat);
}
