/**
 * The lines of a journal as a hash chain: each ends with a hash over itself and the chain before it, so an edited, added
 * or removed line is noticed. It does not protect against a forger, who could recompute the hashes.
 */
import { hashText } from '../../files/hash-text.ts';

/** The chain value before the first line. */
export const emptyChain = '';

const suffix = /,"chain":"([0-9a-f]{64})"\}$/;

/** The line to write, without its line end, and the new chain value. `json` is an object with at least one field. */
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
  private isBroken = false;

  /** Takes the next line. True when it is unchanged since it was written. */
  take(text: string): boolean {
    const [end, stated] = suffix.exec(text) ?? [];
    if (end === undefined || stated === undefined) {
      this.last = extendChain(this.last, text);
      return false;
    }
    const holds = this.isBroken || stated === extendChain(this.last, `${text.slice(0, -end.length)}}`);
    this.last = stated;
    this.isBroken = false;
    return holds;
  }

  /** Passes over a line that cannot be read: what the next one says of the chain before it has to be believed. */
  skip(): void {
    this.isBroken = true;
  }
}

/** The line without its hash. */
export function readChained(text: string): string {
  const end = suffix.exec(text)?.[0];
  return end === undefined ? text : `${text.slice(0, -end.length)}}`;
}

function extendChain(before: string, text: string): string {
  return hashText(`${before}\n${text}`);
}
