/** A summary from a session alone. */
import type { Session } from '../../domain/session.ts';
import { assembleRisks } from '../architecture/assemble.ts';
import { assembleHead, citeSeats, listAgreed, listArtifacts } from '../session-material.ts';
import { feasibilities, type SummaryContent } from './schema.ts';

type Idea = SummaryContent['ideas'][number];

/** The content of a summary when no draft can be had. */
export function assembleSummary(session: Session): SummaryContent {
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
