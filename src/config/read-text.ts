import * as z from 'zod';
import type { KeySpec } from './key-line.ts';
import {
  type FlagValue,
  parseChoice,
  parseId,
  parseIdList,
  parseModelReference,
  parsePositiveInteger,
  parsePositiveNumber,
  parseSwitch,
} from './parse-values.ts';

/** Reads the text of the flag or variable `name` as the value of a key. Throws INVALID_VALUE, INVALID_ID, or the flag's own code. */
export function readText(spec: KeySpec, text: FlagValue, name: string): unknown {
  if (spec.type === 'strategy' || spec.type === 'agent') return parseId(text, name);
  if (spec.type === 'panel') return String(text).trim() === 'auto' ? 'auto' : parseIdList(text, name);
  if (spec.type === 'model reference') return parseModelReference(text, name);
  const schema = spec.schema instanceof z.ZodNullable ? spec.schema.unwrap() : spec.schema;
  if (schema instanceof z.ZodEnum) {
    const code = spec.flag?.code;
    return parseChoice(text, name, {
      choices: schema.options.map(String),
      ...(code === undefined ? {} : { code }),
    });
  }
  if (schema instanceof z.ZodBoolean) return parseSwitch(text, name);
  if (schema instanceof z.ZodNumber)
    return schema.isInt ? parsePositiveInteger(text, name) : parsePositiveNumber(text, name);
  return String(text);
}
