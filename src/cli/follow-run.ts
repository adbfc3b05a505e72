/** Follows a run of a discussion: shows it to a person or a program while it runs, and makes the result of the command. */

import type { Attendance, Person, RunOptions } from '../app/options.ts';
import type { Run } from '../app/results.ts';
import type { Session } from '../session/session.ts';
import type { Keyboard } from '../terminal/live/keyboard.ts';
import type { LiveKeys } from '../terminal/live/live-reporter.ts';
import { createPlainReporter } from '../terminal/live/plain-reporter.ts';
import type { Reporter } from '../terminal/live/reporter.ts';
import { createRunKeys, type RunKeys } from '../terminal/live/run-keys.ts';
import type { ActionContext } from './action-context.ts';
import { askLimit } from './ask/ask-limit.ts';
import { askSupersede } from './ask/ask-supersede.ts';
import { runWithTrust } from './ask/ask-trust.ts';
import { holdKeyboard } from './ask/hold-keyboard.ts';
import { describeEnd } from './describe-end.ts';
import type { CommandResult } from './environment.ts';
import { type FailCondition, readConditions, runConditions } from './fail-on.ts';
import type { LimitFlags } from './read-run-flags.ts';
import { shortenSession } from './session-argument.ts';

/** Begins a run that is shown at this terminal, and follows it to its end. Throws INVALID_VALUE for an unknown `--fail-on`. */
export async function followRun(
  begin: (options: RunOptions) => Promise<Run>,
  context: ActionContext,
  { failOn, full = false }: Pick<LimitFlags, 'failOn' | 'full'>,
  known: readonly FailCondition[] = runConditions,
): Promise<CommandResult> {
  const conditions = readConditions(failOn, known);
  const { interactive, stderr } = context.modes;
  let leave = async (): Promise<void> => undefined;
  let run: Run | null = null;
  const attend = async (session: Session): Promise<Attendance> => {
    const ended = new AbortController();
    const screen = await createReporter(session, context, () => run?.readSpeech() ?? []);
    let press = (_key: string): void => undefined;
    const keyboard = holdKeyboard(context, screen, (key) => press(key));
    context.onExit(() => screen.stop());
    context.onExit(() => keyboard.stop());
    const desk = interactive
      ? await openDesk(session, context, { screen, keyboard, ended: ended.signal })
      : null;
    if (stderr.live && desk !== null) press = desk.keys.press;
    leave = async () => {
      ended.abort();
      await desk?.keys.settle();
      screen.stop();
      keyboard.stop();
    };
    return {
      report: (event) => {
        screen.report(event);
        context.events?.report(event);
      },
      operator: desk?.person,
    };
  };
  try {
    const options: RunOptions = { signal: context.stop, attend, watched: stderr.live };
    run = await runWithTrust(context, () => begin(options));
    let report = await run.result;
    await leave();
    for (;;) {
      const limits = await askLimit(report, context);
      if (limits === null) break;
      run = await context.app.resume({ ...options, ...limits, session: report.session.id });
      report = await run.result;
      await leave();
    }
    if (report.askedNow.length > 0) {
      const text = `Not recorded, so asked now: ${report.askedNow.join(', ')}.`;
      context.notify({ level: 'warning', text });
    }
    if (report.ended === 'completed') await settleReplaced(report.session, context);
    const names = await shortenSession(context.app, report.session.id);
    const end = describeEnd(report, { modes: context.modes, conditions, full, names });
    if (report.reason === 'waiting-for-person' && !isTextShown(context)) context.say(end.text);
    return end;
  } finally {
    await leave();
  }
}

/** Asks the person at the terminal about the records that the draft wants to replace. */
async function settleReplaced({ id, outcome, text }: Session, context: ActionContext): Promise<void> {
  if (!context.modes.interactive || outcome === null || (text?.supersedes ?? []).length === 0) return;
  const { proposed } = await context.app.publish({ session: id });
  const supersede = await askSupersede(proposed, context);
  if (supersede.length > 0) await context.app.publish({ session: id, supersede });
}

/** Whether the person at the terminal sees the text of the result: not when standard output is data or is redirected. */
function isTextShown({ globals, modes }: ActionContext): boolean {
  if (globals.json === true || globals.ndjson === true) return false;
  return modes.stdout.isTty || !modes.stderr.isTty;
}

/** The reporter of the events: a live picture when lines can be redrawn, else lines with times. */
async function createReporter(
  { settings, rehearsal, participants }: Session,
  context: ActionContext,
  readSpeech: Run['readSpeech'],
): Promise<AnyReporter> {
  const { environment, modes, globals } = context;
  const isSteered = settings.interactive || participants.some(({ kind }) => kind === 'human');
  if (modes.stderr.live) {
    const { createLiveReporter } = await import('../terminal/live/live-reporter.ts');
    return createLiveReporter({
      stream: environment.stderr,
      modes: modes.stderr,
      now: () => environment.clock.now(),
      verbose: settings.verbose,
      brief: rehearsal && !isSteered && !settings.verbose,
      screenFollows: isTextShown(context),
      keys: modes.interactive,
      readSpeech,
    });
  }
  return createPlainReporter({
    write: (text) => environment.stderr.write(text),
    modes: modes.stderr,
    now: () => environment.clock.now(),
    quiet: globals.quiet === true,
    verbose: settings.verbose,
    brief: !modes.stderr.isTty,
    screenFollows: isTextShown(context),
  });
}

/** A reporter; only a live picture can open a seat. */
type AnyReporter = Reporter & Partial<LiveKeys>;

/** Connects the person at this terminal: their answers, and the keys that steer the run. `ended` ends a question that a key opened. */
async function openDesk(
  { id }: Session,
  { app, environment, modes, stop, requestStop }: ActionContext,
  { screen, keyboard, ended }: { screen: AnyReporter; keyboard: Keyboard; ended: AbortSignal },
): Promise<{ person: Person; keys: RunKeys }> {
  const [{ createTerminalOperator }, { createAsker }] = await Promise.all([
    import('../terminal/prompts/terminal-operator.ts'),
    import('../terminal/prompts/inquirer-asker.ts'),
  ]);
  const options = {
    input: environment.stdin,
    output: environment.stderr,
    stop,
    requestStop,
    suspend: () => screen.suspend(),
    resume: () => screen.resume(),
    lendInput: () => keyboard.lend(),
    onSuspension: environment.onSuspension,
    modes: modes.stderr,
  };
  const keys = createRunKeys({
    asker: createAsker({ ...options, stop: AbortSignal.any([stop, ended]) }),
    openSeat: (number) => screen.openSeat?.(number),
    noteAsked: (what) => screen.noteAsked?.(what),
    guide: (text) => app.guide({ session: id, text }),
    skip: () => app.skip({ session: id }),
    pause: () => app.pause({ session: id }),
    grant: () => app.grant({ session: id, rounds: 1 }),
    say: (text, level) => screen.report({ type: 'notice', level, text }),
  });
  const operator = createTerminalOperator(options);
  const isRung =
    modes.stderr.live &&
    modes.stderr.color > 0 &&
    !/^(0|no|off|false)$/i.test(environment.env['S2S_BELL'] ?? '');
  const ask = <Value>(question: () => Promise<Value>): Promise<Value> =>
    keys.inTurn(() => {
      if (isRung && !stop.aborted) environment.stderr.write('\u0007');
      return question();
    });
  const person: Person = {
    chooseAfterRound: (view) => ask(() => operator.chooseAfterRound(view)),
    decideEscalation: (view) => ask(() => operator.decideEscalation(view)),
    takeTurn: (view) => ask(() => operator.takeTurn(view)),
  };
  return { person, keys };
}
