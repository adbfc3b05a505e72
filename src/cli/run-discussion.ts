/** Wires the five ports to the real world and runs a session: models, journal, lock, person, reporter. */

import { openReplay } from '../app/open-replay.ts';
import { readOwnVoice } from '../app/truncate-at-other-speaker.ts';
import type { ResolvedConfig } from '../config/resolve-config.ts';
import { S2sError } from '../domain/errors.ts';
import type { Ask, Ports, Report, Table, Version } from '../domain/ports.ts';
import type { Session } from '../domain/session.ts';
import { runSession } from '../roundtable/run-session.ts';
import type { SessionStore } from '../store/files/session-store.ts';
import { openJournal } from '../store/journal/journal.ts';
import { journalAsk } from '../store/journal/journal-ask.ts';
import { journalOperator, replayOperator } from '../store/journal/journal-operator.ts';
import { announceModels } from './announce-models.ts';
import type { ActionContext } from './command-runner.ts';
import { describeEnd } from './describe-end.ts';
import { createModelAsk, createOperator, createReporter } from './discussion-parts.ts';
import type { CommandResult } from './environment.ts';
import { holdKeyboard } from './hold-keyboard.ts';

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

/** Runs to completion or the next pause, and makes the result of the command. */
export async function runDiscussion(discussion: Discussion, context: ActionContext): Promise<CommandResult> {
  const { environment } = context;
  const shown = await createReporter(discussion, context);
  const report: Report = (event) => {
    shown.report(event);
    context.events?.report(event);
  };
  const reporter = { ...shown, report };
  const keyboard = holdKeyboard(context, reporter);
  context.onExit(() => reporter.stop());
  context.onExit(() => keyboard.stop());
  const started = environment.clock.elapsed();
  const end: (() => void | Promise<void>)[] = [() => keyboard.stop()];
  try {
    const journal = await openJournal(discussion.store.paths, discussion.session.id);
    end.push(() => journal.close());
    for (const { line, message } of journal.problems)
      context.say(
        `${journal.location}:${line ?? '?'}: ${message}. That call, if it was one, is made again.`,
        {
          warning: true,
        },
      );
    const {
      call: callModel,
      stopAll,
      providers,
    } = await createModelAsk(discussion, context, (event) => ports.report(event));
    end.push(stopAll);
    const replay = await openReplay(discussion.session, discussion.store.paths, callModel);
    const operator = await createOperator(discussion, context, { screen: reporter, keyboard });
    const askRecorded = journalAsk({ journal, call: replay?.call ?? callModel, clock: environment.clock });
    const readAsk: Ask = async (request, options) => {
      const { replayed, ...raw } = await askRecorded(request, options);
      return readOwnVoice(raw, request, { replayed });
    };
    const ports: Ports = {
      ask: readAsk,
      store: discussion.store,
      operator: journalOperator(journal, {
        operator: replay === null ? operator : replayOperator(replay.lines, operator),
        clock: environment.clock,
      }),
      report: reporter.report,
      clock: environment.clock,
    };
    if (replay === null) end.push(announceModels(discussion.session, { providers, report: ports.report }));
    const result = await runSession(discussion, discussion.table, ports);
    reporter.stop();
    const gaps = replay?.readGaps() ?? [];
    if (gaps.length > 0)
      context.say(`Not recorded, so asked now: ${gaps.map(({ key }) => key).join(', ')}.`, { warning: true });
    return describeEnd(result, discussion, {
      context,
      duration: environment.clock.elapsed() - started,
    });
  } catch (error) {
    if (error instanceof S2sError) throw withSession(error, discussion.session);
    throw error;
  } finally {
    reporter.stop();
    for (const stop of end) await stop();
  }
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
