/** Reads how a language is named: by its tag (BCP 47), or as people call it. */

const letters = 'abcdefghijklmnopqrstuvwxyz'.split('');

/** The tag of a language that is named in English or by its own name: `de` for `German` and `Deutsch`. A tag, and what no language is called, stay as they are. */
export function readTag(language: string): string {
  const name = language.trim().toLowerCase();
  if (/^[a-z]{2,3}(?:[-_]|$)/.test(name)) return language;
  const english = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  const known = letters.flatMap((one) =>
    letters.map((other) => one + other).filter((code) => english.of(code) !== undefined),
  );
  const isCalled = (code: string, names: Intl.DisplayNames): boolean =>
    names.of(code)?.toLowerCase() === name;
  return (
    known.find((code) => isCalled(code, english)) ??
    known.find((code) => isCalled(code, new Intl.DisplayNames(code, { type: 'language' }))) ??
    language
  );
}

/** The first subtag of a language in lower case, by which headings and labels ship: `de` of `de-AT`; `en` where none is named. */
export function readSubtag(language: string | null): string {
  return (
    readTag(language ?? 'en')
      .split(/[-_]/)[0]
      ?.toLowerCase() ?? 'en'
  );
}
