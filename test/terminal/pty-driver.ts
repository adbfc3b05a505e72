/**
 * A small program that the pseudo-terminal tests run: it does what it is told through a socket, step by step, and says when it is done, so
 * that no test has to wait for time to pass. It is bundled before the tests.
 */
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import type { Operator, RoundtableEvent } from '../../src/session/ports/ports.ts';
import { createLiveReporter } from '../../src/terminal/live/live-reporter.ts';
import { createPlainReporter } from '../../src/terminal/live/plain-reporter.ts';
import { askQuestions, type Question } from '../../src/terminal/prompts/ask-questions.ts';
import { createAsker } from '../../src/terminal/prompts/inquirer-asker.ts';
import { createTerminalOperator } from '../../src/terminal/prompts/terminal-operator.ts';
import { readTerminalModes } from '../../src/terminal/terminal-modes.ts';

/** One step: an event to report, a time for the clock, or a question to ask. */
export type DriverStep =
  | { do: 'report'; event: RoundtableEvent }
  | { do: 'clock'; elapsed: number }
  /** The next frame, where frames are not left to a timer (`DRIVER_TICKS=manual`). */
  | { do: 'tick' }
  | { do: 'ask'; method: 'chooseAfterRound' | 'decideEscalation' | 'takeTurn'; view: unknown }
  | { do: 'questions'; questions: Question[] }
  | { do: 'abort' }
  | { do: 'end' };

const { stdin, stdout, stderr, env } = process;
const modes = readTerminalModes({ stdin, stdout, stderr, env });
let elapsed = 0;
let tick = (): void => undefined;
const manual = {
  repeat: (step: () => void) => {
    tick = step;
    return () => {
      tick = () => undefined;
    };
  },
};
const reporter = modes.stderr.live
  ? createLiveReporter({
      stream: stderr,
      modes: modes.stderr,
      now: () => new Date(elapsed),
      ...(env['DRIVER_TICKS'] === 'manual' ? manual : {}),
    })
  : createPlainReporter({ write: (text) => stderr.write(text), modes: modes.stderr, now: () => new Date(0) });
const stop = new AbortController();
const socket = connect(env['DRIVER_SOCKET'] ?? '');
const tell = (message: object): void => void socket.write(`${JSON.stringify(message)}\n`);
const asking = {
  input: stdin,
  output: stderr,
  stop: stop.signal,
  requestStop: () => {
    tell({ stopRequested: true });
    stop.abort();
  },
  suspend: () => reporter.suspend(),
  resume: () => reporter.resume(),
  modes: modes.stderr,
};
const operator: Operator = createTerminalOperator(asking);

process.once('SIGINT', () => {
  reporter.stop();
  process.exit(130);
});

async function take(step: DriverStep): Promise<unknown> {
  switch (step.do) {
    case 'report':
      return reporter.report(step.event);
    case 'clock':
      elapsed = step.elapsed;
      return null;
    case 'tick':
      return tick();
    case 'ask':
      // The views come from the test as data of the right shape.
      return await operator[step.method](step.view as never);
    case 'questions': {
      const answers = await askQuestions(createAsker(asking), step.questions);
      return answers === null ? null : Object.fromEntries(answers);
    }
    case 'abort':
      stop.abort();
      return null;
    case 'end':
      reporter.stop();
      process.exit(0);
  }
}

createInterface({ input: socket }).on('line', (line) => {
  void take(JSON.parse(line) as DriverStep).then((result) => tell({ done: true, result: result ?? null }));
});
