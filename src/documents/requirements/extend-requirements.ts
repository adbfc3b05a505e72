/** Adds a session's requirements to an existing file and keeps every line that people wrote. */

import { ManagedFile, type ManagedPart, type SectionPlace } from '../markdown/managed-file.ts';
import { closeLastComment } from '../shown-parts.ts';
import { allocateIds, formatLedger, type Ledger, readLedger, removeLedger } from './requirement-ids.ts';
import { namePart, nameVerification } from './requirements-file.ts';
import { areaTitles, type RequirementPart, type RequirementParts } from './view.ts';

/**
 * Updates the session's own parts in place, by their origin, and adds those that are missing. Running it again changes
 * nothing. Line ends are kept. `edited` names the parts left unchanged because people edited them. Throws S2sError
 * FILE_TOO_LARGE, naming the file as `shownAs`.
 */
export function extendRequirements(
  existing: string,
  parts: RequirementParts,
  shownAs: string,
): { text: string; edited: string[] } {
  const lineEnd = /\r\n/.test(existing) ? '\r\n' : '\n';
  // Some editors begin a file with a byte order mark; it stays the first character.
  const mark = existing.startsWith('\ufeff') ? '\ufeff' : '';
  const source = existing.slice(mark.length).replace(/\r\n/g, '\n');
  const ledger = readLedger(source);
  const created = ledger.created === parts.sessionId;
  const edited: string[] = [];
  const file = new ManagedFile(closeLastComment(trimBlankLines(removeLedger(source))), shownAs);
  const find = (key: string) => file.find(`${parts.sessionId}/${key}`);
  const known = new Map(parts.requirements.map((part) => [part.key, find(part.key)?.name]));
  const added = parts.requirements.filter((part) => known.get(part.key) === undefined);
  const free = allocateIds(added, ledger, { reserved: created ? parts.reserved : [] });
  const ids = parts.requirements.map((part) => known.get(part.key) ?? free[added.indexOf(part)] ?? '');

  const put = (part: ManagedPart, place: () => number | null): void => {
    const block = file.find(part.origin);
    if (block?.edited === true) edited.push(block.name);
    else if (!file.update(part)) {
      const at = place();
      if (at !== null) file.insert(at, part);
    }
  };

  parts.requirements.forEach((part, index) => {
    const id = ids[index] ?? '';
    const origin = `${parts.sessionId}/${part.key}`;
    const block = find(part.key);
    if (block === undefined) {
      file.remove(({ name }) => name === `none-${part.area}`);
      const section =
        findGroupSection(file, part) ??
        findAreaSection(file, part) ??
        findOwnSection(file, part, ledger) ??
        file.findSection(/requirements?$/i) ??
        file.append('Requirements');
      put({ name: id, origin, body: part.render(id, section.level + 1) }, () => section.end);
    } else {
      const depth = /^(#{2,6}) /.exec(block.body)?.[1]?.length ?? 0;
      put({ name: id, origin, body: part.render(id, depth) }, () => null);
    }
  });
  const verification = nameVerification(parts, ids);
  const same = namePart(parts, 'verification', { body: 'Each requirement says how it is verified.' });
  // A file without a section on verification gets no part for it.
  put(verification ?? same, () =>
    verification === null ? null : (file.findSection(/verification/i)?.end ?? null),
  );
  // In a file that another session created, decisions go into the record part.
  if (created && parts.decisions !== '')
    put(namePart(parts, 'decisions', { body: parts.decisions }), () => file.findTop());
  put(
    namePart(parts, 'record', { body: parts.record(!created) }),
    () =>
      (
        file.findSection(/decisions, risks and what is open$|record of the discussion/i) ??
        file.append('Record of the Discussion')
      ).end,
  );
  const notices = namePart(parts, 'notices', { body: parts.notices });
  if (parts.notices !== '') put(notices, () => file.findTop());
  else file.remove(({ origin }) => origin === notices.origin);
  const body = trimBlankLines(file.toString());
  const text = `${body}\n\n${formatLedger(ledger, body)}\n`;
  return { text: `${mark}${text.replace(/\n/g, lineEnd)}`, edited };
}

/** Removes leading and trailing line breaks; a regular expression would take quadratic time on a long run of them. */
function trimBlankLines(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && text[start] === '\n') start += 1;
  while (start < end && text[end - 1] === '\n') end -= 1;
  return text.slice(start, end);
}

/** The section of the requirement's subject, with or without a number before its title. */
function findGroupSection(file: ManagedFile, { group }: RequirementPart): SectionPlace | null {
  const title = group.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return file.findSection(new RegExp(`^(?:\\d+(?:\\.\\d+)*\\.?\\s+)?${title}$`, 'i'));
}

/** In a file that the program created, each subject has its own section, which is added with its first requirement. */
function findOwnSection(file: ManagedFile, part: RequirementPart, ledger: Ledger): SectionPlace | null {
  const above = ledger.created === null ? null : file.findSection(/^(?:3\. )?requirements$/i);
  return above === null ? null : file.appendBelow(above, part.group);
}

function findAreaSection(file: ManagedFile, part: RequirementPart): SectionPlace | null {
  const word = areaTitles[part.area].replace(/s$/, '').toLowerCase();
  const words =
    { attribute: '(?:attribute|quality|non-?functional)', function: '(?<!non-?)function' }[word] ?? word;
  return file.findSection(new RegExp(words, 'i'));
}
