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

/** Words that may precede the number of a record, with or without a separator. */
const knownPrefix = /^(?:(?:adr|madr|rfc|dr|ad|decision|entscheidung)[-_ #]*)?$/i;
const numbered = /^(\D{0,30})(\d{1,5})(?!\d)((?: - |\. |[-_. ])?)(.*)\.md$/i;
const dated =
  /^((?:adr|madr|rfc|decision)[-_ ])?(\d{4})([-_.]?)(0[1-9]|1[0-2])\3(0[1-9]|[12]\d|3[01])(?!\d)(?![-_ ]?\d{6}(?!\d))([-_ ]?)(.*)\.md$/i;
const startsWithDate = /^(?:[a-z]{2,8}[-_ ])?\d{4}[-_.](?:0[1-9]|1[0-2])(?!\d)/i;

/** The number in a record's file name; null for a date or a name without a number. */
export function readRecordNumber(name: string): number | null {
  const found = readName(name);
  return found === null || !isKnown(found) ? null : Number(found.digits);
}

/** Whether a single name shows that its number is a record's: `0001`, `adr-1`, `D001`; in `h2-database` it is part of a word. */
function isKnown({ prefix, digits }: NumberedName): boolean {
  return knownPrefix.test(prefix) || (/^[a-z]$/i.test(prefix) && digits.length >= 3);
}

/** What the name of a record ends with. */
const nameEnd = /(?:\/(?:readme|index))?\.md$/i;

/** The name of a record without its ending: `0001-x`. */
export function bareRecordName(name: string): string {
  return name.replace(nameEnd, '');
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
  const read = names.flatMap((name) => readName(name) ?? []);
  // `oauth2-login` and `python-3-upgrade` contain a number but are not numbered; `API-ADR-012-x` is, if most names have that
  // prefix, and so is `KEP1-x`, if they also have different numbers.
  const isUsual = (name: NumberedName): boolean => {
    const alike = read.filter(({ prefix }) => prefix.toLowerCase() === name.prefix.toLowerCase());
    const isSplit = /[-_ #]$/.test(name.prefix) || new Set(alike.map(({ digits }) => digits)).size > 1;
    return isKnown(name) || (isSplit && alike.length > names.length / 2);
  };
  const found = dropYears(read.filter(isUsual));
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
  if (startsWithDate.test(name)) return null;
  const [, prefix = '', digits, between = '', words = ''] = numbered.exec(name) ?? [];
  if (digits === undefined || (between === '' && words !== '')) return null;
  return { prefix, digits, separator: words === '' ? '' : between };
}

/** Removes names whose number looks like a year, unless the numbering has reached 1800. */
function dropYears(names: readonly NumberedName[]): NumberedName[] {
  const isYear = ({ digits }: NumberedName): boolean => /^(?:19|20)\d\d$/.test(digits);
  const reached = names.some((name) => !isYear(name) && Number(name.digits) >= 1800);
  return reached ? [...names] : names.filter((name) => !isYear(name));
}

function writeWords(slug: string, separator: string): string {
  if (separator === '') return '';
  const joint = separator === '_' ? '_' : separator.endsWith(' ') ? ' ' : '-';
  return `${separator}${slug.replaceAll('-', joint)}`;
}
