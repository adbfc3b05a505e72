/** Comments that people, or their templates, leave in markdown. */

/** Whether a part stands in a text outside of comments. */
export function isShown(text: string, part: string): boolean {
  const visible = (whole: string): string => whole.replace(/<!--[\s\S]*?(?:-->|$)/g, '');
  return visible(text).includes(visible(part));
}

/** Closes an open last comment, so that text added below is not part of it. */
export function closeLastComment(text: string): string {
  return text.lastIndexOf('<!--') > text.lastIndexOf('-->') ? `${text}\n-->` : text;
}
