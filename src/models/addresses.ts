/** Handles base URLs as people write them: with and without a final slash, with a query, or with the whole path of a call. */

/** The URL for chat completions. The query of the base URL (`?api-version=…`) is kept. */
export function buildChatUrl(baseUrl: string): string {
  if (!URL.canParse(baseUrl)) return baseUrl;
  const url = new URL(baseUrl);
  url.pathname = `${trimPath(url).replace(/\/chat\/completions$/i, '')}/chat/completions`;
  url.hash = '';
  return url.href;
}

/** Splits a base URL into the part for the vendor's client, which adds `/v1/messages` itself, and the query of each request. */
export function splitBaseUrl(baseUrl: string): { baseURL: string; defaultQuery: Record<string, string> } {
  if (!URL.canParse(baseUrl)) return { baseURL: baseUrl, defaultQuery: {} };
  const url = new URL(baseUrl);
  const path = trimPath(url).replace(/(?:\/v1)?\/messages$|\/v1$/i, '');
  return { baseURL: `${url.origin}${path}`, defaultQuery: Object.fromEntries(url.searchParams) };
}

/** The path without the slashes and blanks that copying leaves at its end. */
function trimPath({ pathname }: URL): string {
  return pathname.replace(/(?:\/|%20)+$/, '').replace(/\/{2,}/g, '/');
}

/** What is wrong with an address, in a few words without its password; null for a usable address. */
export function findAddressProblem(baseUrl: string): string | null {
  if (!URL.canParse(baseUrl)) return 'it is not an address such as http://localhost:8000/v1';
  const { protocol, username, password } = new URL(baseUrl);
  if (protocol !== 'http:' && protocol !== 'https:') return 'it does not begin with http:// or https://';
  return username === '' && password === ''
    ? null
    : 'it holds a user name or a password; a key belongs in the variable that api_key_env names';
}
