/** Shows the agenda in as few lines as possible. */
import { cleanLine } from '../../text/clean-text.ts';
import type { ViewModes } from '../terminal-modes.ts';
import { createTheme, pickAgendaSymbol } from '../theme.ts';
import { measureWidth, truncateText } from '../wrap-text.ts';

/** The shown fields of a topic. */
export interface AgendaEntry {
  name: string;
  critical: boolean;
  status: string;
}

/** Shown when a workflow has no agenda. */
export const freeForm = 'Free-form discussion';

/** The topics after their marks `✓ ◐ ○` (words in brackets without Unicode), several on a line; critical ones say so until covered. */
export function formatAgendaStatus(
  agenda: readonly AgendaEntry[],
  options: { modes: ViewModes; indent?: number },
): string {
  const { modes } = options;
  const indent = Math.min(options.indent ?? 0, Math.max(0, modes.columns - 12));
  const width = Math.max(1, modes.columns - indent);
  const theme = createTheme(modes);
  if (agenda.length === 0)
    return `${' '.repeat(indent)}${truncateText(freeForm, width, theme.symbols.ellipsis)}`;
  const entries = agenda.map((topic) => {
    const plainMark = modes.unicode ? theme.symbols.covered : `[${topic.status}]`;
    const mark = modes.unicode ? pickAgendaSymbol(theme, topic.status) : plainMark;
    const name = cleanLine(topic.name) + (topic.critical && topic.status !== 'covered' ? ' (critical)' : '');
    const room = width - measureWidth(plainMark) - 1;
    if (room < 1) return { text: truncateText(plainMark, width, ''), width };
    const shown = truncateText(name, room, theme.symbols.ellipsis);
    return { text: `${mark} ${shown}`, width: measureWidth(plainMark) + 1 + measureWidth(shown) };
  });
  return packEntries(entries, width)
    .map((line) => ' '.repeat(indent) + line)
    .join('\n');
}

/** The counts for a header or a recap: `agenda 1 of 4 covered`. */
export function countAgenda(agenda: readonly AgendaEntry[]): string {
  if (agenda.length === 0) return freeForm;
  return `agenda ${agenda.filter(({ status }) => status === 'covered').length} of ${agenda.length} covered`;
}

/** Puts entries side by side, two spaces apart, on as many lines as needed. */
export function packEntries(entries: readonly { text: string; width: number }[], width: number): string[] {
  const lines: string[] = [];
  let line = '';
  let used = 0;
  for (const entry of entries) {
    if (used > 0 && used + 2 + entry.width > width) {
      lines.push(line);
      line = '';
      used = 0;
    }
    line += used === 0 ? entry.text : `  ${entry.text}`;
    used += (used === 0 ? 0 : 2) + entry.width;
  }
  if (used > 0) lines.push(line);
  return lines;
}
