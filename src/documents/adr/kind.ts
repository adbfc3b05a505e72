/** The decision record: MADR 4.0 (adr.github.io/madr). */
import type { Item } from '../../domain/records.ts';
import type { Session } from '../../domain/session.ts';
import { findUnsupported } from '../citations.ts';
import type { DocumentKind } from '../document-kind.ts';
import { listLatest, sortItems } from '../parts/standing.ts';
import { type AdrContent, adrSchema, type Point } from '../schema.ts';
import {
  assembleHead,
  citeSeats,
  findLastSynthesis,
  findPersonsDecision,
  listFacts,
  shorten,
} from '../session-material.ts';

/** The option that always exists: change nothing. */
export const keepAsIs = 'Keep things as they are';
const agreedTitle = 'What the panel agreed on';

type Option = AdrContent['options'][number];

export const adrKind: DocumentKind = {
  type: 'adr',
  schema: adrSchema,
  brief: [
    'Write a decision record that an engineer would sign. Its items are printed below your "because", word for word with their support: write around them, not over them again.',
    '`title` names the decision, not the question. `context` is the problem in two to five sentences.',
    'Name the options that were really discussed, two at least; "keep things as they are" counts. Give each its weightiest points with who said them, each point once in the whole record; leave a list empty rather than invent.',
    '`chosen` repeats the title of one option. `reason` weighs the drivers against the options; it does not praise.',
    'Drivers are forces of this project, not general virtues. Consequences are what follows, and include what becomes harder.',
    '`confirmation` names a test, review or measurement. `revisit` names a date or an event.',
    'If nothing was agreed, choose the option that stays in force and say so. Do not leave out a minority view because it lost. In all, stay below 700 words.',
  ].join(' '),
  assemble: assembleAdr,
  findUnsupported,
};

function assembleAdr(session: Session): AdrContent {
  const { title, summary, recommendation } = assembleHead(session);
  const decision = findPersonsDecision(session);
  const { agreed } = sortItems(session);
  const options: Option[] = [];
  if (decision !== null) {
    const sources = citeSeats(session, ['human'], decision.round);
    options.push({ ...option(decision.text), good: [{ text: 'a person decided so', sources }] });
  }
  const [first] = agreed;
  if (first !== undefined && agreed.length === 1) options.push(option(first.text));
  else if (agreed.length > 1)
    options.push({ ...option(agreedTitle), description: 'The agreed items, taken together.' });
  const chosen = options[0]?.title ?? keepAsIs;
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
    context: [
      session.topic,
      session.rounds.find((round) => round.context_summary.trim() !== '')?.context_summary ?? '',
    ]
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

/** Items that were not agreed, as options with the reasons of those who spoke to them. */
function listAlternatives(session: Session): Option[] {
  const { contested, rejected } = sortItems(session);
  return [...contested, ...rejected]
    .filter(({ type }) => type !== 'RISK' && type !== 'MIT')
    .slice(0, 5)
    .map((item) => ({
      ...option(item.text),
      good: reasonsOf(session, item, 'support'),
      neutral: reasonsOf(session, item, 'stand_aside'),
      bad: reasonsOf(session, item, 'block'),
    }));
}

function reasonsOf(session: Session, item: Item, wanted: string): Point[] {
  return listLatest(item)
    .filter(({ stance, reason }) => stance === wanted && reason.trim() !== '')
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
