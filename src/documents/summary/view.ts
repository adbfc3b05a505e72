/** The values of the summary's template. */
import type { Session } from '../../domain/session.ts';
import { formatCitations } from '../citations.ts';
import { heading, inline, shown } from '../markdown/text.ts';
import { nameSeat, type Rendering } from '../rendering.ts';
import { listAgreed } from '../session-material.ts';
import type { TemplateValues } from '../template-engine.ts';
import { rankIdeas } from './assemble.ts';
import type { SummaryContent } from './schema.ts';

/** Values of `summary.md`; consensus, conflicts and movements come from the session, never from a draft. */
export function viewSummary(content: SummaryContent, rendering: Rendering): TemplateValues {
  const { session, holds } = rendering;
  const taken = new Map<string, number>();
  return {
    key_points: content.key_points.map(
      (point) => `${shown(point.text)}${formatCitations(point.sources, holds)}`,
    ),
    ideas: rankIdeas(content.ideas).map((idea, index) => {
      const title = heading(idea.title, `Idea ${index + 1}`);
      const count = (taken.get(title.toLowerCase()) ?? 0) + 1;
      taken.set(title.toLowerCase(), count);
      return {
        title: count === 1 ? title : `${title} (${count})`,
        text: `${inline(idea.text)}${formatCitations(idea.sources, holds)}`.trim(),
        feasibility: idea.feasibility === 'unstated' ? 'nobody judged it' : idea.feasibility,
        risks: idea.risks.map((risk) => ({
          text: shown(risk.text),
          mitigation: inline(risk.mitigation) || 'none was named',
        })),
      };
    }),
    pursue: content.pursue.slice(0, 3).map(shown),
    next_steps: content.next_steps.map(shown),
    agreed: listAgreed(session).map(
      (point, index) =>
        `**${shown(session.consensus[index]?.id ?? '')}** ${inline(point.text)}${formatCitations(point.sources, holds)}`,
    ),
    resolved: session.conflicts
      .filter((conflict) => conflict.status === 'resolved')
      .map((conflict) => {
        const by = conflict.resolution_type ?? 'unknown';
        const round = conflict.resolved_in === null ? '' : `, round ${conflict.resolved_in}`;
        return `**${shown(conflict.id)}** ${inline(conflict.description)}: ${inline(conflict.resolution ?? '') || 'no text'} (${by}${round})`;
      }),
    open_conflicts: session.conflicts
      .filter((conflict) => conflict.status === 'open')
      .map((conflict) => `**${shown(conflict.id)}** ${inline(conflict.description)}`),
    movements: session.participants.map((seat) => describeMovement(session, seat.id, rendering)),
  };
}

/** First and last position of a seat, and each change with the argument that caused it. */
function describeMovement(
  session: Session,
  seat: string,
  { holds }: Rendering,
): { seat: string; lines: string[] } {
  const said = session.rounds.flatMap((round) =>
    round.answers
      .filter((answer) => answer.seat === seat)
      .map((answer) => ({ round: round.round, ...answer })),
  );
  const name = nameSeat(session, seat);
  const first = said[0];
  const last = said.at(-1);
  if (first === undefined || last === undefined) return { seat: name, lines: ['Gave no answer'] };
  const quote = (answer: typeof first) =>
    `${shown(answer.position)}${formatCitations([{ round: answer.round, seat }], holds)}`;
  const changes = said
    .filter((answer) => answer.changed === true)
    .map(
      (answer) => `Changed in round ${answer.round}: ${inline(answer.cause ?? '') || 'no argument named'}`,
    );
  if (first.round === last.round) return { seat: name, lines: [`Said once: ${quote(first)}`] };
  const moved = changes.length === 0 ? ['Did not change'] : changes;
  return { seat: name, lines: [`First: ${quote(first)}`, ...moved, `Last: ${quote(last)}`] };
}
