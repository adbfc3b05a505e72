/** A file that both the program and people write, as a list of pieces that can be changed one by one. */
import { type Heading, listHeadings } from '../../text/markdown-outline.ts';
import { parseMarkdown } from '../../text/markdown-tree.ts';
import { formatManagedBlock, type ManagedBlock, parseManagedBlocks, tidyBody } from './managed-blocks.ts';

/** Lines that people wrote, from one heading to the next, or a part of the program. */
interface Piece {
  lines: string[];
  heading: Heading | null;
  block: ManagedBlock | null;
}

/** A part to be written. */
export interface ManagedPart {
  name: string;
  origin: string;
  body: string;
}

/** A section's place in the list of pieces: the index after its last piece, and the level of its heading. */
export interface SectionPlace {
  end: number;
  level: number;
}

export class ManagedFile {
  private pieces: Piece[];
  /** The number of lines of the front matter. */
  private readonly frontLines: number;

  /** Throws S2sError FILE_TOO_LARGE, naming the file as `shownAs`. */
  constructor(text: string, shownAs: string) {
    const tree = parseMarkdown(text, shownAs, { openFences: 'text' });
    this.frontLines = tree.bodyLine - 1;
    this.pieces = splitPieces(
      tree.source.split('\n'),
      parseManagedBlocks(tree),
      listHeadings(tree).filter((heading) => heading.line >= tree.bodyLine),
    );
  }

  /** The part with this origin, or undefined. */
  find(origin: string): ManagedBlock | undefined {
    return this.findPiece((block) => block.origin === origin)?.block ?? undefined;
  }

  /** Updates the part of the same origin in place, unless somebody edited it; false if the file has no such part. */
  update(part: ManagedPart): boolean {
    const piece = this.findPiece((block) => block.origin === part.origin);
    if (piece?.block === null || piece?.block === undefined) return false;
    if (!piece.block.edited && piece.block.body !== tidyBody(part.body))
      piece.lines = formatManagedBlock(part).split('\n');
    return true;
  }

  /** Removes the first unedited part that `matches`, with the empty line after it. */
  remove(matches: (block: ManagedBlock) => boolean): void {
    const index = this.pieces.findIndex(({ block }) => block !== null && !block.edited && matches(block));
    if (index === -1) return;
    const after = this.pieces[index + 1];
    if (after?.lines[0]?.trim() === '') after.lines.shift();
    this.pieces.splice(index, 1);
  }

  /** Inserts a part after the last line of text before the piece at `place`, with an empty line on either side. */
  insert(place: number, part: ManagedPart): void {
    const blank = this.takeBlankLines(place);
    const lines = formatManagedBlock(part).split('\n');
    const block = { ...part, edited: false, start: 0, end: 0 };
    const isFirst = this.pieces.slice(0, place).every((piece) => piece.lines.length === 0);
    const isLast = this.pieces.slice(place).every((piece) => piece.lines.length === 0);
    this.pieces.splice(
      place,
      0,
      ...(isFirst ? [] : [makePiece([''])]),
      makePiece(lines, { block }),
      ...(blank.length > 0 ? [makePiece(blank)] : isLast ? [] : [makePiece([''])]),
    );
  }

  /** Adds a heading at the end and returns its section. */
  append(title: string): SectionPlace {
    const heading = { level: 2, text: title, line: 0, endLine: 0 };
    this.pieces.push(makePiece(['', `## ${title}`], { heading }));
    return { end: this.pieces.length, level: 2 };
  }

  /** Adds a heading at the end of a section, one level below its own, and returns the new section. */
  appendBelow(section: SectionPlace, title: string): SectionPlace {
    const level = Math.min(section.level + 1, 6);
    const heading = { level, text: title, line: 0, endLine: 0 };
    const blank = this.takeBlankLines(section.end);
    this.pieces.splice(
      section.end,
      0,
      makePiece(['', `${'#'.repeat(level)} ${title}`], { heading }),
      makePiece(blank),
    );
    return { end: section.end + 1, level };
  }

  /** The first section of people's own whose heading matches, or null; the title does not count. */
  findSection(title: RegExp): SectionPlace | null {
    const at = this.pieces.findIndex(
      ({ heading }) => heading !== null && heading.level > 1 && title.test(heading.text),
    );
    const level = this.pieces[at]?.heading?.level;
    if (level === undefined) return null;
    const next = this.pieces.findIndex(
      ({ heading }, index) => index > at && heading !== null && heading.level <= level,
    );
    return { end: next === -1 ? this.pieces.length : next, level };
  }

  /** The place below the title, or below the front matter if there is no heading. */
  findTop(): number {
    const at = this.pieces.findIndex(({ heading }) => heading !== null);
    const target = this.pieces[at === -1 ? 0 : at];
    if (target === undefined) return 0;
    const cut = target.heading === null ? this.frontLines : target.heading.endLine - target.heading.line + 1;
    const rest = target.lines.splice(cut);
    const index = at === -1 ? 0 : at;
    this.pieces.splice(index + 1, 0, makePiece(rest));
    return index + 1;
  }

  toString(): string {
    return this.pieces.flatMap(({ lines }) => lines).join('\n');
  }

  private takeBlankLines(place: number): string[] {
    const taken: string[] = [];
    for (let index = place - 1; this.pieces[index]?.block === null; index -= 1) {
      const { lines } = this.pieces[index] as Piece;
      while (lines.at(-1)?.trim() === '') taken.unshift(lines.pop() ?? '');
      if (lines.length > 0) break;
    }
    return taken;
  }

  private findPiece(matches: (block: ManagedBlock) => boolean): Piece | undefined {
    return this.pieces.find(({ block }) => block !== null && matches(block));
  }
}

function makePiece(lines: string[], of: Partial<Piece> = {}): Piece {
  return { lines, heading: null, block: null, ...of };
}

function splitPieces(
  lines: readonly string[],
  blocks: readonly ManagedBlock[],
  headings: readonly Heading[],
): Piece[] {
  const starts = new Map(headings.map((heading) => [heading.line - 1, heading]));
  const begins = new Map(blocks.map((block) => [block.start, block]));
  const pieces: Piece[] = [makePiece([])];
  for (let index = 0; index < lines.length; index += 1) {
    const block = begins.get(index);
    if (block !== undefined) {
      pieces.push(makePiece(lines.slice(index, block.end + 1), { block }), makePiece([]));
      index = block.end;
      continue;
    }
    const heading = starts.get(index);
    if (heading !== undefined) pieces.push(makePiece([], { heading }));
    pieces.at(-1)?.lines.push(lines[index] ?? '');
  }
  return pieces;
}
