/** Adds a session's requirements to a file that exists: every line that people wrote stays. */

import { findFrontMatterEnd, type Heading, listHeadings } from '../markdown/lines.ts';
import {
  formatManagedBlock,
  type ManagedBlock,
  parseManagedBlocks,
  tidyBody,
} from '../markdown/managed-blocks.ts';
import { allocateIds, formatLedger, readLedger, removeLedger } from './requirement-ids.ts';
import { nameNotices, nameRecord, nameVerification } from './requirements-file.ts';
import { areaTitles, type RequirementPart, type RequirementParts } from './view.ts';

/** What came of extending a file; `edited` names the parts that people edited and that were therefore left alone. */
export interface Extension {
  text: string;
  edited: string[];
}

/**
 * Updates the session's own parts where they stand, by their origin, and adds those that are missing. Running it
 * again changes nothing. Line ends stay as the file has them.
 */
export function extendRequirements(existing: string, parts: RequirementParts): Extension {
  const lineEnd = /\r\n/.test(existing) ? '\r\n' : '\n';
  const source = existing.replace(/\r\n/g, '\n');
  const ledger = readLedger(source);
  const created = ledger.created === parts.sessionId;
  const edited: string[] = [];
  let lines = removeLedger(source).replace(/\n+$/, '').split('\n');
  const find = (key: string): ManagedBlock | undefined =>
    parseManagedBlocks(lines).find((block) => block.origin === `${parts.sessionId}/${key}`);
  const known = new Map(parts.requirements.map((part) => [part.key, find(part.key)?.name]));
  const added = parts.requirements.filter((part) => known.get(part.key) === undefined);
  const free = allocateIds(added, ledger, { reserved: created ? parts.reserved : [] });
  const ids = parts.requirements.map((part) => known.get(part.key) ?? free[added.indexOf(part)] ?? '');

  const put = (part: { name: string; origin: string; body: string }, place: () => void): void => {
    const block = find(part.origin.slice(parts.sessionId.length + 1));
    if (block === undefined) place();
    else if (block.edited) edited.push(block.name);
    else if (block.body !== tidyBody(part.body)) {
      lines.splice(block.start, block.end - block.start + 1, ...formatManagedBlock(part).split('\n'));
    }
  };
  const insert = (index: number, part: { name: string; origin: string; body: string }): void => {
    lines = insertPart(lines, index, { text: formatManagedBlock(part) });
  };

  parts.requirements.forEach((part, index) => {
    const id = ids[index] ?? '';
    const name = (depth: number) => ({
      name: id,
      origin: `${parts.sessionId}/${part.key}`,
      body: part.render(id, depth),
    });
    const block = find(part.key);
    const depth = /^(#{2,6}) /.exec(block?.body ?? '')?.[1]?.length ?? 0;
    put(name(depth), () => {
      lines = removeEmptyPart(lines, part);
      const section = findAreaSection(lines, part) ?? findSection(lines, /requirements?$/i);
      if (section === null) lines.push('', '## Requirements');
      insert(section?.end ?? lines.length, name((section?.depth ?? 2) + 1));
    });
  });
  if (parts.requirements.length > 0) {
    const verification = nameVerification(parts, ids);
    put(verification, () => {
      const section = findSection(lines, /verification/i);
      if (section !== null) insert(section.end, verification);
    });
  }
  const record = nameRecord(parts, { withIntroduction: !created });
  put(record, () => {
    const section = findSection(lines, /record of the discussion/i);
    if (section === null) lines.push('', '## Record of the Discussion');
    insert(section?.end ?? lines.length, record);
  });
  const notices = find('notices');
  if (parts.notices !== '') put(nameNotices(parts), () => insert(findTop(lines), nameNotices(parts)));
  else if (notices !== undefined && !notices.edited)
    lines.splice(notices.start, notices.end - notices.start + 2);
  const body = lines.join('\n').replace(/^\n+|\n+$/g, '');
  const text = `${body}\n\n${formatLedger(ledger, body)}\n`;
  return { text: text.replace(/\n/g, lineEnd), edited };
}

/** Puts a part before the line at `index`, with one empty line on either side. */
function insertPart(lines: readonly string[], index: number, part: { text: string }): string[] {
  const before = lines.slice(0, index);
  const after = lines.slice(index);
  if (before.length > 0 && before.at(-1)?.trim() !== '') before.push('');
  if (after.length > 0 && after[0]?.trim() !== '') after.unshift('');
  return [...before, ...part.text.split('\n'), ...after];
}

/** The note that an area was empty goes when the area gets its first requirement; an edited note stays. */
function removeEmptyPart(lines: readonly string[], part: RequirementPart): string[] {
  const note = parseManagedBlocks(lines).find((block) => block.name === `none-${part.area}` && !block.edited);
  if (note === undefined) return [...lines];
  const end = lines[note.end + 1]?.trim() === '' ? note.end + 2 : note.end + 1;
  return [...lines.slice(0, note.start), ...lines.slice(end)];
}

function findAreaSection(lines: readonly string[], part: RequirementPart) {
  const word = areaTitles[part.area].replace(/s$/, '').toLowerCase();
  const words =
    { attribute: '(?:attribute|quality|non-?functional)', function: '(?<!non-?)function' }[word] ?? word;
  return findSection(lines, new RegExp(words, 'i'));
}

/** The last line of text of the section whose heading matches; headings in managed parts and fences do not count. */
function findSection(lines: readonly string[], title: RegExp): { end: number; depth: number } | null {
  const headings = listOwnHeadings(lines);
  const found = headings.findIndex((heading) => heading.depth > 1 && title.test(heading.text));
  const heading = headings[found];
  if (heading === undefined) return null;
  const next = headings.slice(found + 1).find((other) => other.depth <= heading.depth);
  let end = next?.line ?? lines.length;
  while (end > heading.line + 1 && lines[end - 1]?.trim() === '') end -= 1;
  return { end, depth: heading.depth };
}

/** The line after the first heading; after the front matter where there is none. */
function findTop(lines: readonly string[]): number {
  const first = listOwnHeadings(lines)[0];
  if (first !== undefined) return first.line + 1;
  return findFrontMatterEnd(lines) + 1;
}

/** Headings of people: those in managed parts belong to the program. */
function listOwnHeadings(lines: readonly string[]): Heading[] {
  const managed = parseManagedBlocks(lines);
  return listHeadings(lines).filter(
    (heading) => !managed.some((block) => heading.line >= block.start && heading.line <= block.end),
  );
}
