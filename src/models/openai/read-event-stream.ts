/** Puts a streamed chat completion together again, into the shape of one that was not streamed. */

interface Joined {
  id?: string;
  model?: string;
  choices: { message: { content: string; refusal: string | null }; finish_reason: string | null }[];
  usage?: unknown;
  error?: unknown;
  /** Whether the stream came to its end; false when the connection broke off. */
  complete: boolean;
}

interface Piece {
  id?: string;
  model?: string;
  choices?: { delta?: { content?: string | null; refusal?: string | null }; finish_reason?: string | null }[];
  usage?: unknown;
  error?: unknown;
}

/** Reads the whole text of a stream of `data:` lines. Lines that are not JSON are passed over. */
export function joinStream(text: string): Joined {
  const contents: string[] = [];
  const refusals: string[] = [];
  const joined: Joined = { choices: [], complete: false };
  let finish: string | null = null;
  for (const line of text.split(/\r?\n/)) {
    if (!line.startsWith('data:')) continue;
    const data = line.slice('data:'.length).trim();
    if (data === '[DONE]') {
      joined.complete = true;
      continue;
    }
    const piece = parsePiece(data);
    if (piece === null) continue;
    if (piece.error !== undefined) joined.error = piece.error;
    if (typeof piece.id === 'string') joined.id = piece.id;
    if (typeof piece.model === 'string') joined.model = piece.model;
    if (piece.usage !== undefined && piece.usage !== null) joined.usage = piece.usage;
    const choice = Array.isArray(piece.choices) ? piece.choices[0] : undefined;
    if (typeof choice?.delta?.content === 'string') contents.push(choice.delta.content);
    if (typeof choice?.delta?.refusal === 'string') refusals.push(choice.delta.refusal);
    if (typeof choice?.finish_reason === 'string') finish = choice.finish_reason;
  }
  if (finish !== null) joined.complete = true;
  const refusal = refusals.join('');
  joined.choices.push({
    message: { content: contents.join(''), refusal: refusal === '' ? null : refusal },
    finish_reason: finish,
  });
  return joined;
}

function parsePiece(data: string): Piece | null {
  try {
    const piece: unknown = JSON.parse(data);
    return typeof piece === 'object' && piece !== null ? (piece as Piece) : null;
  } catch {
    return null;
  }
}
