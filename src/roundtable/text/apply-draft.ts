/** Makes the text of a session from a draft: pure. */
import type { DraftReply } from '../../prompts/forms/draft.ts';
import type { Naming } from '../../prompts/seat-names.ts';
import type { Table } from '../../session/ports/ports.ts';
import type { Session } from '../../session/session.ts';
import { startText, type TextSection } from '../../session/text.ts';
import { orderItems } from './number-items.ts';
import { foldId, foldSection } from './read-parts.ts';
import { spliceReply } from './splice-reply.ts';

/** The session with the draft as its text. `facts`: what the reply's own facts are called in the dossier. */
export function applyDraft(
  session: Session,
  table: Table,
  { reply, facts, naming }: { reply: DraftReply; facts: ReadonlyMap<string, string>; naming: Naming },
): Session {
  const sections = joinSections(reply, table);
  const items = reply.items.map((item, index, all) => {
    const isTwin = all.findIndex(({ id }) => foldId(id) === foldId(item.id)) < index;
    return { ...item, id: isTwin ? `${item.id} (${index})` : item.id, section: foldSection(item.section) };
  });
  const empty = {
    ...startText({ step: 'review', written_by: 'synthesizer', fallback: null }, table.extended),
    ...{ labels: reply.labels ?? [], supersedes: reply.supersedes ?? [] },
  };
  return spliceReply({ ...session, text: empty, artifacts: [] }, table, {
    ...{ facts, naming, step: 'draft' },
    reply: { ...reply, sections, items: orderItems(items, sections), removed: [] },
  });
}

/** The sections of a draft, each id once, and one for each section that only items name. Headings come from the form where they are empty. */
function joinSections(reply: DraftReply, { document }: Table): TextSection[] {
  const sections = new Map<string, TextSection>();
  const title = (id: string): string => document.sections.find((one) => one.id === id)?.title ?? '';
  for (const given of reply.sections) {
    const id = foldSection(given.id);
    const before = sections.get(id);
    const body = [before?.body ?? '', given.body].filter((part) => part !== '').join('\n\n');
    const from = [...(before?.from ?? []), ...given.from];
    sections.set(id, { id, title: before?.title || given.title || title(id), body, from });
  }
  for (const { section } of reply.items) {
    const id = foldSection(section);
    if (!sections.has(id)) sections.set(id, { id, title: title(id) || section, body: '', from: [] });
  }
  // A section that only items name stands where the form has it.
  const order = document.sections.map(({ id }) => id);
  const named = new Set(reply.sections.map(({ id }) => foldSection(id)));
  const list = [...sections.values()].filter(({ id }) => named.has(id));
  for (const section of [...sections.values()].filter(({ id }) => !named.has(id))) {
    const place = order.indexOf(section.id);
    const after =
      place === -1
        ? -1
        : list.findLastIndex(({ id }) => order.indexOf(id) !== -1 && order.indexOf(id) < place);
    list.splice(place === -1 ? list.length : after + 1, 0, section);
  }
  return list;
}
