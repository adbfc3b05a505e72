/** Removal of HTML comments from markdown, fenced blocks and inline code left alone. */
import { closesFence, type FenceMark, openFence } from './markdown.ts';

/** The text without comments. A comment that is never closed is kept: nothing a person wrote gets lost. */
export function stripComments(text: string): string {
  const lines = text.split('\n');
  const kept: string[] = [];
  let fence: FenceMark | null = null;
  for (let index = 0; index < lines.length; index += 1) {
    let line = lines[index] ?? '';
    if (fence !== null) {
      if (closesFence(line, fence)) fence = null;
      kept.push(line);
      continue;
    }
    fence = openFence(line);
    if (fence !== null) {
      kept.push(line);
      continue;
    }
    let removed = false;
    for (let open = findComment(line); open !== -1; open = findComment(line)) {
      const close = findEnd(lines, { line, index, from: open + 4 });
      if (close === null) break;
      line = line.slice(0, open) + close.rest;
      index = close.index;
      removed = true;
    }
    if (!removed || line.trim() !== '') kept.push(line);
  }
  return kept
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Where a comment begins in a line, outside of inline code, or -1. */
function findComment(line: string): number {
  for (const match of line.matchAll(/(`+)(?!`).*?[^`]\1(?!`)|<!--/g)) {
    if (match[0] === '<!--') return match.index;
  }
  return -1;
}

/** Where a comment ends: the line it ends on and what follows there; null when it never does. */
function findEnd(
  lines: readonly string[],
  start: { line: string; index: number; from: number },
): { rest: string; index: number } | null {
  const here = start.line.indexOf('-->', start.from);
  if (here !== -1) return { rest: start.line.slice(here + 3), index: start.index };
  for (let index = start.index + 1; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    const close = line.indexOf('-->');
    if (close !== -1) return { rest: line.slice(close + 3), index };
  }
  return null;
}
