/**
 * A guard in front of the YAML parser. The parser calls itself once for each level of nesting; a file that is
 * nested some thousand levels deep exhausts the stack inside the engine's regular expressions, which ends the whole
 * process instead of throwing. So depth is measured first, without recursion.
 */
import { Lexer } from 'yaml';

/** Levels that no file of a person or of this program comes near. */
const deepest = 150;
const [tab, newline, space, hyphen, colon, question, bracket, brace] = [9, 10, 32, 45, 58, 63, 91, 123];

/** The line (from 1) at which a text is nested too deeply to be read, or null. Runs in proportion to its length. */
export function findDeepNesting(text: string): number | null {
  return mayBeDeep(text) ? measure(text) : null;
}

/** A cheap look: without many brackets, a far indent or a line full of indicators nothing can be deep. */
function mayBeDeep(text: string): boolean {
  let brackets = 0;
  let indicators = 0;
  let indent = 0;
  let leading = true;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === newline) {
      [indicators, indent, leading] = [0, 0, true];
      continue;
    }
    if (leading && (code === space || code === tab)) indent += 1;
    else leading = false;
    // An empty pair holds nothing, and a session file is full of them.
    if ((code === bracket || code === brace) && text.charCodeAt(index + 1) !== code + 2) brackets += 1;
    if (code === hyphen || code === colon || code === question) indicators += 1;
    if (indent > deepest || indicators > deepest || brackets > deepest) return true;
  }
  return false;
}

/** Follows the tokens: brackets that are open, and columns at which a block level began. */
function measure(text: string): number | null {
  let line = 1;
  let column = 0;
  let flow = 0;
  const columns: number[] = [];
  for (const token of new Lexer().lex(text)) {
    if (token === '[' || token === '{') flow += 1;
    else if (token === ']' || token === '}') flow = Math.max(0, flow - 1);
    else if (flow === 0 && (token === '-' || token === '?' || token === ':' || token === '\u001f')) {
      while ((columns.at(-1) ?? -1) >= column) columns.pop();
      columns.push(column);
    }
    // A mapping counts twice: once for its key and once for its colon.
    if (flow > deepest || columns.length > 2 * deepest) return line;
    if (token === '\u0002' || token === '\u001f' || token === '\u0018' || token === '\ufeff') continue;
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
