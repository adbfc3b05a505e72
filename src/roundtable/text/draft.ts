/** The draft: one hand writes the whole text; what the program finds wrong with it is asked for once more. */

import { asksLabels, buildDraftPrompt } from '../../prompts/draft.ts';
import { createDraftForm } from '../../prompts/forms/draft.ts';
import { buildMendPrompt, readMostWords, type TextProblem } from '../../prompts/revision.ts';
import type { Fallback } from '../../session/codes.ts';
import type { Session } from '../../session/session.ts';
import { findUses } from '../find-uses.ts';
import { mayCall, notify, type Run } from '../run.ts';
import { applyDraft } from './apply-draft.ts';
import { askForPatch, askWriter, nameForWriter } from './ask-writer.ts';
import { assembleText } from './assemble.ts';
import { checkText } from './check-text.ts';
import { saveText } from './save-text.ts';
import { takeFacts } from './take-facts.ts';

/** Writes the draft into the session. */
export async function writeDraft(run: Run): Promise<void> {
  const { model } = run.session.synthesizer;
  const assemble = async (fallback: Fallback): Promise<void> => {
    await saveText(run, assembleText(run.session, run.table, fallback), 'draft');
  };
  if (!mayCall(run)) return assemble({ code: 'limit' });
  run.ports.report({ type: 'draft-started', seat: 'synthesizer', model });
  const naming = nameForWriter(run.session);
  const said = run.session.rounds.flatMap(({ answers }) => answers.map(({ proposal }) => proposal));
  const uses = await findUses(run, said, 'text/draft/uses');
  const result = await askWriter(run, run.session, {
    step: 'draft',
    stepName: 'draft',
    prompt: buildDraftPrompt(run.session, run.table, { naming, uses }),
    formName: 'draft',
    form: createDraftForm(run.table.document, { labels: asksLabels(run.session) }),
    mayLook: true,
  });
  if (!result.ok) {
    mayCall(run);
    return assemble({ code: 'failed', kind: result.kind, message: result.message });
  }
  const by = { seat: 'synthesizer', key: 'text/draft/synthesizer/facts' };
  const { dossier, names } = await takeFacts(run, run.session, result.value.facts, by);
  const drafted = applyDraft({ ...run.session, dossier }, run.table, {
    reply: result.value,
    facts: names,
    naming,
  });
  const mostWords = readMostWords(drafted, run.table);
  const mended = await mendText(run, drafted, { step: 'draft', mostWords });
  // A quick run votes on the draft as it is.
  await saveText(run, mended, 'draft', { step: run.session.settings.fast ? 'last-call' : 'review' });
}

/**
 * Checks the text and asks once for what is wrong to be mended. What is still wrong then stands in `text.problems`. A reply that makes
 * things worse is not taken.
 */
export async function mendText(
  run: Run,
  session: Session,
  { step, mostWords }: { step: 'draft' | 'revision'; mostWords: number },
): Promise<Session> {
  const problems = checkText(session, run.table, { mostWords });
  if (problems.length === 0 || !mayCall(run)) return noteProblems(session, problems);
  notify(run, { code: 'text_asked_again', step, problems: problems.length });
  const naming = nameForWriter(session);
  const result = await askForPatch(run, session, {
    ...{ step, stepName: `mend-${step}`, formName: 'mend', history: step },
    prompt: buildMendPrompt(session, run.table, { naming, problems, mostWords }),
    mayLook: false,
    answers: false,
    problems,
    facts: { problems: problems.map(({ code, at }) => ({ code, at })) },
  });
  if (!result.ok) {
    mayCall(run);
    return noteProblems(session, problems);
  }
  const left = checkText(result.session, run.table, { mostWords });
  return left.length > problems.length ? noteProblems(session, problems) : noteProblems(result.session, left);
}

/** Keeps what is still wrong with the text. */
export function noteProblems(session: Session, problems: readonly TextProblem[]): Session {
  if (session.text === null) return session;
  return {
    ...session,
    text: { ...session.text, problems: problems.map(({ code, at, words }) => ({ code, at, words })) },
  };
}
