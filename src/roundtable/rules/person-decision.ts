/** Applies the decision of a person, or of a policy in their place, on an escalation to items and conflicts. */

import { createItem } from '../../domain/create-item.ts';
import type { EscalationDecision } from '../../domain/ports.ts';
import type { Conflict, Escalation, Item } from '../../domain/records.ts';
import type { Session } from '../../domain/session.ts';
import { isTurnedDown } from '../../domain/turned-down.ts';
import { closeConflict } from './conflicts.ts';
import { isAcceptable } from './escalation.ts';
import { readIds, readNamed } from './read-ids.ts';
import { isSameText, nextId } from './same-text.ts';
import { keepBlocks } from './stances.ts';
import { note } from './votes.ts';

/**
 * Applies a decision to the session: the escalation is answered and, unless rounds were granted, its conflict is resolved and
 * the decision becomes an agreed item. Accepting when nothing was recommended changes nothing: the escalation stays pending.
 */
export function answerEscalation(
  session: Session,
  id: string,
  answer: { decision: EscalationDecision; at: string },
): Session {
  const escalation = session.escalations.find((entry) => entry.id === id);
  const { decision } = answer;
  if (!escalation || (decision.decision === 'accept' && !isAcceptable(escalation))) return session;
  const accepted = decision.decision === 'accept' ? escalation.recommendation : null;
  const text = decision.decision === 'own' ? decision.text : accepted;
  const answered: Escalation = {
    ...escalation,
    status: 'answered',
    decision: decision.decision,
    text,
    extra_rounds: decision.decision === 'continue' ? decision.rounds : 0,
    answered_by: decision.by,
    answered_at: answer.at,
    ...(decision.by === 'user' && decision.name !== undefined ? { answered_name: decision.name } : {}),
  };
  const escalations = session.escalations.map((entry) => (entry.id === id ? answered : entry));
  if (text === null) return { ...session, escalations };
  const round = session.rounds.at(-1)?.round ?? escalation.round;
  const subjects = pickSubjects(session, escalation, text);
  const settled = decideItems(session, { text, subjects, by: decision.by, round, reason: escalation.reason });
  const type = decision.by === 'user' ? 'user' : 'policy';
  const conflicts = session.conflicts.map((conflict) =>
    subjects.includes(conflict)
      ? closeConflict(
          { ...conflict, item_ids: [...new Set([...conflict.item_ids, settled.id])] },
          { resolution: text, type, round },
        )
      : conflict,
  );
  return { ...session, escalations, conflicts, artifacts: settled.items, consensus: settled.consensus };
}

/**
 * The open conflicts that a decision settles: the one that was asked about. If the escalation was about all open conflicts, the
 * decision settles those that it names, by id or by one of their items, or all of them if it names none.
 */
function pickSubjects(session: Session, escalation: Escalation, text: string): Conflict[] {
  const open = session.conflicts.filter(({ status }) => status === 'open');
  if (escalation.subject !== null) return open.filter(({ id }) => id === escalation.subject);
  if (escalation.trigger !== 'facilitator') return [];
  const items = readNamed([text], session.artifacts);
  const named = open.filter(
    ({ id, item_ids: ids }) =>
      text.toLowerCase().includes(id.toLowerCase()) || ids.some((item) => items.includes(item)),
  );
  return named.length > 0 ? named : open;
}

/**
 * Makes the decision an agreed item: the item of the conflict that says the same, if there is one, or else a new one. If the
 * decision names exactly one item of the conflict by id, that item is agreed with it; if it names several, they stay as they
 * are. Other open items are replaced. Other agreed items of the conflict are reopened, to be compared with the decision.
 */
function decideItems(
  session: Session,
  decided: {
    text: string;
    subjects: readonly Conflict[];
    by: EscalationDecision['by'];
    round: number;
    reason: string;
  },
): { id: string; items: Item[]; consensus: Session['consensus'] } {
  const { text, round, subjects } = decided;
  const concerned = new Set(subjects.flatMap(({ item_ids: ids }) => ids));
  const same = session.artifacts.find((item) => concerned.has(item.id) && isSameText(item.text, text));
  const named = readNamed(
    [text],
    session.artifacts.filter(({ status }) => status !== 'withdrawn'),
  );
  const chosen = named.filter((one) => concerned.has(one) && !turnsDown(text, one));
  const id = same?.id ?? nextId('DEC', session.artifacts);
  // An item that a person decided stays decided by a person, even if a policy confirms it.
  const by = decided.by === 'user' || same?.decided_by === 'user' ? 'user' : 'policy';
  const change =
    by === 'user'
      ? 'decided by a person'
      : decided.by === 'assistant'
        ? 'decided by an assistant'
        : 'accepted by the policy for unattended runs';
  const decision: Item = same
    ? note(
        { ...same, status: 'agreed', decided_by: by, replaced_by: null, contradicts: [] },
        { round, change, text },
      )
    : createItem({
        id,
        type: 'DEC',
        text,
        rationale: subjects.map(({ description }) => description).join('\n') || decided.reason,
        related_to: named,
        round,
        status: 'agreed',
        decided_by: by,
        history: [{ round, change, text }],
      });
  const items = session.artifacts.map((item): Item => {
    if (item === same) return decision;
    if (!concerned.has(item.id) || item.decided_by === 'user') return item;
    if (chosen.includes(item.id) && item.status !== 'rejected') {
      return chosen.length === 1
        ? note(
            {
              ...item,
              status: 'agreed',
              decided_by: by,
              replaced_by: null,
              contradicts: [],
              related_to: [...new Set([...item.related_to, id])],
              // A condition that the person set appears with the item.
              rationale: [item.rationale, `${id}: ${text}`].filter((part) => part !== '').join('\n'),
            },
            { round, change: `${change} in ${id}`, text: '' },
          )
        : item;
    }
    if (item.status === 'open')
      return note(
        { ...item, status: 'replaced', replaced_by: id },
        { round, change: `replaced by ${id}`, text: '' },
      );
    if (item.status !== 'agreed') return item;
    return note(
      { ...item, status: 'open', decided_by: null, stances: keepBlocks(item) },
      { round, change: `put to the table again after ${id}`, text: '' },
    );
  });
  const agreed = new Set(items.filter(({ status }) => status === 'agreed').map((item) => item.id));
  return {
    id,
    items: same === undefined ? [...items, decision] : items,
    consensus: session.consensus.filter(({ item_id: item }) => item === null || agreed.has(item)),
  };
}

/** Whether a text names an item, in any spelling, only to turn it down: "not DEC-002", "instead of ARCH-008 or ARCH-009". */
export function turnsDown(text: string, id: string): boolean {
  const place = [...text.matchAll(/\p{L}+[\s_‐-―-]*\d+/gu)].find(
    ([spelled]) => readIds(spelled, [id]).length > 0,
  );
  return (
    place !== undefined && isTurnedDown(text, { start: place.index, end: place.index + place[0].length })
  );
}
