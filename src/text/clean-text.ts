/* oxlint-disable no-control-regex -- this file is there to find control characters */
/**
 * Removes what must never reach a terminal from a file, a model or a person: escape sequences that move the cursor or set
 * the title or the clipboard, and characters that reorder or hide other characters.
 */

/** Strings that end with BEL or ST: OSC, DCS, SOS, PM, APC, in their seven and eight bit forms. */
const stringSequence =
  /(?:\u001b[\]PX^_]|[\u009d\u0090\u0098\u009e\u009f])[^\u0007\u001b\u0090\u0098\u009c-\u009f]*(?:\u0007|\u001b\\|\u009c)/g;
/** CSI sequences: parameters, intermediates, one final byte. */
const controlSequence = /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]/g;
/** The other escapes: `ESC c`, `ESC ( B`, `ESC 7`. */
const shortEscape = /\u001b[ -/]*[0-Z\\^-~]/g;
/** Bidi marks, zero width characters (except the joiners that emoji and some scripts need), tags, annotation characters. */
export const invisible =
  /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e0fff}]/gu;

/** What `cleanText` keeps; otherwise a line break or a tab becomes a space. */
export interface CleanOptions {
  newlines?: boolean;
  tabs?: boolean;
}

/** Removes control characters, escape sequences, bidi marks and other invisible characters from a text for a terminal. */
export function cleanText(text: string, options: CleanOptions = {}): string {
  return text
    .replace(/\r\n?|[\u0085\u2028\u2029\v\f]/g, '\n')
    .replace(stringSequence, '')
    .replace(controlSequence, '')
    .replace(shortEscape, '')
    .replace(invisible, '')
    .replace(/\n/g, options.newlines === true ? '\n' : ' ')
    .replace(/\t/g, options.tabs === true ? '\t' : ' ')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '')
    .replace(/\p{Surrogate}/gu, '\ufffd');
}

/** Cleans a text and puts it on one line, with each run of white space replaced by one space. */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ').trim();
}
