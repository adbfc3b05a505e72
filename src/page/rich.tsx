/**
 * Shows texts of models and people as markdown. They are parsed, and elements of the page are made from the tree, so that whatever was
 * written stays text: no HTML, no images, no address but of the web.
 */
import { type ComponentChild, h, type VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { splitFrontMatter } from '../text/front-matter.ts';
import { parseMarkdown } from '../text/markdown/parse-markdown.ts';
import { useMaybeShown, useShown } from './page-context.ts';
import { type Source, splitCitations } from './sources.ts';

type Node = ReturnType<typeof parseMarkdown>['children'][number];

/**
 * A text with paragraphs, lists, tables and code; ids of the discussion can be opened. Front matter is left out. Its headings stand
 * `below` levels under those of the page.
 */
export function Rich({ text, below = 2 }: { text: string; below?: number }): VNode {
  return <div class="rich">{useParsed(text).map((node) => show(node, below))}</div>;
}

/** One line of such a text, for places that take no paragraphs. */
export function Line({ text }: { text: string }): VNode {
  const nodes = useParsed(text).flatMap((node, index) => [
    // Between two paragraphs there was a line end.
    ...(index === 0 ? [] : [{ type: 'text', value: ' ' } as const]),
    ...(node.type === 'paragraph' ? node.children : [node]),
  ]);
  return <>{nodes.map((node) => show(node, 0))}</>;
}

function useParsed(text: string): readonly Node[] {
  return useMemo(() => {
    const body = splitFrontMatter(text.replace(/\r\n?/g, '\n')).body.text;
    try {
      return parseMarkdown(body, 'The text').children;
    } catch {
      // Too much for the parser: shown as it was written.
      return [{ type: 'code', value: body }];
    }
  }, [text]);
}

const plain: Partial<Record<Node['type'], string>> = {
  ...{ paragraph: 'p', emphasis: 'em', strong: 'strong', blockquote: 'blockquote' },
  ...{ listItem: 'li', break: 'br', thematicBreak: 'hr' },
};

function show(node: Node, below: number): ComponentChild {
  const inside = (): ComponentChild[] =>
    'children' in node ? node.children.map((child) => show(child as Node, below)) : [];
  switch (node.type) {
    case 'text':
      return <Cited text={node.value} />;
    case 'heading':
      return h(`h${Math.min(6, node.depth + below)}`, null, inside());
    case 'list':
      return h(node.ordered === true ? 'ol' : 'ul', { start: node.start ?? undefined }, inside());
    case 'inlineCode':
      return <code>{node.value}</code>;
    case 'code':
      return (
        <pre>
          <code>{node.value}</code>
        </pre>
      );
    case 'link':
      if (!/^https?:\/\//i.test(node.url)) return inside();
      return (
        <a href={node.url} target="_blank" rel="noreferrer noopener">
          {inside()}
        </a>
      );
    case 'table': {
      const [head, ...rows] = node.children;
      return (
        // A table that is wider than the screen scrolls by itself, also with the keyboard.
        <section class="scroll" tabIndex={0} aria-label="Table">
          <table>
            <thead>{head && <Row cells={head.children} as="th" />}</thead>
            <tbody>
              {rows.map(({ children }) => (
                <Row cells={children} as="td" />
              ))}
            </tbody>
          </table>
        </section>
      );
    }
    case 'html':
      return node.value;
    case 'definition':
      return null;
    default: {
      const name = plain[node.type];
      return name === undefined ? inside() : h(name, null, inside());
    }
  }
}

function Row({ cells, as }: { cells: readonly { children: readonly unknown[] }[]; as: 'th' | 'td' }): VNode {
  return (
    <tr>
      {cells.map(({ children }) =>
        h(
          as,
          as === 'th' ? { scope: 'col' } : null,
          children.map((child) => show(child as Node, 0)),
        ),
      )}
    </tr>
  );
}

/** An id or citation that opens what it came from; `about` says to screen readers whose it is, where only the place says it. */
export function SourceButton(props: { source: Source; text: string; about?: string }): VNode {
  const { source, text, about } = props;
  const { open } = useShown();
  return (
    <button
      type="button"
      class="source"
      aria-label={about && `${text}: ${about}`}
      onClick={() => open(source)}
    >
      {text}
    </button>
  );
}

/** What no line may end or begin with: browsers break lines on both sides of a button. */
const opening = /[([]$/;
const closing = /^[)\],.;:?!]+/;

/** Words in which ids can be opened. */
function Cited({ text }: { text: string }): VNode {
  const session = useMaybeShown()?.session;
  // In a list there is no session in which an id could be opened.
  if (session === undefined) return <>{text}</>;
  const parts = splitCitations(text, session);
  return (
    <>
      {parts.map(({ text: part, source }, at) => {
        const opened = opening.exec(parts[at - 1]?.text ?? '')?.[0] ?? '';
        const closed = closing.exec(parts[at + 1]?.text ?? '')?.[0] ?? '';
        if (source !== null)
          return (
            <span class="together">
              {opened}
              <SourceButton source={source} text={part} />
              {closed}
            </span>
          );
        const begun = at === 0 ? part : part.replace(closing, '');
        return at === parts.length - 1 ? begun : begun.replace(opening, '');
      })}
    </>
  );
}
