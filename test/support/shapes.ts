/** Texts of any size that keep a reader busy: much of one thing, things inside one another, things that never end. */

/** Makes a text of about so many characters. */
export type Shape = (characters: number) => string;

const repeat =
  (unit: string, head = '', tail = ''): Shape =>
  (characters) =>
    head +
    unit.repeat(Math.max(1, Math.floor((characters - head.length - tail.length) / unit.length))) +
    tail;

/** Units with a number in them, so that no two are the same. */
const count =
  (unit: (number: number) => string, head = ''): Shape =>
  (characters) => {
    const parts = [head];
    for (let number = 1, length = head.length; length < characters; number += 1) {
      const part = unit(number);
      parts.push(part);
      length += part.length;
    }
    return parts.join('');
  };

/** A list inside a list inside a list, as deep as the size allows. */
const staircase: Shape = (characters) => {
  const depth = Math.floor(Math.sqrt(characters));
  return Array.from({ length: depth }, (_, level) => `${' '.repeat(2 * level)}- a`).join('\n');
};

/** Wide and long in one. */
const wideTable: Shape = (characters) => {
  const columns = Math.floor(Math.sqrt(characters / 2));
  const row = '|a'.repeat(columns);
  return [row, '|-'.repeat(columns), ...Array.from({ length: Math.floor(columns / 2) }, () => row)].join(
    '\n',
  );
};

/** By name. */
export const shapes: Readonly<Record<string, Shape>> = {
  'fences, one on each line': repeat('```\n'),
  'fences of tildes': repeat('~~~\n'),
  'fences of growing length': count((number) => `${'`'.repeat(3 + (number % 400))}\n`),
  'fences with text between them': repeat('```a\nb\n```\n\ntext\n'),
  'fences inside a list': repeat('- ```\n'),
  'one line of backticks': repeat('`'),
  'one line of code spans': repeat('`a` '),
  'one line of open code spans': count((number) => `${'`'.repeat(1 + (number % 300))}a`),
  'one line of one letter': repeat('a'),
  'one line of spaces': repeat(' ', 'a', 'b'),
  'one line of tabs': repeat('\t', 'a', 'b'),
  'lines with spaces before their end': repeat(`a${' '.repeat(2000)}b\n`),
  'blank lines': repeat('\n', 'a', 'b'),
  'carriage returns': repeat('\r'),
  'one line of stars': repeat('*'),
  'one line of underscores': repeat('_', 'a'),
  'emphasis that opens': repeat('*a '),
  'emphasis that opens and closes': repeat('**a** '),
  'emphasis inside emphasis': repeat('*a _b **c __d '),
  'opening brackets': repeat('['),
  'closing brackets': repeat(']'),
  'links that open': repeat('[a]('),
  'pictures inside links': repeat('![[]('),
  'links one after the other': repeat('[a](b) '),
  definitions: count((number) => `[a${number}]: b\n`),
  'opening parentheses': repeat('('),
  braces: repeat('{{'),
  'braces with words': repeat('{a b'),
  'quotation marks': repeat('"“'),
  'comments that open, on one line': repeat('<!--'),
  'comments that open, on lines': repeat('<!--\n'),
  'comments that open after a word': repeat('a <!-- '),
  'comments on one line': repeat('<!-- a -->'),
  'comments on lines': repeat('<!-- a -->\n\n'),
  'comments that switch rules': repeat('<!-- s2s-lint-disable a b c -->\n'),
  'parts of ours that open': count(
    (number) => `<!-- s2s:begin REQ-${number} from a/b sum 0123456789abcdef -->\n\n`,
  ),
  'parts of ours': count(
    (number) =>
      `<!-- s2s:begin REQ-${number} from a/b${number} sum 0123456789abcdef -->\n\na\n\n<!-- s2s:end REQ-${number} -->\n\n`,
  ),
  'marks of ours': repeat('<!-- s2s:document adr from a sum 0123456789abcdef -->\n'),
  'angle brackets': repeat('<'),
  'tags that open': repeat('<a '),
  'tags on lines': repeat('<div>\n\n'),
  instructions: repeat('<?a\n\n'),
  'character data': repeat('<![CDATA['),
  'quotes inside quotes': repeat('>'),
  'quotes on lines': repeat('> a\n'),
  'quotes with gaps': repeat('> a\n\n'),
  'lists inside lists, on one line': repeat('- '),
  'a staircase of lists': staircase,
  'points of a list': repeat('- a\n'),
  'points with gaps': repeat('- a\n\n'),
  'numbered points': count((number) => `${number % 999_999_999}. a\n`),
  'points with a lazy line': repeat('- a\nb\n'),
  headings: repeat('# a\n'),
  'headings of all levels': count((number) => `${'#'.repeat(1 + (number % 6))} a${number}\n\na\n\n`),
  'underlined headings': repeat('a\n===\n'),
  'underlined paragraphs': repeat('a\nb\nc\n---\n'),
  'one line of hashes': repeat('#', '# a '),
  'rules between lines': repeat('---\n'),
  'front matter that never ends': repeat('a: b\n', '---\n'),
  'front matter of one key after another': count((number) => `k${number}: b\n`, '---\n'),
  'a wide table': wideTable,
  'a table of many rows': repeat('|a|b|\n', '|a|b|\n|-|-|\n'),
  'a row of many cells': repeat('|a'),
  'a table without end': repeat('|a|b|\n|-|-|\n\n'),
  'rows of delimiters': repeat('|-|-|\n'),
  'dashes and bars': repeat('- | '),
  backslashes: repeat('\\'),
  'character references': repeat('&amp;'),
  addresses: repeat('http://a.b/c '),
  'an address that never ends': repeat('a.', 'http://'),
  citations: count((number) => `[R${number % 100} qa] `),
  'citations that open': repeat('[R1 qa '),
  'requirements as paragraphs': count((number) => `REQ-${number}: The tool shall write a.\n\n`),
  'requirements as headings': count((number) => `### REQ-${number}: a\n\nThe tool shall write b.\n\n`),
  'requirements in a table': count(
    (number) => `| REQ-${number} | The tool shall write a. |\n`,
    '| id | requirement |\n| --- | --- |\n',
  ),
  'ids inside ids': repeat('A-1_', 'The tool shall '),
  'numbers inside numbers': repeat('1.', '# '),
  'demands in one line': repeat('the tool shall '),
  'triggers in one line': repeat('WHEN a THEN b SHALL '),
  'conjunctions on lines': repeat('AND a '),
  'labels on lines': repeat('**Priority**: must\n'),
  'labels that never end': repeat('Aa ', 'A'),
  'things to do': repeat('TODO: a [NEEDS CLARIFICATION '),
  'diagrams that open': repeat('```mermaid\nA --> B\n'),
  'a diagram of many arrows': count(
    (number) => `  a${number}[b] --> a${number + 1}\n`,
    '# A\n\n```mermaid\nflowchart TD\n',
  ),
  'status lines': repeat('* Status: accepted\n'),
  'options of a record': count(
    (number) => `### Option ${number}\n\n* Good, because a\n\n`,
    '# A\n\n## Considered Options\n\n',
  ),
  'letters with marks on them': repeat('\u0301', 'a'),
  'faces joined to faces': repeat('👩‍👩‍'),
  'letters of a script without spaces': repeat('設計'),
  'invisible letters': repeat('\u200b\u202e'),
  'escape sequences that never end': repeat('\u001b]0;'),
  'half letters': repeat('\ud800'),
};
