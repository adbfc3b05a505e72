import * as z from 'zod';
import { settingsSchema } from '../domain/settings.ts';

/** Who reads the value: the program, or only people and other tools (known, so that it is not reported as unknown). */
export type KeyUse = 'used' | 'kept';

/** One key of the configuration: the single source for validation, unknown keys, `config show` and the documentation. */
export interface KeySpec {
  /** Dotted; a segment such as `<seat>` stands for a name. */
  key: string;
  /** Other places and spellings that mean the same, with the same `<…>` segments in the same order. */
  aliases: readonly string[];
  schema: z.ZodType;
  /** The type in words: what stands after "must be". */
  readonly type: string;
  /** Undefined when there is none. */
  default: unknown;
  description: string;
  example: unknown;
  /** The dotted path in the session's settings that this key sets, or null. */
  setting: string | null;
  use: KeyUse;
  /** The value is never printed, because people put keys there by mistake. */
  hidden: boolean;
  /** A rule beyond the schema: says what is wrong, or null. `names` are the texts that `<…>` segments stand for. */
  check: ((value: unknown, names: readonly string[]) => string | null) | null;
}

/** What a line of the key table says; the rest follows from the schema. */
export interface KeyLine {
  key: string;
  description: string;
  example: unknown;
  aliases?: readonly string[];
  type?: string;
  default?: unknown;
  use?: KeyUse;
  hidden?: boolean;
  check?: KeySpec['check'];
}

/** Makes the spec of a key that has its own schema. */
export function specifyKey(schema: z.ZodType, line: KeyLine): KeySpec {
  return {
    key: line.key,
    aliases: line.aliases ?? [],
    schema,
    // Only messages and documentation need it, and working it out for every key takes longer than most commands.
    get type() {
      return line.type ?? describeType(schema);
    },
    default: line.default,
    description: line.description,
    example: line.example,
    setting: null,
    use: line.use ?? 'used',
    hidden: line.hidden ?? false,
    check: line.check ?? null,
  };
}

/** Makes the spec of a key that sets one of the session's settings: its type, limits and default are the setting's own. */
export function specifySetting(setting: string, line: KeyLine): KeySpec {
  const schema = findSettingSchema(setting);
  return Object.assign(specifyKey(schema, line), {
    default: readPath(defaultSettings, setting.split('.')),
    setting,
  });
}

/** The settings when nobody sets anything. */
export const defaultSettings = settingsSchema.parse({});

function findSettingSchema(setting: string): z.ZodType {
  let schema: z.ZodType = settingsSchema;
  for (const name of setting.split('.')) {
    const inner = schema instanceof z.ZodObject ? schema.shape[name] : undefined;
    if (inner === undefined) throw new TypeError(`no setting is named ${setting}`);
    schema = removeDefault(inner);
  }
  return schema;
}

function removeDefault(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) {
    return removeDefault(schema.def.innerType as z.ZodType);
  }
  return schema;
}

/** Reads a value by its path; undefined when some part of the path is not there. */
export function readPath(value: unknown, path: readonly string[]): unknown {
  let current = value;
  for (const name of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, name)) return undefined;
    current = (current as Record<string, unknown>)[name];
  }
  return current;
}

interface JsonType {
  type?: string;
  enum?: unknown[];
  anyOf?: JsonType[];
  items?: JsonType;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
}

/** Says a schema in words: `a whole number of at least 1, or null`. */
export function describeType(schema: z.ZodType): string {
  return describeJsonType(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonType);
}

function describeJsonType(json: JsonType): string {
  if (json.anyOf !== undefined) return json.anyOf.map(describeJsonType).join(', or ');
  if (json.enum !== undefined) return `one of ${json.enum.join(', ')}`;
  switch (json.type) {
    case 'integer':
      return `a whole number${describeRange(json)}`;
    case 'number':
      return `a number${describeRange(json)}`;
    case 'boolean':
      return 'true or false';
    case 'array':
      return `a list, each item ${describeJsonType(json.items ?? {})}`;
    case 'null':
      return 'null';
    case 'string':
      return json.minLength === undefined ? 'text' : 'text that is not empty';
    default:
      return 'a value';
  }
}

function describeRange(json: JsonType): string {
  if (json.exclusiveMinimum !== undefined) return ` above ${json.exclusiveMinimum}`;
  const top = json.maximum === Number.MAX_SAFE_INTEGER ? undefined : json.maximum;
  if (json.minimum !== undefined && top !== undefined) return ` from ${json.minimum} to ${top}`;
  if (json.minimum !== undefined) return ` of at least ${json.minimum}`;
  return '';
}
