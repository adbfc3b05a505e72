/** A decision record from a session alone. */
import type { Session } from '../../domain/session.ts';
import type { Point } from '../draft-fields.ts';
import {
  assembleHead,
  citeSeats,
  describeArtifact,
  findLastSynthesis,
  findPersonsDecision,
  listAgreed,
  listArtifacts,
  listFacts,
  listLatestStances,
  shorten,
} from '../session-material.ts';
import type { AdrContent } from './schema.ts';

/** The option that always exists: change nothing. */
export const keepAsIs = 'Keep things as they are';
const agreedTitle = 'What the panel agreed on';

type Option = AdrContent['options'][number];

/** The content of a decision record when no draft can be had: from results, conflicts and rounds. */
export function assembleAdr(session: Session): AdrContent {
  const { title, summary, recommendation } = assembleHead(session);
  const decision = findPersonsDecision(session);
  const agreed = listAgreed(session);
  const options: Option[] = [];
  if (decision !== null) {
    const sources = citeSeats(session, ['human'], decision.round);
    options.push({ ...option(decision.text), good: [{ text: 'A person decided so', sources }] });
  }
  if (agreed.length === 1) options.push({ ...option(agreed[0]?.text ?? ''), good: agreed });
  else if (agreed.length > 1) {
    options.push({ ...option(agreedTitle), description: 'The agreed points, taken together.', good: agreed });
  }
  const chosen = options[0]?.title ?? keepAsIs;
  options.push(...listAlternatives(session, agreed));
  if (options.length < 2 || chosen === keepAsIs) {
    options.push({
      ...option(keepAsIs),
      description:
        options.length === 1 ? 'Nobody put a second option to the panel; this one always exists.' : '',
    });
  }
  return {
    title,
    summary,
    recommendation,
    context: [
      session.topic,
      session.rounds.find((round) => round.context_summary.trim() !== '')?.context_summary ?? '',
    ]
      .filter((part) => part.trim() !== '')
      .join('\n\n'),
    drivers: listFacts(session).slice(0, 8),
    options,
    chosen,
    reason: explainChoice(session, { decided: decision !== null, agreed: agreed.length }),
    consequences_good: [],
    consequences_bad: listArtifacts(session, ['RISK']).map((risk) => describeArtifact(session, risk)),
    confirmation: '',
    revisit: null,
    supersedes: [],
  };
}

/** Proposals that were not agreed, decisions among the artifacts, and positions in conflicts, each once. */
function listAlternatives(session: Session, agreed: readonly Point[]): Option[] {
  const known = new Set(agreed.map((point) => point.text.trim().toLowerCase()));
  const found: Option[] = [];
  const add = (candidate: Option, text: string): void => {
    const key = text.trim().toLowerCase();
    if (key === '' || known.has(key)) return;
    known.add(key);
    found.push(candidate);
  };
  for (const proposal of session.proposals) {
    if (proposal.status === 'withdrawn' || proposal.status === 'agreed') continue;
    const points = (wanted: readonly string[]): Point[] =>
      listLatestStances(proposal)
        .filter((stance) => wanted.includes(stance.stance) && stance.reason.trim() !== '')
        .map((stance) => ({ text: stance.reason, sources: citeSeats(session, [stance.seat], stance.round) }));
    const candidate = { good: points(['support']), neutral: points(['stand_aside']), bad: points(['block']) };
    add({ ...option(proposal.text), ...candidate }, proposal.text);
  }
  for (const artifact of listArtifacts(session, ['ARCH'])) {
    const rationale = artifact.rationale.trim();
    const sources = citeSeats(session, artifact.proposed_by, artifact.round);
    const good = rationale === '' ? [] : [{ text: rationale, sources }];
    add({ ...option(artifact.title), description: artifact.text, good }, artifact.title);
  }
  for (const conflict of session.conflicts) {
    for (const position of conflict.positions) {
      const sources = citeSeats(session, [position.seat], conflict.opened_in);
      const candidate = { good: [{ text: 'Held by a seat in an open or resolved conflict', sources }] };
      add({ ...option(position.text), ...candidate }, position.text);
    }
  }
  return found.slice(0, 8);
}

function option(text: string): Option {
  const title = shorten(text, 80);
  const plain = text.replace(/\s+/gu, ' ').trim();
  return { title, description: title === plain ? '' : text, good: [], neutral: [], bad: [] };
}

function explainChoice(session: Session, state: { decided: boolean; agreed: number }): string {
  if (state.decided) return 'a person decided so when the question was put to them';
  if (state.agreed > 0) {
    const synthesis = shorten(session.outcome?.recommendation ?? findLastSynthesis(session), 300);
    return synthesis === ''
      ? 'the panel agreed on it by its consensus rule'
      : `the panel agreed on it: ${synthesis}`;
  }
  return 'the panel agreed on no option, and until somebody decides nothing changes';
}
