/** Follows the text of a streamed reply as it arrives, for people who watch; the reply itself is read once it is complete. */
import type { EventJoiner } from './read-answer.ts';
import { createEventReader } from './read-body.ts';

/**
 * Returns a function that takes the bytes of a reply. `onText` gets the text so far after each piece
 * that adds to it, and nothing for a reply that is not a stream.
 */
export function watchText(joiner: EventJoiner, onText: (soFar: string) => void): (bytes: Uint8Array) => void {
  const decoder = new TextDecoder();
  const read = createEventReader(({ data }) => joiner.add(data));
  let told = 0;
  return (bytes) => {
    read(decoder.decode(bytes, { stream: true }));
    const text = joiner.said();
    if (text.length === told) return;
    told = text.length;
    onText(text);
  };
}
