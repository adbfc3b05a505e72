/** Completion: ballot, draft, outcome, document, status. Each step is safe to repeat. */
import type { Proposal } from '../../domain/records.ts';
import type { OutcomeDocument, Session } from '../../domain/session.ts';
import { buildDraftPrompt, buildSynthesizerSystem } from '../prompts/draft.ts';
import { buildBallotPrompt, buildParticipantSystem } from '../prompts/participant.ts';
import { createNaming } from '../prompts/seat-names.ts';
import { answersInPlainText, listStops, readPlainBallot } from '../replies/plain-text.ts';
import { type BallotReply, ballotReply, type StanceReply } from '../replies/replies.ts';
import { listVoices } from '../rules/other-speakers.ts';
import { type Ending, listDegradation, listDissent, nameResult } from '../rules/outcome.ts';
import { readPhase } from '../rules/phases.ts';
import { recordStances, settleProposals } from '../rules/proposals.ts';
import { isCounted, readLatestStances } from '../rules/votes.ts';
import { mayCall, nowText, pauseForPerson, type Run, saveSession, settleCompletion } from '../run.ts';
import { askSeat } from './ask-seat.ts';
import { buildFacts } from './request-facts.ts';
import { runTogether } from './run-concurrently.ts';

/** Room for a ballot and for a draft, thinking included, in tokens. */
const ballotTokens = 6_000;
const draftTokens = 21_000;

/** Finishes a session whose discussion has ended. */
export async function completeSession(run: Run): Promise<void> {
  const ending = run.session.rounds.at(-1)?.ending ?? null;
  if (ending === 'limit') run.limitReached ??= run.session.rounds.at(-1)?.override ?? 'a limit was reached';
  if (run.session.outcome === null) {
    await holdBallot(run);
    await writeOutcome(run, ending);
  }
  const { outcome } = run.session;
  if (outcome === null) throw new Error('the session has no outcome');
  // The document shows the finished session, so that a later export of it is the same text.
  const finished = {
    status: 'completed' as const,
    pause_reason: null,
    completed_at: run.session.completed_at ?? nowText(run),
    turn: { order: [], index: 0, next_speaker: null },
  };
  const files = await run.ports.store.publish({ ...run.session, ...finished });
  await saveSession(run, { ...finished, outcome: { ...outcome, files } });
  await run.ports.store.release(run.session.id);
  run.ports.report({ type: 'completed', session: run.session, outcome: { ...outcome, files } });
}

/** Puts the proposals that nobody has voted on to one blind ballot, then counts for good. */
async function holdBallot(run: Run): Promise<void> {
  // Kept in the session, so that a completion that was interrupted after it does not count its calls again.
  if (run.session.ballot_after !== undefined) return;
  const rule = run.session.settings.consensus;
  const round = run.session.total_rounds;
  const unvoted = run.session.proposals.filter(
    (proposal) => proposal.status === 'open' && readLatestStances(proposal).size === 0,
  );
  const isHeld = isCounted(rule) && unvoted.length > 0 && mayCall(run);
  if (isHeld) {
    run.ports.report({ type: 'ballot-started', proposals: unvoted });
    const votes = await runTogether(run.session.participants, (seat, signal) =>
      askVote(run, seat, { proposals: unvoted, signal }),
    );
    const given = votes.filter((vote) => vote !== null);
    mayCall(run);
    run.session = {
      ...run.session,
      proposals: recordStances(run.session.proposals, given, round).proposals,
      ballot_missing: run.session.participants
        .map(({ id }) => id)
        .filter((_, index) => votes[index] === null),
    };
  }
  const settled = settleProposals(run.session, { rule, round, final: true });
  await saveSession(run, { ...settled, ...settleCompletion(run), ballot_after: round });
  if (isHeld) {
    const ids = new Set(unvoted.map(({ id }) => id));
    run.ports.report({
      type: 'ballot-counted',
      proposals: run.session.proposals.filter(({ id }) => ids.has(id)),
    });
  }
}

async function askVote(
  run: Run,
  seat: Session['participants'][number],
  options: { proposals: readonly Proposal[]; signal: AbortSignal },
): Promise<{ seat: string; stances: StanceReply[] } | null> {
  const { proposals, signal } = options;
  const round = run.session.total_rounds;
  if (seat.kind === 'human') {
    const turn = await run.ports.operator.takeTurn({
      key: `${round}/ballot/${seat.id}/1`,
      round,
      question:
        'The discussion is about to close. What is your stance on the proposals that nobody has voted on?',
      focus: 'ballot',
      context_summary: '',
      heard: [],
      proposals: [...proposals],
    });
    if (turn === 'later') throw pauseForPerson(run, 'the person has a vote in the ballot');
    return { seat: seat.id, stances: turn.stances };
  }
  const agent = run.table.agents.get(seat.id);
  if (!agent) return null;
  const phase = readPhase(run.session, run.table.strategy);
  const naming = createNaming(run.session, seat.id);
  const plain = answersInPlainText(run.session.settings, seat.id);
  const result = await askSeat<BallotReply>(run, {
    round,
    step: 'ballot',
    seat: seat.id,
    model: seat.model ?? '',
    purpose: 'ballot',
    system: buildParticipantSystem(agent, run.session),
    prompt: buildBallotPrompt(run.session, run.table, {
      seat,
      proposals,
      naming,
      plain,
    }),
    ...(plain
      ? {
          stopSequences: listStops(run.session.settings, agent),
          readPlain: (text: string) =>
            readPlainBallot(text, listVoices(run.session.participants, seat.id, naming)),
        }
      : {}),
    schemaName: 'ballot',
    schema: ballotReply,
    check: ({ stances }, attempt) =>
      stances.length > 0 || attempt.last ? null : 'no stance on any of the proposals could be read',
    facts: () => ({
      ...buildFacts(run.session, run.table, { round, seat: seat.id, agent, phase }),
      proposals: [...proposals],
    }),
    timeoutSeconds: run.session.settings.agent_timeout,
    maxOutputTokens: ballotTokens,
    signal,
  });
  return result.ok ? { seat: seat.id, stances: result.value.stances } : null;
}

/** Asks for the draft, checks it, and writes the outcome into the session. */
async function writeOutcome(run: Run, ending: Ending): Promise<void> {
  const document = await askDraft(run);
  const last = run.session.rounds.at(-1);
  const text = (key: string): string | null => {
    const value = document.content[key];
    return typeof value === 'string' && value.trim() !== '' ? value : null;
  };
  const settled = settleCompletion(run);
  const session: Session = { ...run.session, ...settled };
  const degradation = listDegradation(session, document.assembled_by === 'program' ? document.reason : null);
  await saveSession(run, {
    ...settled,
    outcome: {
      result: nameResult(session, ending),
      degraded: degradation.length > 0,
      degradation,
      summary: text('summary') ?? last?.synthesis ?? '',
      recommendation: text('recommendation') ?? last?.recommendation ?? null,
      dissent: listDissent(session),
      document,
      files: [],
    },
  });
  run.ports.report({ type: 'draft-ready', document });
}

async function askDraft(run: Run): Promise<OutcomeDocument> {
  const { document: kind, synthesizer } = run.table;
  const { settings } = run.session;
  const assemble = (reason: string): OutcomeDocument => ({
    type: kind.type,
    assembled_by: 'program',
    reason,
    content: kind.assemble(run.session),
    unsupported: [],
  });
  if (!mayCall(run)) return assemble(`a limit was reached (${run.limitReached})`);
  const round = run.session.total_rounds;
  const { model } = run.session.synthesizer;
  const naming = createNaming(run.session, 'synthesizer');
  run.ports.report({ type: 'draft-started', seat: 'synthesizer', model });
  const result = await askSeat<Record<string, unknown>>(run, {
    round,
    step: 'draft',
    seat: 'synthesizer',
    model,
    purpose: 'draft',
    system: buildSynthesizerSystem(synthesizer, run.session),
    prompt: buildDraftPrompt(run.session, run.table, naming),
    schemaName: kind.type,
    schema: kind.schema,
    facts: () =>
      buildFacts(run.session, run.table, {
        round,
        seat: 'synthesizer',
        agent: synthesizer,
        phase: readPhase(run.session, run.table.strategy),
        whole: true,
      }),
    timeoutSeconds: settings.synthesizer_timeout ?? settings.agent_timeout * 2,
    maxOutputTokens: draftTokens,
    retryFailures: true,
  });
  if (!result.ok) {
    mayCall(run);
    return assemble(`${result.kind}: ${result.message}`);
  }
  const content = readNames(result.value, naming.readText, naming.readSeat) as Record<string, unknown>;
  return {
    type: kind.type,
    assembled_by: 'synthesizer',
    reason: null,
    content,
    unsupported: kind.findUnsupported(content, run.session),
  };
}

/** Maps the synthesizer's names of seats back, in texts and in citations. */
function readNames(
  value: unknown,
  text: (prose: string) => string,
  seat: (name: string) => string | null,
): unknown {
  if (typeof value === 'string') return text(value);
  if (Array.isArray(value)) return value.map((item) => readNames(item, text, seat));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) =>
      key === 'seat' && typeof entry === 'string'
        ? [key, seat(entry) ?? entry]
        : [key, readNames(entry, text, seat)],
    ),
  );
}
