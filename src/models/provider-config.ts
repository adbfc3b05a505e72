/**
 * What the configuration says of a provider, as plain structures: `config/` checks them with its own schema,
 * this room only needs their shape. A key is never a value here, only the name of the variable that holds it.
 */

/** How much a model should think, as the vendors name it. */
export type Effort = 'low' | 'medium' | 'high' | 'xhigh' | 'max';

/** One provider of the configuration. Which keys mean something follows from the type. */
export interface ProviderConfig {
  type: 'anthropic' | 'openai' | 'command' | 'rehearsal';
  /** The variable that holds the key, never the key. */
  api_key_env?: string | null | undefined;
  /** For `openai` up to and including the version: `http://localhost:11434/v1`. */
  base_url?: string | null | undefined;
  effort?: Effort | null | undefined;
  /** Sent with each request; values are literal, so no key belongs here. */
  headers?: Record<string, string> | null | undefined;
  /** Stop sequences, beside those of the request. */
  stop?: readonly string[] | null | undefined;
  /** Seconds that one attempt may take, where that is less than the call's own limit. */
  timeout?: number | null | undefined;
  /**
   * The program and its arguments. `{model}` stands for the model's name; where a reference names none, the
   * argument that holds it is left out together with the flag before it.
   */
  command?: readonly string[] | null | undefined;
  /** `text`, `json`, or `json:<dotted path>` to the answer; `text` when absent. */
  output?: string | null | undefined;
}

/** USD for a million tokens. */
export interface Price {
  input: number;
  output: number;
  /** Absent: cached input costs as much as any other. */
  cache_read?: number | null | undefined;
  /** Absent: a quarter more than other input. */
  cache_write?: number | null | undefined;
}

/** Environment variables, handed in: nothing here reads the process's own. */
export type Environment = Readonly<Record<string, string | undefined>>;
