/** A stored session with its table loaded again, and with the flags of `resume` laid over its settings. */

import type { ActionContext } from '../cli/command-runner.ts';
import { type OpenProject, openStore } from '../cli/open-project.ts';
import { applyFlags, type ResolvedConfig } from '../config/resolve-config.ts';
import { listOpenCalls } from '../domain/call-key.ts';
import { S2sError } from '../domain/errors.ts';
import type { ContextFile } from '../domain/library.ts';
import type { Table } from '../domain/ports.ts';
import type { Session } from '../domain/session.ts';
import { gatherContextFiles } from '../project/gather-context-files.ts';
import { readJournal } from '../store/journal/journal.ts';
import { listSeatModels, readSeatModels, requireProviders } from './choose-models.ts';
import { describeChanges } from './describe-changes.ts';
import { hashTable, loadTable } from './load-table.ts';
import type { StartFlags } from './plan-session.ts';

/** Prepares the resume. Says what has changed since the session was last run; those calls of the open round are made again. */
export async function prepareResume(
  project: OpenProject,
  stored: Session,
  options: { flags: StartFlags; config: ResolvedConfig; context: ActionContext },
): Promise<{ session: Session; table: Table; notices: string[] }> {
  const { flags, config, context } = options;
  const table = await loadTable(project, {
    strategy: stored.strategy,
    workflow: stored.workflow_type,
    facilitator: stored.facilitator.agent,
    synthesizer: stored.synthesizer.agent,
    participants: stored.participants,
    outputType: stored.output_type,
    contextFiles: await readAgain(project, stored, context),
    sessionFile: `.s2s/sessions/${stored.id}.yaml`,
    projectName: config.projectName,
  });
  const inputs = hashTable(table);
  const changes = describeChanges(stored.inputs, inputs);
  const again = changes.length === 0 ? [] : await listAffected(project, stored, context);
  const notices = [...changes.map(({ text }) => text), ...again];
  const session: Session = {
    ...withModels(stored, flags),
    settings: applyFlags(stored.settings, flags),
    inputs,
    ...(await readReplay(stored, flags)),
  };
  if (flags.model !== undefined || flags.models !== undefined)
    await requireProviders(session, config, context);
  return { session, table, notices };
}

/** A replay goes on as one; its gaps can be filled from now on. Throws USAGE for a session that is none. */
async function readReplay(stored: Session, flags: StartFlags): Promise<Pick<Session, 'replay'>> {
  if (flags.replayMissing === undefined) return {};
  if (stored.replay === undefined) {
    throw new S2sError('USAGE', `--replay-missing: the session ${stored.id} is not a replay.`, {
      hint: `s2s roundtable resume ${stored.id}`,
    });
  }
  const { readReplayMissing } = await import('./plan-replay.ts');
  return { replay: { ...stored.replay, missing: readReplayMissing(flags.replayMissing) } };
}

/** Which finished calls of the open round have to be made again, because their requests are no longer the same. */
async function listAffected(
  project: OpenProject,
  stored: Session,
  context: ActionContext,
): Promise<string[]> {
  const { lines } = await readJournal(openStore(project, context).paths, stored.id);
  const calls = listOpenCalls(lines, stored.total_rounds);
  return calls.length === 0 ? [] : [`These calls of the open round may be made again: ${calls.join(', ')}.`];
}

/** The context files of the session, read again as they are now. */
async function readAgain(
  project: OpenProject,
  stored: Session,
  context: ActionContext,
): Promise<readonly ContextFile[]> {
  const paths = stored.context_files.filter(({ sent_characters: sent }) => sent > 0).map(({ path }) => path);
  if (paths.length === 0) return [];
  const budget = stored.context_files.reduce((sum, { sent_characters: sent }) => sum + sent, 0);
  const { files } = await gatherContextFiles(paths, {
    root: project.root,
    cwd: project.root,
    budgetCharacters: Math.max(budget, 1),
  });
  if (files.length < paths.length)
    context.say('Some context files of this session can no longer be read.', { warning: true });
  return files;
}

/** Lays `--model` and `--models` over the stored models. A rehearsal stays one: its rounds were never anybody's opinion. */
function withModels(session: Session, flags: StartFlags): Session {
  if (flags.model === undefined && flags.models === undefined) return session;
  const seats = session.participants.filter(({ kind }) => kind === 'model').map(({ id }) => id);
  const named = readSeatModels(flags.models, [...seats, 'facilitator', 'synthesizer']);
  const pick = (seat: string, current: string): string => named.get(seat) ?? flags.model ?? current;
  const next: Session = {
    ...session,
    facilitator: { ...session.facilitator, model: pick('facilitator', session.facilitator.model) },
    synthesizer: { ...session.synthesizer, model: pick('synthesizer', session.synthesizer.model) },
    participants: session.participants.map((seat) =>
      seat.kind === 'human' || seat.model === null ? seat : { ...seat, model: pick(seat.id, seat.model) },
    ),
  };
  const isRehearsed = listSeatModels(next).some(({ reference }) => /^rehearsal(?:\/|$)/.test(reference));
  return { ...next, rehearsal: session.rehearsal || isRehearsed };
}
