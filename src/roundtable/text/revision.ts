/** The revision: the writer answers what the review brought, then reads the whole as a stranger; then the text is numbered and frozen. */
import {
  buildEditPrompt,
  buildRevisionPrompt,
  buildShortenPrompt,
  readMostWords,
} from '../../prompts/revision.ts';
import type { Fallback } from '../../session/codes.ts';
import type { PromptBlock } from '../../session/model-request.ts';
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
  let session = run.session;
  if (unanswered.length > 0 || contested) {
    const naming = nameForWriter(session);
    const result = await askForPatch(run, session, {
      ...{ step: 'revision', stepName: 'revision', formName: 'revision', history: 'revision', mayLook: true },
      answers: unanswered.length > 0,
      prompt: buildRevisionPrompt(session, run.table, { naming, amendments: unanswered }),
    });
    if (!result.ok) {
      mayCall(run);
      return keep(session, { code: 'failed', kind: result.kind, message: result.message });
    }
    session = result.session;
  }
  session = await readAsStranger(run, session);
  session = await shorten(run, await mendText(run, session, 'revision'));
  return keep(session, null);
}

/** The last reading, by the writer with nothing but the text before it. */
function readAsStranger(run: Run, session: Session): Promise<Session> {
  return edit(run, session, 'edit', buildEditPrompt(session, run.table, nameForWriter(session)));
}

/** Asks for a shorter text where it is still longer than its form allows. */
async function shorten(run: Run, session: Session): Promise<Session> {
  const mostWords = readMostWords(session, run.table);
  const isLong = ({ code }: { code: string }): boolean => code === 'too_long';
  if (session.text?.problems.some(isLong) !== true) return session;
  const prompt = buildShortenPrompt(session, run.table, nameForWriter(session));
  const shorter = await edit(run, session, 'shorten', prompt);
  const left = checkText(shorter, run.table, { mostWords });
  const isWorse =
    left.filter((one) => !isLong(one)).length > session.text.problems.filter((one) => !isLong(one)).length;
  return isWorse ? session : noteProblems(shorter, left);
}

/** The session with a reading of its text spliced in. A reading that fails changes nothing. */
async function edit(
  run: Run,
  session: Session,
  stepName: 'edit' | 'shorten',
  prompt: PromptBlock[],
): Promise<Session> {
  if (!mayCall(run)) return session;
  const asked = {
    step: 'revision',
    stepName,
    formName: 'edit',
    history: 'edit',
    mayLook: false,
    answers: false,
  } as const;
  const result = await askForPatch(run, session, { ...asked, prompt });
  if (result.ok) return result.session;
  mayCall(run);
  return session;
}
