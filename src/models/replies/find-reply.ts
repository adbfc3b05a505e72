/** Finds the reply of a model in the JSON of a server, wherever that server puts it. */
import { isMapping } from '../../domain/is-mapping.ts';
import { splitThinking } from '../../domain/split-thinking.ts';
import { listTexts, readAt, readText } from './json-values.ts';
import { holdsWholeReply, readStructured, type WantedShape } from './read-structured.ts';

type Path = readonly (string | number)[];
type Role = 'said' | 'called' | 'thought';

/** The wrappers that servers put around a reply. */
const roots: readonly Path[] = [
  ...[[], ['data'], ['result'], ['response'], ['body'], ['output'], ['data', 0]],
  ...['results', 'outputs', 'generations', 'predictions'].map((name) => [name, 0]),
];

/** Where a reply may be, the most usual place first. Spoken text takes precedence over the input of a tool, and that over a thought. */
const places: readonly { role: Role; path: Path }[] = [
  { role: 'said', path: ['choices', 0, 'message', 'content'] },
  { role: 'said', path: ['choices', 0, 'message', 'parsed'] },
  { role: 'said', path: ['choices', 0, 'delta', 'content'] },
  { role: 'said', path: ['choices', 0, 'text'] },
  { role: 'said', path: ['choices', 0, 'message', 'text'] },
  { role: 'said', path: ['message', 'content'] },
  { role: 'said', path: ['content'] },
  { role: 'said', path: ['output_text'] },
  { role: 'said', path: ['output'] },
  { role: 'said', path: ['candidates', 0, 'content', 'parts'] },
  { role: 'said', path: ['choices', 0, 'message'] },
  { role: 'said', path: ['choices', 0] },
  { role: 'said', path: ['generated_text'] },
  { role: 'said', path: ['generation'] },
  { role: 'said', path: ['outputText'] },
  { role: 'said', path: ['result'] },
  { role: 'said', path: ['predictions', 0] },
  { role: 'said', path: ['completion'] },
  { role: 'said', path: ['response'] },
  { role: 'said', path: ['reply'] },
  { role: 'said', path: ['answer'] },
  { role: 'said', path: ['text'] },
  { role: 'called', path: ['choices', 0, 'message', 'tool_calls'] },
  { role: 'called', path: ['choices', 0, 'message', 'function_call'] },
  { role: 'called', path: ['message', 'tool_calls'] },
  { role: 'called', path: ['content'] },
  { role: 'called', path: ['choices', 0, 'message', 'content'] },
  { role: 'called', path: ['output'] },
  { role: 'thought', path: ['choices', 0, 'message', 'reasoning_content'] },
  { role: 'thought', path: ['choices', 0, 'message', 'reasoning'] },
  { role: 'thought', path: ['choices', 0, 'message', 'thinking'] },
  { role: 'thought', path: ['choices', 0, 'message', 'reasoning_details'] },
  { role: 'thought', path: ['message', 'reasoning_content'] },
  { role: 'thought', path: ['message', 'thinking'] },
  { role: 'thought', path: ['choices', 0, 'message', 'content'] },
  { role: 'thought', path: ['content'] },
  { role: 'thought', path: ['output'] },
];

/**
 * Finds the reply in a body: given a shape, in the first place that holds a whole reply, else in the first place with any text. A thought
 * counts only when nothing was said. Empty when all places are empty, null when the body has none of the places.
 */
export function findReply(body: unknown, shape: WantedShape | null): string | null {
  const root = roots.map((path) => readAt(body, ...path)).find((one) => listPlaces(one).isPlace);
  const found = root === undefined ? undefined : findSpoken(root);
  const { said, called, thought } = found?.texts ?? { said: [], called: [], thought: [] };
  const spoken = [...said, ...called];
  if (shape !== null) {
    const whole = [...spoken, ...(spoken.some(isSpoken) ? [] : thought)].find((text) =>
      holdsWholeReply(text, shape),
    );
    if (whole !== undefined) return whole;
    if (!said.some(isSpoken)) {
      // The body itself is the reply, or holds it under an unknown name.
      const json = JSON.stringify(body);
      if (!isThought(json, thought) && holdsWholeReply(json, shape)) return json;
      const named = found === undefined ? listTexts(body, 6) : [];
      const hidden = named.findLast((text) => text.includes('{') && holdsWholeReply(text, shape));
      if (hidden !== undefined) return hidden;
    }
    const readable = spoken.find((text) => readStructured(text, shape).data !== undefined);
    if (readable !== undefined) return readable;
  }
  const any = spoken.find(isSpoken) ?? thought[0] ?? spoken[0];
  return any ?? (found === undefined ? null : '');
}

/** The texts of the first choice that is not empty: some servers send text and tool calls as separate choices. */
function findSpoken(root: unknown): ReturnType<typeof listPlaces> {
  const choices = readAt(root, 'choices');
  const others = Array.isArray(choices) ? (choices as unknown[]).slice(1, mostChoices) : [];
  const first = listPlaces(root);
  const isFilled = ({ texts }: typeof first) => [...texts.said, ...texts.called].some(isSpoken);
  return isFilled(first)
    ? first
    : (others.map((choice) => listPlaces({ choices: [choice] })).find(isFilled) ?? first);
}

/** The most choices that are looked at; only one was asked for. */
const mostChoices = 8;

/** Whether any text is left without the thinking. */
function isSpoken(text: string): boolean {
  return splitThinking(text).spoken.trim() !== '';
}

function isThought(json: string, thought: readonly string[]): boolean {
  return thought.some((text) => json.includes(JSON.stringify(text)));
}

/** Names of places whose value is a reply only when it is a text; otherwise it holds one. */
const isHolder = /^(?:message|0)$/;

/** The texts of all places under a root. `isPlace` tells whether any of the places exists, even if it is empty. */
function listPlaces(root: unknown): { texts: Record<Role, string[]>; isPlace: boolean } {
  const texts: Record<Role, string[]> = { said: [], called: [], thought: [] };
  let isPlace = false;
  for (const { role, path } of places) {
    const value = readAt(root, ...path);
    if (value === undefined) continue;
    // The value under these names may also be a body: only a text is a reply.
    if (isMapping(value) && (path.length === 1 ? path[0] !== 'content' : isHolder.test(String(path.at(-1)))))
      continue;
    isPlace = true;
    const text = readPlace(value, role);
    if (text.trim() !== '') texts[role].push(text);
  }
  return { texts, isPlace };
}

/** The text of a value: the value itself, the text of an object, or the joined parts of a list that have the given role. */
export function readPlace(value: unknown, role: Role): string {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return isMapping(value) ? readPart(value, role) : '';
  return value
    .filter((part: unknown) => findRole(part, role) === role)
    .map((part: unknown) => (typeof part === 'string' ? part : isMapping(part) ? readPart(part, role) : ''))
    .join('');
}

/** The role of a part of a list, by its type; a part whose type does not tell has the role of the list. */
function findRole(part: unknown, otherwise: Role): Role {
  const type = readText(readAt(part, 'type')) ?? '';
  if (/thinking|reasoning|thought/.test(type) || readAt(part, 'thought') === true) return 'thought';
  if (/^(?:tool|function)_?(?:use|call)?$|tool_use/.test(type)) return 'called';
  if (/text|json|message/.test(type)) return 'said';
  return otherwise;
}

/** The fields of a part that hold its text, by role. */
const fieldsOf: Readonly<Record<Role, readonly string[]>> = {
  said: ['text', 'content', 'value', 'output_text', 'json', 'parsed'],
  called: ['function', 'arguments', 'input', 'args', 'parameters'],
  thought: ['thinking', 'reasoning', 'reasoning_content', 'text', 'summary', 'content'],
};

function readPart(part: { [key: string]: unknown }, role: Role): string {
  const field = fieldsOf[role].find((name) => part[name] !== undefined && part[name] !== null);
  const value = field === undefined ? undefined : part[field];
  // A field of the form may have the same name as a field of a part.
  const isPart = field !== undefined && (Object.keys(part).length === 1 || 'type' in part || role !== 'said');
  if (!isPart) return role === 'said' && Object.keys(part).length > 0 ? JSON.stringify(part) : '';
  if (field === 'function' || Array.isArray(value)) return readPlace(value, role);
  return typeof value === 'string' ? value : role === 'thought' ? '' : readNested(value);
}

function readNested(value: unknown): string {
  if (!isMapping(value)) return '';
  const inner = value['value'];
  return Object.keys(value).length <= 2 && typeof inner === 'string' ? inner : JSON.stringify(value);
}
