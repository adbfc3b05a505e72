/** `s2s session`: checking, repairing, closing and clearing away session files. */
import type { Command } from 'commander';
import { exitCodes, formatProblems, S2sError } from '../domain/errors.ts';
import type { SessionStatus } from '../domain/vocabulary.ts';
import type { ActionContext, Host } from './command-runner.ts';
import type { CommandResult } from './environment.ts';

/** Adds `session` with its three commands. */
export function addSession(parent: Command, host: Host): void {
  const session = parent.command('session').description('Check, repair, close and clear away sessions');
  const validate = session
    .command('validate')
    .description(
      'Say what is wrong with a session file and what can be done; all sessions when none is named',
    )
    .argument('[session]', 'a session id, its unique beginning, or last')
    .option('--repair', 'keep the damaged file beside and rebuild the last valid state');
  validate.action((id: string | undefined, flags: { repair?: boolean }) =>
    host.run(validate, (context) => check(id, flags.repair === true, context)),
  );
  const close = session
    .command('close')
    .description('End a session for good without completing it')
    .argument('[session]', 'a session id, its unique beginning, or last; the current one when absent');
  close.action((id: string | undefined) => host.run(close, (context) => closeOne(id, context)));
  const cleanup = session
    .command('cleanup')
    .description('Remove old sessions that are completed or closed; never active or paused ones')
    .requiredOption('--older-than <age>', 'for example 30d, 12h')
    .option('--status <statuses>', 'completed, closed, or both; both when absent')
    .option('--dry-run', 'only say what would go');
  cleanup.action((flags: CleanupFlags) => host.run(cleanup, (context) => clean(flags, context)));
}

interface CleanupFlags {
  olderThan: string;
  status?: string;
  dryRun?: boolean;
}

async function check(
  idArgument: string | undefined,
  repair: boolean,
  context: ActionContext,
): Promise<CommandResult> {
  const { openProject } = await import('./open-project.ts');
  const { repository, maintenance } = await openProject(context);
  const ids =
    idArgument === undefined ? await repository.listIds() : [(await repository.resolve(idArgument)).id];
  if (repair) {
    const repaired = [];
    for (const id of ids) repaired.push(await maintenance.repair(id));
    const text = repaired
      .map((report) => {
        if (!report.repaired) return `${report.file}: nothing to repair.`;
        const notes = report.notes.map((note) => `  ${note}`);
        return [
          `${report.file}: repaired; ${report.rounds_kept} rounds kept, ${report.rounds_lost} lost. The damaged file is kept as ${report.kept_as}.`,
          ...notes,
        ].join('\n');
      })
      .join('\n');
    const mended = repaired.filter((report) => report.repaired).map(({ id }) => id);
    return {
      json: { repaired },
      text: text === '' ? 'No sessions.' : text,
      next: mended.length > 0 ? mended.map((id) => `s2s roundtable resume ${id}`) : ['s2s roundtable list'],
    };
  }
  const reports = [];
  for (const id of ids) reports.push(await maintenance.validate(id));
  const bad = reports.filter(({ valid, journal }) => !valid || journal.problems.length > 0);
  const text = reports
    .map((report) => {
      const problems = [...report.problems, ...report.journal.problems];
      const state = problems.length === 0 ? `${report.file}: valid` : formatProblems(problems);
      return [state, ...report.advice.map((line) => `  ${line}`)].join('\n');
    })
    .join('\n');
  return {
    json: { sessions: reports },
    text: text === '' ? 'No sessions.' : text,
    ...(bad.length > 0
      ? {}
      : { next: [ids.length === 1 ? `s2s roundtable show ${ids[0]}` : 's2s roundtable list'] }),
    exitCode: bad.length > 0 ? exitCodes.negative : exitCodes.done,
  };
}

async function closeOne(session: string | undefined, { app }: ActionContext): Promise<CommandResult> {
  const report = await app.close({ session });
  const { id } = report;
  return {
    json: report,
    text: report.changed ? `Closed: ${id}` : `${id} was closed already.`,
    next: [`s2s roundtable show ${id}`, 's2s session cleanup --older-than 30d --dry-run'],
  };
}

async function clean(flags: CleanupFlags, context: ActionContext): Promise<CommandResult> {
  const [{ openProject }, { parseChoice }, { sessionStatuses }] = await Promise.all([
    import('./open-project.ts'),
    import('../config/parse-values.ts'),
    import('../domain/vocabulary.ts'),
  ]);
  const olderThanMs = readAge(flags.olderThan);
  const statuses: SessionStatus[] | undefined =
    flags.status === undefined
      ? undefined
      : flags.status
          .split(',')
          .map((status) => status.trim())
          // What is open is known and refused with its reason; a wrong word gets a right one that works here.
          .map((status) =>
            parseChoice(status, '--status', {
              choices: status === 'active' || status === 'paused' ? sessionStatuses : ['completed', 'closed'],
            }),
          );
  const { maintenance } = await openProject(context);
  const report = await maintenance.cleanup({ olderThanMs, statuses, dryRun: flags.dryRun === true });
  const text = [
    ...report.removed.map(({ id }) => `${report.dry_run ? 'Would remove' : 'Removed'}: ${id}`),
    ...report.kept.map(({ id, reason }) => `Kept: ${id} (${reason})`),
  ].join('\n');
  const status = flags.status === undefined ? '' : ` --status ${flags.status}`;
  return {
    json: report,
    text: text === '' ? 'Nothing to remove.' : text,
    next: [
      report.dry_run && report.removed.length > 0
        ? `s2s session cleanup --older-than ${flags.olderThan}${status}`
        : 's2s roundtable list',
    ],
  };
}

/** Reads an age such as `30d`, `12h` or `90m`, in milliseconds. */
export function readAge(text: string): number {
  const match = /^(\d+)\s*(m|h|d|w)$/.exec(text.trim());
  if (!match)
    throw new S2sError('INVALID_VALUE', `--older-than cannot read "${text}".`, {
      hint: 'Write for example 30d, 12h or 2w.',
    });
  const units: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };
  return Number(match[1]) * (units[match[2] ?? 'd'] ?? 0);
}
