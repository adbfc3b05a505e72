/**
 * Takes a session back to an earlier round: what later rounds brought is removed from its head, and a resume brings it again. What
 * belongs to a round is told by the names of fields, so that this file need not change with each record of a session.
 */
import { isMapping } from '../../session/is-mapping.ts';
import { noUsage } from '../../session/records.ts';
import type { Round } from '../../session/round.ts';
import { sumUsages } from '../../session/rules/usage.ts';
import type { Session } from '../../session/session.ts';
import type { HeadOfSession } from '../session/session-text.ts';

/** Fields that say in which round an entry was made. */
const roundKeys = ['round', 'opened_in', 'after_round'];

/** Lists that are made after the last round: an entry without a round is made anew with it. */
const madeFromAll = ['artifacts', 'consensus', 'amendments'];

/** What is made after the last round. */
const noEnd = { outcome: null, review: null, text: null };

/** How an entry stands again of which a later round told something. */
const undecided = {
  status: 'open',
  resolution: null,
  resolution_type: null,
  resolved_in: null,
  decided_by: null,
  replaced_by: null,
};

/** A session with the given rounds and a head without traces of later ones. It can be resumed from there. */
export function trimSession(head: HeadOfSession, { rounds, now }: { rounds: Round[]; now: Date }): Session {
  const ended = head.status === 'completed';
  // The calls of an interrupted round are in the journal, and are counted when the round is resumed.
  const { open_calls: _calls, completion_usage_by_seat: _usage, ...rest } = head;
  return {
    ...rest,
    ...trimLists(rest, rounds.length),
    ...replaceKnown(noEnd, rest),
    // Where a statement goes is said by the text, which is made anew.
    statements: keepStatements(rest.statements, rounds.length),
    ...(ended ? { status: 'paused', pause_reason: 'person', paused_at: now.toISOString() } : {}),
    completed_at: null,
    // Neither says in which round it was named: the first round names the language and the first ways.
    ...(rounds.length === 0 ? { language: null, ways: [] } : {}),
    current_phase: rounds.at(-1)?.phase ?? head.current_phase,
    total_rounds: rounds.length,
    total_turns: rounds.reduce((sum, { answers }) => sum + answers.length, 0),
    turn: { ...head.turn, order: [], index: 0, next_speaker: null },
    usage: sumUsages(rounds.map(({ usage }) => usage)),
    completion_usage: noUsage,
    rounds,
  } as Session;
}

function keepStatements(statements: Session['statements'], last: number): Session['statements'] {
  return statements
    .filter(({ round }) => round <= last)
    .map((statement) => ({ ...statement, went_to: [], not_taken: null }));
}

/** The lists of a head without the entries of later rounds, and without the ids of those entries. */
function trimLists(head: Readonly<Record<string, unknown>>, last: number): Record<string, unknown> {
  const dropped = new Set<string>();
  const lists = Object.entries(head).flatMap(([key, list]) => {
    if (!Array.isArray(list)) return [];
    const kept = dropLater(list, { last, dropped, needsRound: madeFromAll.includes(key) });
    return [[key, kept] as const];
  });
  return Object.fromEntries(lists.map(([key, list]) => [key, forget(list, dropped)]));
}

interface Cut {
  last: number;
  /** Gets the ids of what is dropped. */
  dropped: Set<string>;
  /** Whether entries of this list that name no round are dropped too. */
  needsRound: boolean;
}

function dropLater(list: readonly unknown[], { last, dropped, needsRound }: Cut): unknown[] {
  return list.flatMap((entry) => {
    if (!isMapping(entry)) return [entry];
    const round = roundKeys.map((key) => entry[key]).find((value) => typeof value === 'number');
    if (round === undefined ? needsRound : round > last) {
      if (typeof entry['id'] === 'string') dropped.add(entry['id']);
      return [];
    }
    const kept = Object.fromEntries(
      Object.entries(entry).map(([key, value]) => [
        key,
        Array.isArray(value) ? dropLater(value, { last, dropped, needsRound: false }) : value,
      ]),
    );
    const isSame = JSON.stringify(kept) === JSON.stringify(entry);
    return [isSame ? kept : { ...kept, ...replaceKnown(undecided, kept), ...recountTopic(kept) }];
  });
}

/** The status of an agenda topic that has lost criteria. */
function recountTopic({ criteria_met: met }: Readonly<Record<string, unknown>>): { status?: string } {
  return Array.isArray(met) ? { status: met.length > 0 ? 'partial' : 'pending' } : {};
}

/** The new values of the fields that an entry has. */
function replaceKnown(
  values: Readonly<Record<string, unknown>>,
  entry: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([key]) => key in entry));
}

/** Removes ids from every list of ids, at any depth. */
function forget(value: unknown, ids: ReadonlySet<string>): unknown {
  if (Array.isArray(value))
    return value.filter((one) => typeof one !== 'string' || !ids.has(one)).map((one) => forget(one, ids));
  if (!isMapping(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, forget(inner, ids)]));
}
