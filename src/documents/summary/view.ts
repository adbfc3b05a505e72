/** The values of the summary's template. */
import type { Item } from '../../domain/records.ts';
import type { Session } from '../../domain/session.ts';
import { formatCitations } from '../citations.ts';
import { inline, shown } from '../markdown/text.ts';
import { citeItem, formatItem, leadIn } from '../parts/items.ts';
import { sortItems } from '../parts/standing.ts';
import type { Rendering } from '../rendering.ts';
import { listDrafted, listItems } from '../session-material.ts';
import type { TemplateValues } from '../template-engine.ts';
import { meanGrade, rankIdeas } from './assemble.ts';
import type { SummaryContent } from './schema.ts';

/** Values of `summary.md`; items and their support come from the session, never from a draft. */
export function viewSummary(content: SummaryContent, rendering: Rendering): TemplateValues {
  const { session, holds } = rendering;
  const { decided, agreed, unsettled } = sortItems(session);
  const ideas = rankIdeas(listItems(session, ['IDEA']));
  const format = (items: readonly Item[]) =>
    items.filter(({ type }) => type !== 'IDEA').map((item) => formatItem(item, rendering));
  return {
    key_points: content.key_points.map(
      (point) => `${shown(point.text)}${formatCitations(point.sources, holds)}`,
    ),
    next_steps: content.next_steps.map(shown),
    pursue: content.pursue.slice(0, 3).map((named) => describePursued(named, ideas)),
    ideas: ideas
      .filter(({ judgements }) => judgements.length > 0)
      .map((idea) => describeIdea(idea, rendering)),
    unjudged: ideas
      .filter(({ judgements }) => judgements.length === 0)
      .map((idea) => `**${shown(idea.id)}** ${nameIdea(idea)}`)
      .join('; '),
    drafted_ideas: listDraftedIdeas(session, ideas),
    agreed: format([...decided, ...agreed]),
    unsettled: format(unsettled),
  };
}

function nameIdea(idea: Item): string {
  return `${leadIn(idea)}${shown(idea.text)}`;
}

/** An idea that the draft names by its id, or, in older drafts, by its title. */
function describePursued(named: string, ideas: readonly Item[]): string {
  const key = named.trim().toLowerCase();
  const idea = ideas.find(
    ({ id, title }) => key.includes(id.toLowerCase()) || title.trim().toLowerCase() === key,
  );
  return idea === undefined
    ? shown(named)
    : `**${shown(idea.id)}** ${shown(idea.title.trim() === '' ? idea.text : idea.title)}`;
}

/** An idea with how the seats judged it, and the risks that are tied to it with what answers them. */
function describeIdea(idea: Item, rendering: Rendering): string {
  const { session } = rendering;
  const risks = listItems(session, ['RISK']).filter(({ related_to: to }) => to.includes(idea.id));
  const words = (what: 'value' | 'feasibility'): string => {
    const mean = meanGrade(idea, what) ?? 0;
    return mean >= 1.5 ? 'high' : mean >= 0.5 ? 'medium' : 'low';
  };
  const judged = `value ${words('value')}, feasibility ${words('feasibility')}, as ${idea.judgements.length} of ${session.participants.length} seats judged`;
  return [
    `**${shown(idea.id)}** ${nameIdea(idea)} (${judged})${citeItem(idea, rendering)}`,
    ...risks.map((risk) => {
      const answers = listItems(session, ['MIT']).filter(({ related_to: to }) => to.includes(risk.id));
      const answer =
        answers.length === 0 ? 'nobody named an answer' : answers.map(({ text }) => shown(text)).join('; ');
      return `    * Risk **${shown(risk.id)}** ${shown(risk.text)} – ${answer}`;
    }),
  ].join('\n');
}

/** Ideas that only the draft of an older session names. */
function listDraftedIdeas(session: Session, ideas: readonly Item[]): string[] {
  const known = new Set(
    ideas.flatMap(({ title, text }) => [title, text].map((part) => part.trim().toLowerCase())),
  );
  return listDrafted(session, 'ideas')
    .filter(({ title }) => typeof title === 'string' && !known.has(title.trim().toLowerCase()))
    .map(({ title, text }) =>
      `**${shown(String(title))}** ${typeof text === 'string' ? inline(text) : ''}`.trim(),
    );
}
