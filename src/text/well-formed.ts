/** Texts that every server, file and program takes. */

/** A NUL and each half of a character (a lone surrogate) become U+FFFD: servers refuse a whole request for one of them. */
export function makeWellFormed(text: string): string {
  return text.replace(/[\0\p{Surrogate}]/gu, '\ufffd');
}

/** The same for what a text of JSON writes as escapes. A pair of backslashes stands for itself, so it is passed over. */
export function makeJsonWellFormed(json: string): string {
  return json.replace(
    /\\\\|\\ud[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}|\\u(?:0000|d[89a-f][\da-f]{2})/gi,
    (found) => (found.length === 6 ? '\\ufffd' : found),
  );
}
