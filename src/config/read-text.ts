import * as z from 'zod';
import type { ErrorCode } from '../session/errors.ts';
import {
  type FlagValue,
  parseChoice,
  parseCount,
  parseId,
  parseIdList,
  parseModelReference,
  parsePositiveInteger,
  parsePositiveNumber,
  parseSwitch,
  splitWords,
} from './parse-values.ts';
import type { ValueTypeName } from './value-types.ts';

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
    return parseChoice(text, name, {
      choices: schema.options.map(String),
      ...(code === undefined ? {} : { code }),
    });
  if (schema instanceof z.ZodBoolean) return parseSwitch(text, name);
  if (schema instanceof z.ZodNumber)
    return schema.isInt ? parsePositiveInteger(text, name) : parsePositiveNumber(text, name);
  return String(text);
}
