/** Plans a replay: a new session with the topic, table and settings of a recorded one. */

import { applyOptions } from '../../config/resolve-config.ts';
import type { CallModel } from '../../session/model-reply.ts';
import type { JournalReading, SessionRepository } from '../../session/ports/repository.ts';
import { listSeatReferences } from '../../session/rules/seat-models.ts';
import type { Session } from '../../session/session.ts';
import { createReplay, type Replay } from '../../store/journal/replay.ts';
import type { AppParts } from '../app-parts.ts';
import type { Notice } from '../notice.ts';
import type { ReplayOptions } from '../options.ts';
import { describeChanges, listHandedOver } from './load-table.ts';
import { type PlannedSession, planSession, type SessionOrder } from './plan-session.ts';

/**
 * Plans the replay with the present texts: if agents, strategy, agenda or context have changed since the recording, the notices say so,
 * and the calls that depend on them are gaps. Throws as `planSession` does, and what reading the recorded session throws.
 */
export async function planReplay(parts: AppParts, options: ReplayOptions): Promise<PlannedSession> {
  const { replayMissing: missing = 'fail', model, models, signal } = options;
  const { id } = await parts.repository.resolve(options.session);
  const { session: recorded } = await parts.repository.load(id);
  const seats = model === undefined ? { ...listModels(recorded), ...models } : models;
  const planned = await planSession(parts, { ...listChoices(recorded), model, models: seats, signal });
  // The panel gets the earlier decisions that the recorded panel got, whatever the project has decided since.
  const { earlier_decisions: _now, ...fresh } = planned.session;
  const { earlier_decisions: told, panel } = recorded;
  const order = recorded.participants.map((seat) => seat.id);
  const session: Session = {
    ...fresh,
    ...(told === undefined ? {} : { earlier_decisions: told }),
    replay: { of: id, missing },
    settings: applyOptions(recorded.settings, options),
    strategy_reason: `as in the session ${id}`,
    participants: fresh.participants.toSorted(
      (one, other) => order.indexOf(one.id) - order.indexOf(other.id),
    ),
    panel,
  };
  const texts = [
    `Replay of ${id}: ${missing === 'ask' ? 'missing calls are made' : 'no model is asked'}. Usage is that of the recorded calls.`,
    ...describeChanges(recorded.inputs, session.inputs),
  ];
  const warnings = planned.notices.filter(({ level }) => level === 'warning');
  return {
    ...planned,
    session,
    notices: [...warnings, ...texts.map((text): Notice => ({ level: 'info', text }))],
  };
}

/** The recorded choices as options. */
function listChoices(recorded: Session): SessionOrder {
  const seats = recorded.participants;
  const named = (side: 'pro' | 'con'): string[] =>
    seats.filter((seat) => seat.side === side && seat.side_given === true).map((seat) => seat.id);
  return {
    topic: recorded.topic,
    workflowType: recorded.workflow_type,
    strategy: recorded.strategy,
    outputType: recorded.output_type,
    facilitator: recorded.facilitator.agent,
    synthesizer: recorded.synthesizer.agent,
    seed: recorded.seed,
    subject: recorded.subject,
    demands: recorded.demands,
    earlierPlan: recorded.earlier_plan,
    context: listHandedOver(recorded.context_files),
    contextNamedBy: 'session',
    participants: seats.filter(({ kind }) => kind === 'model').map((seat) => seat.id),
    withMe: seats.some(({ kind }) => kind === 'human'),
    pro: named('pro'),
    con: named('con'),
  };
}

function listModels(recorded: Session): Record<string, string> {
  const seats = ['facilitator', 'synthesizer', ...recorded.participants.map(({ id }) => id)];
  return Object.fromEntries(
    seats
      .map((seat) => [seat, listSeatReferences(recorded, seat).join(',')])
      .filter(([, models]) => models !== ''),
  );
}

/** A replay with all recorded lines, including people's input. */
export type OpenReplay = Replay & Pick<JournalReading, 'lines' | 'location' | 'changedLines'>;

/**
 * Opens the journal that a session replays; null for a session that is no replay. `callMissing` makes the calls that were not recorded,
 * if the session allows it. Throws what reading a journal throws.
 */
export async function openReplay(
  session: Pick<Session, 'replay'>,
  repository: Pick<SessionRepository, 'readJournal'>,
  callMissing: CallModel,
): Promise<OpenReplay | null> {
  const { replay } = session;
  if (replay === undefined) return null;
  const reading = await repository.readJournal(replay.of);
  // How far this journal goes is known to the recorded session, not to this one.
  const { ends: _, ...recorded } = reading;
  const { location: file, lines } = recorded;
  return {
    ...createReplay(lines, { file, ...(replay.missing === 'ask' ? { callMissing } : {}) }),
    ...recorded,
  };
}
