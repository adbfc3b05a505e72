/** Fills Liquid templates. They cannot read files, and unknown placeholders are errors. */
import { Liquid, type LiquidError } from 'liquidjs';
import { type FileProblem, S2sError } from '../session/errors.ts';

/** The text of a template, and the file to name in an error. */
export interface Template {
  file: string;
  text: string;
}

/** Values must already be harmless markdown. */
export type TemplateValues = { [key: string]: TemplateValue };
type TemplateValue = string | number | boolean | TemplateValue[] | { [key: string]: TemplateValue };

/** Stops a template with a loop that is far too long; documents of 200 verbose rounds took less than a second. */
const mostMilliseconds = 5_000;
/** As counted by the engine; the shipped templates stay below 10,000 for a session of 200 verbose rounds. */
const mostAllocations = 5e7;

/**
 * Fills a template. A tag alone on its line leaves no empty line.
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
