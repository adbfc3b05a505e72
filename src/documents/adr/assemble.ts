/** Builds a decision record from the session alone. */
import type { Item } from '../../domain/records.ts';
import type { Session } from '../../domain/session.ts';
import type { Point } from '../draft-fields.ts';
import { listLatest, sortItems } from '../parts/standing.ts';
import {
  assembleHead,
  citeSeats,
  findLastSynthesis,
  findPersonsDecision,
  listFacts,
  shorten,
} from '../session-material.ts';
import type { AdrContent } from './schema.ts';

/** The option that always exists: change nothing. */
export const keepAsIs = 'Keep things as they are';
const agreedTitle = 'What the panel agreed on';

type Option = AdrContent['options'][number];

/** The content when there is no draft, built from decisions, items and rounds. */
export function assembleAdr(session: Session): AdrContent {
  const { title, summary, recommendation } = assembleHead(session);
  const decision = findPersonsDecision(session);
  const { agreed } = sortItems(session);
  const options: Option[] = [];
  if (decision !== null) {
    const sources = citeSeats(session, ['human'], decision.round);
    const item = session.artifacts.find(({ text }) => text.trim() === decision.text.trim());
    const description = item === undefined ? {} : { description: referTo(item) };
    options.push({
      ...option(decision.text),
      ...description,
      good: [{ text: 'a person decided so', sources }],
    });
  }
  const [first] = agreed;
  if (first !== undefined && agreed.length === 1) options.push(option(first.text));
  else if (agreed.length > 1)
    options.push({ ...option(agreedTitle), description: 'The agreed items, taken together.' });
  const chosen = options[0]?.title ?? keepAsIs;
  const situation =
    session.rounds.find((round) => round.context_summary.trim() !== '')?.context_summary ?? '';
  options.push(...listAlternatives(session));
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
    // The title already is the topic, unless the topic was too long for a title.
    context: [situation !== '' && title === session.topic.trim() ? '' : session.topic, situation]
      .filter((part) => part.trim() !== '')
      .join('\n\n'),
    drivers: listFacts(session).slice(0, 5),
    options,
    chosen,
    reason: explainChoice(session, { decided: decision !== null, agreed: agreed.length }),
    consequences_good: [],
    consequences_bad: [],
    confirmation: '',
    revisit: null,
    supersedes: [],
  };
}

/** Items that were not agreed, as options. Their wording and the objections to them are printed in the contested section. */
function listAlternatives(session: Session): Option[] {
  const { contested, rejected } = sortItems(session);
  return [...contested, ...rejected]
    .filter(({ type }) => type !== 'RISK' && type !== 'MIT')
    .slice(0, 5)
    .map((item) => ({
      ...option(item.text),
      description: referTo(item),
      good: listSupport(session, item),
    }));
}

function referTo({ id }: Item): string {
  return `See ${id} for its wording and for who does not support it.`;
}

/** The reasons of the seats that support an item; no other part prints them. */
function listSupport(session: Session, item: Item): Point[] {
  return listLatest(item)
    .filter(({ stance, reason }) => stance === 'support' && reason.trim() !== '')
    .map(({ reason, seat, round }) => ({ text: reason, sources: citeSeats(session, [seat], round) }));
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
    return synthesis === '' ? 'the panel agreed on it by count' : `the panel agreed on it: ${synthesis}`;
  }
  return 'the panel agreed on no option, and until somebody decides nothing changes';
}
