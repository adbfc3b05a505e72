/** Finds out whether readers of the rendered document see a part: a template may put it in a comment, a code block or an HTML element. */

/** HTML elements without an end tag. */
const voidElements = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/i;

/** The index of a visible part: at the start of a line, outside comments, code blocks and HTML elements; -1 if there is none. */
export function findShown(text: string, part: string): number {
  const isOpen = trackHidden();
  let at = 0;
  for (const line of text.split('\n')) {
    if (!isOpen.hidden() && text.startsWith(part, at)) return at;
    isOpen.read(line);
    at += line.length + 1;
  }
  return -1;
}

/** Closes an open last comment, so that text added below is not part of it. */
export function closeLastComment(text: string): string {
  return text.lastIndexOf('<!--') > text.lastIndexOf('-->') ? `${text}\n-->` : text;
}

/** Tracks hidden text line by line. A fence inside an element also counts: text that some renderers hide is hidden. */
function trackHidden(): { read: (line: string) => void; hidden: () => boolean } {
  let comment = false;
  let fence: string | null = null;
  let depth = 0;
  return {
    hidden: () => comment || fence !== null || depth > 0,
    read: (line) => {
      let rest = line;
      const [, mark] = /^\s{0,3}(`{3,}|~{3,})/.exec(comment ? '' : rest) ?? [];
      if (fence !== null) {
        if (mark?.startsWith(fence) === true && rest.trim() === mark) fence = null;
        return;
      }
      if (mark !== undefined) {
        fence = mark;
        return;
      }
      for (;;) {
        if (comment) {
          const end = rest.indexOf('-->');
          if (end === -1) return;
          comment = false;
          rest = rest.slice(end + 3);
        }
        const start = rest.indexOf('<!--');
        depth = countDepth(start === -1 ? rest : rest.slice(0, start), depth);
        if (start === -1) return;
        comment = true;
        rest = rest.slice(start + 4);
      }
    },
  };
}

function countDepth(line: string, before: number): number {
  let depth = before;
  // Escaped characters and code spans open nothing; one expression removes both, so the first to begin wins.
  const plain = line.replace(/\\.|`[^`]*`/g, '');
  for (const [, end, name = '', own] of plain.matchAll(/<(\/?)([a-z][\w-]*)(?:\s[^<>]*?)?(\/?)>/gi)) {
    if (voidElements.test(name) || own === '/') continue;
    depth = Math.max(0, depth + (end === '/' ? -1 : 1));
  }
  return depth;
}
