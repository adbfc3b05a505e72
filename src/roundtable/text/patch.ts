/** A patch after a last call: words that seats would sign, what one more round brought, what a person decided. */
import { buildPatchPrompt } from '../../prompts/revision.ts';
import { fingerprintItem } from '../../session/rules/text-measures.ts';
import type { Session } from '../../session/session.ts';
import { mayCall, type Run } from '../run.ts';
import { askForPatch, nameForWriter } from './ask-writer.ts';
import { saveStep, saveText } from './save-text.ts';

/** Patches items; what changed is put to the vote again, and without a change the text is done. */
export async function patchText(run: Run, ids: readonly string[]): Promise<void> {
  const { session } = run;
  const { text } = session;
  if (text === null) return;
  const done = async (after: Session): Promise<void> => saveStep(run, decline(after), { step: 'done' });
  if (!mayCall(run)) return done(session);
  const words = session.amendments.filter(
    ({ kind, answer }) => answer === null && (kind === 'ratify-if' || kind === 'remark'),
  );
  const remarked = words.filter(({ kind }) => kind === 'remark').flatMap(({ targets }) => targets);
  const items = session.artifacts.filter(
    ({ id, decision }) => ids.includes(id) || (decision === null && remarked.includes(id)),
  );
  const naming = nameForWriter(session);
  const result = await askForPatch(run, session, {
    ...{ step: 'patch', formName: 'patch', history: 'patch', mayLook: true, keepsBefore: true },
    stepName: text.last_calls === 1 ? 'patch' : `patch-${text.last_calls}`,
    prompt: buildPatchPrompt(session, run.table, { naming, items, amendments: words }),
    facts: { ballot: items },
    only: items.map(({ id }) => id),
    answers: words.length > 0,
  });
  if (!result.ok) {
    mayCall(run);
    return done(session);
  }
  const patched = result.session;
  const before = new Map(session.artifacts.map((item) => [item.id, fingerprintItem(item)]));
  const hasChanged = patched.artifacts.some((item) => before.get(item.id) !== fingerprintItem(item));
  // A head or a section that changed alone would be printed without a vote.
  if (!hasChanged) return done({ ...patched, text });
  await saveText(run, decline(patched), 'patch', { step: 'last-call' });
}

/** What was asked for and not answered is declined without a word, so that it is not asked for again. */
function decline(session: Session): Session {
  return {
    ...session,
    amendments: session.amendments.map((amendment) =>
      amendment.kind === 'ratify-if' && amendment.answer === null
        ? { ...amendment, answer: 'declined' }
        : amendment,
    ),
  };
}
