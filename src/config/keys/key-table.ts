/** The one table of all keys, put together from its parts. */
import * as z from 'zod';
import { kindNames, listProviderKeys, providerKinds } from '../../models/provider-kinds.ts';
import { settingsSchema } from '../../session/settings.ts';
import { joinWords } from '../../text/join-words.ts';
import { describeType } from '../describe-type.ts';
import { type ValueTypeName, valueTypes, type WordSource } from '../value-types.ts';
import type { KeyLine, KeySpec } from './key-line.ts';
import { notifyKeys } from './notify-keys.ts';
import { priceKeys } from './price-keys.ts';
import { projectKeys } from './project-keys.ts';
import { settingKeys } from './setting-keys.ts';
import { storeKeys } from './store-keys.ts';
import { tableKeys } from './table-keys.ts';

/** The settings when nothing is configured. */
export const defaultSettings = settingsSchema.parse({});

/** What is declared of each key, one line for each group, in the order of the documentation; the keys of providers come from their kinds. */
const keyLines: readonly KeyLine[] = [
  ...projectKeys,
  ...tableKeys,
  ...settingKeys,
  ...priceKeys,
  {
    key: 'lint.rules.<rule>',
    can: 'nothing',
    type: 'rule severity',
    description:
      'The severity that `s2s lint` gives to a rule, or to a group of rules such as `req/*`; `off` turns it off. `s2s lint --rules` lists the names; an unknown one is an error.',
    example: 'off',
  },
  ...storeKeys,
  ...notifyKeys,
];

/** The keys under `providers.`: first the type, then the settings that the kinds of provider declare. */
const providerKeys: readonly KeySpec[] = [
  {
    name: 'type',
    can: 'host' as const,
    schema: z.enum(kindNames),
    description: `What the provider is: ${joinWords(
      providerKinds.map(({ description }) => description),
      'or',
    )}. Ready-made providers need no type.`,
    example: 'openai',
  },
  ...listProviderKeys(),
].map(({ name, type, schema, isHidden = false, ...told }) => ({
  ...told,
  key: `providers.<provider>.${name}`,
  schema,
  isHidden,
  isRead: true,
  aliases: [],
  get words() {
    return type ?? describeType(schema);
  },
}));

/** Every key that the configuration knows, in the order of the documentation. */
export const keyTable: readonly KeySpec[] = [...keyLines.map(specifyKey), ...providerKeys];

const specsByKey = new Map(keyTable.map((spec) => [spec.key, spec]));

/** The spec of a key, spelled as in the table. Throws TypeError for a key that is not in the table, which is a bug. */
export function findSpec(key: string): KeySpec {
  const spec = specsByKey.get(key);
  if (spec === undefined) throw new TypeError(`the key table has no ${key}`);
  return spec;
}

/** The words that a key accepts: a list, or where to find them; null when it accepts any text or number. */
export function findWords(spec: {
  schema: z.ZodType;
  type?: ValueTypeName | undefined;
}): readonly string[] | WordSource | null {
  const source = spec.type === undefined ? undefined : valueTypes[spec.type].source;
  const inner = spec.schema instanceof z.ZodNullable ? spec.schema.unwrap() : spec.schema;
  return source ?? (inner instanceof z.ZodEnum ? inner.options.map(String) : null);
}

function specifyKey(line: KeyLine): KeySpec {
  const schema = findSchema(line);
  const ownWords = line.type === undefined ? undefined : valueTypes[line.type].words;
  return {
    ...line,
    ...(line.setting === undefined ? {} : { default: readSetting(defaultSettings, line.setting) }),
    aliases: line.aliases ?? [],
    isRead: line.isRead ?? true,
    isHidden: line.isHidden ?? false,
    schema,
    // Computed on demand: only messages and documentation need it, and for all keys it takes longer than most commands.
    get words() {
      if (ownWords === undefined) return describeType(schema);
      return line.nullable === true ? `${ownWords}, or null` : ownWords;
    },
  };
}

function findSchema(line: KeyLine): z.ZodType {
  if (line.setting !== undefined) return findSettingSchema(line.setting);
  const { schema } = valueTypes[line.type as ValueTypeName];
  return line.nullable === true ? schema.nullable() : schema;
}

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

function readSetting(settings: unknown, setting: string): unknown {
  let value = settings;
  for (const name of setting.split('.')) value = (value as Record<string, unknown> | undefined)?.[name];
  return value;
}
