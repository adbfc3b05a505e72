/** Base URLs as people write them: with and without a slash at the end, with a query, or with the whole path. */

/** Where chat completions are asked for. The query of the base URL (`?api-version=…`) stays. */
export function buildChatUrl(baseUrl: string): string {
  if (!URL.canParse(baseUrl)) return baseUrl;
  const url = new URL(baseUrl);
  url.pathname = `${url.pathname.replace(/\/+$/, '').replace(/\/chat\/completions$/, '')}/chat/completions`;
  url.hash = '';
  return url.href;
}

/** A base URL for the vendor's client, which adds `/v1/messages` itself, and the query that each request carries. */
export function splitBaseUrl(baseUrl: string): { baseURL: string; defaultQuery: Record<string, string> } {
  if (!URL.canParse(baseUrl)) return { baseURL: baseUrl, defaultQuery: {} };
  const url = new URL(baseUrl);
  const path = url.pathname.replace(/\/+$/, '').replace(/(?:\/v1)?\/messages$|\/v1$/, '');
  return { baseURL: `${url.origin}${path}`, defaultQuery: Object.fromEntries(url.searchParams) };
}
