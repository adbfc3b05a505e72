/** Runs this server's discussions, and carries out commands on any session, whoever runs it. */
import type { App } from '../app/app.ts';
import type { AnswerOptions, ResumeOptions, RunOptions, SayOptions, StartOptions } from '../app/options.ts';
import type { Run, Sent } from '../app/results.ts';
import { readFields } from '../config/option-fields.ts';
import type { OptionsOf } from '../config/option-table.ts';
import { S2sError } from '../session/errors.ts';
import type { Clock } from '../session/ports/ports.ts';
import { findWait } from '../session/session-head.ts';
import { type CommandName, commandGroups } from './bodies.ts';
import type { Figures } from './figures.ts';
import type { Queue } from './queue.ts';
import type { ServerLog } from './server-log.ts';

/** A command with its fields, as received. */
export type Command = { command: CommandName } & Record<string, unknown>;

/** The options of all commands. */
type Commanded = ResumeOptions & OptionsOf<'say' | 'answer' | 'grant' | 'signature'>;

/** Starts sessions and carries out commands. Each method throws what its use case throws. */
export interface Conductor {
  start: (body: object) => Promise<string>;
  /** Returns sentences for the person about the consequences. */
  command: (id: string, command: Command) => Promise<string[]>;
  /** A message from a page that knows only turns: the person's turn if due, else advice. Resolves when the panel can go no further. */
  speak: (id: string, message: string, name: string | undefined) => Promise<void>;
  resume: (id: string) => Promise<void>;
  /** Whether this server runs the session or has it in its queue. Waits until a run that has paused releases it. */
  isRunning: (id: string) => Promise<boolean>;
}

/** The conductor's dependencies. */
export interface ConductorParts {
  app: App;
  queue: Queue;
  clock: Pick<Clock, 'elapsed'>;
  figures: Figures;
  log: ServerLog;
  /** Called with the error of a failed run. */
  onFailure: (error: unknown, session: string) => void;
}

/** Creates the conductor; nothing runs yet. */
export function createConductor({ app, queue, clock, figures, log, onFailure }: ConductorParts): Conductor {
  const runs = new Map<string, Run>();
  const ending = new Set<Run>();
  /** Sessions whose run is on its way: it takes a message that arrives meanwhile. */
  const starting = new Set<string>();

  const tellEnd = ({ sessionId: session }: Run, ended: 'completed' | 'paused' | 'failed'): void => {
    figures.add('s2s_runs_total', 1, { ended });
    log({ type: 'run-ended', session, ended });
  };
  const begin = async (act: (options: RunOptions) => Promise<Run>): Promise<Run> => {
    const attend: RunOptions['attend'] = async ({ id }) => {
      const since = clock.elapsed();
      await queue.enter(id);
      figures.add('s2s_queue_seconds_total', (clock.elapsed() - since) / 1000);
      return {};
    };
    const run = await act({ attend, watched: true });
    runs.set(run.sessionId, run);
    log({ type: 'run-started', session: run.sessionId });
    void noteEnd(run);
    run.result
      .then(({ ended }) => tellEnd(run, ended))
      .catch((error: unknown) => {
        tellEnd(run, 'failed');
        onFailure(error, run.sessionId);
      })
      .finally(() => {
        ending.delete(run);
        queue.leave(run.sessionId);
        if (runs.get(run.sessionId) === run) runs.delete(run.sessionId);
      });
    return run;
  };

  /** A run that has paused holds its session a moment longer, and a client that saw the pause may send its command before then. */
  const settle = async (id: string): Promise<void> => {
    const run = runs.get(id);
    if (run !== undefined && ending.has(run)) await run.result.catch(() => undefined);
  };
  const noteEnd = async (run: Run): Promise<void> => {
    for await (const { type } of run.events) if (type === 'paused' || type === 'completed') ending.add(run);
  };

  /** A session that belongs to the workers stays theirs; then nothing runs here, and the result is null. */
  const resumeRun = (id: string, options: object = {}): Promise<Run | null> =>
    startAs(id, async () => {
      if (!(await app.isDetached({ session: id })))
        return begin((run) => app.resume({ ...options, ...run, session: id }));
      await app.resumeDetached({ ...options, session: id });
      return null;
    });

  const say = (options: SayOptions & { session: string }): Promise<Run | null> =>
    startAs(options.session, async () => {
      if (!(await app.isDetached({ session: options.session })))
        return begin((run) => app.say({ ...run, ...options }));
      await app.sayDetached(options);
      return null;
    });

  const startAs = async <Result>(id: string, act: () => Promise<Result>): Promise<Result> => {
    starting.add(id);
    return act().finally(() => starting.delete(id));
  };

  const tellSent = ({ sessionId: id, running }: Sent): string[] =>
    running || starting.has(id) || runs.has(id)
      ? []
      : ['The discussion is paused; this takes effect when it goes on.'];

  const answer = async (id: string, options: AnswerOptions): Promise<string[]> => {
    const { pending, isDetached } = await app.answer({ ...options, session: id });
    if (isDetached) return [];
    if (pending > 0) return [`${pending} more ${pending === 1 ? 'question waits' : 'questions wait'}.`];
    try {
      await resumeRun(id);
      return [];
    } catch (error) {
      // The decision is recorded even if the panel cannot go on.
      if (!(error instanceof S2sError)) throw error;
      return [`Your decision is recorded, but the panel could not continue: ${error.message}`];
    }
  };

  return {
    start: async (body) => {
      const options = readFields<StartOptions>(body, ['start', 'run', 'own', 'signature']);
      if (await app.hasWorkers()) return (await app.startDetached(options)).id;
      return (await begin((run) => app.start({ ...options, ...run }))).sessionId;
    },
    isRunning: async (id) => {
      await settle(id);
      return runs.has(id);
    },
    resume: async (id) => {
      await resumeRun(id);
    },
    command: async (id, command) => {
      const session = id;
      const options = readFields<Commanded>(command, [...commandGroups[command.command], 'signature']);
      const { name, text = '', rounds = 1, decision = 'accept' } = options;
      switch (command.command) {
        case 'guide':
          return tellSent(await app.guide({ session, name, text }));
        case 'skip':
          return tellSent(await app.skip({ session, name }));
        case 'grant':
          return tellSent(await app.grant({ session, name, rounds }));
        case 'pause': {
          // A session still in the queue pauses before it calls a model.
          const isWaiting = queue.isWaiting(id);
          await app.pause({ session, name });
          if (isWaiting) queue.leave(id);
          return [];
        }
        case 'close':
          await settle(id);
          await app.close({ session });
          return [];
        case 'resume':
          await settle(id);
          await resumeRun(id, options);
          return [];
        case 'answer':
          await settle(id);
          return answer(id, { ...options, decision, text, rounds });
        case 'say':
          await settle(id);
          await say({ ...options, session, text });
          return [];
      }
    },
    speak: async (id, message, name) => {
      await settle(id);
      const session = await app.get({ session: id });
      const waitsFor = findWait(session);
      const hasPerson = session.participants.some(({ kind }) => kind === 'human');
      if (waitsFor === 'turn' && hasPerson) {
        let report = await (await say({ session: id, name, text: message }))?.result;
        // Such a page ends with the last round: on the text, which it does not show, its person passes.
        while (
          report?.ended === 'paused' &&
          report.session.text !== null &&
          findWait(report.session) === 'turn'
        )
          report = await (await say({ session: id, name, text: '' }))?.result;
        return;
      }
      const { running } = await app.guide({ session: id, name, text: message });
      if (!running && waitsFor === null) await (await resumeRun(id))?.result;
    },
  };
}
