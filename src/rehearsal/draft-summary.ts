/** The draft of a summary. */
import type { Artifact } from '../domain/records.ts';
import type { Session } from '../domain/session.ts';
import { type CitedPoint, citeArtifact, listKept, listPoints, type Source } from './citations.ts';
import type { DraftHead } from './draft-head.ts';
import { nameSeat, type Scene } from './scene.ts';
import { endSentence, quote } from './text.ts';

/** One idea. */
interface DraftIdea {
  title: string;
  text: string;
  feasibility: 'high' | 'medium' | 'low' | 'unstated';
  risks: { text: string; mitigation: string }[];
  sources: Source[];
}

/** The content of the document, in the form of its schema. */
export interface SummaryDraft extends DraftHead {
  key_points: CitedPoint[];
  ideas: DraftIdea[];
  pursue: string[];
  next_steps: string[];
}

/** Writes the summary: agreed points, ideas with their risks, and what to do next. */
export function draftSummary(scene: Scene, session: Session, options: { head: DraftHead }): SummaryDraft {
  const risks = listKept(session, ['RISK']);
  const ideas = listKept(session, ['IDEA']).map((idea, index) =>
    describeIdea(session, idea, { risk: risks[index % Math.max(1, risks.length)] }),
  );
  const ranked = [...ideas].sort((left, right) => rankFeasibility(left) - rankFeasibility(right));
  return {
    ...options.head,
    key_points: listPoints(session),
    ideas: ranked,
    pursue: ranked.slice(0, 3).map(({ title }) => title),
    next_steps: listNextSteps(scene, session, ranked[0]?.title ?? null),
  };
}

/** Describes an idea. Trials are highly feasible, turned-around ideas less so; for all others the feasibility is unstated. */
function describeIdea(session: Session, idea: Artifact, options: { risk: Artifact | undefined }): DraftIdea {
  const { risk } = options;
  const answer = risk
    ? listKept(session, ['MIT']).find(
        ({ related_to: related }) => related.includes(risk.title) || related.includes(risk.id),
      )
    : undefined;
  return {
    title: idea.title,
    text: idea.text,
    feasibility: /trial/i.test(idea.title)
      ? 'high'
      : /turned around/i.test(idea.title)
        ? 'medium'
        : 'unstated',
    risks: risk ? [{ text: endSentence(risk.text), mitigation: answer?.text ?? '' }] : [],
    sources: citeArtifact(session, idea),
  };
}

function rankFeasibility(idea: DraftIdea): number {
  return ['high', 'medium', 'low', 'unstated'].indexOf(idea.feasibility);
}

function listNextSteps(scene: Scene, session: Session, firstIdea: string | null): string[] {
  const questions = session.open_questions.filter(({ status }) => status === 'open').slice(0, 3);
  const raisedBy = (seats: string[]) => (seats[0] ? `, raised by ${nameSeat(scene, seats[0])}` : '');
  return [
    ...(firstIdea ? [`Try first: ${quote(firstIdea, 90)}.`] : []),
    ...questions.map(({ text, raised_by: seats }) => `Find out: ${quote(text, 160)}${raisedBy(seats)}.`),
    ...(questions.length === 0 && !firstIdea
      ? ['Put the agreed points into the plan and name somebody for each.']
      : []),
  ];
}
