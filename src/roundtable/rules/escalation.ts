/** When a person has to decide, and what their decision does to the session. */

import type { EscalationDecision } from '../../domain/ports.ts';
import type { Conflict, Escalation, EscalationTrigger, Item, Participant } from '../../domain/records.ts';
import type { Round } from '../../domain/round.ts';
import type { Session } from '../../domain/session.ts';
import { closeConflict } from './conflicts.ts';
import { readIds } from './read-ids.ts';
import { escapePattern, isSameText, nextId } from './same-text.ts';
import { keepBlocks } from './stances.ts';
import { note } from './votes.ts';

/** Why an escalation is due: each cause (trigger and conflict) escalates once, and again after granted rounds are over. */
export interface EscalationCause {
  trigger: EscalationTrigger;
  /** A conflict's id, or null. */
  subject: string | null;
  reason: string;
}

/** Rounds after which both sides of a conflict have answered each other: the one that opened it, and the next. */
const answeredOnce = 2;

/**
 * All causes that are due after a round, the facilitator's own request first. `forSides`: the seats argued for assigned
 * sides in this round, so that their confidence says nothing about what they think.
 */
export function findEscalationCauses(
  session: Session,
  round: Round,
  { forSides }: { forSides: boolean },
): EscalationCause[] {
  const { escalation, min_rounds: minRounds } = session.settings;
  if (!escalation.enabled) return [];
  const open = session.conflicts.filter(({ status }) => status === 'open');
  const causes: EscalationCause[] = [];
  if (round.proposed_action === 'escalate') {
    causes.push({
      trigger: 'facilitator',
      subject: open.length === 1 ? (open[0]?.id ?? null) : null,
      reason: round.escalation_reason ?? 'the facilitator asks for a decision',
    });
  }
  for (const conflict of open) {
    const keyword = findKeyword(conflict, escalation.critical_keywords, session.participants);
    const age = ageOf(conflict, session, round.round);
    if (age >= escalation.max_rounds_per_conflict) {
      causes.push({
        trigger: 'conflict-age',
        subject: conflict.id,
        reason: `"${conflict.description}" is still open after ${age} ${age === 1 ? 'round' : 'rounds'}`,
      });
    }
    // A person is asked once the sides have had the chance to settle it themselves.
    if (keyword !== null && round.round - conflict.opened_in + 1 >= answeredOnce) {
      causes.push({
        trigger: 'critical-keyword',
        subject: conflict.id,
        reason: `the open conflict "${conflict.description}" touches "${keyword}"`,
      });
    }
  }
  const mean = meanConfidence(round);
  if (!forSides && round.round >= minRounds && mean !== null && mean < escalation.confidence_below) {
    causes.push({
      trigger: 'low-confidence',
      subject: null,
      reason: `the seats are unsure: their mean confidence of ${mean.toFixed(2)} is below ${escalation.confidence_below}`,
    });
  }
  const due = causes.filter((cause) => isDue(cause, session.escalations, round.round));
  // One question about one conflict is enough: the first trigger speaks for the others, and the facilitator's for all
  // open conflicts when it names none.
  const coversAll = due.some(({ trigger, subject }) => trigger === 'facilitator' && subject === null);
  return due.filter((cause, index) =>
    cause.subject === null
      ? true
      : !coversAll && due.findIndex(({ subject }) => subject === cause.subject) === index,
  );
}

/** The mean of the stated confidences of a round; null when no seat stated one. */
export function meanConfidence(round: Pick<Round, 'answers'>): number | null {
  const stated = round.answers.map(({ confidence }) => confidence).filter((value) => value !== null);
  return stated.length === 0 ? null : stated.reduce((sum, value) => sum + value, 0) / stated.length;
}

/** A keyword that stands as a word in the conflict's text, in any case; null when none does. */
export function findKeyword(
  conflict: Pick<Conflict, 'description' | 'positions'>,
  keywords: readonly string[],
  participants: readonly Pick<Participant, 'id' | 'role'>[] = [],
): string | null {
  const whole = [conflict.description, ...conflict.positions.map((position) => position.text)].join('\n');
  // That the security champion is named in a conflict does not make it one about security.
  const text = participants
    .flatMap(({ id, role }) => [id, role])
    .filter((name) => /[\s-]/.test(name))
    .reduce((rest, name) => rest.replace(new RegExp(escapePattern(name), 'giu'), ' '), whole);
  return (
    keywords.find((keyword) => {
      const words = escapePattern(keyword.trim());
      return words !== '' && new RegExp(`(?<![\\p{L}\\p{N}])${words}(?![\\p{L}\\p{N}])`, 'iu').test(text);
    }) ?? null
  );
}

/** Rounds a conflict has been open; rounds granted by a decision start the count anew. */
function ageOf(conflict: Conflict, session: Session, round: number): number {
  const granted = session.escalations
    .filter(({ subject, decision }) => subject === conflict.id && decision === 'continue')
    .map((escalation) => escalation.round + 1);
  return round - Math.max(conflict.opened_in, ...granted) + 1;
}

/** Rounds granted for a conflict hold for every trigger: a decision to go on is not asked about the round after. */
function isDue(cause: EscalationCause, escalations: readonly Escalation[], round: number): boolean {
  const isOver = ({ decision, round: asked, extra_rounds: extra }: Escalation): boolean =>
    decision === 'continue' && round >= asked + Math.max(1, extra);
  return escalations.every((escalation) => {
    if (escalation.subject !== cause.subject) return true;
    const isSame = escalation.trigger === cause.trigger;
    const holds = isSame || (cause.subject !== null && escalation.decision === 'continue');
    return !holds || isOver(escalation);
  });
}

/** Writes a due cause into the session as a pending escalation. */
export function raiseEscalation(session: Session, cause: EscalationCause, round: Round): Escalation {
  const subjects = session.conflicts.filter(
    ({ id, status }) => status === 'open' && (cause.subject === null || id === cause.subject),
  );
  const positions = subjects.flatMap((conflict) => conflict.positions);
  return {
    id: nextId('E', session.escalations),
    round: round.round,
    trigger: cause.trigger,
    subject: cause.subject,
    reason: cause.reason,
    positions:
      positions.length > 0
        ? positions
        : round.answers.map(({ seat, position }) => ({ seat, text: position, round: round.round })),
    recommendation: (subjects.length === 1 ? subjects[0]?.recommendation : null) ?? round.recommendation,
    status: 'pending',
    decision: null,
    text: null,
    extra_rounds: 0,
    answered_by: null,
    answered_at: null,
  };
}

/** Whether there is a recommendation to accept. */
export function isAcceptable({ recommendation }: Pick<Escalation, 'recommendation'>): boolean {
  return recommendation !== null && recommendation.trim() !== '';
}

/**
 * Carries a decision into the session: the escalation is answered, and unless rounds were granted its conflict is resolved
 * and the decision is an item that binds. Accepting where nothing was recommended decides nothing: it stays pending.
 */
export function answerEscalation(
  session: Session,
  id: string,
  answer: { decision: EscalationDecision; at: string },
): Session {
  const escalation = session.escalations.find((entry) => entry.id === id);
  const { decision } = answer;
  if (!escalation || (decision.decision === 'accept' && !isAcceptable(escalation))) return session;
  const text =
    decision.decision === 'own'
      ? decision.text
      : decision.decision === 'accept'
        ? escalation.recommendation
        : null;
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
 * The open conflicts that a decision settles: the one that was asked about. Where several were, those that the decision
 * names, by their own id or one of their items; the others stay open. Naming none, it answers all of them.
 */
function pickSubjects(session: Session, escalation: Escalation, text: string): Conflict[] {
  const open = session.conflicts.filter(({ status }) => status === 'open');
  if (escalation.subject !== null) return open.filter(({ id }) => id === escalation.subject);
  if (escalation.trigger !== 'facilitator') return [];
  const items = readIds(
    text,
    session.artifacts.map(({ id }) => id),
  );
  const named = open.filter(
    ({ id, item_ids: ids }) =>
      text.toLowerCase().includes(id.toLowerCase()) || ids.some((item) => items.includes(item)),
  );
  return named.length > 0 ? named : open;
}

/**
 * Makes the decision an agreed item. Where an item of the conflict says the very same, it is that one. An open item of the
 * conflict that the decision names by its id holds with it when it is the only one, and else stays to be voted on; the
 * other open items give way. What was agreed on the conflict before is put to the table again, to be held against it.
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
  const named = readIds(
    text,
    session.artifacts.filter(({ status }) => status !== 'withdrawn').map((item) => item.id),
  );
  const chosen = named.filter((one) => concerned.has(one) && !isTurnedDown(text, one));
  const id = same?.id ?? nextId('DEC', session.artifacts);
  // What a person decided stays theirs, whoever says the same again.
  const by = decided.by === 'user' || same?.decided_by === 'user' ? 'user' : 'policy';
  const change = by === 'user' ? 'decided by a person' : 'accepted by the policy for unattended runs';
  const decision: Item = same
    ? note(
        { ...same, status: 'agreed', decided_by: by, replaced_by: null, contradicts: [] },
        { round, change, text },
      )
    : {
        id,
        type: 'DEC',
        title: '',
        text,
        rationale: subjects.map(({ description }) => description).join('\n') || decided.reason,
        priority: null,
        acceptance: [],
        related_to: named,
        topic_id: null,
        round,
        worded_in: round,
        from: [],
        proposed_by: [],
        status: 'agreed',
        replaces: [],
        replaced_by: null,
        decided_by: by,
        stances: [],
        judgements: [],
        raised_in: 'round',
        contradicts: [],
        history: [{ round, change, text }],
      };
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
              // A condition that the person set is read where the item is.
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
      {
        ...item,
        status: 'open',
        decided_by: null,
        stances: keepBlocks(item),
      },
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

/** Whether a text names an item only to turn it down: "not DEC-002", "instead of ARCH-008 or ARCH-009". */
function isTurnedDown(text: string, id: string): boolean {
  // Up to where the text first names it, in whatever spelling.
  const place = [...text.matchAll(/\p{L}+[\s_‐-―-]*\d+/gu)].find(
    ([spelled]) => readIds(spelled, [id]).length > 0,
  );
  const before = text.slice(0, place?.index ?? 0);
  return /\b(?:not|no|never|against|without|reject\w*|drop\w*|instead of|rather than|over)(?:\s+[\p{L}-]+){0,2}(?:\s+\p{L}+-?\d+(?:\s*,|\s+(?:or|nor|and)))*\s*$/iu.test(
    before,
  );
}

/** Rounds beyond `max_rounds`: those that a person granted, and one for guidance after the last round. A policy grants none. */
export function countGrantedRounds(session: Pick<Session, 'escalations' | 'guidance'>): number {
  const granted = session.escalations
    .filter(({ answered_by: by, decision }) => by !== 'policy' && decision === 'continue')
    .reduce((sum, { extra_rounds: extra }) => sum + extra, 0);
  return granted + session.guidance.filter(({ grants_round: grants }) => grants === true).length;
}

/** The conflicts that the rounds granted after a round were granted for. */
export function listGrantedConflicts(session: Session, round: number): Conflict[] {
  const subjects = session.escalations
    .filter(
      ({ decision, round: asked, extra_rounds: extra }) =>
        decision === 'continue' && asked <= round && round < asked + Math.max(1, extra),
    )
    .map(({ subject }) => subject);
  return session.conflicts.filter(({ id, status }) => status === 'open' && subjects.includes(id));
}
