/**
 * Reads the JSON object of a reply: plain, in a code fence, or with prose around it, intact or damaged; else YAML, in which agents of
 * Claude Code plugins are told to answer. Of a reply that was cut off only whole elements are kept. Nothing is evaluated.
 */

import { jsonrepair } from 'jsonrepair';
import { isMapping } from '../../session/is-mapping.ts';
import { splitFrontMatter } from '../../text/front-matter.ts';
import { parseJson } from '../../text/parse-json.ts';
import { readYaml } from '../../text/parse-yaml.ts';
import { makeJsonWellFormed } from '../../text/well-formed.ts';
import type { Fields } from './json-values.ts';

/** The structure to look for. */
export interface WantedShape {
  /** Top-level keys of the reply; the first object that has one of them is taken. When empty, the first object is taken. */
  keys: readonly string[];
  /** More keys by which it is known, although it should not have them. */
  also?: readonly string[];
  /** The server says that the reply was cut off, which YAML does not show: none is read. */
  isBroken?: boolean;
}

/** The result. `problem` is null, or a sentence on why there is no data or what is wrong with it. */
export interface StructuredReading {
  data: Fields | undefined;
  problem: string | null;
  /** Whether the reply ended before its object did. */
  isCut: boolean;
}

/** How often a text may be read in search of the reply; a hostile text may have a million braces that never close. */
const mostReadings = 10;
/** The longest text to repair: longer than any reply, and short enough for a library that takes quadratic time in the worst case. */
const mostRepaired = 100_000;

/** Reads the structure of a reply: the first intact object, else the first that can be repaired, else what came of one. Never throws. */
export function readStructured(text: string, shape: WantedShape = { keys: [] }): StructuredReading {
  const spoken = makeJsonWellFormed(cutThinking(text));
  if (spoken.trim() === '') return { data: undefined, problem: 'The reply was empty.', isCut: false };
  let damaged: Fields | undefined;
  let unrepaired = mostRepaired;
  let start = spoken.indexOf('{');
  for (let budget = mostReadings * spoken.length; start !== -1 && budget > 0; ) {
    const { end, whole, endsInString } = followObject(spoken, start);
    budget -= (end ?? spoken.length) - start;
    // A quotation mark that is not escaped hides the end of an object from us.
    const last = endsInString ? spoken.lastIndexOf('}') + 1 : 0;
    const isEnded = end !== null || (last > start && /^[\s`]*$/.test(spoken.slice(last)));
    const object = spoken.slice(start, isEnded ? (end ?? last) : undefined);
    const intact = parseJson(object);
    if (isWanted(intact, shape)) return { data: intact, problem: null, isCut: false };
    const mayRepair = intact === undefined && object.length <= unrepaired;
    if (mayRepair) unrepaired -= object.length;
    const data = mayRepair ? repair(object) : intact;
    if (isWanted(data, shape)) {
      if (!isEnded && damaged === undefined) return keepWhole(whole, shape);
      damaged ??= data;
    }
    // Nothing inside an object is the reply; but a brace in prose may seem to open one that never ends.
    start = spoken.indexOf('{', isEnded && isMapping(data) ? (end ?? last) : start + 1);
  }
  if (damaged !== undefined) return { data: damaged, problem: null, isCut: false };
  const written = shape.isBroken === true ? undefined : findYaml(spoken, shape);
  return { data: written, problem: written === undefined ? describeMissing(shape) : null, isCut: false };
}

/** The first YAML mapping that is wanted: in a code fence, as front matter, or from the first line with a wanted key to the end. */
function findYaml(text: string, shape: WantedShape): Fields | undefined {
  if (text.length > mostRepaired) return undefined;
  const keys = [...shape.keys, ...(shape.also ?? [])];
  const start = keys.length === 0 ? -1 : text.search(new RegExp(`^(?:${keys.join('|')}):`, 'm'));
  const texts = [
    ...[...text.matchAll(/```\w*[ \t]*\n([\s\S]*?)\n[ \t]*```/g)].map(([, fenced = '']) => fenced),
    splitFrontMatter(text).frontMatter?.text ?? '',
    start === -1 ? '' : text.slice(start),
  ];
  return texts
    .map((each) => readYaml(each, 'reply', { maxCharacters: mostRepaired }).value)
    .find((value) => isWanted(value, shape));
}

/** Of a reply that was cut off only its whole elements count. */
function keepWhole(whole: string, shape: WantedShape): StructuredReading {
  const data = parseJson(whole) ?? repair(whole);
  const problem = 'The reply was cut off before its end; what is whole of it counts.';
  return { data: isWanted(data, shape) ? data : undefined, problem, isCut: true };
}

/** The fields of a reply that is still coming, the last one as far as it has come; empty when there are none. */
export function readSoFar(text: string): Fields {
  const spoken = cutThinking(text);
  const start = spoken.indexOf('{');
  const data = start === -1 ? undefined : repair(spoken.slice(start));
  return isMapping(data) ? data : {};
}

/** Parses JSON, repaired where it is damaged; undefined when that is not possible. */
function repair(text: string): unknown {
  if (text.length > mostRepaired) return undefined;
  try {
    return parseJson(jsonrepair(text));
  } catch {
    // Not even damaged JSON, or nested so deeply that no reply is.
    return undefined;
  }
}

function isWanted(data: unknown, { keys, also = [] }: WantedShape): data is Fields {
  return isMapping(data) && (keys.length === 0 || [...keys, ...also].some((key) => Object.hasOwn(data, key)));
}

function describeMissing({ keys }: WantedShape): string {
  if (keys.length === 0) return 'The reply holds no JSON object.';
  const shown = keys.slice(0, 6).map((key) => `"${key}"`);
  return `The reply holds no JSON object with ${shown.join(', ')}${keys.length > 6 ? ', …' : ''}.`;
}

/** An object in a text. */
export interface FoundObject {
  /** The position after its closing brace; null when the text ends before it. */
  end: number | null;
  /** Of an object without an end: its whole fields and whole elements of lists, closed again; empty when there are none. */
  whole: string;
  /** Whether the text ends inside a string. */
  endsInString: boolean;
}

/** Follows the object that opens at `start`, through strings and nested values. */
export function followObject(text: string, start: number): FoundObject {
  const open: string[] = [];
  let inString = false;
  let kept = { end: start, closing: '' };
  for (let at = start; at < text.length; at += 1) {
    const here = text[at];
    if (inString) {
      if (here === '\\') at += 1;
      else inString = here !== '"';
    } else if (here === '"') inString = true;
    else if (here === '{') open.push('}');
    else if (here === '[') open.push(']');
    else if (here === '}' || here === ']') {
      open.pop();
      if (open.length === 0) return { end: at + 1, whole: '', endsInString: false };
      if (endsElement(open)) kept = { end: at + 1, closing: open.toReversed().join('') };
    } else if (here === ',' && endsElement(open)) kept = { end: at, closing: open.toReversed().join('') };
  }
  return { end: null, whole: text.slice(start, kept.end) + kept.closing, endsInString: inString };
}

/** Whether all that was read is whole up to here: no element of a list is still open. */
function endsElement(open: readonly string[]): boolean {
  const list = open.indexOf(']');
  return list === -1 || list === open.length - 1;
}

/**
 * What a model said without what it thought aloud before: `<think>…</think>` at the beginning, which servers leave in the text when they
 * do not know the model. Some chat templates put the opening mark into the prompt; then a closing mark ends a line of the text.
 * Thinking that does not end is all there is.
 */
export function cutThinking(text: string): string {
  const start = text.trimStart();
  if (start.startsWith('<think>')) return start.replace(/^<think>[\s\S]*?(?:<\/think>\s*|$)/, '');
  // Inside JSON the mark is part of a text.
  return /^[{[`]/.test(start) ? text : text.replace(/^[\s\S]*?<\/think>[ \t]*(?:\r?\n\s*|$)/, '');
}
