/** Points of a round that no answer contradicts. Each can be voted on. */
import type { ArtifactType } from '../domain/vocabulary.ts';
import type { RehearsedArtifact } from './artifacts.ts';
import type { Disagreement } from './disagreement.ts';
import type { Scene } from './scene.ts';
import { isAboutDrivers } from './suggestions.ts';
import { endSentence, isSameText, joinWords, quote, raiseFirst, stripMarks } from './text.ts';

/** How a point about artifacts of one type begins. */
const leads: Record<ArtifactType, string> = {
  REQ: 'The first release offers',
  BR: 'These rules hold',
  NFR: 'These qualities get a figure and a test',
  EX: 'This release leaves out',
  ARCH: 'It is decided',
  COMP: 'The parts include',
  INT: 'These interfaces are written down',
  IDEA: 'Worth a trial',
  RISK: 'This risk is kept in view and tried out before the release',
  MIT: 'This is done about the risks',
};

/**
 * At most two points: the first way, once no seat takes the second, and the result of the round as far as the answers show it. Points
 * that were proposed before are left out.
 */
export function findConsensus(
  scene: Scene,
  reading: { met: string[]; dispute: Disagreement; artifacts: readonly RehearsedArtifact[] },
): string[] {
  const { dispute } = reading;
  const points: string[] = [];
  const undisputed =
    dispute.holders[0].length > 0 && dispute.holders[1].length === 0 && dispute.standing.length === 0;
  if (undisputed) points.push(`${scene.scenario.ways[0].title}.`);
  const result = describeResult(scene, reading);
  if (result !== null) points.push(result);
  return points.filter(
    (point) => !scene.facts.proposals.some((proposal) => isSameText(proposal.text, point)),
  );
}

function describeResult(
  scene: Scene,
  { met, artifacts }: { met: string[]; artifacts: readonly RehearsedArtifact[] },
): string | null {
  if (isAboutDrivers(scene)) {
    const named = scene.contextFacts.filter((fact) =>
      scene.facts.answers.some(({ position }) => position.includes(fact.named)),
    );
    if (named.length > 0)
      return `The decision is weighed by ${joinWords(named.slice(0, 4).map((fact) => fact.named))}.`;
  }
  const fresh = artifacts.filter(
    ({ type, title }) => type !== 'MIT' && title !== scene.scenario.ways[0].title,
  );
  const [first] = fresh;
  if (first) {
    const titles = fresh.filter(({ type }) => type === first.type).map(({ title }) => quote(title, 90));
    return `${leads[first.type]}: ${joinWords(titles)}.`;
  }
  const [criterion] = met;
  if (criterion === undefined) return null;
  const spoken = raiseFirst(endSentence(stripMarks(criterion)));
  return scene.topic
    ? `${scene.topic.name}: the answers of this round are enough for “${spoken.replace(/\.$/, '')}”.`
    : `Any choice on ${scene.subject.phrase} has to answer for this: ${spoken}`;
}
