/** The final draft: the text that connects the items, written by the synthesizer, or assembled by the program and labelled as such. */
import type { OutcomeDocument } from '../../domain/session.ts';
import { buildDraftPrompt, buildSynthesizerSystem } from '../prompts/draft.ts';
import { fenceText } from '../prompts/fence.ts';
import { createNaming } from '../prompts/seat-names.ts';
import { readPhase } from '../rules/phases.ts';
import { mayCall, PauseRun, type Run } from '../run.ts';
import { askSeat, type SeatQuestion } from './ask-seat.ts';
import { buildFacts } from './request-facts.ts';

/** Output limit for a draft, including thinking, in tokens. */
const draftTokens = 21_000;

/** Asks for the draft and checks its citations. */
export async function askDraft(run: Run): Promise<OutcomeDocument> {
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
  const question: SeatQuestion<Record<string, unknown>> = {
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
  };
  const result = await askSeat(run, question);
  if (!result.ok) {
    mayCall(run);
    return assemble(`${result.kind}: ${result.message}`);
  }
  const read = (
    value: Record<string, unknown>,
  ): { content: Record<string, unknown>; unsupported: string[] } => {
    const content = readNames(value, naming.readText, naming.readSeat) as Record<string, unknown>;
    return { content, unsupported: kind.findUnsupported(content, run.session) };
  };
  const first = read(result.value);
  const second = await askShorter(run, question, result.value);
  const isBetter =
    second !== null &&
    countDraftWords(second) < countDraftWords(result.value) &&
    read(second).unsupported.length <= first.unsupported.length;
  return { type: kind.type, assembled_by: 'synthesizer', reason: null, ...(isBetter ? read(second) : first) };
}

/** A draft longer than this many times its word limit is asked for again. */
const tolerance = 1.5;

/**
 * Asks again for a draft that is far too long; null if it is not, if no call may be made, or if no draft came. The first
 * draft must not be lost, so neither a failure nor a limit ends the run here; only a person's stop does.
 */
async function askShorter(
  run: Run,
  question: SeatQuestion<Record<string, unknown>>,
  draft: Record<string, unknown>,
): Promise<Record<string, unknown> | null> {
  const most = run.table.document.draftWords;
  const words = countDraftWords(draft);
  if (most === undefined || words <= tolerance * most) return null;
  try {
    if (!mayCall(run)) return null;
    const text = [
      `## Your draft is too long\nIt has ${words} words; a reader has time for ${most}. Write it again, in the same form, with at most ${most} words in all: keep what decides, leave out what the items say anyway.`,
      fenceText('your draft', JSON.stringify(draft), run.session.fence),
    ].join('\n');
    const result = await askSeat(run, {
      ...question,
      prompt: [...question.prompt, { cache: false, text }],
      // Numbered after all attempts that the first draft may have needed, so that a resumed run finds each reply again.
      firstAttempt: run.session.settings.answer_retries + 2,
      retries: 0,
      retryFailures: false,
    });
    if (result.ok) return result.value;
  } catch (error) {
    if (!(error instanceof PauseRun) || error.reason === 'signal') throw error;
  }
  if (run.ports.operator.stop.aborted) throw new PauseRun('signal', 'stopped on request');
  return null;
}

/** Counts the words of prose in a draft; texts of up to three words, such as ids and seat names, do not count. */
function countDraftWords(value: unknown): number {
  if (typeof value === 'string') {
    const words = value.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
    return words.length > 3 ? words.length : 0;
  }
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum: number, entry) => sum + countDraftWords(entry), 0);
}

/** Maps the synthesizer's names for seats back to ids, in texts and in citations. */
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
