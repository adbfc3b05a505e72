/** A row of a table, without its first and last bar. */
const row = String.raw`^\|(.*)\|[ \t]*$`;

/** Rows of tables, each as a point with what its columns say: columns of words have no room at a terminal. */
function flattenTables(text: string): string {
  const table = new RegExp(`${row}\\n^\\|[ :|-]+\\|[ \\t]*$((?:\\n${row})*)`, 'gm');
  const split = (line: string): string[] =>
    line
      .replace(/^\||\|[ \t]*$/g, '')
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim());
  return text.replace(table, (_, head: string, rows: string) => {
    const titles = split(head);
    return rows
      .trim()
      .split('\n')
      .map((line) => {
        const said = split(line).map((cell, at) => `${at === 0 ? '*' : ' '} ${titles[at] ?? ''}: ${cell}`);
        return said.filter((cell) => !/: –?$/.test(cell)).join('\n');
      })
      .join('\n');
  });
}

/** Shows markdown as the text that it stands for: without escapes, marks of headings and emphasis, tables, and the program's comments; code stays. */
export function plainMarkdown(text: string): string {
  return flattenTables(text)
    .replace(/ ?<!-- s2s:[^>\n]* -->/g, '')
    .replace(/^#{1,6} /gm, '')
    .split(/(`[^`\n]+`)/)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part
            .replace(/(?<!\\)\*\*(?=\S)|(?<=[^\s\\])\*\*/g, '')
            .replace(/(?<!\\)\*([^\s*](?:[^*\n]*[^\s*\\])?)\*/g, '$1')
            .replace(/\\([!-/:-@[-`{-~])/g, '$1'),
    )
    .join('');
}
