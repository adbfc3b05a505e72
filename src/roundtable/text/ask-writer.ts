/** Asks the writer, and takes the facts that its replies cite into the dossier. */
import type * as z from 'zod';
import type { FactReply } from '../../prompts/forms/facts.ts';
import { createNaming, type Naming } from '../../prompts/seat-names.ts';
import { buildWriterSystem } from '../../prompts/system.ts';
import type { PromptBlock, RequestFacts, Step } from '../../session/model-request.ts';
import { askSeat, readLookBudget, type SeatResult } from '../ask-seat.ts';
import { checkFacts } from '../check-facts.ts';
import { buildFacts } from '../request-facts.ts';
import type { Run } from '../run.ts';
import { foldId } from './read-parts.ts';

/** The most that the writer's reply may hold, thinking included, in tokens. */
const writerTokens = 64_000;

/** What the writer is asked. */
export interface WriterQuestion<Reply> {
  step: Extract<Step, 'draft' | 'revision' | 'patch'>;
  /** The step's name in the key: `draft`, `mend-draft`, `edit`. */
  stepName: string;
  prompt: PromptBlock[];
  formName: string;
  form: z.ZodType<Reply>;
  /** Whether it may look things up. */
  mayLook: boolean;
  facts?: Partial<RequestFacts>;
}

/** Asks the writer once, with retries. */
export async function askWriter<Reply extends object>(
  run: Run,
  question: WriterQuestion<Reply>,
): Promise<SeatResult<Reply & Record<string, unknown>>> {
  const { settings } = run.session;
  return askSeat(run, {
    at: 'text',
    step: question.step,
    stepName: question.stepName,
    seat: 'synthesizer',
    model: run.session.synthesizer.model,
    purpose: 'draft',
    system: buildWriterSystem(run.table.synthesizer, run.session),
    prompt: question.prompt,
    formName: question.formName,
    form: question.form as z.ZodType<Reply & Record<string, unknown>>,
    facts: () => buildFacts(run, run.table.synthesizer, question.facts ?? {}),
    timeoutSeconds: settings.synthesizer_timeout ?? settings.agent_timeout * 3,
    maxOutputTokens: writerTokens,
    lookUps: question.mayLook ? readLookBudget(settings, true) : null,
    retryFailures: true,
  });
}

/** The names of the writer's prompts. */
export function nameForWriter(run: Run): Naming {
  return createNaming(run.session, 'synthesizer');
}

/** Takes the facts of a writer's reply into the dossier, each opened at its place. Returns what the reply's own ids mean. */
export async function takeFacts(
  run: Run,
  facts: readonly FactReply[],
  step: string,
): Promise<{ dossier: Run['session']['dossier']; ids: Map<string, string> }> {
  const { dossier, ids } = await checkFacts(run, facts, {
    seat: 'synthesizer',
    key: `text/${step}/synthesizer/facts`,
  });
  const named = new Map<string, string>();
  facts.forEach(({ id }, index) => {
    const meant = ids[index];
    if (id !== '' && meant !== undefined) named.set(foldId(id), meant);
  });
  return { dossier, ids: named };
}
