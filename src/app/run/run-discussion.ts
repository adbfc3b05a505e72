/** Connects the ports of the loop to the parts of an app, and runs a session to its completion or next pause. */

import type { ResolvedConfig } from '../../config/resolve-config.ts';
import { again } from '../../files/file-errors.ts';
import { createCostLimit } from '../../models/client/cost-limit.ts';
import { createAsk } from '../../models/client/create-ask.ts';
import { readReply } from '../../models/replies/read-reply.ts';
import { runSession } from '../../roundtable/run-session.ts';
import { S2sError } from '../../session/errors.ts';
import type { CallModel } from '../../session/model-reply.ts';
import {
  type Ask,
  askedByPerson,
  type Operator,
  type Ports,
  type Report,
  type Store,
  type Table,
  type Version,
} from '../../session/ports/ports.ts';
import type { Journal, Lease } from '../../session/ports/repository.ts';
import { countSpent } from '../../session/rules/count-spent.ts';
import type { Session } from '../../session/session.ts';
import { journalAsk, type RecordedCall } from '../../store/journal/journal-ask.ts';
import { journalEvidence } from '../../store/journal/journal-evidence.ts';
import { journalOperator, replayOperator } from '../../store/journal/journal-operator.ts';
import type { AppParts } from '../app-parts.ts';
import { noteJournalChanges, noteJournalEnd } from '../journal-changes.ts';
import { namePerson } from '../name-person.ts';
import type { Attendance, LimitOptions, Person, RunOptions } from '../options.ts';
import { openCopy, openEvidence } from '../plan/open-evidence.ts';
import { openReplay } from '../plan/plan-replay.ts';
import { findOwnMostRounds } from '../require-trust.ts';
import type { Run, RunReport } from '../results.ts';
import { createEventLog, type EventKeeper, type EventLog, keepEvents } from './keep-events.ts';
import { createNotifier } from './notify-person.ts';
import { receiveMessages } from './receive-messages.ts';
import { seatPanel } from './seat-panel.ts';
import { type SpeechWatch, watchSpeech } from './seat-speech.ts';
import { createUnattendedOperator } from './unattended-operator.ts';

/** A session that is ready to run. */
export interface Discussion {
  session: Session;
  version: Version;
  table: Table;
  config: Pick<ResolvedConfig, 'prices' | 'docs' | 'notify'>;
  resumed: boolean;
  /** Released when the run ends, however it ends. */
  lease: Lease;
}

/** Starts the run and returns at once. */
export function runDiscussion(
  parts: AppParts,
  discussion: Discussion,
  options: RunOptions & Pick<LimitOptions, 'supersede'>,
): Run {
  const { id } = discussion.session;
  const stopping = new AbortController();
  const stop =
    options.signal === undefined ? stopping.signal : AbortSignal.any([stopping.signal, options.signal]);
  const log = createEventLog();
  const speech = watchSpeech(parts.redact, parts.world.clock);
  const result = conduct(parts, discussion, { ...options, stop, record: log.add, speech })
    .catch((error: unknown) => {
      throw adviseResume(error, id);
    })
    .finally(() => {
      parts.running.delete(id);
      log.end();
    });
  // A caller that awaits the result still gets the error; for one that only reads the events it is no unhandled rejection.
  result.catch(() => undefined);
  const run: Run = {
    sessionId: id,
    events: log.events,
    result,
    readSpeech: speech.read,
    pause: ({ byPerson = false } = {}) => stopping.abort(byPerson ? askedByPerson : undefined),
  };
  parts.running.set(id, run);
  return run;
}

/** The same command again would begin, and pay for, another discussion. */
function adviseResume(error: unknown, id: string): unknown {
  if (!(error instanceof S2sError) || error.hint?.endsWith(again) !== true) return error;
  const { code, message, problems, cause, data } = error;
  const hint = error.hint.replace(again, `then type: s2s roundtable resume ${id}`);
  return new S2sError(code, message, {
    hint,
    problems: [...problems],
    cause,
    ...(data !== undefined && { data }),
  });
}

interface Conduct extends RunOptions, Pick<LimitOptions, 'supersede'> {
  stop: AbortSignal;
  record: EventLog['add'];
  speech: SpeechWatch;
}

async function conduct(parts: AppParts, discussion: Discussion, options: Conduct): Promise<RunReport> {
  const { redact, redactData } = parts;
  const { clock } = parts.world;
  const { session: stored, lease } = discussion;
  const started = clock.elapsed();
  const end: (() => void | Promise<void>)[] = [() => lease.release()];
  let kept: EventKeeper | null = null;
  try {
    end.push(async () => {
      if (parts.remote === true && !parts.isStopping()) await parts.events.noteServed(stored.id, false);
    });
    const attendance: Attendance = (await options.attend?.(stored)) ?? {};
    const keeper = await keepEvents(parts, stored);
    kept = keeper;
    end.push(() => keeper.close());
    const notifier =
      stored.replay === undefined ? createNotifier(parts, stored, discussion.config.notify) : null;
    end.push(() => notifier?.settle());
    const report: Report = (said) => {
      const event = redactData(said);
      options.speech.report(event);
      attendance.report?.(event);
      options.record(keeper.report(event));
      notifier?.report(event);
    };
    const journal = await parts.repository.openJournal(stored.id);
    end.push(() => journal.close());
    tellProblems(parts, journal);
    const providers = await parts.loadProviders();
    // No program that was started for an answer outlives the last run.
    end.push(() => {
      if (parts.running.size <= 1) providers.end();
    });
    const copy = openCopy(parts);
    end.push(() => copy.remove());
    const readsCopy = (model: string): boolean => {
      if (stored.settings.evidence.mode !== 'agent') return false;
      // An unknown model is reported when it is called.
      const isKnown = providers.names.includes(model.split('/')[0] ?? '');
      return isKnown && providers.find(model).provider.readsFolder === true;
    };
    const { max_cost: limitUsd } = stored.settings;
    const { prices } = discussion.config;
    const makeCall = createAsk({
      ...(limitUsd === null
        ? {}
        : {
            costLimit: createCostLimit({
              limitUsd,
              spentUsd: countSpent(stored, journal.readLines()),
              prices,
            }),
            noteAttempt: ({ key }, mostUsd) =>
              journal.append({ kind: 'attempt', key, at: clock.now().toISOString(), most_usd: mostUsd }),
          }),
      proof: lease.proof,
      providers,
      clock,
      random: parts.world.random,
      redact,
      prices,
      gate: parts.gate,
      ...(stored.settings.evidence.mode === 'agent' ? { openFolder: copy.open } : {}),
      onRetry: ({ round, step, seat }, { kind, waitMs }) =>
        report({ type: 'seat-retrying', round, step, seat, kind, wait_ms: Math.round(waitMs) }),
      onWarning: (text) => report({ type: 'notice', level: 'warning', text }),
      ...(options.providerBatch
        ? { findBatch: options.providerBatch(stored.id, { journal, proof: lease.proof }) }
        : {}),
      ...(options.watched === true ? { onText: options.speech.hear } : {}),
    });
    const callModel: CallModel = async (request, call) => {
      const reply = await makeCall(request, call);
      parts.onReply?.(reply);
      return reply;
    };
    const replay = await openReplay(stored, parts.repository, callModel);
    // A replay answers from the journal of the recorded session, and writes its own.
    const { session, notice } = noteJournalChanges(stored, replay ?? journal, clock.now());
    if (notice !== null) report({ type: 'notice', level: 'warning', text: notice });
    const person = attendance.operator ?? options.operator;
    const operator: Operator =
      person === undefined
        ? createUnattendedOperator({ stop: options.stop, onEscalation: session.settings.on_escalation })
        : { ...signWords(notifier?.watch(person) ?? person, parts), stop: options.stop };
    const ports: Ports = {
      ask: readReplies(
        journalAsk({
          journal,
          call: replay?.call ?? callModel,
          clock,
          isPaid: session.replay?.missing !== 'fail',
        }),
      ),
      evidence:
        session.settings.evidence.mode === 'off'
          ? null
          : journalEvidence({
              journal,
              evidence: { ...openEvidence(parts, discussion.config), isSeenBy: readsCopy },
              clock,
              recorded: replay?.lines ?? [],
            }),
      store: joinStore(parts, report, { journal, supersedes: options.supersede === true }),
      operator: receiveMessages(
        journalOperator(journal, {
          operator: replay === null ? operator : replayOperator(replay.lines, operator),
          clock,
        }),
        {
          sessionId: session.id,
          repository: parts.repository,
          journal,
          clock,
          recorded: replay?.lines ?? [],
          mostRounds: findOwnMostRounds(parts.config),
        },
      ),
      report,
      clock,
    };
    const seated = await seatPanel(parts, { ...discussion, session }, ports);
    const result = await runSession({ ...discussion, ...seated }, seated.table, ports);
    const askedNow = (replay?.readGaps() ?? []).map(({ key }) => key);
    const ended = {
      ...redactData(result),
      durationMs: clock.elapsed() - started,
      askedNow,
      sessionFile: parts.repository.locate(stored.id),
    };
    kept.finish({ report: ended });
    return ended;
  } catch (error) {
    kept?.finish({ error });
    throw error instanceof S2sError ? nameSession(error, stored) : error;
  } finally {
    for (const stop of end.reverse()) await stop();
  }
}

function tellProblems({ notify }: AppParts, journal: Journal): void {
  for (const { line, message } of journal.problems) {
    notify({
      level: 'warning',
      text: `${journal.location}:${line ?? '?'}: ${message}. That call, if it was one, is made again.`,
    });
  }
}

/** Parses replies after the journal has stored them, so that recorded replies are parsed by the present rules. */
function readReplies(call: RecordedCall): Ask {
  return async (request, options) => {
    const { replayed, ...reply } = await call(request, options);
    return readReply(reply, request, { replayed });
  };
}

/** The loop's store: the repository, and the publisher, whose notes become events of the run. */
function joinStore(
  { repository, publisher }: AppParts,
  report: Report,
  { journal, supersedes }: { journal: Pick<Journal, 'ends'>; supersedes: boolean },
): Store {
  return {
    save: (session, expected) => repository.save(noteJournalEnd(session, journal), expected),
    release: (id) => repository.release(id),
    publish: async (session) => {
      const first = await publisher.publish(session);
      const { files, notes } =
        supersedes && first.proposed.length > 0
          ? await publisher.publish(session, { supersede: first.proposed })
          : first;
      for (const text of notes) report({ type: 'notice', level: 'warning', text });
      return files;
    },
  };
}

/** Adds the session's ID to an error of the run, so that a program can resume it. */
function nameSession(error: S2sError, session: Session): S2sError {
  return new S2sError(error.code, error.message, {
    ...(error.hint === undefined ? {} : { hint: error.hint }),
    problems: [...error.problems],
    cause: error,
    data: { ...error.data, session_id: session.id },
  });
}

/** Adds the person's name to their decisions, turns and advice. */
function signWords(person: Person, parts: AppParts): Person {
  const sign = async <Word extends object>(word: Word | 'later'): Promise<Word | 'later'> =>
    word === 'later' ? word : { ...(await namePerson(parts, {})), ...word };
  return {
    ...person,
    decideEscalation: async (view) => sign(await person.decideEscalation(view)),
    takeTurn: async (view) => sign(await person.takeTurn(view)),
    chooseAfterRound: async (view) => {
      const choice = await person.chooseAfterRound(view);
      return choice.choice === 'guidance' ? { ...choice, ...(await namePerson(parts, {})) } : choice;
    },
  };
}
