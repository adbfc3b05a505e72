/** How the record prints: its own words in English, the text's items as the document has them, every id, and seats by role and id. */
import type { Session } from '../../session/session.ts';
import { findForm } from '../document-kinds.ts';
import { inline, shown } from '../markdown/text.ts';
import { createPrinting, type Printing } from '../printing.ts';

/** `ids` maps the ids of the session's items to their ids in the project's file. */
export function createRecordPrinting(session: Session, ids: ReadonlyMap<string, string>): Printing {
  const printing = createPrinting(session, { form: findForm(session, session.output_type), ids });
  return { ...printing, nameSeat: (seat) => nameSeat(session, seat) };
}

function nameSeat({ participants }: Session, seat: string): string {
  const role = inline(participants.find(({ id }) => id === seat)?.role ?? '');
  return role === '' ? shown(seat) : `${role} (${inline(seat)})`;
}

/** A section; a list if all its parts are points. Nothing if it has none. */
export function section(title: string, parts: readonly string[]): string[] {
  const lines = parts.filter((part) => part !== '');
  const glue = lines.every((line) => line.startsWith('* ')) ? '\n' : '\n\n';
  return lines.length === 0 ? [] : [`## ${title}`, lines.join(glue)];
}

/** A point with points below it. */
export function point(head: string, below: readonly string[]): string {
  return [`* ${head}`, ...below.filter((line) => line !== '').map((line) => `  * ${line}`)].join('\n');
}

/** A text after its label; empty if there is no text. */
export function after(name: string, text: string): string {
  return text === '' ? '' : `${name}: ${text}`;
}

/** Ids in parentheses after a text; empty if there are none. */
export function listed(ids: readonly string[]): string {
  return ids.length === 0 ? '' : ` (${ids.map((id) => inline(id)).join(', ')})`;
}
