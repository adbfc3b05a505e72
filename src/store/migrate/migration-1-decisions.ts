/** Turns people's decisions in a version 1 session into binding items, and marks later agreements on the same matter. */
import { createItem } from '../../domain/create-item.ts';
import type { Item } from '../../domain/records.ts';
import { fillWords, splitWords } from '../../text/words.ts';
import type { Conflict1, Consensus1, Escalation1 } from './version-1.ts';

/** A decision and the conflicts that it settled. */
export interface Decision {
  item: Item;
  conflictIds: string[];
}

/** The answered escalations that settled something, numbered `DEC-001`, … in order; granting more rounds settles nothing. */
export function listDecisions(
  escalations: readonly Escalation1[],
  conflicts: readonly Conflict1[],
): Decision[] {
  const settling = escalations.filter(
    ({ decision, answered_by: by }) => by !== null && (decision === 'own' || decision === 'accept'),
  );
  return settling.map((escalation, index) => {
    const subjects = listSubjects(escalation, conflicts);
    const round = subjects[0]?.resolved_in ?? escalation.round;
    const text = escalation.text ?? subjects[0]?.resolution ?? 'as the facilitator recommended';
    const byUser = escalation.answered_by === 'user';
    const change = byUser ? 'decided by a person' : 'accepted by the policy for unattended runs';
    const item = createItem({
      id: `DEC-${String(index + 1).padStart(3, '0')}`,
      type: 'DEC',
      text,
      round,
      history: [{ round, change: `${change} (${escalation.id})`, text }],
    });
    return {
      item: {
        ...item,
        rationale: subjects.map(({ description }) => description).join('\n') || escalation.reason,
        status: 'agreed',
        decided_by: byUser ? 'user' : 'policy',
      },
      conflictIds: subjects.map(({ id }) => id),
    };
  });
}

/** An escalation without a subject was about all open conflicts: those whose resolution is its decision. */
function listSubjects(escalation: Escalation1, conflicts: readonly Conflict1[]): Conflict1[] {
  return conflicts.filter(({ id, resolution, resolution_type: type }) => {
    if (escalation.subject !== null) return id === escalation.subject;
    return type === escalation.answered_by && resolution === escalation.text && resolution !== null;
  });
}

/** A later agreement that shares this many words with a decision counts as being on the same matter. */
const sharedWords = 3;
/** A word in more than this share of all items is common, and does not identify a matter. */
const commonShare = 1 / 3;
/** With fewer items, no word counts as common. */
const fewestItems = 6;

/**
 * Marks items that were agreed in a later round on the matter of a person's decision. In version 1 the seats were not told of
 * decisions, and nothing records which agreements respect them: the reader of the mark has to compare the two.
 */
export function markLaterAgreements(
  items: readonly Item[],
  { decisions, consensus }: { decisions: readonly Decision[]; consensus: readonly Consensus1[] },
): Item[] {
  const personal = decisions.filter(({ item }) => item.decided_by === 'user');
  if (personal.length === 0) return [...items];
  const wordsOf = new Map(items.map((item) => [item, readSubjectWords(item.text)]));
  const isCommon = (word: string): boolean =>
    items.length >= fewestItems &&
    [...wordsOf.values()].filter((words) => words.has(word)).length > items.length * commonShare;
  return items.map((item) => {
    const ids = [item.id, ...(item.former_ids ?? [])];
    const agreement = consensus.find(({ proposal_id: id }) => id !== null && ids.includes(id));
    if (agreement === undefined) return item;
    const words = [...(wordsOf.get(item) ?? [])].filter((word) => !isCommon(word));
    const related = personal.filter(({ item: decision }) => {
      const decided = readSubjectWords(decision.text);
      return (
        agreement.round > decision.round && words.filter((word) => decided.has(word)).length >= sharedWords
      );
    });
    return related.length === 0 ? item : { ...item, check_against: related.map((one) => one.item.id) };
  });
}

function readSubjectWords(text: string): Set<string> {
  return new Set(
    splitWords(text)
      .filter(({ text: word }) => word.length > 2 && !fillWords.has(word.toLowerCase()))
      .map(({ stem }) => stem),
  );
}
