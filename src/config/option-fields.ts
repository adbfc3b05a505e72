/** Options as fields in snake case: of a request over HTTP, of an MCP tool, and of an entry of a batch file. */
import type * as z from 'zod';
import { findOptionSchema } from './option-layer.ts';
import { listOptions, nameField, type OptionGroup } from './option-table.ts';

/** The fields of some groups, with their types and words. */
export function describeFields(groups: readonly OptionGroup[]): Record<string, z.ZodType> {
  return Object.fromEntries(
    listOptions(groups).map((line) => {
      const schema = findOptionSchema(line);
      const { isRequired = false, words } = line;
      return [nameField(line), (isRequired ? schema : schema.optional()).describe(words)];
    }),
  );
}

/** Turns fields into options of the library; what is no option is left out. */
export function readFields<Options extends object>(fields: object, groups: readonly OptionGroup[]): Options {
  const given = fields as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    listOptions(groups).flatMap((line) => {
      const value = given[nameField(line)] ?? undefined;
      return value === undefined ? [] : [[line.name, value]];
    }),
  ) as Options;
}

/** The options of some groups that are set, as plain data: a worker's job carries them. */
export function pickOptions(options: object, groups: readonly OptionGroup[]): Record<string, unknown> {
  const given = options as Readonly<Record<string, unknown>>;
  const names = listOptions(groups).flatMap(({ name }) => (given[name] === undefined ? [] : [name]));
  return Object.fromEntries(names.map((name) => [name, given[name]]));
}
