/**
 * A text that every server and file takes: a NUL and each half of a character (a lone surrogate) become U+FFFD. Servers refuse a
 * whole request for one of them.
 */
export function makeWellFormed(text: string): string {
  return text.replace(/[\0\p{Surrogate}]/gu, '\ufffd');
}
