/** A stored session with its table loaded again, and with the options of the resume laid over its settings. */

import { applyOptions, type ResolvedConfig } from '../config/resolve-config.ts';
import { listOpenCalls } from '../domain/call-key.ts';
import { S2sError } from '../domain/errors.ts';
import type { ContextFile } from '../domain/library.ts';
import type { Table } from '../domain/ports.ts';
import type { Session } from '../domain/session.ts';
import { gatherContextFiles } from '../project/gather-context-files.ts';
import type { AppParts } from './app-parts.ts';
import { nameSeatModels, requireProviders } from './choose-models.ts';
import { describeChanges } from './describe-changes.ts';
import { hashTable, loadTable } from './load-table.ts';
import type { ResumeOptions } from './options.ts';
import { refuseSecretInput } from './refuse-secret-input.ts';

/** Prepares the resume. Tells what has changed since the session was last run; those calls of the open round are made again. */
export async function prepareResume(
  parts: AppParts,
  stored: Session,
  { options, config }: { options: ResumeOptions; config: ResolvedConfig },
): Promise<{ session: Session; table: Table }> {
  const table = await loadTable(parts, {
    strategy: stored.strategy,
    workflow: stored.workflow_type,
    facilitator: stored.facilitator.agent,
    synthesizer: stored.synthesizer.agent,
    participants: stored.participants,
    outputType: stored.output_type,
    contextFiles: await readAgain(parts, stored),
    sessionFile: `.s2s/sessions/${stored.id}.yaml`,
    projectName: config.projectName,
  });
  const inputs = hashTable(table);
  const changes = describeChanges(stored.inputs, inputs).map(({ text }) => text);
  if (changes.length > 0) changes.push(...(await listAffected(parts, stored)));
  for (const text of changes) parts.notify({ level: 'warning', text });
  const session: Session = {
    ...withModels(stored, options),
    settings: applyOptions(stored.settings, options),
    inputs,
    ...readReplay(stored, options),
  };
  const isRenamed = options.model !== undefined || options.models !== undefined;
  return { session: isRenamed ? requireProviders(session, await parts.loadProviders()) : session, table };
}

/** A replay goes on as one; its gaps can be filled from now on. Throws USAGE for a session that is none. */
function readReplay(stored: Session, { replayMissing }: ResumeOptions): Pick<Session, 'replay'> {
  if (replayMissing === undefined) return {};
  if (stored.replay !== undefined) return { replay: { ...stored.replay, missing: replayMissing } };
  throw new S2sError(
    'USAGE',
    `The session ${stored.id} is not a replay, so it has no calls that were not recorded.`,
    {
      hint: `s2s roundtable resume ${stored.id}`,
    },
  );
}

/** Which finished calls of the open round have to be made again, because their requests are no longer the same. */
async function listAffected({ repository }: AppParts, stored: Session): Promise<string[]> {
  const { lines } = await repository.readJournal(stored.id);
  const calls = listOpenCalls(lines, stored.total_rounds);
  return calls.length === 0 ? [] : [`These calls of the open round may be made again: ${calls.join(', ')}.`];
}

/** The context files of the session, read again as they are now. */
async function readAgain(parts: AppParts, stored: Session): Promise<readonly ContextFile[]> {
  const { root, notify } = parts;
  const paths = stored.context_files.filter(({ sent_characters: sent }) => sent > 0).map(({ path }) => path);
  if (paths.length === 0) return [];
  const budget = stored.context_files.reduce((sum, { sent_characters: sent }) => sum + sent, 0);
  const { files } = await gatherContextFiles(paths, {
    root,
    cwd: root,
    budgetCharacters: Math.max(budget, 1),
  });
  for (const { path, text } of files) refuseSecretInput(parts, text, `The context file ${path}`);
  if (files.length < paths.length)
    notify({ level: 'warning', text: 'Some context files of this session can no longer be read.' });
  return files;
}

/** Lays the given models over the stored ones. A rehearsal stays one: its rounds were never anybody's opinion. */
function withModels(session: Session, { model, models }: ResumeOptions): Session {
  if (model === undefined && models === undefined) return session;
  const seats = session.participants.filter(({ kind }) => kind === 'model').map(({ id }) => id);
  const named = nameSeatModels(models, [...seats, 'facilitator', 'synthesizer']);
  const pick = (seat: string, current: string): string => named.get(seat) ?? model ?? current;
  return {
    ...session,
    facilitator: { ...session.facilitator, model: pick('facilitator', session.facilitator.model) },
    synthesizer: { ...session.synthesizer, model: pick('synthesizer', session.synthesizer.model) },
    participants: session.participants.map((seat) =>
      seat.kind === 'human' || seat.model === null ? seat : { ...seat, model: pick(seat.id, seat.model) },
    ),
  };
}
