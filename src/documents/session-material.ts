/** What a session holds that documents are assembled from, read without a model. */
import type { Artifact, Proposal } from '../domain/records.ts';
import type { Session } from '../domain/session.ts';
import type { ArtifactType } from '../domain/vocabulary.ts';
import { createCitationCheck } from './citations.ts';
import type { Point } from './draft-fields.ts';
import type { Source } from './lenient-fields.ts';

/** Artifacts of some types that were not withdrawn, in the order of the session. */
export function listArtifacts(session: Session, types: readonly ArtifactType[]): Artifact[] {
  return session.artifacts.filter(
    (artifact) => types.includes(artifact.type) && artifact.status !== 'withdrawn',
  );
}

/** Citations for seats in a round; only those that hold. */
export function citeSeats(session: Session, seats: readonly string[], round: number): Source[] {
  const holds = createCitationCheck(session);
  return [...new Set(seats)].map((seat) => ({ round, seat })).filter(holds);
}

/** An artifact as a point: its title, then its text where that says more. */
export function describeArtifact(session: Session, artifact: Artifact): Point {
  const title = artifact.title.trim();
  const text = artifact.text.trim();
  const both = text === '' || text === title ? title : title === '' ? text : `${title}: ${text}`;
  return { text: both, sources: citeSeats(session, artifact.proposed_by, artifact.round) };
}

/** What the panel agreed on. */
export function listAgreed(session: Session): Point[] {
  return session.consensus.map((entry) => ({
    text: entry.text,
    sources: citeSeats(session, entry.supported_by, entry.round),
  }));
}

/** The facts that seats brought in, each once, with everybody who said it. */
export function listFacts(session: Session): Point[] {
  const facts = new Map<string, Point>();
  for (const round of session.rounds) {
    for (const fact of round.facts) {
      const key = fact.text.trim().toLowerCase();
      if (key === '') continue;
      const known = facts.get(key) ?? { text: fact.text, sources: [] };
      known.sources.push(...citeSeats(session, [fact.seat], round.round));
      facts.set(key, known);
    }
  }
  return [...facts.values()];
}

/** The latest stance of each seat on a proposal, in the order in which seats first spoke. */
export function listLatestStances(proposal: Proposal): Proposal['stances'] {
  const latest = new Map<string, Proposal['stances'][number]>();
  for (const stance of proposal.stances) {
    const known = latest.get(stance.seat);
    if (known === undefined || stance.round >= known.round) latest.set(stance.seat, stance);
  }
  return [...latest.values()];
}

/** What a person decided last, as text, or null; `accept` stands for the recommendation. */
export function findPersonsDecision(session: Session): { text: string; round: number } | null {
  const decided = session.escalations.filter(
    (escalation) =>
      escalation.status === 'answered' &&
      escalation.answered_by === 'user' &&
      (escalation.decision === 'own' || escalation.decision === 'accept'),
  );
  const last = decided.at(-1);
  if (last === undefined) return null;
  const text = last.decision === 'own' ? last.text : (last.recommendation ?? last.text);
  return text === null || text.trim() === '' ? null : { text, round: last.round };
}

/** The synthesis of the last round that has one, or the empty text. */
export function findLastSynthesis(session: Session): string {
  return session.rounds.findLast((round) => round.synthesis.trim() !== '')?.synthesis ?? '';
}

/** The first sentence or line of a text, at most `length` characters, cut at a word. */
export function shorten(text: string, length: number): string {
  const line = text.replace(/\s+/gu, ' ').trim();
  const sentence = /^.{3,}?[.!?](?= |$)/u.exec(line)?.[0] ?? line;
  if (sentence.length <= length) return sentence;
  const cut = sentence.slice(0, length);
  const end = Math.max(cut.lastIndexOf(' '), Math.floor(length / 2));
  return `${cut
    .slice(0, end)
    .replace(/\p{Surrogate}/gu, '')
    .trimEnd()}…`;
}

/** The parts of the head that every assembled content shares. */
export function assembleHead(session: Session): {
  title: string;
  summary: string;
  recommendation: string | null;
} {
  const outcome = session.outcome;
  return {
    title: shorten(session.topic, 120),
    summary: outcome === null || outcome.summary.trim() === '' ? findLastSynthesis(session) : outcome.summary,
    recommendation: outcome?.recommendation ?? session.rounds.at(-1)?.recommendation ?? null,
  };
}
