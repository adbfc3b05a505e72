/** Templates: Liquid, without access to files, with every unknown placeholder an error. */
import { Liquid, type LiquidError } from 'liquidjs';
import { type FileProblem, S2sError } from '../domain/errors.ts';

/** The text of a template, and the file to name in an error. */
export interface Template {
  file: string;
  text: string;
}

/** Values are markdown already: made harmless before they get here. */
export type TemplateValues = { [key: string]: TemplateValue };
type TemplateValue = string | number | boolean | TemplateValue[] | { [key: string]: TemplateValue };

/** A template that counts to a hundred million ends soon all the same; documents of 200 verbose rounds took below a second. */
const mostMilliseconds = 5_000;
/** As the engine counts them; the shipped templates stay below 10,000 with a session of 200 verbose rounds. */
const mostAllocations = 5e7;

/**
 * Fills a template. A tag alone on its line leaves no line behind.
 * Throws S2sError TEMPLATE_INVALID with file, line and column.
 */
export function fillTemplate(template: Template, values: TemplateValues): string {
  const engine = new Liquid({
    strictVariables: true,
    strictFilters: true,
    ownPropertyOnly: true,
    trimTagRight: true,
    greedy: false,
    // In-memory templates only: a template must not read files.
    templates: {},
    renderLimit: mostMilliseconds,
    memoryLimit: mostAllocations,
  });
  try {
    return String(engine.parseAndRenderSync(template.text, values));
  } catch (error) {
    throw new S2sError('TEMPLATE_INVALID', `The template ${template.file} cannot be used.`, {
      problems: [describeProblem(template, error)],
      hint: 'The placeholders of each template are listed in docs/templates.md. Delete the file to use the one that ships.',
      cause: error,
    });
  }
}

function describeProblem(template: Template, error: unknown): FileProblem {
  const liquid = error as Partial<LiquidError> & { originalError?: Error };
  const [line, column] = liquid.token?.getPosition() ?? [];
  const message = String(liquid.originalError?.message ?? liquid.message ?? error).replace(
    /, (?:file:.*, )?line:\d+, col:\d+$/s,
    '',
  );
  return { file: template.file, line, column, message };
}
