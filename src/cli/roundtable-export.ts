/** `s2s roundtable export`: a document again, from the session alone. */
import path from 'node:path';
import type { Command } from 'commander';
import { S2sError } from '../domain/errors.ts';
import { chooseSession } from './choose-session.ts';
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
  idArgument: string | undefined,
  flags: ExportFlags,
  context: ActionContext,
): Promise<CommandResult> {
  const [
    { openProject, openStore },
    { loadTemplates },
    { renderDocument },
    { renderJson },
    { outputTypes },
    { parseChoice },
  ] = await Promise.all([
    import('./open-project.ts'),
    import('../app/publish.ts'),
    import('../documents/render-document.ts'),
    import('../documents/render-json.ts'),
    import('../domain/vocabulary.ts'),
    import('../config/parse-values.ts'),
  ]);
  const format =
    flags.format === undefined
      ? 'md'
      : parseChoice(flags.format, '--format', { choices: ['md', 'json'] as const });
  const chosen =
    flags.type === undefined
      ? null
      : parseChoice(flags.type, '--type', { choices: outputTypes, code: 'UNKNOWN_OUTPUT_TYPE' });
  const project = await openProject(context);
  const store = openStore(project, context);
  const id = await chooseSession(store, idArgument, context);
  const { session } = await store.load(id);
  if (session.rounds.length === 0) {
    throw new S2sError(
      'NEEDS_INPUT',
      `The session ${id} has no finished round yet: there is nothing to export.`,
      { hint: `s2s roundtable resume ${id}` },
    );
  }
  const type = chosen ?? session.output_type;
  const text =
    format === 'json'
      ? renderJson({ session, type })
      : renderDocument({ session, type, templates: await loadTemplates(project, context.environment) });
  if (flags.output === undefined) {
    return {
      json: { session_id: id, type, format, content: format === 'json' ? JSON.parse(text) : text },
      text,
      next: [
        `s2s roundtable export ${id} --type ${type}${format === 'json' ? ' --format json' : ''} --output ${type}.${format}`,
      ],
    };
  }
  const file = path.resolve(context.cwd, flags.output);
  await refuseOutside(project.root, file, flags.output);
  const { writeFileDurably } = await import('../files/durable-file.ts');
  await writeFileDurably(file, text, { mode: 0o644, shownAs: flags.output });
  return {
    json: { session_id: id, type, format, file },
    text: `Written: ${flags.output}`,
    // A summary follows no standard that could be checked.
    next: [
      format === 'json' || type === 'summary' ? `s2s roundtable show ${id}` : `s2s lint ${flags.output}`,
    ],
  };
}

/** Nothing is written outside the project, also not through a link. Whoever wants that redirects standard output. */
async function refuseOutside(root: string, file: string, shown: string): Promise<void> {
  const { isOutside } = await import('../files/is-outside.ts');
  // What cannot be looked at cannot be written to either, and the write says why.
  if (!(await isOutside(root, file).catch(() => false))) return;
  throw new S2sError('FILE_OUTSIDE_PROJECT', `${shown} lies outside the project, so it was not written.`, {
    hint: `Leave --output out and redirect: s2s roundtable export > ${shown}`,
  });
}
