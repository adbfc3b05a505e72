/** What is declared of a key of the configuration, and what follows from it. */
import type * as z from 'zod';
import type { ValueTypeName } from '../value-types.ts';

/**
 * What a value can do beyond shaping a discussion. A value that `runs` a program, chooses a `host`, or names an environment
 * `variable` or a file `outside` takes effect from a project's file only in a folder that the person trusts, and so does a `folder` for
 * documents that other programs act on. A project may lower a `limit` but never raise one, a `price` counts against a limit, and a `model` may turn out to be a program.
 */
export type Power =
  | 'nothing'
  | 'runs'
  | 'host'
  | 'variable'
  | 'outside'
  | 'folder'
  | 'limit'
  | 'price'
  | 'model';

/**
 * Everything that is declared about one key of the configuration. It is plain data; `KeySpec` adds what
 * follows from it.
 */
export interface KeyLine {
  /** Dotted; a segment such as `<seat>` stands for a name. */
  key: string;
  /** What a value can do; see `Power`. */
  can: Power;
  description: string;
  example: unknown;
  /** The path of a session setting in `settingsSchema`, which then supplies the type, limits and default. */
  setting?: string;
  /** The type of a key that is not a session setting. */
  type?: ValueTypeName;
  /** Whether `null` is allowed too. */
  nullable?: boolean;
  default?: unknown;
  /** Other keys that mean the same, with the same `<…>` segments in the same order. */
  aliases?: readonly string[];
  /** The environment variable that sets it. */
  variable?: string;
  /** Whether the program reads the key. Keys that only other tools read are known too, and so not reported as unknown. */
  isRead?: boolean;
  /** The value is never printed, because people put keys there by mistake. */
  isHidden?: boolean;
}

/**
 * A key with everything that follows from its line: the single source for validation, `config show`,
 * flags, variables, completion and docs.
 */
export interface KeySpec extends KeyLine {
  aliases: readonly string[];
  isRead: boolean;
  isHidden: boolean;
  schema: z.ZodType;
  /** The type in words, as it follows "must be" in messages. */
  readonly words: string;
  /** A rule beyond the schema: returns what is wrong, or null. `names` fill the key's `<…>` segments. */
  check?: (value: unknown, names: readonly string[]) => string | null;
}
