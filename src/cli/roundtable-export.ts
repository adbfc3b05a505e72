/** `s2s roundtable export`: a document again, from the session alone. */
import type { Command } from 'commander';
import type { ActionContext, Host } from './command-runner.ts';
import type { CommandResult } from './environment.ts';

interface ExportFlags {
  type?: string;
  format?: string;
  output?: string;
}

/** Adds `export`. */
export function addExport(parent: Command, host: Host): void {
  const command = parent
    .command('export')
    .description('Write a document again, from the session alone, without a model')
    .argument(
      '[session]',
      'a session id, its unique beginning, or last; the current one, else the newest, when absent',
    )
    .option('--type <type>', "adr, requirements, architecture or summary; the session's own when absent")
    .option('--format <format>', 'md or json; md when absent')
    .option('--output <file>', 'where to write it; standard output when absent');
  command.action((id: string | undefined, flags: ExportFlags) =>
    host.run(command, (context) => exportDocument(id, flags, context)),
  );
}

async function exportDocument(
  session: string | undefined,
  flags: ExportFlags,
  context: ActionContext,
): Promise<CommandResult> {
  const [{ outputTypes }, { parseChoice }] = await Promise.all([
    import('../domain/vocabulary.ts'),
    import('../config/parse-values.ts'),
  ]);
  const document = await context.app.export({
    session,
    format:
      flags.format === undefined
        ? undefined
        : parseChoice(flags.format, '--format', { choices: ['md', 'json'] as const }),
    type:
      flags.type === undefined
        ? undefined
        : parseChoice(flags.type, '--type', { choices: outputTypes, code: 'UNKNOWN_OUTPUT_TYPE' }),
    output: flags.output,
  });
  const { sessionId: id, type, format, text, data, file } = document;
  if (file === null) {
    return {
      json: { session_id: id, type, format, content: data ?? text },
      text,
      next: [
        `s2s roundtable export ${id} --type ${type}${format === 'json' ? ' --format json' : ''} --output ${type}.${format}`,
      ],
    };
  }
  return {
    json: { session_id: id, type, format, file },
    text: `Written: ${flags.output}`,
    // A summary follows no standard that could be checked.
    next: [
      format === 'json' || type === 'summary' ? `s2s roundtable show ${id}` : `s2s lint ${flags.output}`,
    ],
  };
}
