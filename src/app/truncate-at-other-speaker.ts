/**
 * A model that goes on after its own answer, as the next speaker of a transcript would, must not have that taken for its
 * answer: of two objects in a reply a reader prefers the later one. So a reply is first read up to where it speaks for
 * somebody else.
 */

import type { ReadReply } from '../domain/model-reply.ts';
import type { ModelRequest } from '../domain/ports.ts';
import { type RawReply, readReply } from '../models/client/create-ask.ts';
import { cutOtherVoices, lineEnds, listVoices } from '../roundtable/rules/other-speakers.ts';

/** Reads a reply. Where the part before another's name holds the answer, that part is all that counts. */
export function readOwnVoice(
  raw: RawReply,
  request: ModelRequest,
  options: { replayed: boolean },
): ReadReply {
  const whole = (): ReadReply => readReply(raw, request, options);
  if (!raw.ok || request.step !== 'answer' || request.schema === null) return whole();
  // Before a label in the only line there is no answer, and inside an object nothing begins a line.
  if (!lineEnds.test(raw.text)) return whole();
  const { others } = listVoices(request.facts.seats, request.seat);
  const labels = [
    ...others,
    ...request.facts.seats.map((_, place) => `Seat ${String.fromCharCode(65 + place)}`),
  ];
  const { text, voice } = cutOtherVoices(raw.text, { own: [], others: labels });
  if (voice === null) return whole();
  const head = readReply({ ...raw, text }, request, options);
  if (!head.ok || head.data === undefined) return whole();
  const note = `went on in the name of "${voice}" after its answer; that part is not used`;
  return { ...head, problem: head.problem === null ? note : `${head.problem} ${note}` };
}
