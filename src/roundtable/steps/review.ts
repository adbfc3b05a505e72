/**
 * The review before the draft, in every strategy: each seat sees the items as they would be printed, without other seats'
 * stances, takes its own, and says what is wrong or missing. Then the final count is made.
 */
import type { Item, Participant } from '../../domain/records.ts';
import type { FullAnswer } from '../../domain/round.ts';
import { buildParticipantSystem, buildReviewPrompt } from '../prompts/participant.ts';
import { createNaming } from '../prompts/seat-names.ts';
import { answersInPlainText, listStops, readPlainReview } from '../replies/plain-text.ts';
import { findStanceProblem, readClashes, readJudgements, readStatements } from '../replies/read-answer.ts';
import type { ReviewReply } from '../replies/replies.ts';
import { recountCoverage } from '../rules/agenda.ts';
import { closeSettled, reopenConflicts } from '../rules/conflicts.ts';
import { listProposers } from '../rules/items.ts';
import { raiseInReview } from '../rules/new-item.ts';
import { listVoices } from '../rules/other-speakers.ts';
import { readPhase } from '../rules/phases.ts';
import { settlePriorities } from '../rules/priorities.ts';
import {
  keepsStances,
  listUnvoted,
  presumeSupport,
  type ReadStance,
  readStances,
  recordJudgements,
  recordStances,
  takesStances,
} from '../rules/stances.ts';
import { numberStatements } from '../rules/statements.ts';
import { isCounted, settleItems } from '../rules/votes.ts';
import { mayCall, noteUnread, pauseForPerson, type Run, saveSession, settleCompletion } from '../run.ts';
import { askSeat, readTimeout } from './ask-seat.ts';
import { buildFacts } from './request-facts.ts';
import { runTogether } from './run-concurrently.ts';

/** Output limit for a review, including thinking, in tokens. */
const reviewTokens = 8_000;

/** The result of one seat's review. */
interface SeatReview {
  seat: string;
  stances: ReadStance[];
  missing: FullAnswer['statements'];
  judgements: FullAnswer['judgements'];
  /** True when a stance of its could not be read. */
  isUnclear: boolean;
  duration_ms: number;
}

/** Holds the review unless it has been held, makes the final count, and saves. */
export async function holdReview(run: Run): Promise<void> {
  // The review is kept in the session, so a completion interrupted after it does not ask anybody again.
  if (run.session.review !== null) return;
  const round = run.session.total_rounds;
  const rule = run.session.settings.consensus;
  const { participants } = run.session;
  const undecided = listUndecided(run);
  const isHeld = mayCall(run);
  let reviews: SeatReview[] = [];
  if (isHeld) {
    run.ports.report({ type: 'review-started', items: undecided });
    const asked = await runTogether(participants, (seat, signal) => askReview(run, seat, signal));
    mayCall(run);
    reviews = asked.filter((review) => review !== null);
  }
  const failed = isHeld
    ? participants.map(({ id }) => id).filter((id) => !reviews.some(({ seat }) => seat === id))
    : [];
  const voted = recordStances(run.session.artifacts, reviews, round);
  // Models' stances were already read against the items; what is left are a person's stances on items that take none.
  for (const loss of voted.losses)
    noteUnread(run, { round, step: 'review', seat: loss.split(':')[0] ?? '', text: loss });
  const judged = recordJudgements(settlePriorities(voted.items, run.session.statements), reviews, round);
  const presumed = presumeSupport(judged, {
    proposers: (item) => listProposers(item, run.session.statements),
    shown: reviews.filter(({ isUnclear }) => !isUnclear).map(({ seat }) => seat),
    wordedBefore: round + 1,
    round,
  });
  const settled = settleItems({ ...run.session, artifacts: presumed }, { rule, round, final: true });
  let { statements } = run.session;
  const answers = reviews.map((review) => {
    const origin = { seat: review.seat, round, raised_in: 'review' } as const;
    const numbered = numberStatements(statements, review.missing, origin);
    statements = [...statements, ...numbered];
    return {
      seat: review.seat,
      stances: review.stances.map(({ item_id: id }) => id),
      statements: numbered.map(({ id }) => id),
      duration_ms: Math.round(review.duration_ms),
    };
  });
  const raised = statements.slice(run.session.statements.length);
  const artifacts = raiseInReview(settled.artifacts, raised, round);
  await saveSession(run, {
    statements: statements.map((statement) => {
      if (statement.raised_in !== 'review' || statement.items.length > 0) return statement;
      const holding = artifacts.filter(({ from }) => from.includes(statement.id)).map(({ id }) => id);
      return { ...statement, items: holding };
    }),
    artifacts,
    consensus: settled.consensus,
    conflicts: closeSettled(
      reopenConflicts(run.session.conflicts, { reopened: settled.reopened, round }),
      { round, answers: [], items: settled.artifacts },
      { final: true },
    ),
    agenda: recountCoverage(run.session.agenda, {
      agenda: run.table.agenda,
      items: settled.artifacts,
      statements: run.session.statements,
    }),
    ...settleCompletion(run),
    ...(isHeld ? { review: { after_round: round, answers, failed } } : {}),
  });
  if (isHeld) {
    // Agreed items that a block reopened are shown along with the open ones.
    const ids = new Set([...undecided.map(({ id }) => id), ...settled.reopened]);
    run.ports.report({
      type: 'review-counted',
      items: run.session.artifacts.filter(
        ({ id, raised_in: raisedIn }) => ids.has(id) || raisedIn === 'review',
      ),
    });
  }
}

/** The items that the review asks for stances on; none in a strategy that only collects. */
function listUndecided(run: Run): Item[] {
  if (!isCounted(run.session.settings.consensus)) return [];
  return run.session.artifacts.filter((item) => item.status === 'open' && takesStances(item));
}

async function askReview(run: Run, seat: Participant, signal: AbortSignal): Promise<SeatReview | null> {
  const round = run.session.total_rounds;
  const items = listUndecided(run);
  if (seat.kind === 'human') return askPerson(run, seat);
  const agent = run.table.agents.get(seat.id);
  if (!agent) return null;
  const phase = readPhase(run.session, run.table.strategy);
  const naming = createNaming(run.session, seat.id);
  const plain = answersInPlainText(run.session.settings, seat.id);
  const open = run.session.artifacts.filter(keepsStances);
  const judges = run.session.artifacts.some(({ type }) => type === 'IDEA');
  const asked = { round, step: 'review', seat: seat.id } as const;
  const model = seat.model ?? '';
  run.ports.report({ type: 'seat-thinking', ...asked, role: seat.role, model });
  const result = await askSeat<ReviewReply>(run, {
    ...asked,
    model,
    purpose: 'review',
    system: buildParticipantSystem(agent, run.session),
    prompt: buildReviewPrompt(run.session, run.table, { seat, items, judges, naming, plain }),
    ...(plain
      ? {
          stopSequences: listStops(run.session.settings, agent),
          readPlain: (text: string) =>
            readPlainReview(text, listVoices(run.session.participants, seat.id, naming)),
        }
      : {}),
    schemaName: 'review',
    schema: run.forms.chooseReview({
      priorities: run.session.output_type === 'requirements',
      judgements: judges,
    }),
    check: ({ stances, missing }, attempt) =>
      attempt.last
        ? null
        : (findStanceProblem(stances, open) ??
          (stances.length === 0 && missing.length === 0 && listUnvoted(items, seat.id).length > 0
            ? 'no stance on any of the undecided items could be read'
            : null)),
    facts: () => ({
      ...buildFacts(run.session, run.table, { round, seat: seat.id, agent, phase }),
      votes: items.length > 0,
    }),
    timeoutSeconds: readTimeout(run.session.settings, seat.id),
    maxOutputTokens: reviewTokens,
    signal,
  });
  if (!result.ok) return null;
  const { stances, unread } = readStances(result.value.stances, open);
  if (unread.length > 0) noteUnread(run, { round, step: 'review', seat: seat.id, text: unread.join('; ') });
  run.ports.report({
    type: 'seat-answered',
    round,
    step: 'review',
    seat: seat.id,
    position: '',
    confidence: null,
    duration_ms: result.duration_ms,
    replayed: result.replayed,
  });
  return {
    seat: seat.id,
    stances: stances.map((stance) => ({ ...stance, reason: naming.readText(stance.reason) })),
    missing: [
      ...readClashes(result.value.cannot_both_hold, run.session.artifacts, naming),
      ...readStatements(result.value.missing, naming),
    ],
    judgements: readJudgements(result.value.judgements ?? [], run.session.artifacts),
    isUnclear: unread.length > 0,
    duration_ms: result.duration_ms,
  };
}

/** The person's review; pauses the run if the person is not there. */
async function askPerson(run: Run, seat: Participant): Promise<SeatReview> {
  const round = run.session.total_rounds;
  const question =
    'The discussion is about to close. Where do you stand on the open items, and what is missing?';
  run.ports.report({ type: 'waiting-for-turn', round, seat: seat.id, question });
  const turn = await run.ports.operator.takeTurn({
    key: `${round}/review/${seat.id}/1`,
    round,
    question,
    focus: 'review',
    context_summary: '',
    heard: [],
    // Agreed items can be blocked here too.
    items: isCounted(run.session.settings.consensus) ? run.session.artifacts.filter(takesStances) : [],
  });
  if (turn === 'later')
    throw pauseForPerson(run, 'you have a seat in the review before the document is written');
  const text = turn.text.trim();
  return {
    seat: seat.id,
    stances: turn.stances,
    missing: text === '' ? [] : [{ id: '', text, why: '', verify: '', replaces: [] }],
    judgements: turn.judgements ?? [],
    isUnclear: false,
    duration_ms: 0,
  };
}
