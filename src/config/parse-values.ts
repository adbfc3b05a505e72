/** Reads the text of a flag or variable as a value of its type. */
import * as z from 'zod';
import { type ErrorCode, findNearest, S2sError } from '../session/errors.ts';
import { cutText } from '../session/rules/cut-text.ts';
import { agentIdSchema, modelReferenceSchema, type ValueTypeName } from './value-types.ts';

/** The value of a flag, as commander passes it. */
export type FlagValue = string | number;

/** Reads the text of the flag or variable `name` as a value. Throws INVALID_VALUE, INVALID_ID, or the option's own code. */
export function readText(
  {
    schema: given,
    type,
    code,
  }: { schema: z.ZodType; type?: ValueTypeName | undefined; code?: ErrorCode | undefined },
  text: FlagValue,
  name: string,
): unknown {
  if (type === 'strategy' || type === 'agent') return parseId(text, name);
  if (type === 'panel') return String(text).trim() === 'auto' ? 'auto' : parseIdList(text, name);
  if (type === 'agent ids' || type === 'ids') return splitWords(text);
  if (type === 'model reference') return parseModelReference(text, name);
  if (type === 'count') return parseCount(text, name);
  const schema = given instanceof z.ZodNullable ? given.unwrap() : given;
  if (schema instanceof z.ZodEnum)
    return parseChoice(text, name, { choices: schema.options.map(String), ...(code && { code }) });
  if (schema instanceof z.ZodBoolean) return parseSwitch(text, name);
  if (schema instanceof z.ZodNumber)
    return schema.isInt ? parsePositiveInteger(text, name) : parsePositiveNumber(text, name);
  return String(text);
}

/** Reads a whole number of at least 1. `flag` is the name for messages. Throws INVALID_VALUE. */
export function parsePositiveInteger(value: FlagValue, flag: string): number {
  return parseWholeNumber(value, flag, { least: 1, example: 5 });
}

/** Reads a whole number of at least 0, for example a seed. Throws INVALID_VALUE. */
export function parseCount(value: FlagValue, flag: string): number {
  return parseWholeNumber(value, flag, { least: 0, example: 0 });
}

function parseWholeNumber(
  value: FlagValue,
  flag: string,
  { least, example }: { least: number; example: number },
): number {
  const text = String(value).trim();
  if (/^\d+$/.test(text) && Number.isSafeInteger(Number(text)) && Number(text) >= least) return Number(text);
  const wanted = `a whole number of at least ${least}`;
  throw refuseValue(flag, value, { wanted, hint: `Type, for example, ${flag} ${example}.` });
}

/** Reads a number above 0: seconds, dollars. Throws INVALID_VALUE. */
export function parsePositiveNumber(value: FlagValue, flag: string): number {
  const text = String(value).trim();
  if (/^\d+(\.\d+)?$/.test(text) && Number.isFinite(Number(text)) && Number(text) > 0) return Number(text);
  throw refuseValue(flag, value, { wanted: 'a number above 0', hint: `Type, for example, ${flag} 30.` });
}

/** Reads a switch: `true`, `1`, `yes` or `on`, or the opposite. */
function parseSwitch(value: FlagValue, flag: string): boolean {
  const word = String(value).trim().toLowerCase();
  if (['true', '1', 'yes', 'y', 'on'].includes(word)) return true;
  if (['false', '0', 'no', 'n', 'off'].includes(word)) return false;
  throw refuseValue(flag, value, { wanted: 'true or false', hint: `Set ${flag} to true or false.` });
}

/** Reads one of a few words. Throws INVALID_VALUE, or the given code, and suggests the nearest word. */
export function parseChoice<Choice extends string>(
  value: FlagValue,
  flag: string,
  { choices, code }: { choices: readonly Choice[]; code?: ErrorCode },
): Choice {
  const text = String(value).trim();
  const found = choices.find((choice) => choice === text);
  if (found !== undefined) return found;
  throw refuseValue(flag, value, {
    wanted: `one of ${choices.join(', ')}`,
    hint: `Type ${flag} ${findNearest(text, choices) ?? choices[0]}.`,
    code,
  });
}

/** Reads an id: lowercase words joined by hyphens; a leading `roundtable-` is removed. */
function parseId(value: FlagValue, flag: string): string {
  const parsed = agentIdSchema.safeParse(String(value).trim());
  if (parsed.success) return parsed.data;
  const likely = String(value)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  const message = `${flag}: ${showText(value)} is not an id; ids are lowercase words joined by hyphens.`;
  throw new S2sError('INVALID_ID', message, {
    hint: `Type, for example, ${flag} ${likely || 'software-architect'}. See s2s agents list and s2s strategies list.`,
  });
}

/** Reads ids separated by commas, without duplicates. Throws INVALID_ID, or INVALID_VALUE for an empty list. */
export function parseIdList(value: FlagValue, flag: string): string[] {
  return [...new Set(splitList(value, flag).map((word) => parseId(word, flag)))];
}

/** Reads model references, `provider/model`, separated by commas: each takes over from the one before it. */
function parseModelReference(value: FlagValue, flag: string): string {
  const parsed = modelReferenceSchema.safeParse(String(value).trim());
  if (parsed.success) return parsed.data;
  throw refuseValue(flag, value, {
    wanted: 'a model reference, provider/model',
    hint: `Type, for example, ${flag.includes('models') ? `${flag} qa-lead=` : `${flag} `}anthropic/claude-sonnet-5-5.`,
  });
}

/** Reads `seat=reference,…` by seat; a reference without a seat takes over from the one before it. Throws INVALID_VALUE or INVALID_ID. */
export function parseModelPairs(value: FlagValue, flag: string): Record<string, string> {
  const pairs: Record<string, string> = {};
  let last = '';
  for (const word of splitList(value, flag)) {
    const [seat = '', ...rest] = word.split('=');
    const before = pairs[last];
    if (rest.length > 0) {
      last = parseId(seat, flag);
      pairs[last] = parseModelReference(rest.join('='), flag);
    } else if (before !== undefined) {
      pairs[last] = `${before},${parseModelReference(word, flag)}`;
    } else
      throw refuseValue(flag, word, {
        wanted: 'seat=provider/model, several separated by commas',
        hint: `Type, for example, ${flag} qa-lead=ollama/llama3.1,facilitator=anthropic/claude-opus-5-5.`,
      });
  }
  return pairs;
}

/** Splits words separated by commas. */
export function splitWords(value: FlagValue): string[] {
  return String(value)
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

function splitList(value: FlagValue, flag: string): string[] {
  const words = splitWords(value);
  if (words.length > 0) return words;
  const hint = `Name at least one after ${flag}.`;
  throw refuseValue(flag, value, { wanted: 'a list separated by commas', hint });
}

function refuseValue(
  flag: string,
  value: unknown,
  { wanted, hint, code = 'INVALID_VALUE' }: { wanted: string; hint: string; code?: ErrorCode | undefined },
): S2sError {
  return new S2sError(code, `${flag} must be ${wanted}, not ${showText(value)}.`, { hint });
}

function showText(value: unknown): string {
  return cutText(JSON.stringify(String(value)), 60, '…"');
}
