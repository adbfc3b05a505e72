/** Whether a reader of the rendered document sees a part of its text: a template may put it into a comment, a code block or an element that is closed. */

/** Elements without an end of their own. */
const voidElements = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/i;

/** The place of a part that is shown: at the start of a line, outside of comments, code blocks and HTML elements; -1 when there is none. */
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

/** A text whose last comment is closed, so that what is added below it is no part of the comment. */
export function closeLastComment(text: string): string {
  return text.lastIndexOf('<!--') > text.lastIndexOf('-->') ? `${text}\n-->` : text;
}

/** Follows a text line by line. A fence inside an element counts as well: what is hidden for some renderers is hidden. */
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
  // An escaped sign opens nothing, a code span neither; which of them a backtick belongs to, the order in the line says.
  const plain = line.replace(/\\.|`[^`]*`/g, '');
  for (const [, end, name = '', own] of plain.matchAll(/<(\/?)([a-z][\w-]*)(?:\s[^<>]*?)?(\/?)>/gi)) {
    if (voidElements.test(name) || own === '/') continue;
    depth = Math.max(0, depth + (end === '/' ? -1 : 1));
  }
  return depth;
}
