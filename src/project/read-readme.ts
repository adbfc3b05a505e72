/** Reads what a README or documentation page says about its project: what it is, its goals, its limits, and its scope. */
import { listSections, removeComments, type Section } from '../text/markdown-outline.ts';
import { type MarkdownNode, type MarkdownTree, parseMarkdown, sourceOf } from '../text/markdown-tree.ts';
import { cleanLine, cutAtSentence, type ManifestFacts } from './found-project.ts';
import { findReadmePart, type ReadmePart } from './project-headings.ts';

/** The minimum length of a description, in characters: shorter paragraphs are badges, links or a motto. */
const leastDescription = 20;
/** Maximum characters of a description and of a point; longer texts are cut after a whole sentence. */
const longest = { description: 600, point: 300 } as const;
/** Maximum number of points per part: more would crowd out the rest of a seat's context. */
const mostPoints = 12;

/** Reads a text in markdown or, as far as they are similar, AsciiDoc or reStructuredText. */
export function readReadme(text: string, file = 'README.md'): ManifestFacts {
  const source = /\.(?:adoc|asciidoc|rst)$/i.test(file) ? toMarkdown(text) : unwrapHtml(text);
  const tree = parseMarkdown(removeComments(parseMarkdown(source, file)), file);
  const sections = listSections(tree);
  const heading = sections.find(
    ({ heading: one }) => one?.level === 1 || (one?.level === 2 && findReadmePart(one.text) === null),
  )?.heading;
  const found: Record<ReadmePart, string[]> = {
    about: [],
    objectives: [],
    constraints: [],
    inScope: [],
    outOfScope: [],
  };
  for (const [index, section] of sections.entries()) {
    const part = section.heading === null ? null : findReadmePart(section.heading.text);
    if (part === null) continue;
    if (part === 'about') found.about.push(...listProse(tree, section));
    else found[part].push(...listPoints(tree, sections, index));
  }
  // Later sections are about something else: installation, changes.
  const opening = sections.slice(0, 2).flatMap((section) => {
    const part = section.heading === null ? null : findReadmePart(section.heading.text);
    return part === null ? listProse(tree, section) : [];
  });
  const prose = [...opening, ...found.about];
  const take = (points: readonly string[]): string[] => [...new Set(points)].slice(0, mostPoints);
  const isPlaceholder = (said: string): boolean =>
    /^(?:todo|tbd|wip|fixme|coming soon|lorem ipsum)\b/i.test(said);
  const telling = prose.filter(
    (paragraph) => paragraph.length >= leastDescription && !isPlaceholder(paragraph),
  );
  return {
    name: heading === undefined || heading === null ? undefined : cleanLine(stripMarkup(heading.text), 80),
    description: telling[0] ?? opening.findLast((said) => !isPlaceholder(said)),
    opening: telling.slice(0, 2).map(closeSentence).join(' ') || undefined,
    objectives: take(found.objectives),
    constraints: take(found.constraints),
    inScope: take(found.inScope),
    outOfScope: take(found.outOfScope),
  };
}

/** The prose paragraphs of a section. */
function listProse(tree: MarkdownTree, { blocks }: Section): string[] {
  return blocks
    .flatMap((block): readonly MarkdownNode[] => (block.type === 'blockquote' ? block.children : [block]))
    .filter(({ type }) => type === 'paragraph')
    .map((block) => sayBlock(tree, block, longest.description))
    .filter((said) => said !== '' && !isNavigation(said));
}

/** The points of a section: list items and table rows, else its subheadings with their first sentences, else its first paragraphs. */
function listPoints(tree: MarkdownTree, sections: readonly Section[], at: number): string[] {
  const own = sections[at];
  if (own?.heading === undefined || own.heading === null) return [];
  const level = own.heading.level;
  const items = own.blocks.flatMap((block) =>
    block.type === 'list'
      ? block.children.flatMap((item) => sayItem(tree, item))
      : block.type === 'table'
        ? block.children.slice(1).map((row) => sayRow(tree, row.children))
        : [],
  );
  if (items.length > 0) return items;
  const below: Section[] = [];
  for (const section of sections.slice(at + 1)) {
    if (section.heading === null || section.heading.level <= level) break;
    if (findReadmePart(section.heading.text) === null) below.push(section);
  }
  const named = below
    .filter(({ heading }) => heading !== null && heading.level === level + 1)
    .flatMap(({ heading, blocks }) => {
      const title = dropEmoji(cleanLine(stripMarkup(heading?.text ?? '')) ?? '');
      const first = blocks.find(({ type }) => type === 'paragraph');
      const said = first === undefined ? '' : firstSentence(sayBlock(tree, first, longest.point));
      return title === '' || level === 1 ? [] : [said === '' ? title : `${title}: ${said}`];
    });
  if (named.length > 0) return named;
  return listProse(tree, own)
    .slice(0, 2)
    .map((said) => cutAtSentence(said, longest.point))
    .filter((said) => !said.endsWith(':'));
}

function sayRow(tree: MarkdownTree, cells: readonly MarkdownNode[]): string {
  const said = cells.map((cell) => stripMarkup(sourceOf(tree, cell).replace(/^\s*\||\|\s*$/g, '')).trim());
  return cutAtSentence(cleanLine(said.filter((cell) => cell !== '').join(': '), 5_000) ?? '', longest.point);
}

/** The text of an item without nested lists; none for table-of-contents links and commands. */
function sayItem(tree: MarkdownTree, item: MarkdownNode): string[] {
  if (item.type !== 'listItem') return [];
  const first = item.children.find(({ type }) => type === 'paragraph');
  if (first === undefined) return [];
  const source = sourceOf(tree, first).trim();
  if (/^\[[^\]]*\]\(#[^)]*\)\W*$/.test(source) || /^`[^`]*`\W*$/.test(source)) return [];
  const said = sayBlock(tree, first, longest.point).replace(/^\[[ xX]\]\s+/, '');
  return said.length < 2 || isNavigation(said) ? [] : [said.replace(/:$/, '')];
}

function sayBlock(tree: MarkdownTree, block: MarkdownNode, limit: number): string {
  const line = cleanLine(stripMarkup(sourceOf(tree, block).replaceAll(/\n>\s*/g, '\n')), 5_000) ?? '';
  return dropAnnouncement(cutAtSentence(dropEmoji(line), limit));
}

/** Drops leading emoji, and the bullets of lists written without markdown. */
function dropEmoji(line: string): string {
  return line.replace(/^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f|\u200d|✓|✔|•|·|\s)+/u, '');
}

/** Drops a last sentence that only introduces what follows: `It has two parts:` */
function dropAnnouncement(text: string): string {
  if (!/[:：]$/.test(text)) return text;
  return /^([\s\S]*[.!?。])\s[^.!?。]*$/u.exec(text)?.[1] ?? text;
}

/** Adds a missing full stop, so that another sentence can follow. */
function closeSentence(text: string): string {
  return /[.!?:。！？]$/u.test(text) ? text : `${text}.`;
}

function firstSentence(text: string): string {
  return /^.*?[.!?。！？](?=\s|$)/u.exec(text)?.[0] ?? text;
}

/** Whether a text is a row of links (`Docs | Website | Chat`), a command, a to-do mark, or a line without words. */
function isNavigation(said: string): boolean {
  return (
    !/\p{L}{2}/u.test(said) ||
    /^(?:todo|tbd|wip|fixme)\b.{0,20}$/i.test(said) ||
    /^(?:\$|>|npm |npx |yarn |pnpm |pip |cargo |go (?:get|install) |brew |docker |git clone|curl |sudo |make\b)/.test(
      said,
    ) ||
    (said.length < 160 && !/[.!?。]$/.test(said) && (said.match(/ [|•·—] | \| /g)?.length ?? 0) >= 2)
  );
}

/** Removes markup: whole images, link targets, emphasis, HTML. */
function stripMarkup(text: string): string {
  return text
    .replaceAll(/\[!\[[^\][]*\](?:\([^)[]*\)|\[[^\][]*\])?\](?:\([^)[]*\)|\[[^\][]*\])?/g, '')
    .replaceAll(/!\[[^\][]*\](?:\([^)[]*\)|\[[^\][]*\])?/g, '')
    .replaceAll(/\[([^\][]*)\](?:\([^)[]*\)|\[[^\][]*\])/g, '$1')
    .replaceAll(/\[([^\][]{2,})\](?!\()/g, '$1')
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll(/:[a-z][a-z0-9_+-]*:(?=\s|$)/g, '')
    .replaceAll(/(\*\*|__|`)/g, '')
    .replaceAll(/&nbsp;/g, ' ')
    .replaceAll('&amp;', '&');
}

/** Converts headings and paragraphs from HTML to markdown. */
function unwrapHtml(text: string): string {
  const inOneLine = (html: string): string =>
    html
      .replace(/<[^<>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();
  return text
    .replace(
      /^[ \t]*<h([1-6])\b[^<>]*>([\s\S]{1,1000}?)<\/h\1>[ \t]*$/gim,
      (_, level: string, title: string) =>
        inOneLine(title) === '' ? '\n' : `\n${'#'.repeat(Number(level))} ${inOneLine(title)}\n`,
    )
    .replace(
      /^[ \t]*<p\b[^<>]*>([\s\S]{1,3000}?)<\/p>[ \t]*$/gim,
      (_, said: string) => `\n${inOneLine(said)}\n`,
    );
}

/** An underlined title; reStructuredText may also have the same line above it. */
const underlined =
  /^(?:(={3,}|-{3,}|~{3,}|\^{3,}|\*{3,}|\+{3,}|#{3,})[ \t]*\n)?[ \t]*(\S.*)\n(={3,}|-{3,}|~{3,}|\^{3,}|\*{3,}|\+{3,}|#{3,})[ \t]*$/gm;

/** Converts headings and links of other markups to markdown or text. Underline styles are levels, in order of first appearance. */
function toMarkdown(text: string): string {
  const styles: string[] = [];
  return text
    .replace(
      /^(={1,6})[ \t]+(\S.*)$/gm,
      (_, marks: string, title: string) => `${'#'.repeat(marks.length)} ${title}`,
    )
    .replace(underlined, (_, over: string | undefined, title: string, under: string) => {
      const style = `${over?.charAt(0) ?? ''}${under.charAt(0)}`;
      if (!styles.includes(style)) styles.push(style);
      return `${'#'.repeat(Math.min(styles.indexOf(style) + 1, 6))} ${title.trim()}\n`;
    })
    .replace(/^\.\. (?:image|figure|\|).*(?:\n[ \t]+.*)*$/gm, '')
    .replace(/^image::?.*$/gm, '')
    .replace(/^:[a-z][\w-]*:.*$/gm, '')
    .replace(/`([^`<]{1,300}?)\s{1,80}<[^>`]{1,500}>`_{1,2}/g, '$1')
    .replace(/\b(?:https?|link):\S{1,500}?\[([^\]]{0,300})\]/g, '$1');
}
