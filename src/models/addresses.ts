/** Base URLs as people write them: with and without a slash at the end, with a query, or with the whole path of a call. */

/** Paths of calls that are pasted for a base URL. */
const calls =
  /\/(?:chat\/completions|completions|responses|embeddings|models)$|(?<=\/v\d)\/(?:chat|messages)$/i;
/** The same of a local server whose own protocol is another one. */
const ownCalls = /^\/api\/(?:chat|generate|tags|show)$/;

/** Where chat completions are asked for. The query of the base URL (`?api-version=…`) stays. */
export function buildChatUrl(baseUrl: string): string {
  if (!URL.canParse(baseUrl)) return baseUrl;
  const url = new URL(baseUrl);
  url.pathname = `${trimPath(url).replace(ownCalls, '/v1').replace(calls, '')}/chat/completions`;
  url.hash = '';
  return url.href;
}

/** A base URL for the vendor's client, which adds `/v1/messages` itself, and the query that each request carries. */
export function splitBaseUrl(baseUrl: string): { baseURL: string; defaultQuery: Record<string, string> } {
  if (!URL.canParse(baseUrl)) return { baseURL: baseUrl, defaultQuery: {} };
  const url = new URL(baseUrl);
  const path = trimPath(url).replace(
    /(?:\/v1)?\/(?:messages(?:\/count_tokens)?|complete|models|chat\/completions)$|\/v1$/i,
    '',
  );
  return { baseURL: `${url.origin}${path}`, defaultQuery: Object.fromEntries(url.searchParams) };
}

/** The path without what is left behind by copying: slashes and blanks at its end. */
function trimPath({ pathname }: URL): string {
  return pathname.replace(/(?:\/|%20)+$/, '').replace(/\/{2,}/g, '/');
}

/** What is wrong with an address, in a few words without its password; null for one that can be asked. */
export function findAddressProblem(baseUrl: string): string | null {
  if (!URL.canParse(baseUrl)) return 'it is not an address such as http://localhost:8000/v1';
  const { protocol, username, password } = new URL(baseUrl);
  if (protocol !== 'http:' && protocol !== 'https:') return 'it does not begin with http:// or https://';
  return username === '' && password === ''
    ? null
    : 'it holds a user name or a password; a key belongs into a variable that api_key_env names';
}
