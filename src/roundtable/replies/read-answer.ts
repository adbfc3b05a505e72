/** Converts a participant's reply to the form of the record: maps names back, reads ids, accepts older forms. */
import type { Evidence, Item } from '../../domain/records.ts';
import type { FullAnswer } from '../../domain/round.ts';
import type { Naming } from '../prompts/seat-names.ts';
import { readPriority } from '../rules/new-item.ts';
import { readId, readIds } from '../rules/read-ids.ts';
import { keepsStances, readStances } from '../rules/stances.ts';
import type { AnswerReply, ReviewReply } from './replies.ts';

/** A statement as a reply gives it. */
export type StatementReply = AnswerReply['statements'][number] & { priority?: string | null };

/**
 * The answer of a seat. Its statements have no ids yet: they are numbered in table order when all seats have answered. A
 * reply without statements (an older form, or plain text) counts as one statement.
 */
export function readAnswer(
  reply: AnswerReply,
  options: {
    seat: { id: string; role: string };
    position: string;
    isFirst: boolean;
    items: readonly Item[];
    naming: Naming;
  },
): { answer: FullAnswer; changed: boolean | null; unreadStances: string[] } {
  const { items, naming, isFirst } = options;
  const read = (text: string): string => naming.readText(text);
  const position = read(options.position);
  const drafts =
    reply.statements.length > 0
      ? reply.statements
      : [{ text: options.position, why: (reply.rationale ?? []).join(' '), verify: '', replaces: [] }];
  const { stances, unread } = readStances(reply.stances ?? [], items.filter(keepsStances));
  const cause = isFirst || reply.changed_because === null ? null : read(reply.changed_because);
  return {
    answer: {
      id: options.seat.id,
      role: options.seat.role,
      position,
      statements: readStatements(drafts, naming),
      concerns: reply.concerns.map(read),
      confidence: reply.confidence,
      facts: reply.facts.map((fact) =>
        typeof fact === 'string'
          ? { text: read(fact), evidence: [] }
          : { text: read(fact.text), evidence: fact.evidence.map(placeUnchecked) },
      ),
      assumptions: reply.assumptions.map(read),
      questions: reply.questions.map(read),
      context_challenge: reply.context_challenge === null ? null : read(reply.context_challenge),
      changed_because: cause,
      stances: stances.map((stance) => ({ ...stance, reason: read(stance.reason) })),
      judgements: readJudgements(reply.judgements ?? [], items),
    },
    changed: isFirst ? null : (reply.changed ?? cause !== null),
    unreadStances: unread,
  };
}

/** Reads statements: maps names back; ids are assigned later. */
export function readStatements(drafts: readonly StatementReply[], naming: Naming): FullAnswer['statements'] {
  return drafts.map(({ text, why, verify, replaces, priority = null, evidence = [] }) => {
    const read = readPriority(priority);
    return {
      id: '',
      text: naming.readText(text),
      why: naming.readText(why),
      verify: naming.readText(verify),
      replaces,
      ...(read === null ? {} : { priority: read }),
      ...(evidence.length === 0 ? {} : { evidence: evidence.map(placeUnchecked) }),
    };
  });
}

function placeUnchecked(place: { path: string; line: number | null; quote: string }): Evidence {
  return { ...place, commit: null, found: null };
}

/** Converts what a review says cannot both hold to statements, with the pair of ids if it names two live items. */
export function readClashes(
  drafts: ReviewReply['cannot_both_hold'],
  items: readonly Item[],
  naming: Naming,
): FullAnswer['statements'] {
  const live = items.flatMap(({ id, status }) => (status === 'open' || status === 'agreed' ? [id] : []));
  return drafts.map(({ items: named, why }) => {
    const [one, other, ...more] = readIds(named.join(', '), live);
    const clash = one === undefined || other === undefined || more.length > 0 ? [] : [one, other];
    return {
      id: '',
      // The ids are included so that the text can be understood on its own.
      text: `${(clash.length > 0 ? clash : named).join(', ')}: ${naming.readText(why)}`,
      why: '',
      verify: '',
      replaces: [],
      ...(clash.length > 0 ? { clash } : {}),
    };
  });
}

/** Judgements on ideas that exist; a judgement on anything else is dropped. */
export function readJudgements(
  drafts: NonNullable<ReviewReply['judgements']>,
  items: readonly Item[],
): FullAnswer['judgements'] {
  const ideas = items.filter(({ type }) => type === 'IDEA').map(({ id }) => id);
  return drafts.flatMap(({ item_id: name, value, feasibility }) => {
    const id = readId(name, ideas);
    return id === null ? [] : [{ item_id: id, value, feasibility }];
  });
}

/** Why a reply's stances cannot be used, worded for the seat that is asked again; null if they can. */
export function findStanceProblem(
  stances: NonNullable<AnswerReply['stances']>,
  items: readonly Item[],
): string | null {
  const open = items.filter(keepsStances);
  const { unread } = readStances(stances, open);
  if (unread.length === 0) return null;
  const ids = open.map(({ id }) => id).join(', ') || 'none';
  return `stances: ${unread.map((text) => `"${text}"`).join(', ')} names no item that is open to a stance, or no stance. The items are ${ids}; a stance is support, stand_aside or block`;
}
