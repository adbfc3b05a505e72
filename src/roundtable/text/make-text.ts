/** The text, step by step: draft, review, revision, last call, patch. Each step is on disk before the next begins. */

import { listCalled } from '../../session/rules/ballots.ts';
import { isCounted } from '../../session/rules/counting.ts';
import { countMostRounds } from '../../session/rules/granted-rounds.ts';
import { fingerprintText } from '../../session/rules/text-measures.ts';
import type { Session } from '../../session/session.ts';
import { notify, type Run } from '../run.ts';
import { holdRound } from '../run-round.ts';
import { addAmendments } from './add-amendments.ts';
import { countText, listUnsettled } from './count.ts';
import { writeDraft } from './draft.ts';
import { holdLastCall, type WantedWords } from './last-call.ts';
import { patchText } from './patch.ts';
import { holdReview } from './review.ts';
import { reviseText } from './revision.ts';
import { saveStep } from './save-text.ts';
import { listReplacing, settleByPerson } from './settle-by-person.ts';

/** The most last calls: one, one on what was patched, one on what one more round settled, one on what a person decided. */
const mostCalls = 5;

/** Makes the text from where it stands until it is done. */
export async function makeText(run: Run): Promise<void> {
  if (run.session.text === null) await writeDraft(run);
  for (;;) {
    const { text } = run.session;
    if (text === null || text.step === 'done') return;
    switch (text.step) {
      case 'review':
        await holdReview(run);
        break;
      case 'revision':
        await reviseText(run);
        break;
      case 'last-call':
        await voteOnText(run);
        break;
      case 'patch':
        await mendBlocked(run);
        break;
    }
  }
}

/** Holds the next last call, counts, and decides what follows. */
async function voteOnText(run: Run): Promise<void> {
  const { text, settings } = run.session;
  if (text === null) return;
  if (!isCounted(settings.consensus)) return finish(run, countText(run.session, 'last-call'));
  const only = listCalled(run.session);
  const wanted = await holdLastCall(run, only);
  if (wanted === null) return finish(run, run.session);
  const counted = countText(run.session, 'last-call');
  run.ports.report({ type: 'votes-counted', session: counted, items: counted.artifacts });
  if (run.table.document.callsOnce === true) return finish(run, counted);
  const asked = addWanted(counted, wanted);
  const isFirst = text.last_calls === 0;
  // A slip in what was signed is mended too.
  const hasWords =
    asked.amendments.length > counted.amendments.length || (isFirst && listOpenWords(counted).length > 0);
  const unsettled = listUnsettled(asked);
  if (hasWords && (isFirst || text.reopened.length === 0) && text.last_calls < 2)
    return saveStep(run, asked, { step: 'patch' });
  if (unsettled.length > 0 && text.last_calls + 1 < mostCalls) return saveStep(run, asked, { step: 'patch' });
  const replacing = settings.escalation.enabled ? listReplacing(asked, run.table) : [];
  return replacing.length > 0 ? saveStep(run, asked, { step: 'patch' }) : finish(run, asked);
}

/**
 * What is done about items that were not signed: the words that would be signed are worked in; what the rule needs settled gets one
 * more round, where rounds are left, and then a person decides.
 */
async function mendBlocked(run: Run): Promise<void> {
  const { text, settings } = run.session;
  if (text === null) return;
  const own = await settleByPerson(run, listReplacing(run.session, run.table));
  const words = listOpenWords(run.session);
  if (words.length > 0 && text.reopened.length === 0)
    return patchText(run, [...words.flatMap(({ targets }) => targets), ...own]);
  const unsettled = listUnsettled(run.session).map(({ id }) => id);
  if (unsettled.length === 0) {
    return own.length > 0 ? patchText(run, own) : finish(run, run.session);
  }
  const mayHold =
    text.reopened.length === 0 && !settings.fast && run.session.total_rounds < countMostRounds(run.session);
  if (mayHold || (text.reopened.length > 0 && text.reopened_round === null)) {
    const items = text.reopened.length > 0 ? text.reopened : unsettled;
    if (text.reopened.length === 0) {
      await saveStep(run, run.session, { reopened: items });
      notify(run, { code: 'one_more_round', items });
    }
    if (!(await holdRound(run, { items }))) return finish(run, run.session);
    // It is saved with the patch: a kill before that finds the round held, and patches.
    const held = run.session;
    if (held.text !== null)
      run.session = { ...held, text: { ...held.text, reopened_round: held.total_rounds } };
    return patchText(run, items);
  }
  const decided = await settleByPerson(run, unsettled);
  return decided.length > 0 ? patchText(run, decided) : finish(run, run.session);
}

/** Words with which seats would sign, and after the first last call remarks on items, that nobody has answered. */
function listOpenWords({ amendments, artifacts, text }: Session): Session['amendments'] {
  const isItem = (id: string): boolean => artifacts.some((item) => item.id === id && item.decision === null);
  return amendments.filter(
    ({ kind, answer, targets }) =>
      answer === null &&
      (kind === 'ratify-if' || (kind === 'remark' && text?.last_calls === 1 && targets.some(isItem))),
  );
}

/** The words with which seats would sign, as amendments to be answered. */
function addWanted(session: Session, wanted: readonly WantedWords[]): Session {
  const given = wanted.map(({ seat, item, words, reason }) => ({
    ...({ kind: 'ratify-if', field: 'text', severity: 'wrong' } as const),
    ...{ seat, targets: [item], words, reason },
  }));
  return { ...session, amendments: addAmendments(session.amendments, given) };
}

/** The text is done: what is printed is what was voted on. */
async function finish(run: Run, session: Session): Promise<void> {
  const hash = session.text === null ? null : fingerprintText(session.text, session.artifacts);
  await saveStep(run, session, { step: 'done', frozen_hash: hash });
}
