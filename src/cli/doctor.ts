/** `s2s doctor`: one real minimal call to the exact model of each seat. */
import type { SeatsDiagnosis } from '../app/diagnose-seats.ts';
import { exitCodes } from '../domain/errors.ts';
import { workflowTypes } from '../domain/vocabulary.ts';
import { describeCommand } from './command-descriptor.ts';

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
  description: 'Check that the model of every seat answers, with one minimal call to each',
  options: [
    {
      usage: '--workflow <name>',
      description: 'the panel of this workflow; design when absent',
      values: workflowTypes,
    },
    { usage: '--model <ref>', description: 'the model of every seat, as provider/model' },
    { usage: '--models <pairs>', description: 'models of single seats: seat=provider/model,…' },
    { usage: '--timeout <seconds>', description: `how long a model may take; ${defaultTimeout} when absent` },
  ],
  examples: ['s2s doctor', 's2s doctor --model ollama/llama3.1 --timeout 10'],
  exits: { 0: 'every seat works', 1: 'one does not', 6: 'no model was found' },
  next: 's2s roundtable start "your question"',
  run: async ({ flags }, context) => {
    const [
      { openProject, openStore },
      { planSession, readWorkflow },
      { diagnoseSeats },
      { parsePositiveNumber },
      { layText },
    ] = await Promise.all([
      import('./open-project.ts'),
      import('../app/plan-session.ts'),
      import('../app/diagnose-seats.ts'),
      import('../config/parse-values.ts'),
      import('../terminal/wrap-text.ts'),
    ]);
    const { model, models, timeout = defaultTimeout } = flags;
    const timeoutMs = parsePositiveNumber(timeout, '--timeout') * 1000;
    const project = await openProject(context);
    const { session, config, notices } = await planSession(project, openStore(project, context), {
      topic: 'Do the models answer?',
      workflow: readWorkflow(flags.workflow ?? 'design'),
      flags: { ...(model === undefined ? {} : { model }), ...(models === undefined ? {} : { models }) },
      context,
    });
    for (const notice of notices.filter((text) => text.startsWith('Model'))) context.say(notice);
    const { clock, createProviders } = context.environment;
    const providers = await createProviders(config.providers, { rehearsal: false });
    const diagnosis = await diagnoseSeats(session, providers, { clock, signal: context.stop, timeoutMs });
    const { seats, ok, warning } = diagnosis;
    return {
      json: { seats, ok, warning },
      text: layText(describeDiagnosis(diagnosis), context.modes.stdout),
      next: ok
        ? ['s2s roundtable start "your question" --estimate', 's2s roundtable start "your question"']
        : ['s2s doctor', 's2s roundtable start "your question" --dry-run'],
      exitCode: ok ? exitCodes.done : exitCodes.negative,
    };
  },
});

function describeDiagnosis({ seats, models, warning }: SeatsDiagnosis): string {
  const seatWidth = Math.max(0, ...seats.map(({ seat }) => seat.length));
  const modelWidth = Math.max(0, ...models.map(({ model }) => model.length));
  return [
    ...seats.map(
      ({ seat, model, verdict }) => `${seat.padEnd(seatWidth)}  ${model.padEnd(modelWidth)}  ${verdict}`,
    ),
    // What is wrong with a model is the same for all of its seats, and is said once.
    ...models.flatMap(({ model, message, remedy }) => [
      '',
      `${model}: ${message}`,
      ...(remedy === null ? [] : [`  ${remedy}`]),
    ]),
    ...(warning === null ? [] : ['', `Warning: ${warning}`]),
  ].join('\n');
}
