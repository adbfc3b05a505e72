/** A rehearsed seat's whole proposal. */
import type { Session } from '../session/session.ts';
import type { View } from './families.ts';
import type { Point } from './points.ts';
import { quote } from './quote.ts';
import { buildPoint, ways } from './story.ts';

/** The proposal in markdown, from the view of a role. */
export function writeProposal(
  { topic }: Pick<Session, 'topic'>,
  { view, way, points }: { view: View; way: Point; points: readonly Point[] },
): string {
  const unless =
    way === buildPoint
      ? 'A measured load that the present parts cannot carry would change my mind.'
      : 'A trial in which the present parts handle the rare cases would change my mind.';
  return [
    `My answer to ${quote(topic)}: **${way.title}**.`,
    `## How it is today\n\n${view.today}`,
    `## The ways\n\n${ways.map(({ name, meaning }) => `- **${name}**: ${meaning}`).join('\n')}`,
    `## My choice\n\n${way.why} What weighs most for me is ${view.weighs} ${unless}`,
    `## What I would sign besides\n\n${points
      .slice(0, 2)
      .map(({ title, text }) => `- **${title}**: ${text}`)
      .join('\n')}`,
    `## What must not happen\n\n${view.never} I leave out reports and the move of old data.`,
  ].join('\n\n');
}
