/** Lets the facilitator choose the panel before the first round, where nobody named one and a model is there to ask. */
import { panelForm } from '../../prompts/forms/panel.ts';
import { buildPanelPrompt } from '../../prompts/panel.ts';
import { askOnce } from '../../roundtable/ask-once.ts';
import { readTimeout } from '../../roundtable/ask-seat.ts';
import { buildFacts } from '../../roundtable/request-facts.ts';
import { PauseRun } from '../../roundtable/run.ts';
import type { Ports, Table, Version } from '../../session/ports/ports.ts';
import { addUsage } from '../../session/rules/usage.ts';
import type { Session } from '../../session/session.ts';
import type { AppParts } from '../app-parts.ts';
import { hashTable, loadSeats } from '../plan/load-table.ts';

/** What a reply may have, in tokens, thinking included. */
const mostTokens = 6_000;

/** A session with its table, as it is stored. */
export interface Seated {
  session: Session;
  version: Version;
  table: Table;
}

/**
 * Asks, and saves the session with its panel. A reply that cannot be used leaves the panel that the topic's words gave. The call is in the
 * journal as any other: a run that was killed behind it asks no second time.
 */
export async function seatPanel(parts: AppParts, before: Seated, ports: Ports): Promise<Seated> {
  const { session, table } = before;
  const { candidates, ...panel } = session.panel;
  if (candidates === undefined || session.rounds.length > 0) return before;
  const sure = session.participants.filter(({ id }) => !candidates.some((one) => one.id === id));
  const most = session.settings.max_participants - sure.length;
  const least = Math.max(1, 2 - sure.length);
  const asked = await askOnce(session, table, {
    ports,
    question: {
      ...{ at: 0, step: 'question', stepName: 'panel', seat: 'facilitator', purpose: 'ask' },
      prompt: buildPanelPrompt(session, table, {
        ...{ candidates, least, most },
        sure: sure.map(({ role }) => role),
      }),
      ...{ formName: 'panel', form: panelForm, lookUps: null },
      facts: buildFacts({ session, table }, table.facilitator),
      timeoutSeconds: readTimeout(session.settings, 'facilitator', false),
      maxOutputTokens: mostTokens,
    },
  }).catch((error: unknown) => {
    if (error instanceof PauseRun) return null;
    throw error;
  });
  // Nobody can be asked now: the first question meets the same, and the run pauses there.
  if (asked === null) return before;
  const { result, usage } = asked;
  const seats = (result.ok ? result.value.seats : []).flatMap(({ id, why }) => {
    const name = id.trim().toLowerCase();
    const known = candidates.find((one) => one.id === name || one.role.toLowerCase() === name);
    return known === undefined ? [] : [{ ...known, why }];
  });
  const chosen = seats
    .filter((seat, at) => seats.findIndex(({ id }) => id === seat.id) === at)
    .slice(0, most);
  const isChosen = chosen.length >= least;
  const participants = [
    ...chosen.map(({ id, role, model, fallback_models: further }) => ({
      ...{ id, role, kind: 'model' as const, model, side: null },
      ...(further === undefined ? {} : { fallback_models: further }),
    })),
    ...sure,
  ];
  const seated = isChosen ? { ...table, agents: await loadSeats(parts, participants) } : table;
  const next: Session = {
    ...session,
    ...(isChosen ? { participants, inputs: hashTable(seated) } : {}),
    panel: isChosen
      ? { ...panel, chosen_by: 'facilitator', reasons: chosen.map(({ id, why }) => ({ id, why })) }
      : panel,
    usage: addUsage(session.usage, usage),
    completion_usage: addUsage(session.completion_usage, usage),
  };
  const names = next.participants.map(({ role }) => role).join(', ');
  ports.report(
    isChosen
      ? { type: 'notice', level: 'info', text: `Panel, chosen by the facilitator: ${names}` }
      : {
          type: 'notice',
          level: 'warning',
          text: `The facilitator named no usable panel; the topic's words give: ${names}`,
        },
  );
  return { session: next, table: seated, version: await ports.store.save(next, before.version) };
}
