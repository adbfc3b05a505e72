/** The first subtag of a language tag (BCP 47) in lower case, by which headings and labels ship: `de` of `de-AT`; `en` where none is named. */
export function readSubtag(language: string | null): string {
  return (language ?? 'en').split(/[-_]/)[0]?.toLowerCase() ?? 'en';
}
