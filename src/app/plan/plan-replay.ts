/** Plans a replay: a new session with the topic, table and settings of a recorded one, unless an option says otherwise. */

import { applyOptions } from '../../config/resolve-config.ts';
import { S2sError } from '../../session/errors.ts';
import { listSeatReferences } from '../../session/rules/seat-models.ts';
import type { Session } from '../../session/session.ts';
import type { AppParts } from '../app-parts.ts';
import type { Notice } from '../notice.ts';
import type { ReplayOptions } from '../options.ts';
import { describeChanges } from './describe-changes.ts';
import { type PlannedSession, planSession, type SessionOrder } from './plan-session.ts';
import { listHandedOver } from './read-context.ts';

/**
 * Plans the replay with the present texts: if agents, strategy, agenda or context have changed since the recording, the notices say so,
 * and the calls that depend on them are gaps. Throws as `planSession` does, and what reading the recorded session throws.
 */
export async function planReplay(parts: AppParts, options: ReplayOptions): Promise<PlannedSession> {
  const missing = options.replayMissing ?? 'fail';
  const { id } = await parts.repository.resolve(options.session);
  const { session: recorded } = await parts.repository.load(id);
  if (missing === 'fail') refuseOtherWorkflow(recorded, options);
  const planned = await planSession(parts, layOver(recorded, options));
  // The panel gets the earlier decisions that the recorded panel got, whatever the project has decided since.
  const { earlier_decisions: _now, ...fresh } = planned.session;
  const { earlier_decisions: told } = recorded;
  const session: Session = {
    ...fresh,
    ...(told === undefined ? {} : { earlier_decisions: told }),
    replay: { of: id, missing },
    ...(isSameTable(recorded, options) ? takeTable(recorded, planned.session, options) : {}),
  };
  const texts = [
    `Replay of ${id}: ${missing === 'ask' ? 'missing calls are made' : 'no model is asked'}. Usage is that of the recorded calls.`,
    ...describeChanges(recorded.inputs, session.inputs).map(({ text }) => text),
  ];
  const warnings = planned.notices.filter(({ level }) => level === 'warning');
  return {
    ...planned,
    session,
    notices: [...warnings, ...texts.map((text): Notice => ({ level: 'info', text }))],
  };
}

/** Throws USAGE for another workflow: it asks other questions, so none of its calls were recorded. */
function refuseOtherWorkflow(recorded: Session, { workflowType: workflow }: ReplayOptions): void {
  if (workflow === undefined || workflow === recorded.workflow_type) return;
  throw new S2sError(
    'USAGE',
    `The session ${recorded.id} was a ${recorded.workflow_type} session, so it cannot be replayed as ${workflow}.`,
    {
      hint: `s2s roundtable start --replay ${recorded.id}, or --replay-missing ask to make its calls again.`,
    },
  );
}

/** The recorded choices as options; given options take precedence. */
function layOver(recorded: Session, options: ReplayOptions): SessionOrder {
  const seats = recorded.participants;
  const named = (side: 'pro' | 'con'): string[] =>
    seats.filter((seat) => seat.side === side && seat.side_given === true).map((seat) => seat.id);
  const keepsPanel = options.participants === undefined;
  const keepsSides = keepsPanel && options.pro === undefined && options.con === undefined;
  const ofRecord: SessionOrder = {
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
    contextNamedBy: options.context === undefined ? 'session' : 'person',
    ...(keepsPanel
      ? {
          participants: seats.filter(({ kind }) => kind === 'model').map((seat) => seat.id),
          withMe: seats.some(({ kind }) => kind === 'human'),
        }
      : {}),
    ...(keepsSides ? { pro: named('pro'), con: named('con') } : {}),
  };
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return {
    ...ofRecord,
    ...Object.fromEntries(given),
    ...(options.model === undefined ? { models: listModels(recorded, options, keepsPanel) } : {}),
  };
}

/** The recorded models; given models take precedence. */
function listModels(recorded: Session, options: ReplayOptions, keepsPanel: boolean): Record<string, string> {
  const seats = keepsPanel ? recorded.participants : [];
  return {
    ...Object.fromEntries(
      ['facilitator', 'synthesizer', ...seats.map(({ id }) => id)]
        .map((seat) => [seat, listSeatReferences(recorded, seat).join(',')])
        .filter(([, models]) => models !== ''),
    ),
    ...options.models,
  };
}

/** Whether the discussion follows the recorded rules: another strategy or workflow has its own. */
function isSameTable(recorded: Session, { strategy, workflowType: workflow }: ReplayOptions): boolean {
  return (
    (strategy ?? recorded.strategy) === recorded.strategy &&
    (workflow ?? recorded.workflow_type) === recorded.workflow_type
  );
}

/** What planning cannot know: the final settings of the recorded session, and the order of its seats. */
function takeTable(recorded: Session, planned: Session, options: ReplayOptions): Partial<Session> {
  const order = recorded.participants.map(({ id }) => id);
  const place = (id: string): number => order.indexOf(id);
  return {
    settings: applyOptions(recorded.settings, options),
    strategy_reason: `as in the session ${recorded.id}`,
    ...(options.participants === undefined
      ? {
          participants: [...planned.participants].sort((one, other) => place(one.id) - place(other.id)),
          panel: recorded.panel,
        }
      : {}),
  };
}
