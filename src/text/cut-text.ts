/** A character as people see it: a letter with its accents, an emoji with all its parts. */
const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A text of at most `most` UTF-16 units, cut between two characters as people see them; `…` stands for what was cut off. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  let end = 0;
  for (const { index, segment } of characters.segment(text.slice(0, most))) {
    if (index + segment.length >= most) break;
    end = index + segment.length;
  }
  return `${text.slice(0, end)}…`;
}
