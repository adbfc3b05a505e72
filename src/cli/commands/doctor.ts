/** `s2s doctor`: sends a small form to the exact model of each seat. */
import type { SeatsDiagnosis } from '../../app/admin/diagnose-seats.ts';
import type { LimitOptions } from '../../app/options.ts';
import { exitCodes } from '../../session/errors.ts';
import { workflowTypes } from '../../session/vocabulary.ts';
import { openProject } from '../open-project.ts';
import { describeCommand } from '../parser/command-descriptor.ts';
import { trustOption } from '../run-notes.ts';

interface DoctorFlags {
  workflow?: string;
  model?: string;
  models?: string;
  timeout?: string;
}

/** Seconds after which a model counts as too slow. */
const defaultTimeout = 30;

export const doctorCommand = describeCommand<[], DoctorFlags>({
  path: 'doctor',
  description: 'Check that every model answers',
  options: [
    {
      usage: '--workflow <name>',
      description: 'the panel of this workflow (default: design)',
      values: workflowTypes,
    },
    { usage: '--model <ref>', description: 'the model of every seat, as provider/model' },
    { usage: '--models <pairs>', description: 'models of single seats: seat=provider/model,…' },
    { usage: '--timeout <seconds>', description: `how long a model may take (default: ${defaultTimeout})` },
    trustOption,
  ],
  examples: ['s2s doctor', 's2s doctor --model ollama/llama3.1 --timeout 10'],
  exits: {
    0: 'every seat works',
    1: 'one of them does not',
    2: 'the project is not trusted',
    6: 'no model was found',
  },
  run: async ({ flags }, context) => {
    const [
      { readWorkflow },
      { readFlags },
      { diagnoseSeats },
      { parsePositiveNumber },
      { layText },
      { runWithTrust },
      { showWait },
    ] = await Promise.all([
      import('../read-run-flags.ts'),
      import('../../config/option-layer.ts'),
      import('../../app/admin/diagnose-seats.ts'),
      import('../../config/parse-values.ts'),
      import('../../terminal/wrap-text.ts'),
      import('../ask/ask-trust.ts'),
      import('../../terminal/show-wait.ts'),
    ]);
    const { timeout = defaultTimeout } = flags;
    const timeoutMs = parsePositiveNumber(timeout, '--timeout') * 1000;
    const { model, models } = readFlags<LimitOptions>(flags, ['own']);
    const diagnosis = await runWithTrust(context, () =>
      showWait(context, 'Preparing', async (note) =>
        diagnoseSeats(
          await openProject(context, { runs: true }),
          { workflowType: readWorkflow(flags, 'design'), model, models },
          {
            ...{ signal: context.stop, timeoutMs },
            tell: (done, of) => note(`Asking the models: ${done} of ${of} have answered`),
          },
        ),
      ),
    );
    const { seats, ok } = diagnosis;
    return {
      json: { seats, ok },
      text: layText(describeDiagnosis(diagnosis), context.modes.stdout),
      next: ok
        ? ['s2s design "your question" --estimate', 's2s design "your question"']
        : ['s2s doctor', 's2s design "your question" --dry-run'],
      exitCode: ok ? exitCodes.done : exitCodes.negative,
    };
  },
});

function describeDiagnosis({ seats, models }: SeatsDiagnosis): string {
  const seatWidth = Math.max(0, ...seats.map(({ seat }) => seat.length));
  const modelWidth = Math.max(0, ...models.map(({ model }) => model.length));
  return [
    ...seats.map(
      ({ seat, model, verdict }) => `${seat.padEnd(seatWidth)}  ${model.padEnd(modelWidth)}  ${verdict}`,
    ),
    // A problem of a model is the same for all of its seats, so it is shown once.
    ...models.flatMap(({ model, message, remedy, notice }) => [
      '',
      `${model}: ${message}`,
      ...(remedy === null ? [] : [`  ${remedy}`]),
      ...(notice === null ? [] : [`  ${notice}`]),
    ]),
  ].join('\n');
}
