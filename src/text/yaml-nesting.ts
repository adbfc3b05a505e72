/**
 * A guard in front of the YAML parser, which is recursive in the depth of nesting. The parser usually reports an exhausted stack
 * as an error, but exhausting it inside a regular expression ends the whole process, and a few hundred complex keys
 * (`? ? ? …`) keep it busy for minutes. So depth is measured before the parser sees a token, without recursion, and so are
 * marks that would cause a million errors.
 */

/** The most levels of nesting, far more than any real file has. */
const deepest = 64;

/** The most closing brackets without an opening one, and aliases: more than any real file has. */
const mostStray = 50;
const mostAliasMarks = 10_000;

/** The most tokens, far more than a session has; the parser takes some 500 bytes of memory for each. */
const mostTokens = 4_000_000;

/** Why a text is too much for the parser, and the line, from 1. */
export interface Excess {
  line: number;
  message: string;
}

/**
 * Makes a check of one text: given the tokens of the library's lexer one after the other, it says at which one the text becomes too
 * much for the parser. Its time is proportional to their number.
 */
export function createExcessCheck(): (token: string) => Excess | null {
  let tokens = 0;
  let stray = 0;
  let aliases = 0;
  let line = 1;
  let column = 0;
  let flow = 0;
  const columns: number[] = [];
  return (token) => {
    tokens += 1;
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
    if (tokens > mostTokens) return { line, message: `too many parts (at most ${mostTokens})` };
    if (marks.has(token)) return null;
    const end = token.lastIndexOf('\n');
    if (end === -1) {
      column += token.length;
    } else {
      line += token.split('\n').length - 1;
      column = token.length - end - 1;
    }
    return null;
  };
}

/** A marker that the lexer puts between tokens; it takes no column. */
const scalarMark = '\u001f';
const marks = new Set(['\u0002', scalarMark, '\u0018', '\ufeff']);
