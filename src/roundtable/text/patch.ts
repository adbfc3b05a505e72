/** A patch after a last call: words that seats would sign, what one more round brought, what a person decided. */
import { createRevisionForm } from '../../prompts/forms/revision.ts';
import { buildPatchPrompt } from '../../prompts/revision.ts';
import type { Session } from '../../session/session.ts';
import { fingerprintItem } from '../../session/text-measures.ts';
import { mayCall, type Run } from '../run.ts';
import { applyPatch } from './apply-patch.ts';
import { askWriter, nameForWriter, takeFacts } from './ask-writer.ts';
import { saveStep, saveText } from './save-text.ts';

/** Patches items; what changed is put to the vote again, and without a change the text is done. */
export async function patchText(run: Run, ids: readonly string[]): Promise<void> {
  const { session } = run;
  const { text } = session;
  if (text === null) return;
  const done = async (after: Session): Promise<void> => saveStep(run, decline(after), { step: 'done' });
  if (!mayCall(run)) return done(session);
  const naming = nameForWriter(run);
  const items = session.artifacts.filter(({ id }) => ids.includes(id));
  const words = session.amendments.filter(({ kind, answer }) => kind === 'ratify-if' && answer === null);
  const stepName = text.last_calls === 1 ? 'patch' : `patch-${text.last_calls}`;
  const result = await askWriter(run, {
    step: 'patch',
    stepName,
    prompt: buildPatchPrompt(session, run.table, { naming, items, amendments: words }),
    formName: 'patch',
    form: createRevisionForm(run.table.document),
    mayLook: false,
    facts: { ballot: items },
  });
  if (!result.ok) {
    mayCall(run);
    return done(session);
  }
  const { dossier, ids: facts } = await takeFacts(run, result.value.facts, stepName);
  // A patch touches what it is for: new items and other sections would be printed without a vote.
  const reply = {
    ...result.value,
    sections: [],
    removed: [],
    items: result.value.items.filter(({ id }) => items.some((item) => item.id === id)),
  };
  const before = new Map(session.artifacts.map((item) => [item.id, fingerprintItem(item)]));
  const patched = applyPatch({ ...session, dossier }, run.table, {
    ...{ reply, facts, naming, step: 'patch', keepsBefore: true, only: items.map(({ id }) => id) },
  });
  const hasChanged = patched.artifacts.some((item) => before.get(item.id) !== fingerprintItem(item));
  if (!hasChanged) return done(patched);
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
