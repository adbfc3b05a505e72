/**
 * Makes the markdown of a model or a person part of a document: its lists, tables and code stay, its headings go below the
 * section that it is printed in, and nothing in it can end or open anything outside. Rules from CommonMark 0.31 and the GitHub
 * extensions.
 */
import { S2sError } from '../../session/errors.ts';
import { listFences } from '../../text/markdown/markdown-outline.ts';
import {
  type Block,
  type MarkdownTree,
  parseMarkdown,
  type Span,
  sourceOf,
  spanOf,
} from '../../text/markdown/markdown-tree.ts';
import { formatTable } from './table.ts';
import { cleanText, inline, type Rich, shown } from './text.ts';

/** The deepest heading that markdown knows. */
const deepest = 6;

/** The text as harmless markdown. Its headings get levels below `level`; without a level they become bold lines. */
export function formatBody(text: string, rich: Rich, { level = deepest }: { level?: number } = {}): string {
  // At the very top, a rule would be read as the beginning of front matter.
  const clean = cleanText(text).replace(/^(?:\s*-{3,}[^\S\n]*(?:\n|$))+/, '');
  try {
    const tree = parseMarkdown(clean, 'The text');
    return formatBlocks(tree.blocks, { tree, rich, level, headings: [] }, '\n\n');
  } catch (error) {
    if (!(error instanceof S2sError)) throw error;
    // Too much structure to be read: its lines are shown as they are.
    return formatLines(clean, rich);
  }
}

interface Place {
  tree: MarkdownTree;
  rich: Rich;
  level: number;
  /** The levels, in the source, of the headings that the present block stands under. */
  headings: number[];
}

function formatBlocks(blocks: readonly Block[], place: Place, glue: string): string {
  const parts = blocks.map((one) => formatBlock(one, place)).filter((part) => part !== '');
  return parts
    .map((part, index) => {
      if (index === 0) return part;
      // Inside tight lists, only lists may follow without an empty line.
      return (/^(?:\* |\d+[.)] )/.test(part) ? glue : '\n\n') + part;
    })
    .join('');
}

function formatBlock(one: Block, place: Place): string {
  const { tree, rich } = place;
  switch (one.type) {
    case 'heading':
      return formatHeading(one, place);
    case 'thematicBreak':
      return '';
    case 'code':
      return formatCode(readCode(one, tree));
    case 'blockquote':
      return formatBlocks(one.children as Block[], { ...place, level: deepest }, '\n\n').replace(/^/gm, '> ');
    case 'table':
      return formatTable(
        one.children.map((row) =>
          row.children.map((cell) => inline(sliceCell(tree, spanOf(cell as unknown as Block)), rich)),
        ),
      );
    case 'list':
      return one.children
        .map((item, index) => {
          const mark = one.ordered === true ? `${(one.start ?? 1) + index}. ` : '* ';
          const glue = item.spread === true ? '\n\n' : '\n';
          const inner = formatBlocks(item.children as Block[], { ...place, level: deepest }, glue);
          return mark + (inner || '–').replace(/\n(?=.)/g, `\n${' '.repeat(mark.length)}`);
        })
        .join(one.spread === true ? '\n\n' : '\n');
    default:
      return formatLines(sourceOf(tree, one), rich);
  }
}

function formatLines(text: string, rich: Rich): string {
  return text
    .split('\n')
    .map((line) => inline(line, rich))
    .filter((line) => line !== '')
    .join('\n');
}

/** A heading in its new level: one below the heading that it stands under, whatever steps the source leaves out. */
function formatHeading(
  one: Extract<Block, { type: 'heading' }>,
  { tree, rich, level, headings }: Place,
): string {
  const [first, last] = [one.children[0], one.children.at(-1)];
  if (first === undefined || last === undefined) return '';
  const text = tree.source.slice(spanOf(first as Block).from, spanOf(last as Block).to);
  while (headings.length > 0 && (headings.at(-1) ?? 0) >= one.depth) headings.pop();
  headings.push(one.depth);
  const own = level + headings.length;
  const title = shown(text.replace(/\s+/g, ' ').replace(/[\s.:]+$/, ''), { ...rich, emphasis: false });
  return own > deepest ? `**${title}**` : `${'#'.repeat(own)} ${title}`;
}

/** The source of a table's cell, without the lines around it. */
function sliceCell({ source }: MarkdownTree, { from, to }: Span): string {
  return source
    .slice(from, to)
    .trim()
    .replace(/^\||(?<!\\)\|$/g, '')
    .replace(/<br\s*\/?>/gi, ' ');
}

/** Languages that builders of pages run instead of showing them. */
const runLanguage = /^(?:dataview|dynamic|r$)/i;

/** Code as it stands in the source: the parser read a text in which marks that mean nothing to it were replaced. */
function readCode(one: Block, tree: MarkdownTree): { language: string; code: string } {
  const [fence] = listFences({ ...tree, blocks: [one] });
  const code = fence?.text ?? sourceOf(tree, one).replace(/^(?: {4}|\t)/gm, '');
  return { language: fence?.language ?? '', code: code.replace(/^\n+|\s+$/g, '') };
}

/** What Liquid, Jinja and Nunjucks run even in code, unless it stands between `raw` and `endraw`. */
const template = /\{[{%#]/;
/** What those two do not stop: their own end, and what Hugo runs. */
const unstoppable = /\{%-?\s*endraw|\{\{[<%]/;
/** Code byte for byte in a fence that nothing in it can close; where builders of pages would run it, they are told not to. */
function formatCode({ language, code }: { language: string; code: string }): string {
  const longest = Math.max(2, ...(code.match(/`{3,}/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  const named = /^[a-z][a-z0-9+#-]{0,19}$/.test(language) && !runLanguage.test(language) ? language : 'text';
  const isRaw = template.test(code) && !unstoppable.test(code);
  // Comments that tools read even in code: ours, and one that does not end in it.
  const isOpen = code.lastIndexOf('<!--') > code.lastIndexOf('-->');
  const kept = code.replace(isOpen ? /<!--/g : /<!--(?=\s*s2s:)/g, '<! --').replace(/##(?=\w*\[)/g, '# #');
  const safe = unstoppable.test(code) ? kept.replace(/\{(?=[{%#])/g, '$& ') : kept;
  const block = `${fence}${named}\n${safe}\n${fence}`;
  return isRaw ? `<!-- {% raw %} -->\n${block}\n<!-- {% endraw %} -->` : block;
}
