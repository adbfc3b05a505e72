/**
 * The lines of a journal as a chain: each ends with a hash over itself and the chain before it, so that a line that somebody
 * edited, added or took out is noticed. It tells an edit, not a forger, who could compute the hashes anew.
 */
import { hashText } from '../../files/hash-text.ts';

/** The end of a chain without lines. */
export const emptyChain = '';

const suffix = /,"chain":"([0-9a-f]{64})"\}$/;

/** A line as it is written, without its line end, and the chain that ends with it. `json` is an object with a field at least. */
export function chainLine(before: string, json: string): { text: string; chain: string } {
  const chain = extendChain(before, json);
  return { text: `${json.slice(0, -1)},"chain":"${chain}"}`, chain };
}

/** Bytes that chaining adds to a line. */
export const chainBytes = chainLine(emptyChain, '{"":0}').text.length - '{"":0}'.length;

/** Follows a chain through the lines of a file. */
export class ChainReader {
  /** The chain up to here. */
  last = emptyChain;
  private begun = false;

  /**
   * Takes the next line. True when it stands as it was written. Lines from before there was a chain are taken as they are, and
   * the first chained line vouches for them.
   */
  take(text: string): boolean {
    const [end, stated] = suffix.exec(text) ?? [];
    if (end === undefined || stated === undefined) {
      this.last = extendChain(this.last, text);
      return !this.begun;
    }
    const holds = stated === extendChain(this.last, `${text.slice(0, -end.length)}}`);
    this.last = stated;
    this.begun = true;
    return holds;
  }
}

/** What a line says without its hash. */
export function readChained(text: string): string {
  const end = suffix.exec(text)?.[0];
  return end === undefined ? text : `${text.slice(0, -end.length)}}`;
}

function extendChain(before: string, text: string): string {
  return hashText(`${before}\n${text}`);
}
