import type * as z from 'zod';
import type { ErrorCode } from '../domain/errors.ts';
import type { ValueTypeName } from './value-types.ts';

/**
 * What a value can do beyond shaping a discussion. From a project's file, these take effect only in a folder that the person
 * said yes to: `runs` a program, chooses a `host`, names a `variable` of the environment or a file `outside`. A `limit` may be
 * lowered by a project and never raised, a `price` counts against a limit, and a `model` may turn out to be a program.
 */
export const powers = ['nothing', 'runs', 'host', 'variable', 'outside', 'limit', 'price', 'model'] as const;
export type Power = (typeof powers)[number];

/** The flag that sets a key, as `start` (and with `on: 'run'` also `resume` and `say`) offers it. */
export interface KeyFlag {
  /** As help shows it: `--max-rounds <n>`, or `--fast` for a switch. */
  usage: string;
  description: string;
  on: 'start' | 'run';
  /** The error for a word that is not one of the choices; INVALID_VALUE when absent. */
  code?: ErrorCode;
}

/**
 * One key of the configuration: everything that is said about it, in one place. Plain data, so that the command line can list
 * the flags of all keys without loading a schema. `KeySpec` adds what follows from it.
 */
export interface KeyLine {
  /** Dotted; a segment such as `<seat>` stands for a name. */
  key: string;
  /** What a value can do; see `Power`. */
  can: Power;
  description: string;
  example: unknown;
  /** The path of a session setting in `settingsSchema`, which then gives type, limits and default. */
  setting?: string;
  /** The type of a key that is no session setting. */
  type?: ValueTypeName;
  /** Whether `null` may stand there too. */
  nullable?: boolean;
  default?: unknown;
  /** Other places and spellings that mean the same, with the same `<…>` segments in the same order. */
  aliases?: readonly string[];
  flag?: KeyFlag;
  /** The environment variable that sets it. */
  variable?: string;
  /** Whether the program reads it. Keys that it only knows, for other tools, are not reported as unknown. */
  isRead?: boolean;
  /** The value is never printed, because people put keys there by mistake. */
  isHidden?: boolean;
}

/** A key with all that follows from its line: the single source for validation, `config show`, flags, variables, completion and docs. */
export interface KeySpec extends KeyLine {
  aliases: readonly string[];
  isRead: boolean;
  isHidden: boolean;
  schema: z.ZodType;
  /** The type in words: what stands after "must be". */
  readonly words: string;
  /** A rule beyond the schema: says what is wrong, or null. `names` are the texts that the key's `<…>` segments stand for. */
  check?: (value: unknown, names: readonly string[]) => string | null;
}
