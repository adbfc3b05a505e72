/**
 * Finds the structured part of a reply: JSON or YAML, fenced or bare, with prose around it, intact or damaged. Intact
 * JSON is read exactly, damaged text is repaired only by rules that cannot invent content, and nothing is evaluated.
 */

import { isMapping } from '../../domain/is-mapping.ts';
import { splitThinking } from '../../domain/split-thinking.ts';
import { parseJson } from '../../text/parse-json.ts';
import { type Fields, listTexts } from './json-values.ts';
import { readElements, respellKeys, unescapeElements, unescapeQuotes } from './other-spellings.ts';
import { parseLoose } from './parse-loose.ts';
import { normaliseKey, readKeyLines, readYamlMapping } from './read-yaml-reply.ts';
import { scanObjects } from './scan-json.ts';

/** The structure to look for. */
export interface WantedShape {
  /** Top-level keys of the reply; the object with most of them is taken. When empty, the largest object is taken. */
  keys: readonly string[];
  /** Keys that a reply must have to be used if it was cut off. */
  required?: readonly string[];
}

/** The result. `problem` is null, or a sentence on why there is no data or what is wrong with it. */
export interface StructuredReading {
  data: unknown;
  problem: string | null;
}

interface Candidate {
  data: Fields;
  score: number;
  complete: boolean;
}

/** How many levels deep the reply may be nested as text inside a reply. */
const deepestNesting = 3;

/** Reads the structure of a reply. Never throws; the time it takes is proportional to the length of the text. */
export function readStructured(text: string, shape: WantedShape = { keys: [] }): StructuredReading {
  if (text.trim() === '') return { data: undefined, problem: 'The reply was empty.' };
  const whole = unwrapString(text);
  const { spoken, thinking } = splitThinking(whole);
  const read = readSpoken(spoken, shape);
  if (read.data === undefined) {
    const found = readDisguised(spoken, shape);
    if (found !== null) return { data: found, problem: null };
  }
  // Some servers mark the whole reply as thinking. If something was said, a draft in the thinking is not the answer.
  if (read.data !== undefined || thinking === '' || someWords.test(spoken)) return read;
  const marked = readSpoken(whole, shape);
  return marked.data === undefined ? read : marked;
}

/** Reads a reply in another spelling: escaped once too often, as XML elements, or with keys that are spelled differently. */
function readDisguised(text: string, shape: WantedShape): Fields | null {
  if (shape.keys.length === 0) return null;
  for (const plain of [unescapeQuotes(text), unescapeElements(text)]) {
    const { data } = plain === text ? { data: undefined } : readParts(plain, shape);
    if (isMapping(data)) return data;
  }
  const elements = readElements(text, shape.keys);
  const { data } = readParts(text, { keys: [] });
  return [elements, ...(isMapping(data) ? [respellKeys(data, shape.keys)] : [])].find(hasAll(shape)) ?? null;
}

/** Whether no required key, nor the first key, is missing: otherwise a guess does not count. */
function hasAll({ keys, required = keys }: WantedShape): (data: Fields) => boolean {
  return (data) => [...required, keys[0] ?? ''].every((key) => Object.hasOwn(data, key));
}

/** Three words, or a clause in a script without spaces between words. */
const someWords = /(?:[\p{L}\p{N}'’-]{2,}[\s,.;:!?]+){2}\p{L}{2,}|\p{Lo}{6}/u;

/** Whether a text holds a whole reply in JSON, with all required keys: if the text was cut off after it, nothing is lost. */
export function holdsWholeReply(text: string, shape: WantedShape): boolean {
  const { spoken } = splitThinking(unwrapString(text));
  const wanted = new Set(shape.keys);
  return [readStrict, readLoose].some((read) => {
    const candidate = read(spoken, wanted);
    return isWhole(candidate, shape) && (wanted.size === 0 || candidate.score > 0);
  });
}

function readSpoken(text: string, shape: WantedShape, depth = 0): StructuredReading {
  const read = readParts(text, shape);
  if (read.data !== undefined || shape.keys.length === 0 || depth === deepestNesting) return read;
  // JSON inside a JSON string: {"answer": "{…}"}.
  for (const inner of listTexts(readParts(text, { keys: [] }).data, 3)) {
    if (!inner.includes('{')) continue;
    const found = readSpoken(inner, shape, depth + 1);
    if (found.data !== undefined) return found;
  }
  return read;
}

function readParts(text: string, shape: WantedShape): StructuredReading {
  const wanted = new Set(shape.keys);
  const required = shape.required ?? [];
  const strict = readStrict(text, wanted);
  if (isWhole(strict, shape) && (wanted.size === 0 || strict.score > 0))
    return { data: strict.data, problem: null };
  const candidates = [strict, readLoose(text, wanted)];
  if (!candidates.some((candidate) => isWhole(candidate, shape))) candidates.push(readAsYaml(text, shape));
  let best: Candidate | null = null;
  for (const candidate of candidates) {
    if (candidate !== null && (best === null || candidate.score > best.score)) best = candidate;
  }
  if (best === null || (wanted.size > 0 && best.score === 0)) {
    return { data: undefined, problem: describeMissing(best, shape) };
  }
  if (best.complete) return { data: best.data, problem: null };
  const { data } = best;
  const missing = required.filter((key) => !Object.hasOwn(data, key));
  if (missing.length > 0) {
    return {
      data: undefined,
      problem: `The reply was cut off before its end; ${listKeys(missing)} did not come.`,
    };
  }
  return { data, problem: 'The reply was cut off before its end; its last field may not be whole.' };
}

function isWhole(candidate: Candidate | null, { required = [] }: WantedShape): candidate is Candidate {
  return candidate?.complete === true && required.every((key) => Object.hasOwn(candidate.data, key));
}

/** Reads intact JSON: the object with most wanted keys; of equals the outer one when one contains the other, else the later one. */
function readStrict(text: string, wanted: ReadonlySet<string>): Candidate | null {
  let best: { start: number; end: number; score: number } | null = null;
  for (const found of scanObjects(text, wanted)) {
    if (found.score > 0 && exampleField.test(text.slice(found.start, found.end))) continue;
    if (best === null || found.score > best.score) {
      best = found;
    } else if (found.score === best.score) {
      const contains = found.start <= best.start && found.end >= best.end;
      const inside = best.start <= found.start && best.end >= found.end;
      const longer = found.end - found.start >= best.end - best.start;
      if (contains || (!inside && (wanted.size > 0 || longer))) best = found;
    }
  }
  if (best === null) return null;
  const data = JSON.parse(text.slice(best.start, best.end)) as Fields;
  return { data, score: best.score, complete: true };
}

/** A field of the example in the prompt, which a model may repeat before it answers. */
const exampleField = /":\s*"…"/;

/** The most braces to try as the beginning of damaged JSON; a hostile text may have a million. */
const mostTries = 2000;

/** Reads damaged JSON, which may begin at any brace. Only objects with a wanted key count, so that braces in prose do not. */
function readLoose(text: string, wanted: ReadonlySet<string>): Candidate | null {
  let best: Candidate | null = null;
  let budget = 10 * text.length + 10_000;
  let tries = mostTries;
  // JSON that was cut off inside a fence ends with the fence.
  for (const [start, end] of [...listFences(text), [0, text.length] as const]) {
    let at = text.indexOf('{', start);
    while (at !== -1 && at < end && budget > 0 && tries > 0) {
      tries -= 1;
      const read = parseLoose(text, at, end);
      budget -= read.end - at + 1;
      let next = at + 1;
      if (read.data !== null) {
        const candidate = scoreLoose(read.data, { wanted, complete: read.complete });
        // Cut off after a field, with no field missing: only the closing brace was lost.
        if (candidate !== null && read.endsBetween && wanted.size > 0)
          candidate.complete ||= candidate.score === wanted.size;
        if (candidate !== null && isBetter(candidate, best)) best = candidate;
        if (read.complete) next = read.end;
      }
      at = text.indexOf('{', next);
    }
  }
  return best;
}

function scoreLoose(
  data: Fields,
  { wanted, complete }: { wanted: ReadonlySet<string>; complete: boolean },
): Candidate | null {
  const values = Object.values(data);
  if (values.length === 0 || values.includes('…')) return null;
  const count = (fields: Fields): number => Object.keys(fields).filter((key) => wanted.has(key)).length;
  const score = count(data);
  if (wanted.size === 0 || score > 0) return { data, score, complete };
  // A wrapper around the reply: {"answer": {…}}.
  const inner = values.filter(isMapping).find((fields) => count(fields) > 0);
  return inner === undefined ? null : { data: inner, score: count(inner), complete };
}

function isBetter(candidate: Candidate, best: Candidate | null): boolean {
  if (best === null || candidate.score > best.score) return true;
  // Of two complete objects the later one is final; of two that were cut off, the first one was bounded by its fence.
  return candidate.score === best.score && candidate.complete;
}

/** Reads YAML: in fences, and from the first line that begins with a wanted key. Also tries plain lines of `key: value`. */
function readAsYaml(text: string, { keys }: WantedShape): Candidate | null {
  let best: Candidate | null = null;
  const fenced = listFences(text).map(([start, end]) => text.slice(start, end));
  for (const part of [...fenced, ...cutFromFirstKey(text, keys)]) {
    for (const data of [readYamlMapping(part), keys.length > 0 ? readKeyLines(part, keys) : null]) {
      if (data === null) continue;
      const score = keys.filter((key) => Object.hasOwn(data, key)).length;
      if ((score > 0 || keys.length === 0) && (best === null || score > best.score))
        best = { data, score, complete: true };
    }
  }
  return best;
}

/** The text from the first line that begins with a key; an empty list when no line does. */
function cutFromFirstKey(text: string, keys: readonly string[]): string[] {
  let from = 0;
  for (const line of text.split('\n')) {
    const name =
      /^[\s>#*_`"-]{0,12}([\p{L}_][\p{L}\p{N}_ -]{0,40}?)[*_`"]{0,3}\s*[:=]/u.exec(line)?.[1] ??
      /^\s{0,3}(?:#{1,6}\s+|\*\*)\**([^*#:]{1,40})[*#\s]*$/.exec(line)?.[1];
    if (name !== undefined && keys.some((key) => key.toLowerCase() === normaliseKey(name)))
      return [text.slice(from)];
    from += line.length + 1;
  }
  return [];
}

/** The most fences to look at, more than any reply has. */
const mostFences = 200;

/** The contents of fenced blocks. A fence that is never closed extends to the end. */
function listFences(text: string): [from: number, to: number][] {
  const fences: [from: number, to: number][] = [];
  let open: { fence: string; start: number } | null = null;
  for (const { 0: line, 1: fence = '', index } of text.matchAll(/^[ \t]*(`{3,}|~{3,})[^\n`]*$/gm)) {
    if (fences.length >= mostFences) break;
    if (open === null) open = { fence, start: index + line.length };
    else if (fence.startsWith(open.fence)) {
      fences.push([open.start, index]);
      open = null;
    }
  }
  if (open !== null && open.start < text.length) fences.push([open.start, text.length]);
  return fences;
}

/** If the text is a single JSON string, returns its content. */
function unwrapString(text: string): string {
  const trimmed = text.trim();
  const inner = trimmed.startsWith('"') ? parseJson(trimmed) : undefined;
  return typeof inner === 'string' ? inner : text;
}

function describeMissing(best: Candidate | null, shape: WantedShape): string {
  const wanted = shape.keys.length === 0 ? '' : ` with ${listKeys(shape.keys)}`;
  if (best === null) return `The reply holds no JSON object${wanted}.`;
  const has = Object.keys(best.data).slice(0, 6);
  return `The reply holds a JSON object${has.length === 0 ? '' : ` (${has.join(', ')})`}, but none${wanted}.`;
}

function listKeys(keys: readonly string[]): string {
  const shown = keys.slice(0, 6).map((key) => `"${key}"`);
  return `${shown.join(', ')}${keys.length > 6 ? ', …' : ''}`;
}
