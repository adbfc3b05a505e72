/**
 * Puts the text of a session into a file that sessions and people share: one part for each session, below everything else. Every
 * line of people stays byte for byte, and running it again changes nothing.
 */
import { readDated, readDay } from '../../session/rules/read-day.ts';
import type { Session } from '../../session/session.ts';
import { splitFrontMatter } from '../../text/front-matter.ts';
import { listHeadings } from '../../text/markdown/markdown-outline.ts';
import { findOpenFence, parseMarkdown, sourceOf } from '../../text/markdown/markdown-tree.ts';
import { chooseLabels } from '../../wording/labels.ts';
import { closeLastComment } from '../markdown/comments.ts';
import {
  dropReplaced,
  formatManagedBlock,
  formatReplacedLine,
  type ManagedBlock,
  parseManagedBlocks,
  readReplacedLine,
  tidyBody,
} from '../markdown/managed-blocks.ts';
import { isNotAgreed } from '../printing.ts';
import { addHeirs, addMarks, type ReplacedMark } from './mark-replaced.ts';
import { findHighest, mapIds, moveNumbers } from './number-items.ts';
import { joinLines, makeLines, readPlain, type SourceLine, splitLines } from './source-lines.ts';

export interface SharedText {
  session: Session;
  /** The name of the part: what kind of document it is. */
  name: string;
  /** The text of the session with these ids, with a first-level title. */
  render: (ids: ReadonlyMap<string, string>) => string;
}

/** The new text of a file, and notes for the person. Throws S2sError FILE_TOO_LARGE, naming the file as `shownAs`. */
export function extendFile(
  existing: string,
  { session, name, render }: SharedText,
  { shownAs }: { shownAs: string },
): { text: string; notes: string[] } {
  const file = readShared(existing, shownAs);
  const { lineEnd, blocks } = file;
  const own = blocks.find(({ origin }) => origin === session.id);
  const foreign = own === undefined ? file.lines : file.lines.toSpliced(own.start, own.end - own.start + 1);
  const moved = moveNumbers(session.artifacts, {
    highest: findHighest(readPlain(foreign)),
    before: own?.moved ?? new Map(),
  });
  const ids = mapIds(session.artifacts, moved);
  const edited = own?.edited === true;
  const isWhole = own === undefined ? readPlain(foreign).trim() === '' : hasTitle(own.body, shownAs);
  const before = readPlain(own === undefined ? foreign : file.lines.slice(0, own.start));
  const body = edited ? '' : trimForPart(render(ids), { isWhole, before, shownAs });
  const part = makeLines(formatManagedBlock({ name, origin: session.id, moved, body }), lineEnd);
  const lines = edited
    ? file.lines
    : own === undefined
      ? append(file.lines, part, { lineEnd, shownAs })
      : isSame(own, { body, moved })
        ? file.lines
        : file.lines.toSpliced(own.start, own.end - own.start + 1, ...part);
  const others = file.marks.filter((mark) => mark.session !== session.id);
  const [title] = listHeadings(parseMarkdown(edited ? own.body : body, shownAs));
  const anchor = isWhole || title === undefined ? '' : formatAnchor(title.text);
  const marks = [...others, ...listMarks(session, { ids, anchor })];
  const marked = addMarks(lines, { marks, lineEnd, shownAs });
  return {
    text: file.start + joinLines(addHeirs(marked.lines, { marks, shownAs })),
    notes: [
      ...(edited ? [`${shownAs}: the part of this session was edited by hand and stays as it is.`] : []),
      ...marked.refused
        .filter((mark) => mark.session === session.id)
        .map(
          ({ id }) =>
            `${shownAs}: ${id} is to be replaced, but has no heading or line in bold of its own there; nothing was written at it.`,
        ),
    ],
  };
}

/** The ids of the session's items in the file, by their ids in the session; empty if the file has no part of the session. */
export function findIds(
  existing: string,
  session: Pick<Session, 'id' | 'artifacts'>,
  { shownAs }: { shownAs: string },
): ReadonlyMap<string, string> {
  const own = readShared(existing, shownAs).blocks.find(({ origin }) => origin === session.id);
  return own === undefined ? new Map() : mapIds(session.artifacts, own.moved);
}

interface SharedFile {
  /** A byte order mark, or nothing. */
  start: string;
  lineEnd: string;
  /** Without the lines that say that something was replaced. */
  lines: SourceLine[];
  marks: ReplacedMark[];
  blocks: ManagedBlock[];
}

function readShared(existing: string, shownAs: string): SharedFile {
  const start = existing.startsWith('\ufeff') ? '\ufeff' : '';
  const all = splitLines(existing.slice(start.length));
  const lines = dropReplaced(all, { read: ({ text }) => text, write: (line, text) => ({ ...line, text }) });
  const marks = all.flatMap(({ text }) => {
    const mark = readReplacedLine(text);
    return mark === null ? [] : [{ ...mark, line: text }];
  });
  const tree = parseMarkdown(readPlain(lines), shownAs, { openFences: 'text' });
  return { start, lineEnd: all[0]?.end || '\n', lines, marks, blocks: parseManagedBlocks(tree) };
}

/** The lines at the items of the file that this session replaces. What was not agreed replaces nothing. */
function listMarks(
  session: Session,
  { ids, anchor }: { ids: ReadonlyMap<string, string>; anchor: string },
): ReplacedMark[] {
  const say = chooseLabels(session.language, session.text?.labels);
  const by = new Map<string, string[]>();
  for (const item of session.artifacts.filter((one) => !isNotAgreed(one)))
    for (const id of new Set(item.replaces.filter((one) => /^[A-Z]+-\d{1,6}$/.test(one))))
      by.set(id, [...(by.get(id) ?? []), ids.get(item.id) ?? item.id]);
  const date = readDay(readDated(session), session);
  return [...by].map(([id, heirs]) => {
    const item = heirs.map((heir) => (anchor === '' ? heir : `[${heir}](#${anchor})`)).join(', ');
    const words = say('item.replaced_by', { item, date });
    return { id, heirs, session: session.id, line: formatReplacedLine(id, { session: session.id, words }) };
  });
}

/** Whether a part is a document with a title of its own, not a section of one. */
function hasTitle(body: string, shownAs: string): boolean {
  const [first] = listHeadings(parseMarkdown(body, shownAs));
  return first === undefined || first.level === 1;
}

/**
 * The text as a part: in a file that has a title of its own, all headings one level lower, and those that stand above it already with a
 * number, so that each has an address of its own.
 */
function trimForPart(
  text: string,
  { isWhole, before, shownAs }: { isWhole: boolean; before: string; shownAs: string },
): string {
  const body = closeLastComment(tidyBody(splitFrontMatter(text).body.text));
  if (isWhole) return body;
  const taken = new Set(
    listHeadings(parseMarkdown(before, shownAs, { openFences: 'text' })).map((one) => formatAnchor(one.text)),
  );
  const lines = body.split('\n');
  for (const { line, text: title } of listHeadings(parseMarkdown(body, shownAs))) {
    const anchor = formatAnchor(title);
    let number = 1;
    while (taken.has(number === 1 ? anchor : `${anchor}-${number}`)) number += 1;
    const lower = (lines[line - 1] ?? '').replace(/^( {0,3})(#{1,5} )/, '$1#$2');
    lines[line - 1] = number === 1 ? lower : `${lower} (${number})`;
  }
  return lines.join('\n');
}

/** The address of a heading on its page, as forges and builders of pages make it. */
function formatAnchor(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
    .replaceAll(' ', '-');
}

/** Puts a part below everything else. What people left open, a comment or a fence, is closed, so that it swallows nothing. */
function append(
  lines: readonly SourceLine[],
  part: readonly SourceLine[],
  { lineEnd: end, shownAs }: { lineEnd: string; shownAs: string },
): SourceLine[] {
  const text = readPlain(lines);
  if (text.trim() === '') return [...part];
  const ended = lines.map((line) => (line.end === '' ? { ...line, end } : line));
  const tree = parseMarkdown(text, shownAs);
  const last = tree.blocks.at(-1);
  const fence = last === undefined ? null : findOpenFence(last, sourceOf(tree, last));
  const open = closeLastComment(text) === text ? fence : '-->';
  const closed = open === null ? [] : [{ text: open, end }];
  const gap = closed.length === 0 && ended.at(-1)?.text.trim() === '' ? [] : [{ text: '', end }];
  return [...ended, ...closed, ...gap, ...part];
}

function isSame(own: ManagedBlock, { body, moved }: Pick<ManagedBlock, 'body' | 'moved'>): boolean {
  const write = (map: ReadonlyMap<string, number>): string => JSON.stringify([...map]);
  return own.body === tidyBody(body) && write(own.moved) === write(moved);
}
