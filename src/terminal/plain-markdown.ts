/** Shows markdown as the text that it stands for: without escapes, marks of headings and emphasis, and the program's comments; code stays. */
export function plainMarkdown(text: string): string {
  return text
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
