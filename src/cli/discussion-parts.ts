/** The parts of a discussion that face the real world: models, reporter, person, store. */

import type { Operator, Report } from '../domain/ports.ts';
import { createAsk } from '../models/client/create-ask.ts';
import { createRedactor } from '../models/client/redact.ts';
import type { Keyboard } from '../terminal/live/keyboard.ts';
import { createPlainReporter } from '../terminal/live/plain-reporter.ts';
import type { Reporter, Screen } from '../terminal/live/reporter.ts';
import type { ActionContext } from './command-runner.ts';
import type { Discussion } from './run-discussion.ts';

/** The models, and the function that calls them. */
export async function createModelAsk(discussion: Discussion, context: ActionContext, report: Report) {
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
  return { call: ask, providers, stopAll: () => providers.end() };
}

/** Who shows the events: a picture where lines can be redrawn, else lines with times. */
export async function createReporter(discussion: Discussion, context: ActionContext): Promise<Reporter> {
  const { environment, modes, globals } = context;
  const verbose = discussion.session.settings.verbose;
  if (modes.stderr.live) {
    const { createLiveReporter } = await import('../terminal/live/live-reporter.ts');
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

/** Who answers questions: the person at the terminal, or the policy of the settings. */
export async function createOperator(
  discussion: Discussion,
  context: ActionContext,
  { screen, keyboard }: { screen: Screen; keyboard: Keyboard },
): Promise<Operator> {
  const { environment, modes } = context;
  if (modes.interactive) {
    const { createTerminalOperator } = await import('../terminal/prompts/terminal-operator.ts');
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
  const { createUnattendedOperator } = await import('../app/unattended-operator.ts');
  return createUnattendedOperator({
    stop: context.stop,
    onEscalation: discussion.session.settings.on_escalation,
  });
}
