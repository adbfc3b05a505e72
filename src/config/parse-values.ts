import { type ErrorCode, findNearest, S2sError } from '../session/errors.ts';
import { cutText } from '../session/rules/cut-text.ts';
import { agentIdSchema, modelReferenceSchema } from './value-types.ts';

/** The value of a flag, as commander passes it. */
export type FlagValue = string | number;

/** Reads a whole number of at least 1. `flag` is the name for messages. Throws INVALID_VALUE. */
export function parsePositiveInteger(value: FlagValue, flag: string): number {
  return parseWholeNumber(value, { flag, least: 1, example: '5' });
}

/** Reads a whole number of at least 0, for example a seed. Throws INVALID_VALUE. */
export function parseCount(value: FlagValue, flag: string): number {
  return parseWholeNumber(value, { flag, least: 0, example: '7' });
}

/** Reads a number above 0: seconds, dollars. Throws INVALID_VALUE. */
export function parsePositiveNumber(value: FlagValue, flag: string): number {
  const text = String(value).trim();
  const number = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || !(number > 0) || !Number.isFinite(number)) {
    throw refuseValue(flag, value, { wanted: 'a number above 0', hint: `Type, for example, ${flag} 30.` });
  }
  return number;
}

/** Reads a switch: `true`, `1`, `yes` or `on`, or the opposite. Throws INVALID_VALUE. */
export function parseSwitch(value: FlagValue, flag: string): boolean {
  const word = String(value).trim().toLowerCase();
  if (['true', '1', 'yes', 'y', 'on'].includes(word)) return true;
  if (['false', '0', 'no', 'n', 'off'].includes(word)) return false;
  throw refuseValue(flag, value, { wanted: 'true or false', hint: `Set ${flag} to true or false.` });
}

/** Reads one of a few words. Throws INVALID_VALUE, or the given code, and suggests the nearest word. */
export function parseChoice<Choice extends string>(
  value: FlagValue,
  flag: string,
  options: { choices: readonly Choice[]; code?: ErrorCode },
): Choice {
  const { choices, code } = options;
  const text = String(value).trim();
  const found = choices.find((choice) => choice === text);
  if (found !== undefined) return found;
  const nearest = findNearest(text, choices);
  throw refuseValue(flag, value, {
    wanted: `one of ${choices.join(', ')}`,
    hint: `Type ${flag} ${nearest ?? choices[0]}.`,
    ...(code === undefined ? {} : { code }),
  });
}

/** Reads an id: lowercase words joined by hyphens; a leading `roundtable-` is removed. Throws INVALID_ID. */
export function parseId(value: FlagValue, flag: string): string {
  const parsed = agentIdSchema.safeParse(String(value).trim());
  if (parsed.success) return parsed.data;
  const likely = String(value)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  const message = `${flag}: ${showText(value)} is not an id; ids are lowercase words joined by hyphens.`;
  throw new S2sError('INVALID_ID', message, {
    hint: `Type, for example, ${flag} ${likely === '' ? 'software-architect' : likely}. See s2s agents list and s2s strategies list.`,
  });
}

/** Reads ids separated by commas, without duplicates. Throws INVALID_ID, or INVALID_VALUE for an empty list. */
export function parseIdList(value: FlagValue, flag: string): string[] {
  return [...new Set(splitList(value, flag).map((word) => parseId(word, flag)))];
}

/** Reads model references, `provider/model`, separated by commas: each takes over from the one before it. Throws INVALID_VALUE. */
export function parseModelReference(value: FlagValue, flag: string): string {
  const parsed = modelReferenceSchema.safeParse(String(value).trim());
  if (parsed.success) return parsed.data;
  throw refuseValue(flag, value, {
    wanted: 'a model reference, provider/model',
    hint: `Type, for example, ${flag.includes('models') ? `${flag} qa-lead=` : `${flag} `}anthropic/claude-sonnet-5-5.`,
  });
}

/** Reads `seat=reference,…` into a map by seat; a reference without a seat takes over from the one before it. Throws INVALID_VALUE or INVALID_ID. */
export function parseModelPairs(value: FlagValue, flag: string): Map<string, string> {
  const pairs = new Map<string, string>();
  let last = '';
  for (const word of splitList(value, flag)) {
    const [seat, ...rest] = word.split('=');
    const before = pairs.get(last);
    if (rest.length === 0 && before !== undefined) {
      pairs.set(last, `${before},${parseModelReference(word, flag)}`);
      continue;
    }
    if (seat === undefined || rest.length === 0) {
      throw refuseValue(flag, word, {
        wanted: 'seat=provider/model, several separated by commas',
        hint: `Type, for example, ${flag} qa-lead=ollama/llama3.1,facilitator=anthropic/claude-opus-5-5.`,
      });
    }
    last = parseId(seat, flag);
    pairs.set(last, parseModelReference(rest.join('='), flag));
  }
  return pairs;
}

function parseWholeNumber(
  value: FlagValue,
  options: { flag: string; least: number; example: string },
): number {
  const { flag, least, example } = options;
  const text = String(value).trim();
  const number = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(number) || number < least) {
    throw refuseValue(flag, value, {
      wanted: `a whole number of at least ${least}`,
      hint: `Type, for example, ${flag} ${example}.`,
    });
  }
  return number;
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
  if (words.length === 0) {
    throw refuseValue(flag, value, {
      wanted: 'a list separated by commas',
      hint: `Name at least one after ${flag}.`,
    });
  }
  return words;
}

function refuseValue(
  flag: string,
  value: unknown,
  told: { wanted: string; hint: string; code?: ErrorCode },
): S2sError {
  return new S2sError(
    told.code ?? 'INVALID_VALUE',
    `${flag} must be ${told.wanted}, not ${showText(value)}.`,
    {
      hint: told.hint,
    },
  );
}

function showText(value: unknown): string {
  const text = JSON.stringify(String(value));
  return cutText(text, 60, '…"');
}
