/** Makes the ids in a rendered document lead to the place where each is introduced. */
import type { toHast } from 'mdast-util-to-hast';

type Root = Extract<ReturnType<typeof toHast>, { type: 'root' }>;
type Element = Extract<Root['children'][number], { type: 'element' }>;
type ElementContent = Element['children'][number];

const id = /\b[A-Z]{1,5}-\d{3,}\b/g;
const atStart = /^[A-Z]{1,5}-\d{3,}\b/;

/**
 * Gives an anchor to the place that introduces each id (a heading, words in bold or, failing these, a point of a list that begins with
 * it), and turns its other mentions into links. `known` has the ids of the parts before, and takes those of this one. Code stays as it is.
 */
export function linkIds(page: Root, known: Set<string>): void {
  const elements = listElements(page);
  for (const isPlace of [/^(strong|h[1-6])$/, /^li$/])
    for (const element of elements) {
      const found = isPlace.test(element.tagName) ? atStart.exec(firstText(element))?.[0] : undefined;
      if (found === undefined || known.has(found)) continue;
      known.add(found);
      element.properties['id'] = found;
    }
  for (const element of elements) {
    if (/^(a|code|pre)$/.test(element.tagName)) continue;
    const own = element.properties['id'];
    element.children = element.children.flatMap((child) =>
      child.type === 'text' ? linkText(child.value, (name) => known.has(name) && name !== own) : [child],
    );
  }
}

function listElements(parent: Root | Element): Element[] {
  return parent.children.flatMap((child) =>
    child.type === 'element' ? [child, ...listElements(child)] : [],
  );
}

function firstText(element: Element): string {
  const first = element.children.find((child) => child.type !== 'text' || child.value.trim() !== '');
  if (first?.type === 'text') return first.value;
  return first?.type === 'element' && first.tagName === 'p' ? firstText(first) : '';
}

function linkText(value: string, isLinked: (id: string) => boolean): ElementContent[] {
  const parts: ElementContent[] = [];
  let at = 0;
  for (const { 0: name, index } of value.matchAll(id)) {
    if (!isLinked(name)) continue;
    parts.push({ type: 'text', value: value.slice(at, index) });
    parts.push({
      ...{ type: 'element', tagName: 'a', properties: { href: `#${name}` } },
      children: [{ type: 'text', value: name }],
    });
    at = index + name.length;
  }
  return [...parts, { type: 'text', value: value.slice(at) }];
}
