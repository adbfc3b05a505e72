/**
 * Turns the server's document into elements of the page. It is parsed into a document that runs nothing, and only text elements are
 * taken over, without attributes: whatever a model wrote stays text.
 */
import { type ComponentChild, h } from 'preact';
import { Cited } from './parts.tsx';

const allowed = new Set(
  (
    'p h1 h2 h3 h4 h5 h6 ul ol li blockquote pre code strong em del hr br table thead tbody tr th td dl dt dd div section sup sub ' +
    'details summary span'
  ).split(' '),
);
/** Elements that are left out with everything in them. */
const refused = new Set('script style template iframe object embed svg math link meta'.split(' '));

export function renderDocument(html: string): ComponentChild[] {
  // Only the article: the style in the document's head is not allowed on this page.
  const [, article = html] = /<article>([\s\S]*?)<\/article>/.exec(html) ?? [];
  return renderChildren(new DOMParser().parseFromString(article, 'text/html').body);
}

function renderChildren(parent: ParentNode & Node): ComponentChild[] {
  return [...parent.childNodes].map((node) => {
    if (node.nodeType === Node.TEXT_NODE) return <Cited text={node.textContent ?? ''} plain />;
    if (!(node instanceof Element)) return null;
    const name = node.localName;
    if (refused.has(name)) return null;
    const children = renderChildren(node);
    if (name === 'a') {
      const address = node.getAttribute('href') ?? '';
      if (!/^https?:\/\//i.test(address)) return children;
      return (
        <a href={address} target="_blank" rel="noreferrer noopener">
          {children}
        </a>
      );
    }
    if (name === 'table')
      return (
        <section class="scroll" tabIndex={0} aria-label="Table">
          <table>{children}</table>
        </section>
      );
    return allowed.has(name) ? h(name, null, children) : children;
  });
}
