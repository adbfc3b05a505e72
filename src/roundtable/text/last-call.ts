/** The last call: every seat votes on what is new, changed or contested, on the text as it will be printed. */

import * as z from 'zod';
import {
  createBallotForm,
  readBallot,
  readLooseBallot,
  readRemarks,
  readSignatures,
} from '../../prompts/forms/ballot.ts';
import { toJsonSchema } from '../../prompts/forms/json-schema.ts';
import { answersInPlainText } from '../../prompts/forms/plain-text.ts';
import { buildLastCallPrompt } from '../../prompts/last-call.ts';
import { createNaming } from '../../prompts/seat-names.ts';
import type { Conflict, Participant } from '../../session/records.ts';
import { listBallot, listContended } from '../../session/rules/ballots.ts';
import { readId } from '../../session/rules/read-ids.ts';
import { fingerprintItem, fingerprintText } from '../../session/rules/text-measures.ts';
import type { Session } from '../../session/session.ts';
import type { Amendment, Item, ItemVote } from '../../session/text.ts';
import type { Vote } from '../../session/vocabulary.ts';
import { askSeat, readTimeout } from '../ask-seat.ts';
import { hasReviewed } from '../outcome.ts';
import { buildFacts } from '../request-facts.ts';
import { mayCall, noteAnyFailure, type Run } from '../run.ts';
import { runTogether } from '../run-concurrently.ts';
import { reportThinking, takeTurn } from '../take-turn.ts';
import { addAmendments } from './add-amendments.ts';
import { saveStep } from './save-text.ts';
import { type ConflictSignature, closeSigned, listHeldBy, signConflicts } from './sign-conflicts.ts';

/** Output limit for a ballot, including thinking, in tokens. */
const ballotTokens = 16_000;

/** The votes of one seat. */
interface SeatVotes {
  seat: string;
  votes: Map<string, { vote: Vote; reason: string; lifted_by: string; ratify_if: string }>;
  /** Items of its ballot on which it gave no readable vote. */
  missing: string[];
  /** What it says of the open conflicts in which it holds a position. */
  conflicts: ReadonlyMap<string, ConflictSignature>;
  /** What it holds to be wrong still, whatever it voted. */
  remarks: { target: string; remark: string }[];
}

/** What seats would sign, in their exact words. */
export interface WantedWords {
  seat: string;
  item: string;
  words: string;
  reason: string;
}

/**
 * Freezes the text and holds the last call. `only`: the items of a later one. Returns the words with which seats would sign what they
 * did not; null when nobody could be asked.
 */
export async function holdLastCall(run: Run, only: readonly string[] | null): Promise<WantedWords[] | null> {
  const { text } = run.session;
  if (text === null) return null;
  const call = text.last_calls + 1;
  const frozen = fingerprintText(text, run.session.artifacts);
  if (text.frozen_hash !== frozen) await saveStep(run, run.session, { frozen_hash: frozen });
  if (!mayCall(run)) return null;
  const called = listContended(run.session, only);
  run.ports.report({ type: 'ballot-opened', items: called });
  const seats = run.session.participants.filter(
    ({ id, kind }) =>
      listBallot(run.session, id, only).length > 0 ||
      (only === null && kind === 'model' && listHeldBy(run.session.conflicts, id).length > 0),
  );
  const given = await runTogether(seats, async (seat, signal): Promise<SeatVotes> => {
    const items = listBallot(run.session, seat.id, only);
    if (seat.kind === 'human') return askPerson(run, seat, { items, call });
    if (answersInPlainText(run.session.settings, seat.id)) return noVotes(seat, items);
    const held = listHeldBy(run.session.conflicts, seat.id);
    return askVoter(run, seat, { items, called, held, call, signal });
  });
  const incomplete = given.filter(({ missing }) => missing.length > 0);
  // A stop ends the run here, so that a resumed run asks again instead of counting without these votes.
  if (incomplete.length > 0) mayCall(run);
  for (const { seat, missing } of incomplete) noteMissing(run, seat, missing);
  const step: ItemVote['step'] = only === null ? 'last-call' : 'patch';
  const artifacts = run.session.artifacts.map((item): Item => {
    const votes = given.flatMap(({ seat, votes: own }): ItemVote[] => {
      const vote = own.get(item.id);
      if (vote === undefined) return [];
      const { ratify_if: _words, ...rest } = vote;
      return [{ seat, ...rest, step, on: fingerprintItem(item) }];
    });
    return votes.length === 0 ? item : { ...item, votes: [...item.votes, ...votes] };
  });
  run.session = {
    ...run.session,
    artifacts,
    amendments: addRemarks(run.session, given),
    ...closeSigned(run.session, signConflicts(run.session.conflicts, given, run.session.total_rounds)),
    text: { ...run.session.text, ...text, frozen_hash: frozen, last_calls: call, reviewed: null },
  };
  return given.flatMap(({ seat, votes }) =>
    [...votes].flatMap(([item, { vote, ratify_if: words, reason }]) =>
      vote === 'ratify' || words.trim() === '' ? [] : [{ seat, item, words, reason }],
    ),
  );
}

/** The amendments with what seats remarked: it takes back no vote, and stands in the record. */
function addRemarks({ amendments, artifacts }: Session, given: readonly SeatVotes[]): Amendment[] {
  const ids = artifacts.map(({ id }) => id);
  const remarks = given.flatMap(({ seat, remarks: own }) =>
    own.map(({ target, remark }) => ({
      ...({ kind: 'remark', severity: 'wish' } as const),
      ...{ seat, targets: [readId(target, ids) ?? target.toLowerCase()], reason: remark },
    })),
  );
  return addAmendments(amendments, remarks);
}

/** Asks a seat for its ballot; items without a readable vote are asked for once more, then have none. */
async function askVoter(
  run: Run,
  seat: Participant,
  options: {
    items: readonly Item[];
    called: readonly Item[];
    held: readonly Conflict[];
    call: number;
    signal: AbortSignal;
  },
): Promise<SeatVotes> {
  const agent = run.table.agents.get(seat.id);
  const votes: SeatVotes['votes'] = new Map();
  let missing = options.items.map(({ id }) => id);
  let conflicts: SeatVotes['conflicts'] = new Map();
  let remarks: SeatVotes['remarks'] = [];
  if (!agent) return { seat: seat.id, votes, missing, conflicts, remarks };
  const held = options.held.map(({ id }) => id);
  const { settings } = run.session;
  const naming = createNaming(run.session, seat.id);
  const step = 'last-call' as const;
  const stepName = options.call === 1 ? step : `${step}-${options.call}`;
  const round = run.session.total_rounds;
  const at = { round, step, seat: seat.id };
  reportThinking(run, seat, { round, step });
  let attempt = 1;
  for (let asked = 0; asked < 2 && (missing.length > 0 || (asked === 0 && held.length > 0)); asked += 1) {
    const items = options.items.filter(({ id }) => missing.includes(id));
    const ids = [...missing];
    const result = await askSeat<Record<string, unknown>>(run, {
      ...{ at: 'text', step, stepName, seat: seat.id, purpose: 'review' },
      prompt: buildLastCallPrompt(run.session, run.table, {
        ...{ seat, naming, items, held: asked > 0 ? [] : options.held },
        called: options.called,
        hasReviewed: hasReviewed(run.session, seat.id),
        missing: asked > 0,
      }),
      formName: 'ballot',
      // The ballot is read wherever the votes stand; what the form asks for is a field for each item.
      form: z.preprocess((data) => ({ data }), z.object({ data: z.unknown() })),
      readLoose: readLooseBallot,
      json: {
        name: 'ballot',
        json: toJsonSchema(createBallotForm(ids, asked > 0 ? [] : held, { remarks: asked === 0 })),
      },
      check: ({ data }) =>
        ids.length > 0 && readBallot(data, ids).votes.size === 0 && asked === 0
          ? 'no vote on any item of the ballot could be read'
          : null,
      facts: buildFacts(run, agent, { ballot: [...items] }),
      timeoutSeconds: readTimeout(settings, seat.id, true),
      maxOutputTokens: ballotTokens,
      lookUps: null,
      firstAttempt: attempt,
      retries: asked === 0 ? settings.answer_retries : 0,
      signal: options.signal,
    });
    attempt = result.attempt + 1;
    if (!result.ok) break;
    const read = readBallot(result.value['data'], ids);
    for (const [id, vote] of read.votes)
      votes.set(id, {
        ...vote,
        reason: naming.readText(vote.reason),
        lifted_by: naming.readText(vote.lifted_by),
      });
    missing = read.unread;
    if (asked === 0)
      remarks = readRemarks(result.value['data']).map(({ target, remark }) => ({
        target,
        remark: naming.readText(remark),
      }));
    if (asked === 0)
      conflicts = new Map(
        [...readSignatures(result.value['data'], held)].map(([id, { settled, because }]) => [
          id,
          { settled, because: naming.readText(because) },
        ]),
      );
    if (asked === 0)
      run.ports.report({
        type: 'seat-answered',
        ...at,
        position: '',
        confidence: null,
        duration_ms: result.duration_ms,
        replayed: result.replayed,
      });
  }
  return { seat: seat.id, votes, missing, conflicts, remarks };
}

function noVotes(seat: Participant, items: readonly Item[]): SeatVotes {
  return {
    seat: seat.id,
    votes: new Map(),
    missing: items.map(({ id }) => id),
    conflicts: new Map(),
    remarks: [],
  };
}

/** A missing vote is a failure: it counts as no vote, never as support. */
function noteMissing(run: Run, seat: string, missing: readonly string[]): void {
  const round = run.session.total_rounds;
  const message = `no vote on ${missing.join(', ')}`;
  noteAnyFailure(run, { round, step: 'last-call', seat, kind: 'malformed', message, request_id: null });
}

/** The person's votes; pauses the run if the person is not there. What the person leaves out is no vote. */
async function askPerson(
  run: Run,
  seat: Participant,
  { items, call }: { items: readonly Item[]; call: number },
): Promise<SeatVotes> {
  const { total_rounds: round, text } = run.session;
  const key = `text/last-call${call === 1 ? '' : `-${call}`}/${seat.id}/1`;
  const turn = await takeTurn(run, seat, { key, step: 'last-call', round, text, items: [...items] });
  const votes: SeatVotes['votes'] = new Map(
    turn.votes
      .filter(({ item_id: id }) => items.some((item) => item.id === id))
      .map(({ item_id: id, vote, reason }) => [id, { vote, reason, lifted_by: '', ratify_if: '' }]),
  );
  run.ports.report({ type: 'seat-passed', round, seat: seat.id, code: votes.size > 0 ? 'voted' : 'passed' });
  return { seat: seat.id, votes, missing: [], conflicts: new Map(), remarks: [] };
}
