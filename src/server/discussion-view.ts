/**
 * A session for pages that know only turns: the entries in order, the order of the speakers, and the next speaker. An entry has the
 * columns that such pages keep in their log table.
 */
import * as z from 'zod';
import { buildResult } from '../app/result.ts';
import type { SessionView } from '../app/results.ts';
import type { JournalLine } from '../session/ports/journal.ts';
import { type CallKey, readCallKey } from '../session/rules/call-key.ts';
import type { Session } from '../session/session.ts';
import { pauseReasons, sessionStatuses } from '../session/vocabulary.ts';

const count = z.number().int().min(0);

const entrySchema = z.object({
  id: z.string(),
  project_id: z.string(),
  agent_id: z.string().nullable().describe('null for the person'),
  role: z.enum(['user', 'specialist']),
  content: z.string(),
  turn_index: count.describe('the place in the order of the round, from 0'),
  round_number: count,
  metadata: z.object({
    seat: z.string(),
    name: z.string(),
    question: z.string(),
    confidence: z.number().nullable(),
    duration_ms: count.nullable(),
  }),
  created_at: z.string(),
});

/** The answer to both requests. */
export const discussionSchema = z.object({
  status: z.literal('success'),
  project: z.object({
    id: z.string(),
    name: z.string(),
    topic: z.string(),
    status: z.enum(['active', 'paused', 'completed']),
    session_status: z.enum(sessionStatuses),
    pause_reason: z.enum(pauseReasons).nullable(),
    current_round: count,
    current_turn_index: count,
    created_at: z.string(),
    updated_at: z.string(),
  }),
  entries: z.array(entrySchema),
  counts: z.record(z.string(), count),
  speakerOrder: z.array(z.string()),
  nextSpeaker: z.string().nullable(),
});

type Entry = z.infer<typeof entrySchema>;

/** Builds the answer from the session, its open round, and the journal, which has the time of each turn. */
export function viewDiscussion(
  view: Pick<SessionView, 'session' | 'openRound' | 'waiting'>,
  calls: readonly JournalLine[],
): z.infer<typeof discussionSchema> {
  const { session, openRound } = view;
  const { speaker_order: order, next_speaker: next } = buildResult(session, { full: true, duration: 0 });
  const times = readTimes(calls);
  const turns = [
    ...session.rounds.flatMap((round) =>
      arrange(round.answers, round.speaking_order).map(
        ({ seat, position, confidence, duration_ms }, turn): Entry =>
          makeEntry(session, seat, {
            round: round.round,
            turn,
            question: round.question,
            content: position,
            at: times.get(`${round.round}/${seat}`) ?? round.ended_at,
            confidence,
            duration_ms,
          }),
      ),
    ),
    ...(openRound?.stage !== 'answers' && openRound?.stage !== 'synthesis' ? [] : openRound.seats)
      .filter(({ state, step, position }) => state === 'answered' && step === 'answer' && position !== null)
      .map(({ seat, position, confidence, duration_ms, since }, turn) =>
        makeEntry(session, seat, {
          round: openRound?.round ?? 0,
          turn,
          question: openRound?.question ?? '',
          content: position ?? '',
          at: times.get(`${openRound?.round}/${seat}`) ?? since ?? session.updated_at,
          confidence,
          duration_ms,
        }),
      ),
  ];
  const entries = addAsides(view, turns, calls);
  return {
    status: 'success',
    project: {
      id: session.id,
      name: session.project.name,
      topic: session.topic,
      status: session.status === 'closed' ? 'completed' : session.status,
      session_status: session.status,
      pause_reason: session.pause_reason,
      current_round: openRound?.round ?? session.total_rounds,
      current_turn_index: next === null ? 0 : Math.max(0, order.indexOf(next)),
      created_at: session.created_at,
      updated_at: session.updated_at,
    },
    entries,
    counts: Object.fromEntries(
      [...session.participants.map(({ id }) => id), ...entries.map(({ metadata }) => metadata.seat)].map(
        (id) => [id, entries.filter(({ metadata }) => metadata.seat === id).length],
      ),
    ),
    speakerOrder: order,
    nextSpeaker: next,
  };
}

/** The turns, and behind those of its round whatever else a person said: advice, taken or waiting, and words on the text. */
function addAsides(
  { session, waiting }: Pick<SessionView, 'session' | 'waiting'>,
  turns: readonly Entry[],
  calls: readonly JournalLine[],
): Entry[] {
  const seat = session.participants.find(({ kind }) => kind === 'human')?.id ?? 'human';
  const ends = new Map(session.rounds.map(({ round, ended_at }) => [round, ended_at]));
  const last = Math.max(session.total_rounds, ...turns.map(({ round_number }) => round_number));
  const asides = [
    ...session.guidance.map(({ after_round: round, text }) => {
      return { round, content: text, at: ends.get(round) ?? session.created_at };
    }),
    ...calls.flatMap((line) => {
      const said =
        line.kind === 'input' && isOnText(readCallKey(line.key)) ? spokenSchema.parse(line.value).text : '';
      return said === '' || line.kind !== 'input' ? [] : [{ round: last, content: said, at: line.at }];
    }),
    ...waiting.flatMap((sent) =>
      sent.kind === 'guidance' ? [{ round: last, content: sent.text, at: session.updated_at }] : [],
    ),
  ];
  const entries = [...turns];
  for (const aside of asides) {
    const turn = entries.filter(({ round_number: round }) => round === aside.round).length;
    const more = { turn, question: '', confidence: null, duration_ms: null };
    const entry = makeEntry(session, seat, { ...aside, ...more });
    entries.push({ ...entry, id: `${entry.id}/${turn}`, agent_id: null, role: 'user' });
  }
  return entries.toSorted(
    (one, other) => one.round_number - other.round_number || one.turn_index - other.turn_index,
  );
}

/** What a person said in a turn; empty when they only voted. */
const spokenSchema = z.object({ text: z.string().catch('') });

/** Whether the key is that of a turn in the review or at the last call, rather than in a round. */
function isOnText(key: CallKey | null): boolean {
  return key?.round === Number.POSITIVE_INFINITY;
}

interface Said {
  round: number;
  turn: number;
  question: string;
  content: string;
  at: string;
  confidence: number | null;
  duration_ms: number | null;
}

function makeEntry({ id, participants }: Session, seat: string, said: Said): Entry {
  const sitter = participants.find((participant) => participant.id === seat);
  const isPerson = sitter?.kind === 'human';
  const { round, turn, question, content, at, confidence, duration_ms } = said;
  return {
    id: `${id}/${round}/${seat}`,
    project_id: id,
    agent_id: isPerson ? null : seat,
    role: isPerson ? 'user' : 'specialist',
    content,
    turn_index: turn,
    round_number: round,
    metadata: { seat, name: sitter?.role ?? seat, question, confidence, duration_ms },
    created_at: at,
  };
}

/** Answers in the order in which they were given. */
function arrange<Answer extends { seat: string }>(
  answers: readonly Answer[],
  order: readonly string[],
): Answer[] {
  const rank = ({ seat }: Answer): number => (order.includes(seat) ? order.indexOf(seat) : order.length);
  return answers.toSorted((one, other) => rank(one) - rank(other));
}

/** When each turn was taken, by `round/seat`. */
function readTimes(calls: readonly JournalLine[]): Map<string, string> {
  const times = new Map<string, string>();
  for (const line of calls) {
    const key = readCallKey(line.key);
    if (key?.step !== 'answer' || (line.kind !== 'call' && line.kind !== 'input')) continue;
    const at =
      line.kind === 'input'
        ? line.at
        : line.ok
          ? new Date(Date.parse(line.started_at) + line.duration_ms).toISOString()
          : null;
    if (at !== null) times.set(`${key.round}/${key.seat}`, at);
  }
  return times;
}
