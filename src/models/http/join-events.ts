/** Joins the events of a streamed reply, of any protocol, into the shape of a reply that was not streamed. */
import { isMapping } from '../../domain/is-mapping.ts';
import { readPlace } from '../replies/find-reply.ts';
import { type Fields, readAt, readText } from '../replies/json-values.ts';
import type { StreamEvent } from './read-body.ts';

/** A reply in the shape that it would have without streaming. */
export interface JoinedReply {
  json: Fields;
  /** Whether the stream came to its end; false when it broke off. */
  isComplete: boolean;
}

/** Joins events as they arrive. */
export interface EventJoiner {
  /** Takes the next event. */
  add: (event: StreamEvent) => void;
  /** The text of the reply so far, without its thinking. */
  said: () => string;
  /** The reply as it stands. */
  join: () => JoinedReply;
}

/** Joins a complete list of events. */
export function joinEvents(events: readonly StreamEvent[]): JoinedReply {
  const joiner = createEventJoiner();
  for (const event of events) joiner.add(event);
  return joiner.join();
}

/** Begins a reply. Pieces are under `delta`, or under `message` as in a reply without streaming; a whole reply is taken as it is. */
export function createEventJoiner(): EventJoiner {
  let whole: Fields | null = null;
  let head: Fields = {};
  let usage: Fields = {};
  let stop: string | null = null;
  let isComplete = false;
  let content = '';
  let reasoning = '';
  let refusal = '';
  const calls = new Map<unknown, string>();
  const add = ({ data }: StreamEvent): void => {
    if (data === '[DONE]') isComplete = true;
    if (!isMapping(data) || whole !== null) return;
    const { type, response } = data;
    if (type === 'message' && 'content' in data) whole = data;
    else if (isMapping(response) && 'output' in response && type === 'response.completed') whole = response;
    if (whole !== null) return;
    const choice = readAt(data, 'choices', 0);
    const message = readAt(choice, 'message') ?? data['message'];
    const delta = readAt(choice, 'delta') ?? data['delta'];
    const block = data['content_block'];
    if (type === 'message_stop' || data['done'] === true || data['stop'] === true) isComplete = true;
    const fields = [
      type === undefined ? data : {},
      type === 'message_start' ? message : {},
      type === 'message_delta' ? delta : {},
    ];
    for (const given of fields) head = { ...head, ...listStated(given) };
    usage = { ...usage, ...listStated(data['usage']), ...listStated(readAt(message, 'usage')) };
    const piece =
      readPlace(readAt(delta, 'content') ?? readAt(delta, 'text') ?? readAt(choice, 'text'), 'said') ||
      readPlace(readAt(data, 'candidates', 0, 'content', 'parts'), 'said') ||
      readPlace(readAt(block, 'text') ?? readAt(message, 'content'), 'said') ||
      readText(typeof type === 'string' && type.endsWith('text.delta') ? delta : undefined) ||
      readText(choice === undefined && block === undefined ? (data['content'] ?? response) : undefined) ||
      '';
    // Servers that send messages may repeat the earlier text in each of them.
    if (isMapping(message) && content !== '' && piece.startsWith(content)) content = piece;
    else content += piece;
    for (const source of [delta, block, message]) {
      reasoning +=
        ['reasoning_content', 'reasoning', 'thinking']
          .map((name) => readText(readAt(source, name)) ?? '')
          .find((text) => text !== '') ?? '';
      refusal += readText(readAt(source, 'refusal')) ?? '';
      for (const [index, piece] of listCalls(source, data['index']))
        calls.set(index, (calls.get(index) ?? '') + piece);
    }
    stop =
      readText(readAt(choice, 'finish_reason')) ??
      readText(readAt(delta, 'stop_reason')) ??
      readText(data['done_reason']) ??
      readText(readAt(data, 'candidates', 0, 'finishReason')) ??
      stop;
  };
  const join = (): JoinedReply => {
    if (whole !== null) return { json: whole, isComplete: true };
    const tools = [...calls.values()].filter((text) => text !== '');
    const joined = {
      content,
      refusal,
      reasoning_content: reasoning,
      tool_calls: tools.map((text) => ({ function: { arguments: text } })),
    };
    const { choices: _choices, content: _content, message: _message, ...rest } = head;
    return {
      json: { ...rest, usage, stop_reason: stop, choices: [{ message: joined, finish_reason: stop }] },
      isComplete: isComplete || stop !== null,
    };
  };
  return { add, said: () => content, join };
}

/** The fields that an event states; events omit, or set to null, fields that have not changed. */
function listStated(fields: unknown): Fields {
  return isMapping(fields)
    ? Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
    : {};
}

/** The pieces of tool inputs, by the index of the tool call. */
function listCalls(source: unknown, block: unknown): [index: unknown, piece: string][] {
  const calls = readAt(source, 'tool_calls');
  const pieces: [unknown, string][] = (Array.isArray(calls) ? (calls as unknown[]) : []).map(
    (call, place) => [readAt(call, 'index') ?? place, readPlace([call], 'called')],
  );
  const input = readAt(source, 'input');
  const whole = isMapping(input) && Object.keys(input).length > 0 ? JSON.stringify(input) : '';
  const other =
    readText(readAt(source, 'partial_json')) ??
    readText(readAt(source, 'function_call', 'arguments')) ??
    whole;
  return other === '' ? pieces : [...pieces, [block, other]];
}
