/** The summary: for a brainstorm the ranked ideas, otherwise what was found and what comes next. */
import type { Session } from '../../domain/session.ts';
import { assembleRisks } from '../architecture/kind.ts';
import { findUnsupported } from '../citations.ts';
import type { DocumentKind } from '../document-kind.ts';
import { feasibilities, type SummaryContent, summarySchema } from '../schema.ts';
import { assembleHead, citeSeats, listAgreed, listArtifacts } from '../session-material.ts';

type Idea = SummaryContent['ideas'][number];

export const summaryKind: DocumentKind = {
  type: 'summary',
  schema: summarySchema,
  brief: [
    'Write the summary for somebody who was not there and has two minutes.',
    'Key points are findings, each with who said it, most important first; not a report of who spoke when.',
    'For a brainstorm: take up every idea that was not withdrawn, say how feasible it is as the panel judged it, with its risks and what was named against them, and name the three to pursue. Otherwise leave ideas and pursue empty.',
    'Next steps are things somebody can start tomorrow, with a name where one was said.',
    'Do not smooth over conflicts, and do not add opinions that nobody held.',
  ].join(' '),
  assemble: assembleSummary,
  findUnsupported,
};

function assembleSummary(session: Session): SummaryContent {
  const head = assembleHead(session);
  const ideas = listArtifacts(session, ['IDEA']).map((artifact) => ({
    title: artifact.title.trim() === '' ? artifact.id : artifact.title,
    text: artifact.text,
    feasibility: 'unstated' as const,
    risks: assembleRisks(session, artifact.id).map(({ text, mitigation }) => ({ text, mitigation })),
    sources: citeSeats(session, artifact.proposed_by, artifact.round),
  }));
  return {
    ...head,
    summary: head.summary.trim() === '' ? 'The session holds no synthesis yet.' : head.summary,
    key_points: listAgreed(session),
    ideas,
    pursue: chooseIdeas(session, ideas),
    next_steps: [],
  };
}

/** Ideas that an agreed point names; where there is none, those that most seats stand behind. At most three. */
function chooseIdeas(session: Session, ideas: readonly Idea[]): string[] {
  const agreed = session.consensus.map((entry) => entry.text.toLowerCase());
  const named = ideas.filter((idea) => agreed.some((text) => text.includes(idea.title.trim().toLowerCase())));
  const ranked = named.length > 0 ? named : [...ideas].sort((a, b) => b.sources.length - a.sources.length);
  return ranked.slice(0, 3).map((idea) => idea.title);
}

/** Most feasible first; ideas of the same feasibility keep their order. */
export function rankIdeas(ideas: readonly Idea[]): Idea[] {
  const rank = (idea: Idea) => feasibilities.indexOf(idea.feasibility);
  return [...ideas].sort((a, b) => rank(a) - rank(b));
}
