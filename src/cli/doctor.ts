/** `s2s doctor`: one real minimal call to the exact model of each seat. */
import type { Command } from 'commander';
import { exitCodes } from '../domain/errors.ts';
import type { ActionContext, Host } from './command-runner.ts';
import type { CommandResult } from './environment.ts';

interface DoctorFlags {
  workflow?: string;
  model?: string;
  models?: string;
  timeout?: string;
}

/** Milliseconds after which a model counts as too slow. */
const defaultTimeout = 30_000;

/** Adds `doctor`. */
export function addDoctor(parent: Command, host: Host): void {
  const command = parent
    .command('doctor')
    .description('Check that the model of every seat answers, with one minimal call each')
    .option('--workflow <name>', 'the panel of this workflow; design when absent')
    .option('--model <ref>', 'the model of every seat, as provider/model')
    .option('--models <pairs>', 'models of single seats: seat=provider/model,…')
    .option('--timeout <seconds>', 'how long a model may take; 30 when absent');
  command.action((flags: DoctorFlags) => host.run(command, (context) => diagnose(flags, context)));
}

async function diagnose(flags: DoctorFlags, context: ActionContext): Promise<CommandResult> {
  const [
    { openProject },
    { planSession },
    { readLimitFlags, readWorkflow },
    { diagnoseSeat, warnSameMaker },
    { createRedactor },
    { parsePositiveNumber },
    { listSeatModels },
    { layText },
  ] = await Promise.all([
    import('./open-project.ts'),
    import('../app/plan-session.ts'),
    import('./read-run-flags.ts'),
    import('../models/doctor.ts'),
    import('../models/client/redact.ts'),
    import('../config/parse-values.ts'),
    import('../app/choose-models.ts'),
    import('../terminal/wrap-text.ts'),
  ]);
  const project = await openProject(context);
  const { model, models } = readLimitFlags({
    ...(flags.model === undefined ? {} : { model: flags.model }),
    ...(flags.models === undefined ? {} : { models: flags.models }),
  });
  const { session, notices } = await planSession(project, {
    topic: 'Do the models answer?',
    workflow: readWorkflow(flags.workflow ?? 'design'),
    model,
    models,
    signal: context.stop,
  });
  for (const notice of notices) {
    if (notice.level === 'warning' || notice.text.startsWith('Model')) context.notify(notice);
  }
  const { environment } = context;
  const providers = await project.loadProviders();
  const redact = createRedactor(providers.secrets);
  const timeoutMs =
    flags.timeout === undefined ? defaultTimeout : parsePositiveNumber(flags.timeout, '--timeout') * 1000;
  const seats = listSeatModels(session);
  // One call for each exact model is enough: seats that share it share its verdict.
  const references = [...new Set(seats.map(({ reference }) => reference))];
  const verdicts = new Map(
    await Promise.all(
      references.map(async (reference) => {
        const seat = seats.find((entry) => entry.reference === reference)?.seat ?? reference;
        return [
          reference,
          await diagnoseSeat({
            seat,
            reference,
            providers,
            clock: environment.clock,
            redact,
            signal: context.stop,
            timeoutMs,
          }),
        ] as const;
      }),
    ),
  );
  providers.end();
  const diagnoses = seats.flatMap(({ seat, reference }) => {
    const verdict = verdicts.get(reference);
    return verdict === undefined ? [] : [{ ...verdict, seat }];
  });
  const warning = warnSameMaker(session.participants.flatMap(({ model }) => (model === null ? [] : [model])));
  const width = (values: readonly string[]): number => Math.max(0, ...values.map((value) => value.length));
  const seatWidth = width(diagnoses.map(({ seat }) => seat));
  const modelWidth = width(references);
  const lines = [
    ...diagnoses.map(
      ({ seat, model, verdict }) => `${seat.padEnd(seatWidth)}  ${model.padEnd(modelWidth)}  ${verdict}`,
    ),
    // What is the matter with a model is the same for all of its seats, and is said once.
    ...[...verdicts.values()].flatMap(({ model, message, remedy }) => [
      '',
      `${model}: ${message}`,
      ...(remedy === null ? [] : [`  ${remedy}`]),
    ]),
  ];
  const ok = diagnoses.every((diagnosis) => diagnosis.ok);
  return {
    json: { seats: diagnoses, ok, warning },
    text: layText(
      [...lines, ...(warning === null ? [] : ['', `Warning: ${warning}`])].join('\n'),
      context.modes.stdout,
    ),
    next: ok
      ? ['s2s roundtable start "your question" --estimate', 's2s roundtable start "your question"']
      : ['s2s doctor', 's2s roundtable start "your question" --dry-run'],
    exitCode: ok ? exitCodes.done : exitCodes.negative,
  };
}
