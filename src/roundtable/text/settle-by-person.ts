/** Items that a rule needs settled and the panel could not: a person decides, or the policy, or they stay open. */

import type { Table } from '../../session/ports/ports.ts';
import type { Escalation } from '../../session/records.ts';
import { readIds } from '../../session/rules/read-ids.ts';
import { readVotes } from '../../session/rules/votes.ts';
import type { Session } from '../../session/session.ts';
import type { Item } from '../../session/text.ts';
import { openEscalation } from '../discussion/escalation.ts';
import { writeAnswer } from '../discussion/person-decision.ts';
import { askDecision } from '../discussion/settle-escalations.ts';
import { nowText, type Run } from '../run.ts';
import { saveStep } from './save-text.ts';

/** Whether it asks about an item, and not about the discussion. */
function isOnItem({ trigger }: Escalation): boolean {
  return trigger === 'last-call' || trigger === 'replaces-decision';
}

/** Agreed items that would replace what a person decided in the file, and that no person was asked about. */
export function listReplacing({ artifacts, escalations }: Session, { extended }: Table): string[] {
  return artifacts
    .filter((item) => item.status === 'agreed' && listReplaced(item, extended).length > 0)
    .filter(({ id }) => !escalations.some((one) => one.subject === id && one.status === 'answered'))
    .map(({ id }) => id);
}

function listReplaced({ replaces }: Item, extended: Table['extended']): string[] {
  const decided = (extended?.items ?? []).filter(({ isDecided }) => isDecided).map(({ id }) => id);
  return readIds(replaces.join(', '), decided);
}

/** Items that a person decided in words of their own, and that no patch has worked in yet: a kill may have come between. */
function listUnworked({ artifacts, escalations }: Session): string[] {
  const own = escalations.filter((one) => isOnItem(one) && one.decision === 'own');
  return artifacts
    .filter(
      ({ decision, history }) => own.some(({ id }) => id === decision) && history.at(-1)?.code === 'decided',
    )
    .map(({ id }) => id);
}

/** Asks about each item once; returns those whose words the decisions change. */
export async function settleByPerson(run: Run, ids: readonly string[]): Promise<string[]> {
  if (!run.session.settings.escalation.enabled) return [];
  for (const id of ids) {
    const item = run.session.artifacts.find((one) => one.id === id);
    if (item === undefined) continue;
    const known = run.session.escalations.find((one) => isOnItem(one) && one.subject === id);
    if (known?.status === 'answered') continue;
    const escalation = known ?? raise(run.session, item, listReplaced(item, run.table.extended));
    if (known === undefined)
      await saveStep(run, { ...run.session, escalations: [...run.session.escalations, escalation] });
    const decision = await askDecision(run, escalation, 'text');
    // Another round was held on it already: who wants no decision leaves it open.
    const answered = { ...writeAnswer(escalation, { decision, at: nowText(run) }), extra_rounds: 0 };
    const { text } = answered;
    const escalations = run.session.escalations.map((one) => (one.id === escalation.id ? answered : one));
    const artifacts = run.session.artifacts.map(
      (one): Item =>
        one.id !== id || text === null
          ? one
          : {
              ...one,
              decision: escalation.id,
              status: 'decided',
              decided_by: decision.by,
              before: null,
              history: [...one.history, { step: 'last-call', code: 'decided', from: escalation.id }],
            },
    );
    await saveStep(run, { ...run.session, escalations, artifacts });
    run.ports.report({ type: 'escalation-answered', escalation: answered });
  }
  return listUnworked(run.session);
}

function raise(session: Session, item: Item, replaced: readonly string[]): Escalation {
  return openEscalation(session, {
    ...(replaced.length > 0
      ? { trigger: 'replaces-decision', values: { replaced: replaced.join(', ') } }
      : { trigger: 'last-call', values: {} }),
    ...{ subject: item.id, reason: '', round: session.total_rounds },
    positions: [...readVotes(item).values()]
      .filter(({ vote }) => vote !== 'ratify')
      .map(({ seat, reason, lifted_by }) => ({
        seat,
        text: [reason, lifted_by].filter((part) => part !== '').join(' '),
      })),
    recommendation: item.text,
  });
}
