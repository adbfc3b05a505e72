/** The revision: the writer answers what the review brought; then the text is numbered and frozen. */
import { buildRevisionPrompt, buildShortenPrompt, readRevisedWords } from '../../prompts/revision.ts';
import type { Fallback } from '../../session/codes.ts';
import type { Session } from '../../session/session.ts';
import { mayCall, type Run } from '../run.ts';
import { askForPatch, nameForWriter } from './ask-writer.ts';
import { checkText } from './check-text.ts';
import { mendText, noteProblems } from './draft.ts';
import { numberItems } from './number-items.ts';
import { saveText } from './save-text.ts';

/** Revises the text, or keeps the draft and says why. */
export async function reviseText(run: Run): Promise<void> {
  const keep = async (session: Session, fallback: Fallback | null): Promise<void> => {
    const numbered = numberItems(session, run.table.extended?.highest ?? {}, 'revision');
    const text = numbered.text === null ? null : { ...numbered.text, unrevised: fallback };
    await saveText(run, { ...numbered, text }, 'revision', { step: 'last-call' });
  };
  if (!mayCall(run)) return keep(run.session, { code: 'limit' });
  const { model } = run.session.synthesizer;
  run.ports.report({ type: 'revision-started', seat: 'synthesizer', model });
  const unanswered = run.session.amendments.filter(({ answer }) => answer === null);
  const contested = run.session.artifacts.some(({ votes }) => votes.some(({ vote }) => vote !== 'ratify'));
  const mostWords = readRevisedWords(run.session, run.table);
  let { session } = run;
  if (unanswered.length > 0 || contested) {
    const naming = nameForWriter(session);
    const result = await askForPatch(run, session, {
      ...{ step: 'revision', stepName: 'revision', formName: 'revision', history: 'revision', mayLook: true },
      answers: unanswered.length > 0,
      prompt: buildRevisionPrompt(session, run.table, { naming, amendments: unanswered, mostWords }),
    });
    if (!result.ok) {
      mayCall(run);
      return keep(session, { code: 'failed', kind: result.kind, message: result.message });
    }
    session = await mendText(run, result.session, { step: 'revision', mostWords });
  }
  return keep(await shorten(run, session, mostWords), null);
}

/** Asks for a shorter text where it is still too long. A reading that fails changes nothing. */
async function shorten(run: Run, session: Session, mostWords: number): Promise<Session> {
  const isLong = ({ code }: { code: string }): boolean => code === 'too_long';
  if (session.text?.problems.some(isLong) !== true || !mayCall(run)) return session;
  const result = await askForPatch(run, session, {
    ...{ step: 'revision', stepName: 'shorten', formName: 'shorten', history: 'shorten' },
    ...{ mayLook: false, answers: false },
    prompt: buildShortenPrompt(session, run.table, { naming: nameForWriter(session), mostWords }),
  });
  if (!result.ok) {
    mayCall(run);
    return session;
  }
  const left = checkText(result.session, run.table, { mostWords });
  const isWorse =
    left.filter((one) => !isLong(one)).length > session.text.problems.filter((one) => !isLong(one)).length;
  return isWorse ? session : noteProblems(result.session, left);
}
