/**
 * How a folder of decision records numbers its files: `0001-x`, `1-x`, `adr-001`, `ADR-0001 - x`, `D001-x`, or dates, which are not numbers.
 * A record may have a folder of its own, and is named `0001-x/README.md` then.
 */

interface NumberedName {
  prefix: string;
  digits: string;
  /** The characters between the number and the words; empty if there are no words. */
  separator: string;
}

/** The number of a record, after nothing, one of these words, or a letter: in `h2-database` and `python-3-upgrade` it is part of a name. */
const numbered =
  /^((?:(?:adr|madr|rfc|dr|ad|decision)[-_ #]*)?|[a-z]-?(?=\d{3}))(\d{1,5})(?!\d)((?: - |\. |[-_. ])?)(.*)\.md$/i;
const dated =
  /^((?:adr|madr|rfc|decision)[-_ ])?(\d{4})([-_.]?)(0[1-9]|1[0-2])\3(0[1-9]|[12]\d|3[01])(?!\d)(?![-_ ]?\d{6}(?!\d))([-_ ]?)(.*)\.md$/i;
const startsWithYear = /^(?:[a-z]{2,8}[-_ ])?(?:19|20)\d\d(?!\d)/i;

/** The number in a record's file name; null for a date or a name without a number. */
export function readRecordNumber(name: string): number | null {
  const found = readName(name);
  return found === null ? null : Number(found.digits);
}

/** The name of a record without its ending: `0001-x`. */
export function bareRecordName(name: string): string {
  return name.replace(/(?:\/(?:readme|index))?\.md$/i, '');
}

/**
 * Names a new record in the style of the folder's records; `day` is `YYYYMMDD`. Null if the names have neither numbers nor
 * dates. The record with the greatest number sets the style, or the last dated one if more names have dates than numbers.
 */
export function nextRecordName(
  names: readonly string[],
  { slug, day }: { slug: string; day: string },
): string | null {
  const own = names.flatMap((name) => /\/.*$/.exec(name) ?? []);
  const bare = nextBareName(
    names.map((name) => `${bareRecordName(name)}.md`),
    { slug, day },
  );
  return own.length > names.length / 2 ? (bare?.replace(/\.md$/, own[0] ?? '') ?? null) : bare;
}

function nextBareName(names: readonly string[], { slug, day }: { slug: string; day: string }): string | null {
  const found = names.flatMap((name) => readName(name) ?? []);
  const dates = names.flatMap((name) => {
    const [, prefix = '', year, between = '', , , separator = '', words] = dated.exec(name) ?? [];
    return year === undefined ? [] : [{ prefix, between, separator: words === '' ? '' : separator }];
  });
  const date = dates.at(-1);
  if (date !== undefined && dates.length > found.length) {
    const digits = [day.slice(0, 4), day.slice(4, 6), day.slice(6, 8)].join(date.between);
    return `${date.prefix}${digits}${writeWords(slug, date.separator)}.md`;
  }
  const last = found.toSorted((a, b) => Number(a.digits) - Number(b.digits)).at(-1);
  if (last === undefined) return null;
  const number = String(Number(last.digits) + 1).padStart(last.digits.length, '0');
  return `${last.prefix}${number}${writeWords(slug, last.separator)}.md`;
}

function readName(name: string): NumberedName | null {
  const [, prefix = '', digits, between = '', words = ''] = numbered.exec(name) ?? [];
  if (digits === undefined || startsWithYear.test(name) || (between === '' && words !== '')) return null;
  return { prefix, digits, separator: words === '' ? '' : between };
}

function writeWords(slug: string, separator: string): string {
  if (separator === '') return '';
  const joint = separator === '_' ? '_' : separator.endsWith(' ') ? ' ' : '-';
  return `${separator}${slug.replaceAll('-', joint)}`;
}
