/** Images and fonts that are embedded in a text as `data:` addresses (RFC 2397). */

/** The head of an address, and what it holds: one long word without a mark of markdown. */
const embedded = /(data:[^\s,()"'<>]{0,100},)([^\s()"'<>[\]`*]{200,})/g;

/** The text with `replace` in the place of what is embedded; by default without it, which no model and no person can read. */
export function replaceEmbedded(text: string, replace: (data: string) => string = () => '…'): string {
  return text.replace(embedded, (_, head: string, data: string) => head + replace(data));
}
