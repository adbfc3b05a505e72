/** A character as people see it: a letter with its accents, an emoji with all its parts. */
const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A text of at most `most` UTF-16 units, cut between two characters as people see them; `mark` stands for what was cut off. */
export function cutText(text: string, most: number, mark = '…'): string {
  if (text.length <= most) return text;
  const end = characters.segment(text).containing(Math.max(0, most - mark.length))?.index ?? 0;
  return `${text.slice(0, end)}${mark}`;
}
