/** Items that a rule needs settled and the panel could not: a person decides, or the policy, or they stay open. */

import type { Escalation } from '../../session/records.ts';
import { readVotes } from '../../session/rules/votes.ts';
import type { Session } from '../../session/session.ts';
import type { Item } from '../../session/text.ts';
import { openEscalation } from '../discussion/escalation.ts';
import { writeAnswer } from '../discussion/person-decision.ts';
import { nowText, pauseForPerson, type Run } from '../run.ts';
import { saveStep } from './save-text.ts';

/** Items that a person decided in words of their own, and that no patch has worked in yet: a kill may have come between. */
export function listUnworked({ artifacts, escalations }: Session): string[] {
  const own = escalations.filter(({ trigger, decision }) => trigger === 'last-call' && decision === 'own');
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
    const known = run.session.escalations.find(
      ({ trigger, subject }) => trigger === 'last-call' && subject === id,
    );
    if (known?.status === 'answered') continue;
    const escalation = known ?? raise(run.session, item);
    if (known === undefined)
      await saveStep(run, { ...run.session, escalations: [...run.session.escalations, escalation] });
    run.ports.report({ type: 'escalation-raised', escalation });
    const decision = await run.ports.operator.decideEscalation({
      key: `text/escalation/${escalation.id}/1`,
      session: run.session,
      escalation,
    });
    if (decision === 'later') throw pauseForPerson(run, { code: 'decision', escalation_id: escalation.id });
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

function raise(session: Session, item: Item): Escalation {
  return openEscalation(session, {
    ...{ trigger: 'last-call', subject: item.id, values: {}, reason: '', round: session.total_rounds },
    positions: [...readVotes(item).values()]
      .filter(({ vote }) => vote !== 'ratify')
      .map(({ seat, reason, lifted_by }) => ({
        seat,
        text: [reason, lifted_by].filter((part) => part !== '').join(' '),
      })),
    recommendation: item.text,
  });
}
