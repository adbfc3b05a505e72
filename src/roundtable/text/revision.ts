/** The revision: the writer answers what the review brought, then reads the whole as a stranger; then the text is numbered and frozen. */
import { createRevisionForm } from '../../prompts/forms/revision.ts';
import { buildEditPrompt, buildRevisionPrompt, readMostWords } from '../../prompts/revision.ts';
import type { Fallback } from '../../session/codes.ts';
import type { Session } from '../../session/session.ts';
import { mayCall, type Run } from '../run.ts';
import { applyPatch } from './apply-patch.ts';
import { askWriter, nameForWriter, takeFacts } from './ask-writer.ts';
import { mendText } from './draft.ts';
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
  const naming = nameForWriter(run);
  const unanswered = run.session.amendments.filter(({ answer }) => answer === null);
  const contested = run.session.artifacts.some(({ votes }) => votes.some(({ vote }) => vote !== 'ratify'));
  let session = run.session;
  if (unanswered.length > 0 || contested) {
    const result = await askWriter(run, {
      step: 'revision',
      stepName: 'revision',
      prompt: buildRevisionPrompt(session, run.table, { naming, amendments: unanswered }),
      formName: 'revision',
      form: createRevisionForm(run.table.document),
      mayLook: true,
    });
    if (!result.ok) {
      mayCall(run);
      return keep(session, { code: 'failed', kind: result.kind, message: result.message });
    }
    const { dossier, ids } = await takeFacts(run, result.value.facts, 'revision');
    session = applyPatch({ ...session, dossier }, run.table, {
      reply: result.value,
      facts: ids,
      naming,
      step: 'revision',
    });
  }
  session = await readAsStranger(run, session);
  session = await mendText(run, session, { step: 'revision', mostWords: readMostWords(session, run.table) });
  return keep(session, null);
}

/** The last reading, by the writer with nothing but the text before it. A reading that fails changes nothing. */
async function readAsStranger(run: Run, session: Session): Promise<Session> {
  if (!mayCall(run)) return session;
  const naming = nameForWriter(run);
  const result = await askWriter(
    { ...run, session },
    {
      step: 'revision',
      stepName: 'edit',
      prompt: buildEditPrompt(session, run.table, naming),
      formName: 'edit',
      form: createRevisionForm(run.table.document),
      mayLook: false,
    },
  );
  if (!result.ok) {
    mayCall(run);
    return session;
  }
  const { dossier, ids } = await takeFacts({ ...run, session }, result.value.facts, 'edit');
  return applyPatch({ ...session, dossier }, run.table, {
    reply: result.value,
    facts: ids,
    naming,
    step: 'edit',
  });
}
