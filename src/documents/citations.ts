/** Citations: who said something, and in which round. Written as `[R2 qa-lead]`, or `[review qa-lead]`. */
import type { Session } from '../domain/session.ts';
import type { Source } from './lenient-fields.ts';
import { inline } from './markdown/text.ts';

/** Says whether a citation names a round that was held and a seat that spoke in it. */
export type CitationCheck = (source: Source) => boolean;

/**
 * Builds the check for a session. A seat speaks in a round by an answer, a statement, or a stance that carries the
 * round's number; the facilitator and the synthesizer by the round's synthesis; the person also by
 * guidance or a decision.
 */
export function createCitationCheck(session: Session): CitationCheck {
  const spoken = new Set<string>();
  const note = (round: number, seat: string): void => {
    spoken.add(`${round}/${seat}`);
  };
  for (const round of session.rounds) {
    for (const answer of round.answers) note(round.round, answer.seat);
    if (round.synthesis.trim() === '') continue;
    for (const seat of ['facilitator', 'synthesizer', session.facilitator.agent, session.synthesizer.agent]) {
      note(round.round, seat);
    }
  }
  for (const { round, seat } of session.statements) note(round, seat);
  for (const item of session.artifacts) {
    for (const { round, seat, presumed } of item.stances) if (presumed !== true) note(round, seat);
  }
  for (const entry of session.guidance) note(entry.after_round, 'human');
  for (const escalation of session.escalations) {
    if (escalation.answered_by === 'user') note(escalation.round, 'human');
  }
  const held = new Set(session.rounds.map((round) => round.round));
  return (source) => held.has(source.round) && spoken.has(`${source.round}/${source.seat}`);
}

/** Whether a stance is the one that its seat took in the review, and not in the round before it. */
export function isFromReview(
  session: Pick<Session, 'review'>,
  item: Pick<Session['artifacts'][number], 'id' | 'stances'>,
  stance: Session['artifacts'][number]['stances'][number],
): boolean {
  const { review } = session;
  if (review === null || stance.round !== review.after_round) return false;
  const last = item.stances.findLast(({ seat }) => seat === stance.seat);
  return (
    last === stance &&
    review.answers.some(({ seat, stances }) => seat === stance.seat && stances.includes(item.id))
  );
}

/** All citations of a content that do not hold, as `path: round/seat`, in the order of the content. */
export function findUnsupported(content: Record<string, unknown>, session: Session): string[] {
  const holds = createCitationCheck(session);
  const found: string[] = [];
  const walk = (value: unknown, path: string): void => {
    if (Array.isArray(value)) {
      value.forEach((entry, index) => {
        if (path.endsWith('sources') && isSource(entry)) {
          if (!holds(entry)) found.push(`${path}[${index}]: ${entry.round}/${entry.seat}`);
        } else walk(entry, `${path}[${index}]`);
      });
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, entry] of Object.entries(value)) walk(entry, path === '' ? key : `${path}.${key}`);
    }
  };
  walk(content, '');
  return found;
}

/**
 * Citations as markdown, each with a space before it; one that does not hold says so. Repeated ones are left out. With `review`
 * a source is what the seat said in the review, which comes after all rounds.
 */
export function formatCitations(
  sources: readonly (Source & { review?: boolean })[],
  holds: CitationCheck,
): string {
  const marks = sources.map((source) => {
    const name = `${source.review === true ? 'review' : `R${source.round}`} ${inline(source.seat)}`;
    return holds(source) ? ` [${name}]` : ` [${name}: not in this session]`;
  });
  return [...new Set(marks)].join('');
}

function isSource(value: unknown): value is Source {
  if (typeof value !== 'object' || value === null) return false;
  const source = value as Record<string, unknown>;
  return typeof source['round'] === 'number' && typeof source['seat'] === 'string';
}
