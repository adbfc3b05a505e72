/**
 * A guard in front of the YAML parser, which calls itself once for each level of nesting. It mostly turns an exhausted
 * stack into an error of its own, but a stack that ends inside the engine's regular expressions ends the whole process,
 * and some hundred complex keys (`? ? ? …`) keep it busy for minutes. So depth is measured first, without recursion, and with it
 * what would come back as a million errors.
 */

/** Far more levels than any real file has. */
const deepest = 64;

/** Brackets that close nothing, and aliases: more than any file has that people or programs write. */
const mostStray = 50;
const mostAliasMarks = 10_000;

/**
 * What makes a text too much to be read, with the line (from 1) at which it does, or null: from the pieces that the library's lexer makes
 * of it. Takes time in proportion to their number.
 */
export function findExcess(lexemes: readonly string[]): { line: number; message: string } | null {
  let stray = 0;
  let aliases = 0;
  let line = 1;
  let column = 0;
  let flow = 0;
  const columns: number[] = [];
  for (const token of lexemes) {
    if (token === '[' || token === '{') flow += 1;
    else if (token === ']' || token === '}') {
      if (flow === 0) stray += 1;
      flow = Math.max(0, flow - 1);
    } else if (/^\*\S+$/.test(token)) aliases += 1;
    else if (flow === 0 && (token === '-' || token === '?' || token === ':' || token === scalarMark)) {
      while ((columns.at(-1) ?? -1) >= column) columns.pop();
      columns.push(column);
    }
    // A mapping counts twice: once for its key and once for its colon.
    if (flow > deepest || columns.length > 2 * deepest)
      return { line, message: 'nested too deeply to be read' };
    if (stray > mostStray) return { line, message: 'too many brackets that close nothing' };
    if (aliases > mostAliasMarks) return { line, message: `too many aliases (at most ${mostAliasMarks})` };
    if (marks.has(token)) continue;
    const end = token.lastIndexOf('\n');
    if (end === -1) {
      column += token.length;
    } else {
      line += token.split('\n').length - 1;
      column = token.length - end - 1;
    }
  }
  return null;
}

/** What the lexer puts between the pieces of the text; it takes no column. */
const scalarMark = '\u001f';
const marks = new Set(['\u0002', scalarMark, '\u0018', '\ufeff']);
