/** Wires the five ports to the real world and runs a session: models, journal, lock, person, reporter. */
import type { ResolvedConfig } from '../config/resolve-config.ts';
import { exitCodes, S2sError } from '../errors.ts';
import { createAsk } from '../models/create-ask.ts';
import { createRedactor } from '../models/redact.ts';
import type { Ask, Operator, Ports, Report, Store, Table, Version } from '../roundtable/ports.ts';
import { type RunResult, runSession } from '../roundtable/run-session.ts';
import { openJournal } from '../session/journal.ts';
import { type JournaledAsk, journalAsk } from '../session/journal-ask.ts';
import { journalOperator, replayOperator } from '../session/journal-operator.ts';
import { acquireLock } from '../session/lock.ts';
import type { LockHost } from '../session/lock-owner.ts';
import type { Session } from '../session/schema.ts';
import type { SessionStore } from '../session/session-store.ts';
import { formatClosingScreen, formatPaused } from '../terminal/format-closing.ts';
import type { Keyboard } from '../terminal/keyboard.ts';
import { createLateReport } from '../terminal/late-report.ts';
import { createPlainReporter } from '../terminal/plain-reporter.ts';
import type { Reporter, Screen } from '../terminal/reporter.ts';
import { announceModels } from './announce-models.ts';
import type { CliEnvironment, CommandResult } from './environment.ts';
import { holdKeyboard } from './hold-keyboard.ts';
import { type ActionContext, describeError } from './host.ts';
import { readOwnVoice } from './keep-own-voice.ts';
import { openReplay } from './open-replay.ts';
import { buildResult } from './result-json.ts';

/** A session that is ready to run, under the lock that the caller holds. */
export interface Discussion {
  session: Session;
  version: Version;
  table: Table;
  store: SessionStore;
  config: ResolvedConfig;
  resumed: boolean;
  failOn: string | undefined;
  full: boolean;
}

/** Takes the lock of a session for the time of an action. Throws SESSION_LOCKED with who holds it. */
export async function withLock<Value>(
  store: SessionStore,
  id: string,
  options: { environment: CliEnvironment; action: () => Promise<Value> },
): Promise<Value> {
  const release = await acquireLock(store.paths, id, describeHost(options.environment));
  try {
    return await options.action();
  } finally {
    await release();
  }
}

/** This process, as a lock names it. */
export function describeHost(environment: CliEnvironment): LockHost {
  return {
    pid: environment.pid,
    hostname: environment.hostname,
    now: () => environment.clock.now(),
    isAlive: environment.isAlive,
    createToken: environment.randomToken,
  };
}

/** Runs to completion or the next pause, and makes the result of the command. */
export async function runDiscussion(discussion: Discussion, context: ActionContext): Promise<CommandResult> {
  const { environment } = context;
  const reporter = await createReporter(discussion, context);
  const late = createLateReport((event) => {
    reporter.report(event);
    context.events?.report(event);
  }, environment.clock);
  const stopReporting = (): void => {
    late.flush();
    reporter.stop();
  };
  const screen: Screen = {
    suspend: () => {
      late.flush();
      reporter.suspend();
    },
    resume: () => reporter.resume(),
  };
  const keyboard = holdKeyboard(context, screen);
  context.onExit(stopReporting);
  context.onExit(() => keyboard.stop());
  const started = environment.clock.elapsed();
  const end: (() => void)[] = [() => keyboard.stop()];
  try {
    const journal = await openJournal(discussion.store.paths, discussion.session.id);
    for (const { line, message } of journal.problems)
      context.say(`${journal.file}:${line ?? '?'}: ${message}. That call, if it was one, is made again.`, {
        warning: true,
      });
    const {
      ask: askModel,
      secrets,
      stopAll,
      providers,
    } = await createModelAsk(discussion, context, (event) => ports.report(event));
    end.push(stopAll);
    const replay = await openReplay(discussion.session, discussion.store.paths, askModel);
    const ask = replay?.ask ?? askModel;
    const operator = await createOperator(discussion, context, { screen, keyboard });
    const journaled: JournaledAsk = journalAsk({ journal, ask, clock: environment.clock });
    const redact = createRedactor(secrets);
    const readAsk: Ask = async (request, options) => {
      const { replayed, ...raw } = await journaled.ask(request, options);
      return readOwnVoice(raw, request, { replayed });
    };
    const ports: Ports = {
      ask: readAsk,
      store: saveWithJournal(discussion.store, journaled.flushed),
      operator: journalOperator(journal, {
        operator: replay === null ? operator : replayOperator(replay.lines, operator),
        clock: environment.clock,
      }),
      report: late.report,
      clock: environment.clock,
    };
    if (replay === null) end.push(announceModels(discussion.session, { providers, report: ports.report }));
    const result = await runSession(discussion, discussion.table, ports);
    stopReporting();
    const gaps = replay?.readGaps() ?? [];
    if (gaps.length > 0)
      context.say(`Not recorded, so asked now: ${gaps.map(({ key }) => key).join(', ')}.`, { warning: true });
    return describeEnd(result, discussion, {
      context,
      duration: environment.clock.elapsed() - started,
      redact,
    });
  } catch (error) {
    if (error instanceof S2sError) throw withSession(error, discussion.session);
    throw error;
  } finally {
    stopReporting();
    for (const stop of end) stop();
  }
}

/** A save and the journal's last lines are flushed together; the loop goes on when both are on disk. */
function saveWithJournal(store: Store, flushed: () => Promise<void>): Store {
  return {
    ...store,
    save: async (session, version) => {
      const [saved] = await Promise.all([store.save(session, version), flushed()]);
      return saved;
    },
  };
}

/** Names the session in an error of the run, so that a program can resume it. */
function withSession(error: S2sError, session: Session): S2sError {
  return new S2sError(error.code, error.message, {
    ...(error.hint === undefined ? {} : { hint: error.hint }),
    problems: [...error.problems],
    cause: error,
    data: { ...error.data, session_id: session.id },
  });
}

async function createModelAsk(discussion: Discussion, context: ActionContext, report: Report) {
  const { environment } = context;
  const { session } = discussion;
  const providers = await environment.createProviders(discussion.config.providers, {
    rehearsal: session.rehearsal,
  });
  const ask = createAsk({
    providers,
    clock: environment.clock,
    random: environment.random,
    redact: createRedactor(providers.secrets),
    prices: discussion.config.prices,
    onRetry: ({ round, step, seat }, { kind, waitMs }) =>
      report({ type: 'seat-retrying', round, step, seat, kind, wait_ms: Math.round(waitMs) }),
  });
  return { ask, secrets: providers.secrets, providers, stopAll: () => providers.end() };
}

async function createReporter(discussion: Discussion, context: ActionContext): Promise<Reporter> {
  const { environment, modes, globals } = context;
  const verbose = discussion.session.settings.verbose;
  if (modes.stderr.live) {
    const { createLiveReporter } = await import('../terminal/live-reporter.ts');
    return createLiveReporter({
      stream: environment.stderr,
      modes: modes.stderr,
      elapsed: () => environment.clock.elapsed(),
      verbose,
    });
  }
  return createPlainReporter({
    write: (text) => environment.stderr.write(text),
    modes: modes.stderr,
    now: () => environment.clock.now(),
    quiet: globals.quiet === true,
    verbose,
  });
}

async function createOperator(
  discussion: Discussion,
  context: ActionContext,
  { screen, keyboard }: { screen: Screen; keyboard: Keyboard },
): Promise<Operator> {
  const { environment, modes } = context;
  if (modes.interactive) {
    const { createTerminalOperator } = await import('../terminal/terminal-operator.ts');
    return createTerminalOperator({
      input: environment.stdin,
      output: environment.stderr,
      stop: context.stop,
      requestStop: context.requestStop,
      suspend: () => screen.suspend(),
      resume: () => screen.resume(),
      lendInput: () => keyboard.lend(),
      onSuspension: environment.onSuspension,
      modes: modes.stderr,
      dumb: modes.dumb,
    });
  }
  const { createUnattendedOperator } = await import('../terminal/unattended-operator.ts');
  return createUnattendedOperator({
    stop: context.stop,
    onEscalation: discussion.session.settings.on_escalation,
  });
}

function describeEnd(
  result: RunResult,
  discussion: Discussion,
  options: { context: ActionContext; duration: number; redact: (text: string) => string },
): CommandResult {
  const { session } = result;
  const { modes } = options.context;
  const failed = findFailedConditions(session, discussion.failOn);
  const json = {
    ...buildResult(session, { full: discussion.full, duration: options.duration }),
    ...(result.failure === null ? {} : { error: describeError(result.failure) }),
    ...(failed.length === 0 ? {} : { failed_on: failed }),
  };
  if (result.ended === 'completed') {
    const text = formatClosingScreen(session, { modes: modes.stdout, duration_ms: options.duration });
    const note = failed.length === 0 ? '' : `\nFailed on: ${failed.join(', ')} (--fail-on)\n`;
    return {
      json,
      text: `${text}${note}`,
      exitCode: failed.length > 0 ? exitCodes.negative : exitCodes.done,
    };
  }
  const text = formatPaused(session, result.reason ?? 'signal', {
    modes: modes.stdout,
    resumeCommand: `s2s roundtable resume ${session.id}`,
    ...(result.detail === null
      ? {}
      : { detail: [result.detail, result.failure?.hint].filter((part) => part !== undefined).join('\n') }),
  });
  return { json, text, exitCode: nameExit(result) };
}

/** Exit codes of a pause (design §8). */
function nameExit(result: RunResult): number {
  if (result.reason === 'waiting-for-person') return exitCodes.waiting;
  return result.reason === 'no-quorum' ? exitCodes.noModel : exitCodes.paused;
}

/** Conditions of `--fail-on` that a finished session meets. */
export function findFailedConditions(session: Session, failOn: string | undefined): string[] {
  const { outcome } = session;
  if (outcome === null) return [];
  return readConditions(failOn).filter((condition) =>
    condition === 'degraded'
      ? outcome.degraded
      : !['consensus', 'decided', 'collected'].includes(outcome.result),
  );
}

/** Reads `--fail-on`. Throws INVALID_VALUE for a condition that nobody knows. */
export function readConditions(failOn: string | undefined): ('degraded' | 'no-consensus')[] {
  return (failOn ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
    .map((word) => {
      if (word === 'degraded' || word === 'no-consensus') return word;
      throw new S2sError('INVALID_VALUE', `--fail-on does not know "${word}".`, {
        hint: 'Conditions: degraded, no-consensus',
      });
    });
}
