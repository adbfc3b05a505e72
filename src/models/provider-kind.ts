/**
 * Types for describing a kind of provider: its settings, its ready-made providers, and how it is made. Descriptions are data that
 * every command may read; the code behind them is loaded with the first call.
 */
import type * as z from 'zod';
import { findAddressProblem } from './addresses.ts';
import type { HttpClient } from './http/http-client.ts';

/** How hard a model is asked to think, in the vendors' terms. */
export const efforts = ['low', 'medium', 'high', 'xhigh', 'max'] as const;
export type Effort = (typeof efforts)[number];

/**
 * One provider of the configuration, checked against the keys of its kind. An entry with the name of a ready-made provider holds only
 * what the file says, plus `type` if the file omits it; the rest comes from the ready-made provider.
 */
export interface ProviderConfig {
  /** The name of its kind. */
  type: string;
  /** The variable that holds the key, never the key. */
  api_key_env?: string | null | undefined;
  /** The header that carries the key; the usual one of the protocol when absent. */
  api_key_header?: string | null | undefined;
  base_url?: string | null | undefined;
  effort?: Effort | null | undefined;
  /** The most tokens that the model can write, if that is less than a call asks for. */
  max_output_tokens?: number | null | undefined;
  /** Sent with each request; values are literal, so they must not hold a key. */
  headers?: Record<string, string> | null | undefined;
  /**
   * The program and its arguments. `{model}` stands for the model's name; when a reference names none, the argument with
   * `{model}` is left out together with the flag before it.
   */
  command?: readonly string[] | null | undefined;
  /** The folder that file names in a command are relative to: that of whoever wrote the command. */
  command_folder?: string | undefined;
  /** The same for a seat that may read a copy of the project in its working folder; absent when the program does not read files. */
  reading_command?: readonly string[] | null | undefined;
  /** `text`, `json`, or `json:<dotted path>` to the answer; `text` when absent. */
  output?: string | null | undefined;
  /** Names of variables that the program gets in addition to those that every program needs. */
  env?: readonly string[] | null | undefined;
  /** Settings that only one kind has, read with the schemas of its keys. */
  readonly [setting: string]: unknown;
}

/** Environment variables, passed in by the caller: nothing here reads those of the process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** One setting of a provider: a line of the configuration's documentation, and its check. */
export interface ProviderKey {
  /** The key after `providers.<provider>.`; `<…>` stands for a name. */
  name: string;
  /** Whether it runs a program, chooses a host or names a variable: then a project may set it only in a trusted folder. */
  can: 'nothing' | 'runs' | 'host' | 'variable';
  schema: z.ZodType;
  description: string;
  example: unknown;
  /** The type in words, if the schema does not describe it well. */
  type?: string;
  /** The value is never printed, because people put keys there by mistake. */
  isHidden?: boolean;
  /** A rule beyond the schema: returns what is wrong, or null. `names` fill the `<…>` segments. */
  check?: (value: unknown, names: readonly string[]) => string | null;
}

/** A provider that needs no configuration. */
export interface ReadyMade {
  config: ProviderConfig;
  /** The server refuses requests without a key, so none is made without one. */
  needsKey: boolean;
  /** Servers of this provider state the cost of a call in USD in `usage.cost`. */
  statesCost: boolean;
  /** A model reference, for hints. */
  example: string;
}

/** What making a provider requires. */
export interface ProviderParts {
  name: string;
  config: ProviderConfig;
  env: Environment;
  http: HttpClient;
  needsKey: boolean;
  statesCost: boolean;
  /** Takes log lines of clients; must not be standard output. */
  log: (line: string) => void;
}

/** What a check without a call requires. */
export interface MissingOptions {
  config: ProviderConfig;
  env: Environment;
  needsKey: boolean;
}

/** The description of a kind of provider. */
export interface ProviderKind {
  /** Its name: the value of `type` in the configuration. */
  type: string;
  /** What it speaks to, for the documentation of `type`. */
  description: string;
  /** Its usual address in an environment, if an entry needs none. */
  findAddress?: (env: Environment) => string;
  /** Variables with credentials that it may send, whatever an entry says. */
  credentials?: readonly string[];
  keys: readonly ProviderKey[];
  /** The setting that an entry of the configuration must have, and its description. */
  required: { key: string; description: string } | null;
  /** Whether a reference must name a model; false when the provider has a default of its own. */
  needsModel: boolean;
  /** Whether requests without a key are refused, for an entry of the configuration. */
  needsKey: (config: ProviderConfig) => boolean;
  /** The ready-made providers by name, for an environment. */
  listReadyMade: (env: Environment) => Readonly<Record<string, ReadyMade>>;
  /** Why no call can succeed, in a few words; null when nothing is known to be missing. Called before a run and by `doctor`. */
  findMissing: (options: MissingOptions) => Promise<string | null>;
}

/** What is wrong with the address, which may come from the environment; null for a usable address. */
export function findWrongAddress({ base_url: address }: ProviderConfig): string | null {
  const problem = address ? findAddressProblem(address) : null;
  return problem === null ? null : `its base URL cannot be used: ${problem}`;
}
