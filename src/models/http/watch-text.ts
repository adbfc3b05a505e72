/** The text of a streamed reply while it comes, for people who watch; the reply itself is read when all of it is there. */
import { createEventJoiner } from './join-events.ts';
import { createEventReader } from './read-body.ts';

/** Takes the bytes of a reply and tells the text so far after each piece that adds to it. A reply that is no stream tells nothing. */
export function watchText(onText: (soFar: string) => void): (bytes: Uint8Array) => void {
  const decoder = new TextDecoder();
  const joiner = createEventJoiner();
  const read = createEventReader(joiner.add);
  let told = 0;
  return (bytes) => {
    read(decoder.decode(bytes, { stream: true }));
    const text = joiner.said();
    if (text.length === told) return;
    told = text.length;
    onText(text);
  };
}
