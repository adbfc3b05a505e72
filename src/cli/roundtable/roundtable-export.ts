/** `s2s roundtable export`: writes a document again, from the session alone. */

import { exportTypes } from '../../session/vocabulary.ts';
import type { TerminalModes } from '../../terminal/terminal-modes.ts';
import { cleanText } from '../../text/clean-text.ts';
import { splitFrontMatter } from '../../text/front-matter.ts';
import { describeCommand, readFlag } from '../parser/command-descriptor.ts';
import { describeSessionArgument } from '../session-argument.ts';

const formats = ['md', 'json', 'html', 'sarif', 'issues'] as const;

interface ExportFlags {
  type?: string;
  format?: string;
  output?: string;
}

/** A document as it reads at a terminal; a pipe and a file get it as it is. */
async function layDocument(text: string, modes: TerminalModes['stdout']): Promise<string> {
  const [{ plainMarkdown }, { layText }] = await Promise.all([
    import('../../terminal/plain-markdown.ts'),
    import('../../terminal/wrap-text.ts'),
  ]);
  return layText(plainMarkdown(splitFrontMatter(text).body.text).trim(), modes);
}

export const exportCommand = describeCommand<[string | undefined], ExportFlags>({
  path: 'roundtable export',
  description: 'Write a document, or the record of the discussion, from the session alone',
  arguments: [describeSessionArgument('newest')],
  options: [
    {
      usage: '--type <type>',
      description:
        "adr, requirements, architecture, summary, review, plan, or record of the discussion (default: the session's own type)",
      values: exportTypes,
    },
    {
      usage: '--format <format>',
      description:
        'md, json, html: one page with the whole discussion, of a review sarif, of a plan issues (default: md)',
      values: formats,
    },
    {
      usage: '--output <file>',
      description: 'where to write it (default: standard output)',
    },
  ],
  examples: [
    's2s roundtable export last',
    's2s roundtable export last --type summary --output summary.md',
    's2s roundtable export last --type record',
    's2s roundtable export last --format json',
    's2s roundtable export last --format html > discussion.html',
  ],
  exits: { 0: 'done', 2: 'no such session, or nothing to export', 5: 'a file cannot be read or written' },
  run: async ({ words: [session], flags }, { app, modes: { stdout } }) => {
    const { parseChoice } = await import('../../config/parse-values.ts');
    const exported = await app.export({
      session,
      format: readFlag(flags.format, '--format', (text, flag) =>
        parseChoice(text, flag, { choices: formats }),
      ),
      type: readFlag(flags.type, '--type', (text, flag) =>
        parseChoice(text, flag, { choices: exportTypes, code: 'UNKNOWN_OUTPUT_TYPE' }),
      ),
      output: flags.output,
    });
    const { sessionId: id, type, format, text, data, file } = exported;
    if (file === null) {
      const form = format === 'md' ? '' : ` --format ${format}`;
      return {
        json: { session_id: id, type, format, content: data ?? text },
        text: stdout.isTty && format === 'md' ? await layDocument(text, stdout) : text,
        next: [`s2s roundtable export ${id} --type ${type}${form} --output ${type}.${format}`],
      };
    }
    // The others follow no standard that `lint` could check.
    const isChecked = format === 'md' && ['adr', 'requirements', 'architecture'].includes(type);
    return {
      json: { session_id: id, type, format, file },
      text: `Written: ${cleanText(file)}`,
      next: [isChecked ? `s2s lint ${flags.output}` : `s2s roundtable show ${id}`],
    };
  },
});
