/** Computes the values of the summary's template. */
import * as z from 'zod';
import type { Item } from '../../domain/records.ts';
import type { Session } from '../../domain/session.ts';
import { formatCitations, formatPoint } from '../citations.ts';
import { sources } from '../draft-fields.ts';
import { inline, shown } from '../markdown/text.ts';
import { indent, renderContested } from '../parts/disputes.ts';
import { citeItem, firstSentence, formatItem, leadIn, listNotes } from '../parts/items.ts';
import { placeItem, showSupport, sortItems } from '../parts/standing.ts';
import type { Rendering } from '../rendering.ts';
import { listDrafted, listItems, listUncontested, nestItems, shorten } from '../session-material.ts';
import type { TemplateValues } from '../template-engine.ts';
import { meanGrade, rankIdeas } from './assemble.ts';
import type { SummaryContent } from './schema.ts';

/** The values of `summary.md`; items and their support come from the session, never from a draft. */
export function viewSummary(
  content: SummaryContent,
  rendering: Rendering,
): TemplateValues & { contested: string[] } {
  const { session, holds } = rendering;
  const { decided, agreed, unsettled } = sortItems(session);
  // A contested idea that nobody judged is printed among the contested points, not in the ranking.
  const ideas = rankIdeas(
    listItems(session, ['IDEA']).filter(
      (idea) => idea.judgements.length > 0 || placeItem(idea, session) !== 'contested',
    ),
  );
  const unjudged = ideas
    .filter(({ judgements }) => judgements.length === 0)
    .map((idea) => {
      const votes = showSupport(idea, session);
      return `**${shown(idea.id)}** ${nameIdea(idea)}${votes === '' ? '' : ` (${votes})`}`;
    });
  const judgedIdeas = ideas.filter(({ judgements }) => judgements.length > 0);
  const risks = nestItems(judgedIdeas, listUncontested(session, ['RISK']));
  const answers = nestItems([...risks.values()].flat(), listUncontested(session, ['MIT']));
  const plans = nestItems(judgedIdeas, listUncontested(session, ['POINT']));
  const nested = new Set([...risks.values(), ...answers.values(), ...plans.values()].flat());
  const format = (items: readonly Item[]) =>
    items
      .filter((item) => item.type !== 'IDEA' && !nested.has(item))
      .map((item) => formatItem(item, rendering));
  return {
    key_points: content.key_points.map((point) => formatPoint(point, holds)),
    next_steps: content.next_steps.map(shown),
    pursue: content.pursue.slice(0, 3).map((named) => describePursued(named, ideas, rendering)),
    ideas: judgedIdeas.map((idea) => describeIdea(idea, { rendering, plans, risks, answers })),
    contested: renderContested(rendering, { isElsewhere: (item) => judgedIdeas.includes(item) }),
    // Beside a ranking, unjudged ideas share one line; without a ranking, each has its own.
    unjudged: judgedIdeas.length === 0 ? '' : unjudged.join('; '),
    drafted_ideas: [...(judgedIdeas.length === 0 ? unjudged : []), ...listDraftedIdeas(session, ideas)],
    agreed: format([...decided, ...agreed]),
    unsettled: format(unsettled),
  };
}

function nameIdea(idea: Item): string {
  return `${leadIn(idea)}${shown(idea.text)}`;
}

/** An idea that the draft names by id (older drafts: by title), with the reason to pursue it in its seat's words. */
function describePursued(named: string, ideas: readonly Item[], rendering: Rendering): string {
  const key = named.trim().toLowerCase();
  const idea = ideas.find(
    ({ id, title }) => key.includes(id.toLowerCase()) || title.trim().toLowerCase() === key,
  );
  const name =
    idea === undefined
      ? shown(named)
      : `**${shown(idea.id)}** ${shown(idea.title.trim() === '' ? shorten(idea.text, 80) : idea.title)}`;
  const weights = listDraftedWeights(idea?.title ?? named, rendering);
  const reason = weights.length > 0 ? '' : firstSentence(idea?.rationale ?? '');
  return [`${name}${reason === '' ? '' : `: ${shown(reason)}`}`, ...weights].join('\n');
}

/** Who spoke about an idea and what speaks against it, from the draft of an older session. */
function listDraftedWeights(title: string, { session, holds }: Rendering): string[] {
  const key = title.trim().toLowerCase();
  const drafted = listDrafted(session, 'ideas').find(
    (one) => typeof one['title'] === 'string' && one['title'].trim().toLowerCase() === key,
  );
  const read = draftedWeights.safeParse(drafted);
  if (!read.success) return [];
  const seats = formatCitations(read.data.sources, holds);
  return [
    ...(seats === '' ? [] : [`    * Spoken of by:${seats}`]),
    ...read.data.risks.map(
      ({ text, mitigation }) =>
        `    * Against it: ${shown(text)}${mitigation.trim() === '' ? '' : ` Answer: ${shown(mitigation)}`}`,
    ),
  ];
}

/** Further fields of an idea in version 1 drafts. */
const draftedWeights = z.object({
  sources: sources(),
  risks: z.array(z.object({ text: z.string(), mitigation: z.string().default('') })).default([]),
});

/** What is printed below ideas, and below risks, by the id of the item above. */
interface Below {
  rendering: Rendering;
  plans: Map<string, Item[]>;
  risks: Map<string, Item[]>;
  answers: Map<string, Item[]>;
}

/** An idea with the seats' judgements, plans for it, and its risks with their mitigations. */
function describeIdea(idea: Item, { rendering, plans, risks, answers }: Below): string {
  const { session } = rendering;
  const words = (what: 'value' | 'feasibility'): string => {
    const mean = meanGrade(idea, what) ?? 0;
    return mean >= 1.5 ? 'high' : mean >= 0.5 ? 'medium' : 'low';
  };
  const judged = `value ${words('value')}, feasibility ${words('feasibility')}, as ${idea.judgements.length} of ${session.participants.length} seats judged`;
  const nest = (item: Item): string => indent(indent(formatItem(item, rendering)));
  const votes = showSupport(idea, session);
  return [
    `**${shown(idea.id)}** ${nameIdea(idea)} (${judged}${votes === '' ? '' : `; ${votes}`})${citeItem(idea, rendering)}`,
    ...listNotes(idea, rendering).map((note) => `    * ${note}`),
    ...(plans.get(idea.id) ?? []).map(nest),
    ...(risks.get(idea.id) ?? []).flatMap((risk) => [
      nest(risk),
      ...(answers.get(risk.id) ?? []).map((answer) => indent(nest(answer))),
    ]),
  ].join('\n');
}

/** Ideas that exist only in the draft of an older session. */
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
