/**
 * What describes a kind of provider: its settings, its ready-made providers, and how it is made. Descriptions are data that
 * every command may read; the code behind them is loaded with the first call.
 */
import type * as z from 'zod';
import { ModelError, type Provider } from '../domain/provider.ts';
import { findAddressProblem } from './addresses.ts';
import type { HttpClient } from './http/http-client.ts';

/** How hard a model is asked to think, in the vendors' words. */
export const efforts = ['low', 'medium', 'high', 'xhigh', 'max'] as const;
export type Effort = (typeof efforts)[number];

/**
 * One provider of the configuration, checked against the keys of its kind. An entry with the name of a ready-made provider
 * holds only what the file says, `type` included where the file leaves it out; the rest is that provider's own.
 */
export interface ProviderConfig {
  /** The name of its kind. */
  type: string;
  /** The variable that holds the key, never the key. */
  api_key_env?: string | null | undefined;
  base_url?: string | null | undefined;
  effort?: Effort | null | undefined;
  /** Sent with each request; values are literal, so no key belongs here. */
  headers?: Record<string, string> | null | undefined;
  /** Stop sequences, beside those of the request. */
  stop?: readonly string[] | null | undefined;
  /** Seconds that one attempt may take, where that is less than the call's own limit. */
  timeout?: number | null | undefined;
  /**
   * The program and its arguments. `{model}` stands for the model's name; where a reference names none, the argument
   * that holds it is left out together with the flag before it.
   */
  command?: readonly string[] | null | undefined;
  /** The same for a seat that may read a copy of the project in its working folder; absent where it reads no files. */
  reading_command?: readonly string[] | null | undefined;
  /** `text`, `json`, or `json:<dotted path>` to the answer; `text` when absent. */
  output?: string | null | undefined;
  /** Names of variables that the program gets beside the ones that every program needs. */
  env?: readonly string[] | null | undefined;
  /** Settings that only one kind has, read with the schemas of its keys. */
  readonly [setting: string]: unknown;
}

/** Environment variables, handed in: nothing here reads the process's own. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** One setting of a provider: a line of the configuration's documentation, and its check. */
export interface ProviderKey {
  /** Behind `providers.<provider>.`; `<…>` stands for a name. */
  name: string;
  /** Whether it runs a program, chooses a host or names a variable: a project may then set it only in a trusted folder. */
  can: 'nothing' | 'runs' | 'host' | 'variable';
  schema: z.ZodType;
  description: string;
  example: unknown;
  /** The type in words, where the schema does not say it well. */
  type?: string;
  /** The value is never printed, because people put keys there by mistake. */
  isHidden?: boolean;
  /** A rule beyond the schema: says what is wrong, or null. `names` are the texts that `<…>` segments stand for. */
  check?: (value: unknown, names: readonly string[]) => string | null;
}

/** A provider that needs no configuration. */
export interface ReadyMade {
  config: ProviderConfig;
  /** A request without a key is refused, so it is not even made. */
  needsKey: boolean;
  /** Servers of this provider state the cost of a call in USD in `usage.cost`. */
  statesCost: boolean;
  /** A model reference, for hints. */
  example: string;
}

/** What a provider is made from. */
export interface ProviderParts {
  name: string;
  config: ProviderConfig;
  env: Environment;
  http: HttpClient;
  needsKey: boolean;
  statesCost: boolean;
  /** Where the files that a command names are looked for. */
  cwd?: string | undefined;
  /** Takes log lines of clients; must not be standard output. */
  log: (line: string) => void;
}

/** What can be found out about a provider without a call. */
export interface MissingOptions {
  config: ProviderConfig;
  env: Environment;
  needsKey: boolean;
  /** The path of a program, or null. */
  findExecutable: (name: string) => Promise<string | null>;
}

/** The description of a kind of provider. */
export interface ProviderKind {
  /** Its name, as `type` in the configuration takes it. */
  type: string;
  /** What it speaks to, for the documentation of `type`. */
  description: string;
  /** Its usual address in an environment, where an entry needs none. */
  findAddress?: (env: Environment) => string;
  /** Variables of credentials that it may send whatever an entry says. */
  credentials?: readonly string[];
  keys: readonly ProviderKey[];
  /** The setting without which an entry of the configuration is of no use, and what it is. */
  required: { key: string; description: string } | null;
  /** A reference must name a model: false where the other end has a default of its own. */
  needsModel: boolean;
  /** Whether requests without a key are refused, for an entry of the configuration. */
  needsKey: (config: ProviderConfig) => boolean;
  /** The ready-made providers by name, for an environment. */
  listReadyMade: (env: Environment) => Readonly<Record<string, ReadyMade>>;
  /** What no call can succeed without, in a few words; null when nothing is known to be missing. Asked before a run and by `doctor`. */
  findMissing: (options: MissingOptions) => Promise<string | null>;
  /** What a person should know before this provider is used, in one or two sentences; absent where there is nothing. */
  describeRisk?: (config: ProviderConfig) => string;
  /** Whether such a provider reads files of a folder that it is started in; absent where none does. */
  readsFolder?: (config: ProviderConfig) => boolean;
  /** Whether such a provider has a batch interface; absent where none has. */
  hasBatches?: true;
  /** Loads what makes providers; null where the caller hands the provider in. */
  load: (() => Promise<(parts: ProviderParts) => Provider>) | null;
}

/** That the address, which may come from the environment, is none; null when all is well. */
export function findWrongAddress({ base_url: address }: ProviderConfig): string | null {
  const problem = address ? findAddressProblem(address) : null;
  return problem === null ? null : `its base URL cannot be used: ${problem}`;
}

/** The failure of a call that needs a key, where the variable of the key is not set. */
export function describeMissingKey(name: string, variable: string): ModelError {
  return new ModelError('auth', `${name}: there is no key, the variable ${variable} is not set`, {
    remedy: `Set ${variable} to a key, name another model, or add --dry-run for a rehearsal without a model.`,
  });
}

/** That a key is needed and its variable is not set; null when all is well. */
export async function findMissingKey({ config, env, needsKey }: MissingOptions): Promise<string | null> {
  const variable = config.api_key_env ?? null;
  if (!needsKey || variable === null || env[variable]?.trim()) return null;
  return `the variable ${variable} is not set`;
}
