/** Sends requests to the server: each carries the token, and a refused one becomes a `Refusal`. */

interface RefusalFields {
  code: string;
  message: string;
  hint?: string;
  problems?: readonly { file: string; message: string }[];
}

/** Why the server refused a request, or that it could not be reached. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: string;
  readonly hint: string;
  readonly problems: readonly { file: string; message: string }[];

  constructor(fields: RefusalFields) {
    super(fields.message);
    this.code = fields.code;
    this.hint = fields.hint ?? '';
    this.problems = fields.problems ?? [];
  }
}

/** The parts of the browser that the client uses. */
export interface ClientParts {
  fetch: typeof fetch;
  /** Empty when a proxy signs people in and adds the token. */
  token: string;
  /** The name that the person gave, which is sent with each command; empty when none was given. */
  readName: () => string;
  /** Called when the server no longer takes the token. */
  onSignedOut: () => void;
  /** Returns a unique text for a request. */
  makeKey: () => string;
}

export interface Client {
  get: <Answer>(address: string) => Promise<Answer>;
  /** Repeats the request once when the connection fails; the server still executes it only once. */
  post: <Answer>(address: string, body: object) => Promise<Answer>;
  getText: (address: string) => Promise<string>;
  /** A stream of the events after a number. */
  open: (address: string, options: { after: number; signal: AbortSignal }) => Promise<ReadableStream>;
}

/** All methods throw `Refusal`; its code is UNREACHABLE when there was no answer. */
export function createClient({ fetch, token, readName, onSignedOut, makeKey }: ClientParts): Client {
  const ask = async (address: string, init: RequestInit = {}): Promise<Response> => {
    const headers = {
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
      ...(init.headers as Record<string, string>),
    };
    let response: Response;
    try {
      response = await fetch(address, { ...init, headers });
    } catch (error) {
      if (init.signal?.aborted === true) throw error;
      throw new Refusal({
        code: 'UNREACHABLE',
        message: 'The server cannot be reached.',
        hint: 'Start s2s serve again to go on. What the panel has said so far is kept.',
      });
    }
    if (response.ok) return response;
    if (response.status === 401) onSignedOut();
    const body = (await response.json().catch(() => null)) as { error?: RefusalFields } | null;
    throw new Refusal(
      body?.error ?? { code: `HTTP_${response.status}`, message: `The server answered ${response.status}.` },
    );
  };
  const read = async <Answer>(address: string, init?: RequestInit): Promise<Answer> =>
    (await (await ask(address, init)).json()) as Answer;
  return {
    get: (address) => read(address),
    post: async (address, body) => {
      const init = {
        method: 'POST',
        body: JSON.stringify(readName() === '' ? body : { ...body, name: readName() }),
        headers: { 'content-type': 'application/json', 'idempotency-key': makeKey() },
      };
      try {
        return await read(address, init);
      } catch (error) {
        if (!(error instanceof Refusal) || error.code !== 'UNREACHABLE') throw error;
        return read(address, init);
      }
    },
    getText: async (address) => (await ask(address)).text(),
    open: async (address, { after, signal }) => {
      const response = await ask(address, { signal, headers: { 'last-event-id': String(after) } });
      return response.body as ReadableStream;
    },
  };
}

/** Turns any error into a `Refusal` that can be shown. */
export function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  return new Refusal({
    code: 'INTERNAL',
    message: error instanceof Error ? error.message : String(error),
    hint: 'Load the page again.',
  });
}
