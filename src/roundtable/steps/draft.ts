/** The final draft: what connects the items, written by the synthesizer, or assembled by the program and labelled. */
import type { OutcomeDocument } from '../../domain/session.ts';
import { buildDraftPrompt, buildSynthesizerSystem } from '../prompts/draft.ts';
import { createNaming } from '../prompts/seat-names.ts';
import { readPhase } from '../rules/phases.ts';
import { mayCall, type Run } from '../run.ts';
import { askSeat } from './ask-seat.ts';
import { buildFacts } from './request-facts.ts';

/** Room for a draft and for thinking about it, in tokens. */
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
