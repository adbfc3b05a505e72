/** Lists the forms in which a secret can be written: in base64 after any prefix, in hexadecimal, backwards, … */
import { foldText } from './fold-text.ts';

const base32Letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** All forms of a value, folded by `foldText`, forwards and backwards, without duplicates. */
export function listFoldedForms(value: string): string[] {
  const bytes = new TextEncoder().encode(value);
  const wide = Uint8Array.from(
    Array.from(value).flatMap((unit) => [unit.charCodeAt(0) & 255, unit.charCodeAt(0) >> 8]),
  );
  const forms = [
    value,
    [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join(''),
    bytes.join(''),
    rotate(value),
    encodeBase32(bytes),
    ...listBase64(bytes),
    ...listBase64(wide),
    ...listBase64(new TextEncoder().encode(Array.from(value).toReversed().join(''))),
    ...listBase64(new TextEncoder().encode(btoa(String.fromCharCode(...bytes)))),
  ].map((form) => foldText(form).text);
  return [...new Set([...forms, ...forms.map((form) => Array.from(form).toReversed().join(''))])];
}

/** Base64 of the bytes at each of the three possible offsets, without the letters that depend on neighbouring bytes. */
function listBase64(bytes: Uint8Array): string[] {
  return [0, 1, 2].map((offset) => {
    const padded = new Uint8Array(offset + bytes.length);
    padded.set(bytes, offset);
    const text = btoa(String.fromCharCode(...padded)).replace(/=+$/, '');
    const last = padded.length % 3 === 0 ? text.length : text.length - 1;
    // Folding removes `+`, `/`, `-` and `_`, so the URL-safe alphabet is found too.
    return text.slice(offset === 0 ? 0 : offset + 1, last);
  });
}

function encodeBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? []).map((five) => base32Letters[Number.parseInt(five, 2)]).join('');
}

/** ROT13. */
function rotate(value: string): string {
  return value.replace(/[a-z]/gi, (letter) => {
    const base = letter <= 'Z' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });
}
