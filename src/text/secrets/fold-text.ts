/* oxlint-disable no-control-regex -- colours of a terminal begin with a control character */
/** Reduces a text to letters and digits, to find a secret in it however it is written. */

/** The letters and digits of a text, in lower case, each with its position in the text. */
export interface FoldedText {
  text: string;
  /** By position in `text`: where the character begins in the original. */
  starts: Int32Array;
  /** By position in `text`: where the character ends in the original. */
  ends: Int32Array;
}

/** An escaped character. Repeated backslashes and `%25` only mean that it was escaped several times. */
const escapePattern =
  /\\{1,8}(?:u\{0*([0-9a-f]{1,6})\}|[uU](?:0000)?([0-9a-f]{4})|x([0-9a-f]{2}))|%(?:25){0,4}([0-9a-f]{2})|&(?:amp;){0,4}#(?:x([0-9a-f]{1,6})|([0-9]{1,7}));?/iy;
/** What may stand between letters without being one: terminal colours, tags, line ends in JSON, the prefix of hexadecimal bytes. */
const filling =
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|<\/?[a-z][^<>]{0,40}>|<!--[^<>]{0,40}-->|\\{1,8}[nrt]|0x(?=[0-9a-f]{2}(?![0-9a-f]))|&(?:amp;){0,4}[a-z]{2,8};/iy;

/**
 * Removes everything but letters and digits, decodes the escapes of JSON, HTML and URLs, and converts to lower case. A
 * quotation mark is kept, so that two JSON values do not become one word. A tag is removed whole, unless `keepsTags`: a key between
 * `<` and `>` looks like one.
 */
export function foldText(text: string, { keepsTags = false } = {}): FoldedText {
  const codes = new Uint16Array(text.length);
  const starts = new Int32Array(text.length);
  const ends = new Int32Array(text.length);
  let length = 0;
  const put = (code: number, start: number, end: number): void => {
    const plain = foldCode(code);
    if (plain === 0) return;
    codes[length] = plain;
    starts[length] = start;
    ends[length] = end;
    length += 1;
  };
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    // `0`, `\`, `%`, `&`, `<` and ESC may begin an escape or a filling.
    if (
      code === 0x5c ||
      code === 0x25 ||
      code === 0x26 ||
      code === 0x3c ||
      code === 0x1b ||
      code === 0x9b ||
      code === 0x30
    ) {
      escapePattern.lastIndex = at;
      const found = code === 0x30 ? null : escapePattern.exec(text);
      if (found !== null) {
        const [whole, braced, unit, byte, percent, hex, decimal] = found;
        const digits = braced ?? unit ?? byte ?? percent ?? hex;
        put(digits === undefined ? Number(decimal) : Number.parseInt(digits, 16), at, at + whole.length);
        at += whole.length - 1;
        continue;
      }
      filling.lastIndex = at;
      if (!(keepsTags && code === 0x3c) && filling.test(text)) {
        at = filling.lastIndex - 1;
        continue;
      }
      // An escaped quotation mark is part of the value, so it is dropped.
      if (code === 0x5c && text.charCodeAt(at + 1) === 0x22) {
        at += 1;
        continue;
      }
    }
    if (code >= 0xd800 && code <= 0xdbff && at + 1 < text.length) {
      put(text.codePointAt(at) ?? 0, at, at + 2);
      at += 1;
    } else put(code, at, at + 1);
  }
  return { text: decodeUnits(codes.subarray(0, length)), starts, ends };
}

/** The lowercase letter, digit or other letter that a character stands for; 0 for separators and invisible characters. */
function foldCode(code: number): number {
  if ((code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39) || code === 0x22) return code;
  if (code >= 0x41 && code <= 0x5a) return code + 32;
  if (code < 0x80) return 0;
  // Full-width forms, and mathematical letters.
  if (code >= 0xff01 && code <= 0xff5e) return foldCode(code - 0xfee0);
  if (code >= 0x1d400 && code <= 0x1d7ff) {
    const plain = String.fromCodePoint(code).normalize('NFKC').charCodeAt(0);
    return plain < 0x80 ? foldCode(plain) : 0;
  }
  return code > 0xffff || !/[\p{L}\p{N}]/u.test(String.fromCharCode(code)) ? 0 : code;
}

function decodeUnits(units: Uint16Array): string {
  let text = '';
  for (let at = 0; at < units.length; at += 8192)
    text += String.fromCharCode(...units.subarray(at, at + 8192));
  return text;
}
