/** Changes a text, and leaves the code in its fences byte for byte. */

const opening = /^[ \t>]*(?:(?:[*+-]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})[^`]*$/;
const closing = /^[ \t>]*(`{3,}|~{3,})[ \t]*$/;

/** A fence that is not closed is no fence. `change` gets whole lines. */
export function changeOutsideFences(text: string, change: (lines: string) => string): string {
  const parts: string[] = [];
  let outside: string[] = [];
  let inside: string[] = [];
  let fence = '';
  const flush = (): void => {
    if (outside.length > 0) parts.push(change(outside.join('\n')));
    outside = [];
  };
  for (const line of text.split('\n')) {
    if (fence === '') {
      const [, opened = ''] = opening.exec(line) ?? [];
      if (opened === '') outside.push(line);
      else [fence, inside] = [opened, [line]];
      continue;
    }
    inside.push(line);
    if (!(closing.exec(line)?.[1] ?? '').startsWith(fence)) continue;
    flush();
    parts.push(inside.join('\n'));
    [fence, inside] = ['', []];
  }
  outside.push(...inside);
  flush();
  return parts.join('\n');
}
