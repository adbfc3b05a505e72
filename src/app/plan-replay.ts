/** A new session that says again what a recorded one said: its topic, table and settings, unless a flag says otherwise. */
import path from 'node:path';
import type { ActionContext } from '../cli/command-runner.ts';
import type { OpenProject } from '../cli/open-project.ts';
import { parseChoice } from '../config/parse-values.ts';
import { applyFlags } from '../config/resolve-config.ts';
import { S2sError } from '../domain/errors.ts';
import type { Session } from '../domain/session.ts';
import type { WorkflowType } from '../domain/vocabulary.ts';
import type { SessionStore } from '../store/files/session-store.ts';
import { describeChanges } from './describe-changes.ts';
import { type PlannedSession, planSession, type StartFlags } from './plan-session.ts';

/** What happens with a call that the recorded session lacks. */
type Missing = 'fail' | 'ask';

/** What a person asked for. */
export interface ReplayOrder {
  /** Null: the recorded topic. */
  topic: string | null;
  /** Null: the recorded workflow. */
  workflow: WorkflowType | null;
  flags: StartFlags & { replay: string };
  context: ActionContext;
}

/** Reads `--replay-missing`: `fail` when absent. Throws INVALID_VALUE. */
export function readReplayMissing(text: string | undefined): Missing {
  return text === undefined ? 'fail' : parseChoice(text, '--replay-missing', { choices: ['fail', 'ask'] });
}

/**
 * Refuses flags that make no sense together. Throws USAGE.
 */
export function refuseReplayFlags(flags: StartFlags): void {
  if (flags.replay === undefined && flags.replayMissing !== undefined) {
    throw new S2sError('USAGE', '--replay-missing says what a replay does, and this is none.', {
      hint: 'Name the recorded session too: --replay <session>',
    });
  }
  if (flags.replay !== undefined && flags.dryRun === true) {
    throw new S2sError('USAGE', '--replay and --dry-run exclude each other: both run without a model.', {
      hint: 'Give --replay to hear a recorded session again, --dry-run to hear the built-in panel.',
    });
  }
}

/**
 * Plans the replay. Its texts are those of now: where agents, strategy, agenda or context have changed since, the
 * notices say so, and the calls that depend on them are gaps. Throws as `planSession` does, and what reading the
 * recorded session throws.
 */
export async function planReplay(
  project: OpenProject,
  store: SessionStore,
  order: ReplayOrder,
): Promise<PlannedSession> {
  const { flags, context } = order;
  const missing = readReplayMissing(flags.replayMissing);
  const { id } = await store.resolveId(flags.replay);
  const { session: recorded } = await store.load(id);
  if (missing === 'fail') refuseOtherWorkflow(recorded, order.workflow);
  const planned = await planSession(project, store, {
    topic: order.topic ?? recorded.topic,
    workflow: order.workflow ?? recorded.workflow_type,
    flags: layOver(recorded, flags, project.root),
    context,
  });
  const session: Session = {
    ...planned.session,
    replay: { of: id, missing },
    ...(isSameTable(recorded, order) ? takeTable(recorded, planned.session, flags) : {}),
  };
  const changes = describeChanges(recorded.inputs, session.inputs).map(({ text }) => text);
  const notices = [
    `Replay of ${id}: ${missing === 'ask' ? 'calls that it lacks are made' : 'no model is asked'}. Usage is that of the recorded calls.`,
    ...changes,
  ];
  return { ...planned, session, notices };
}

/** Another workflow asks other questions: nothing of it can have been recorded. Throws USAGE. */
function refuseOtherWorkflow(recorded: Session, wanted: WorkflowType | null): void {
  if (wanted === null || wanted === recorded.workflow_type) return;
  throw new S2sError(
    'USAGE',
    `The session ${recorded.id} was a ${recorded.workflow_type} session, so it cannot be replayed as ${wanted}.`,
    {
      hint: `s2s roundtable start --replay ${recorded.id}, or --replay-missing ask to have its calls made anew.`,
    },
  );
}

/** The recorded choices as flags, below those that were given. */
function layOver(recorded: Session, flags: StartFlags, root: string): StartFlags {
  const { pro, con } = flags;
  const seats = recorded.participants;
  const named = (side: 'pro' | 'con'): string =>
    seats
      .filter((seat) => seat.side === side && seat.side_given === true)
      .map((seat) => seat.id)
      .join(',');
  const keepsPanel = flags.participants === undefined;
  const keepsSides = keepsPanel && pro === undefined && con === undefined;
  return {
    strategy: recorded.strategy,
    outputType: recorded.output_type,
    facilitator: recorded.facilitator.agent,
    synthesizer: recorded.synthesizer.agent,
    seed: String(recorded.seed),
    context: recorded.context_files
      .filter(({ sent_characters: sent }) => sent > 0)
      .map((file) => path.join(root, file.path)),
    ...(keepsPanel
      ? {
          participants: seats
            .filter(({ kind }) => kind === 'model')
            .map((seat) => seat.id)
            .join(','),
          withMe: seats.some(({ kind }) => kind === 'human'),
        }
      : {}),
    ...(keepsSides ? { pro: named('pro'), con: named('con') } : {}),
    ...flags,
    ...(flags.model === undefined ? { models: listModels(recorded, flags, keepsPanel) } : {}),
  };
}

/** The recorded models as `--models`; pairs that were given come later and so win. */
function listModels(recorded: Session, flags: StartFlags, keepsPanel: boolean): string {
  const seats = keepsPanel ? recorded.participants : [];
  return [
    `facilitator=${recorded.facilitator.model}`,
    `synthesizer=${recorded.synthesizer.model}`,
    ...seats.filter(({ model }) => model !== null).map(({ id, model }) => `${id}=${model}`),
    ...(flags.models === undefined ? [] : [flags.models]),
  ].join(',');
}

/** Whether the discussion runs by the recorded rules: another strategy or workflow brings its own. */
function isSameTable(recorded: Session, { flags, workflow }: ReplayOrder): boolean {
  return (
    (flags.strategy ?? recorded.strategy) === recorded.strategy &&
    (workflow ?? recorded.workflow_type) === recorded.workflow_type
  );
}

/** What planning cannot know: the settings as the recorded session had them in the end, and the order of its seats. */
function takeTable(recorded: Session, planned: Session, flags: StartFlags): Partial<Session> {
  const order = recorded.participants.map(({ id }) => id);
  const place = (id: string): number => order.indexOf(id);
  return {
    settings: applyFlags(recorded.settings, flags),
    strategy_reason: `as in the session ${recorded.id}`,
    ...(flags.participants === undefined
      ? {
          participants: [...planned.participants].sort((one, other) => place(one.id) - place(other.id)),
          panel: recorded.panel,
        }
      : {}),
  };
}
