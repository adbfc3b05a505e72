/**
 * Cuts a reply where the model begins to speak for another seat. A model may continue after its own answer like a transcript, and of two
 * objects in a reply the reader prefers the later one. So the part before another speaker is read first.
 */

import { readReply } from '../../models/replies/read-reply.ts';
import { cutOtherVoices, lineEnds, listVoices } from '../../roundtable/seats/other-speakers.ts';
import type { ModelReply, ReadReply } from '../../session/model-reply.ts';
import type { ModelRequest } from '../../session/model-request.ts';

/** Reads a reply. If the part before another speaker's name contains the answer, only that part counts. */
export function readOwnVoice(
  raw: ModelReply,
  request: ModelRequest,
  options: { replayed: boolean },
): ReadReply {
  const whole = (): ReadReply => readReply(raw, request, options);
  if (!raw.ok || request.step !== 'answer' || request.schema === null) return whole();
  // In a single line there is no answer before a label, and no label inside an object begins a line.
  if (!lineEnds.test(raw.text)) return whole();
  const participants = request.facts?.session.participants ?? [];
  const { others } = listVoices(participants, request.seat);
  const labels = [...others, ...participants.map((_, place) => `Seat ${String.fromCharCode(65 + place)}`)];
  const { text, voice } = cutOtherVoices(raw.text, { own: [], others: labels });
  if (voice === null) return whole();
  const head = readReply({ ...raw, text }, request, options);
  if (!head.ok || head.data === undefined) return whole();
  const note = `went on as "${voice}" after its answer; that part is not used`;
  return { ...head, problem: head.problem === null ? note : `${head.problem} ${note}` };
}
