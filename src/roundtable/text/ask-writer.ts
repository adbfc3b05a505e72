/** Asks the writer for a text, or for a patch of one. */
import type * as z from 'zod';
import { createRevisionForm, type RevisionReply } from '../../prompts/forms/revision.ts';
import type { TextProblem } from '../../prompts/revision.ts';
import { createNaming, type Naming } from '../../prompts/seat-names.ts';
import type { PromptBlock, RequestFacts } from '../../session/model-request.ts';
import type { Session } from '../../session/session.ts';
import type { FailureKind, Step } from '../../session/vocabulary.ts';
import { askSeat, readLookBudget, type SeatResult } from '../ask-seat.ts';
import { buildFacts } from '../request-facts.ts';
import type { Run } from '../run.ts';
import { listLeft } from './check-text.ts';
import { type SpliceOptions, spliceReply } from './splice-reply.ts';
import { takeFacts } from './take-facts.ts';

/** The most that the writer's reply may hold, thinking included, in tokens. */
const writerTokens = 64_000;

/** What the writer is asked. */
export interface WriterQuestion<Reply> {
  step: Extract<Step, 'draft' | 'revision' | 'patch'>;
  /** The step's name in the key: `draft`, `mend-draft`, `shorten`. */
  stepName: string;
  prompt: PromptBlock[];
  formName: string;
  form: z.ZodType<Reply>;
  /** Whether it may look things up. */
  mayLook: boolean;
  facts?: Partial<RequestFacts>;
}

/** Asks the writer once, with retries. `session` is what it is asked about, which need not be saved yet. */
export async function askWriter<Reply extends object>(
  run: Run,
  session: Session,
  question: WriterQuestion<Reply>,
): Promise<SeatResult<Reply & Record<string, unknown>>> {
  const { settings } = session;
  const { table } = run;
  return askSeat(run, {
    at: 'text',
    step: question.step,
    stepName: question.stepName,
    seat: 'synthesizer',
    purpose: 'draft',
    prompt: question.prompt,
    formName: question.formName,
    form: question.form as z.ZodType<Reply & Record<string, unknown>>,
    facts: buildFacts({ session, table }, table.synthesizer, question.facts ?? {}),
    timeoutSeconds: settings.synthesizer_timeout ?? settings.agent_timeout * 3,
    maxOutputTokens: writerTokens,
    lookUps: question.mayLook ? readLookBudget(settings, true) : null,
    retryFailures: true,
  });
}

/** The names of the writer's prompts. */
export function nameForWriter(session: Session): Naming {
  return createNaming(session, 'synthesizer');
}

/** What became of a patch that was asked for: the session with it, or why there is none. */
export type PatchResult = { ok: true; session: Session } | { ok: false; kind: FailureKind; message: string };

/** Asks the writer to patch the text of a session, which need not be saved yet, and splices the patch in. */
export async function askForPatch(
  run: Run,
  session: Session,
  question: Omit<WriterQuestion<RevisionReply>, 'form'> &
    Omit<SpliceOptions, 'reply' | 'facts' | 'naming' | 'step'> & {
      history: string;
      /** Whether something was put to the writer that it has to answer. */
      answers: boolean;
      /** What the program found, where it asks about that. */
      problems?: readonly TextProblem[];
    },
): Promise<PatchResult> {
  const { history, keepsBefore, only, answers, problems = [], ...asked } = question;
  const left = problems.some(({ passage }) => passage !== undefined);
  const form = createRevisionForm(run.table.document, { answers, left });
  const result = await askWriter(run, session, { ...asked, form });
  if (!result.ok) return { ok: false, kind: result.kind, message: result.message };
  const key = `text/${question.stepName}/synthesizer/facts`;
  const { dossier, names } = await takeFacts(run, session, result.value.facts, { seat: 'synthesizer', key });
  const patched = spliceReply({ ...session, dossier }, run.table, {
    ...{ reply: result.value, facts: names, naming: nameForWriter(session), step: history },
    ...(keepsBefore === undefined ? {} : { keepsBefore }),
    ...(only === undefined ? {} : { only }),
  });
  const kept = listLeft(problems, result.value);
  const { text } = patched;
  if (text === null || kept.length === 0) return { ok: true, session: patched };
  return { ok: true, session: { ...patched, text: { ...text, left: [...text.left, ...kept] } } };
}
