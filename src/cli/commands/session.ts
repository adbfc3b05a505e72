/** `s2s session`: checks, repairs, closes and removes sessions. */

import { exitCodes, formatProblems, S2sError } from '../../session/errors.ts';
import type { Progress } from '../../session/ports/repository.ts';
import type { RepairReport, SessionReport } from '../../session/ports/session-maintenance.ts';
import { type SessionStatus, sessionStatuses } from '../../session/vocabulary.ts';
import { formatPlural } from '../../wording/format-numbers.ts';
import type { CommandResult } from '../environment.ts';
import { openProject } from '../open-project.ts';
import { type CommandDescriptor, describeCommand } from '../parser/command-descriptor.ts';
import { describeSessionArgument } from '../session-argument.ts';

/** Statuses of sessions that may be removed. */
const removable = ['completed', 'closed'] as const;

interface CleanupFlags {
  olderThan: string;
  status?: string;
  dryRun?: boolean;
}

/** `session` and its commands. */
export const sessionCommands: readonly CommandDescriptor[] = [
  {
    path: 'session',
    description: 'Check, repair, close and clean up sessions',
    examples: ['s2s session validate', 's2s session cleanup --older-than 30d --dry-run'],
  },
  describeCommand<[string | undefined], { repair?: boolean }>({
    path: 'session validate',
    description: 'Check one session, or all of them, and say how to fix what is wrong',
    arguments: [describeSessionArgument('none')],
    options: [
      { usage: '--repair', description: 'cut back to the last complete round; keeps the damaged file' },
    ],
    examples: ['s2s session validate', 's2s session validate last --repair'],
    exits: { 0: 'valid', 1: 'problems found', 5: 'cannot be read or repaired' },
    run: async ({ words: [named], flags }, context) => {
      const [{ repairSessions, validateSessions }, { showWait }] = await Promise.all([
        import('../../app/admin/check-sessions.ts'),
        import('../../terminal/show-wait.ts'),
      ]);
      const project = await openProject(context, { needsProject: true });
      return showWait(context, 'Checking', async (note) => {
        const tell: Progress = (done, of) => note(`Checking sessions: ${done} of ${of}`);
        return flags.repair === true
          ? describeRepairs(await repairSessions(project, named, tell))
          : describeReports(await validateSessions(project, named, tell));
      });
    },
  }),
  describeCommand<[string | undefined]>({
    path: 'session close',
    description: 'End a session for good without completing it',
    arguments: [describeSessionArgument('current')],
    examples: ['s2s session close', 's2s session close last'],
    exits: { 0: 'closed', 2: 'no such session', 5: 'file' },
    run: async ({ words: [named] }, { app }) => {
      const report = await app.close({ session: named });
      const { id, changed } = report;
      return {
        json: report,
        text: changed ? `Closed: ${id}` : `${id} is already closed.`,
        next: [`s2s roundtable show ${id}`, 's2s session cleanup --older-than 30d --dry-run'],
      };
    },
  }),
  describeCommand<[], CleanupFlags>({
    path: 'session cleanup',
    description: 'Remove old sessions that are completed or closed; never active or paused ones',
    options: [
      { usage: '--older-than <age>', description: 'for example 30d or 12h', isRequired: true },
      {
        usage: '--status <statuses>',
        description: 'completed, closed, or both (default: both)',
        values: removable,
      },
      { usage: '--dry-run', description: 'only list what would be removed' },
    ],
    examples: [
      's2s session cleanup --older-than 30d --dry-run',
      's2s session cleanup --older-than 30d --status completed',
    ],
    exits: { 0: 'done', 2: 'wrong usage', 5: 'a file cannot be removed' },
    run: async ({ flags }, context) => {
      const olderThanMs = readAge(flags.olderThan);
      const statuses = flags.status === undefined ? undefined : await readStatuses(flags.status);
      const { maintenance } = await openProject(context, { needsProject: true });
      const report = await maintenance.cleanup({ olderThanMs, statuses, dryRun: flags.dryRun === true });
      const lines = [
        ...report.removed.map(({ id }) => `${report.dry_run ? 'Would remove' : 'Removed'}: ${id}`),
        ...report.kept.map(({ id, reason }) => `Kept: ${id} (${reason})`),
      ];
      const status = flags.status === undefined ? '' : ` --status ${flags.status}`;
      return {
        json: report,
        text: lines.join('\n') || 'Nothing to remove.',
        next: [
          report.dry_run && report.removed.length > 0
            ? `s2s session cleanup --older-than ${flags.olderThan}${status}`
            : 's2s roundtable list',
        ],
      };
    },
  }),
];

function describeRepairs(reports: readonly RepairReport[]): CommandResult {
  const lines = reports.flatMap((report) => {
    if (report.failed !== undefined) return [report.failed];
    if (!report.repaired && report.notes.length > 0) return report.notes;
    if (!report.repaired) return [`${report.file}: nothing to repair.`];
    const kept = formatPlural(report.rounds_kept, 'round');
    return [
      `${report.file}: repaired; ${kept} kept, ${report.rounds_lost} lost. The damaged file is kept as ${report.kept_as}.`,
      ...report.notes.map((note) => `  ${note}`),
    ];
  });
  const next = reports.flatMap(({ id, repaired }) => (repaired ? [`s2s roundtable resume ${id}`] : []));
  const hasFailed = reports.some(({ failed }) => failed !== undefined);
  return {
    json: { repaired: reports },
    text: lines.join('\n') || 'No sessions.',
    exitCode: hasFailed ? exitCodes.negative : exitCodes.done,
    next: next.length > 0 ? next : ['s2s roundtable list'],
  };
}

function describeReports(reports: readonly SessionReport[]): CommandResult {
  const listProblems = ({ problems, journal }: SessionReport) => [...problems, ...journal.problems];
  const lines = reports.flatMap((report) => [
    formatProblems(listProblems(report)) || (report.valid ? `${report.file}: valid` : report.file),
    ...report.advice.map((line) => `  ${line}`),
  ]);
  const isBad = reports.some((report) => listProblems(report).length > 0);
  const [only, another] = reports;
  const isOne = only !== undefined && another === undefined;
  return {
    json: { sessions: reports },
    text: lines.join('\n') || 'No sessions.',
    ...(isBad ? {} : { next: [isOne ? `s2s roundtable show ${only.id}` : 's2s roundtable list'] }),
    exitCode: isBad ? exitCodes.negative : exitCodes.done,
  };
}

/** Reads statuses separated by commas. Those of open sessions pass here, because `cleanup` refuses them with the reason. */
async function readStatuses(text: string): Promise<SessionStatus[]> {
  const { parseChoice } = await import('../../config/parse-values.ts');
  return text.split(',').map((part) => {
    const status = part.trim();
    const isOpen = status === 'active' || status === 'paused';
    return parseChoice<SessionStatus>(status, '--status', { choices: isOpen ? sessionStatuses : removable });
  });
}

/** Reads an age such as `30d`, `12h` or `90m`, in milliseconds. */
function readAge(text: string): number {
  const units: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };
  const [, count, unit = ''] = /^(\d+)\s*(m|h|d|w)$/.exec(text.trim()) ?? [];
  if (units[unit] !== undefined) return Number(count) * units[unit];
  throw new S2sError('INVALID_VALUE', `--older-than cannot read "${text}".`, {
    hint: 'Examples: 30d, 12h, 2w.',
  });
}
