/** Changes the state of a decision record: its status, and the date and names where its form has fields for them. */
import type { FolderFile } from '../document-kind.ts';
import { linkPath } from '../document-paths.ts';
import { type DocumentText, plainTitle, readDocumentText } from '../lint/document-text.ts';
import { inline } from '../markdown/text.ts';
import { editLines } from '../shared/source-lines.ts';
import { type Field, readField } from './lint-record-head.ts';
import { followsNygard } from './record-sections.ts';

/** What a person says about a record. */
export interface StatusChange {
  status: 'accepted' | 'rejected';
  /** `YYYY-MM-DD`. */
  day: string;
  /** Null if the name is not known. */
  person: string | null;
}

/** A value as YAML for front matter, and as markdown for the text. */
interface Written {
  front: string;
  shown: string;
  /** `shown` goes behind what is there. */
  isAdded?: boolean;
  /** Of a status: the day in place of one that stands behind it, as in `Proposed, 2024-01-01`. */
  day?: string;
}

/** `Proposed, 2024-01-01`, `Accepted (2024-01-01)`. */
const datedStatus = /^(\p{L}+)([\s,;(–-]+(?:on )?)\d{4}-\d{2}-\d{2}(\)?)$/u;

const nameFields = ['decision-makers', 'deciders', 'decision makers'];

/**
 * Sets the status, with the day where one stands behind it; where the record is in MADR's form, or its front matter has the status, also its
 * date, which is that of the last change, and adds the person to those who decided. Nygard's own date is that of the writing and stays. Null if nothing changes. Throws S2sError FILE_TOO_LARGE.
 */
export function changeStatus(file: FolderFile, { status, day, person }: StatusChange): FolderFile | null {
  const document = readDocumentText(file.text, file.name);
  const isSame = ({ value }: Field): boolean =>
    (datedStatus.exec(value)?.[1] ?? value).toLowerCase().replace(/\W+$/, '') === status;
  const fields = listFields(document, file, 'status');
  if (fields.some(isSame)) return null;
  const changed = writeStatus(file, { front: status, shown: status, day }, () => true) ?? file;
  if (followsNygard(document) && !fields.some(({ inFrontMatter }) => inFrontMatter)) return changed;
  const dated = changeField(changed, 'date', (field) =>
    isBlank(field) || /^\d{4}-\d{2}-\d{2}$/.test(field.value) ? { front: day, shown: day } : null,
  );
  return person === null
    ? dated
    : nameFields.reduce((now, name) => changeField(now, name, (field) => addName(field, person)), dated);
}

/** Changes only the status of a record; null if it is already superseded. Throws S2sError FILE_TOO_LARGE. */
export function supersede(file: FolderFile, by: { name: string; title: string }): FolderFile | null {
  return writeStatus(
    file,
    {
      front: JSON.stringify(`superseded by ${by.name}`),
      shown: `superseded by [${by.title}](${linkPath(file.name, by.name)})`,
    },
    ({ value }) => !/superseded|replaced by/i.test(value),
  );
}

/** A record whose status is a section, as in Nygard's form, says there too which record it replaces. Null if it does not, or does already. */
export function noteReplaced(file: FolderFile, old: { name: string; title: string }): FolderFile | null {
  return noteBelowStatus(file, 'Supersedes', old);
}

/** Adds to the status by which record this one is amended; it stays in force. Null if it says so already. Throws S2sError FILE_TOO_LARGE. */
export function amend(file: FolderFile, by: { name: string; title: string }): FolderFile | null {
  if (file.text.includes(by.name)) return null;
  const noted = noteBelowStatus(file, 'Amended by', by);
  if (noted !== null) return noted;
  const link = `[${by.title}](${encodeURI(by.name)})`;
  return listFields(readDocumentText(file.text, file.name), file, 'status').length === 0
    ? writeStatus(file, { front: '', shown: `amended by ${link}` }, () => true)
    : changeField(file, 'status', ({ value }) => ({
        front: JSON.stringify(`${value}, amended by ${by.name}`),
        shown: `, amended by ${link}`,
        isAdded: true,
      }));
}

/** A line below the status, where it is a section; null where it is none, or another record is linked already. */
function noteBelowStatus(
  file: FolderFile,
  words: string,
  old: { name: string; title: string },
): FolderFile | null {
  const document = readDocumentText(file.text, file.name);
  const section = document.headings.find(({ text }) => plainTitle(text) === 'status');
  const status = readField(document, 'status');
  const link = `(${linkPath(file.name, old.name)})`;
  if (section === undefined || status === null || status.line <= section.line || file.text.includes(link))
    return null;
  return edit(file, (lines) => lines.toSpliced(status.line, 0, '', `${words} [${old.title}]${link}`));
}

/** Writes the status wherever it stands and `isOpen`; a record without one gets a line below its title. Null if none is open. */
function writeStatus(
  file: FolderFile,
  status: Written,
  isOpen: (field: Field) => boolean,
): FolderFile | null {
  const document = readDocumentText(file.text, file.name);
  const fields = listFields(document, file, 'status');
  if (fields.length > 0)
    return fields.some(isOpen)
      ? changeField(file, 'status', (one) =>
          isOpen(one) ? matchCase(keepDay(status, one.value), one.value) : null,
        )
      : null;
  const title = document.headings[0]?.line ?? 0;
  const line = `Status: ${status.shown}`;
  return edit(file, (lines) => lines.toSpliced(title, 0, ...(title === 0 ? [line, ''] : ['', line])));
}

/** Changes a field in front matter, in `Name: …`, in a table or below a heading; in front matter and in the text if it stands in both. */
function changeField(file: FolderFile, name: string, choose: (field: Field) => Written | null): FolderFile {
  const fields = listFields(readDocumentText(file.text, file.name), file, name);
  return edit(file, (lines) =>
    // From the last line up, since a heading without a value gets lines.
    fields
      .toSorted((one, other) => other.line - one.line)
      .reduce<string[]>(
        (now, field) => {
          const written = choose(field);
          if (written === null) return now;
          const line = now[field.line - 1] ?? '';
          const own = field.inFrontMatter
            ? [`${/^\s*[^:]*:/.exec(line)?.[0] ?? `${name}:`} ${written.front}`]
            : written.isAdded === true
              ? [line.replace(/\s*(\|?\s*)$/, (end) => `${written.shown}${end}`)]
              : changeLine(line, name, written.shown);
          return now.toSpliced(field.line - 1, 1, ...own);
        },
        [...lines],
      ),
  );
}

function listFields(document: DocumentText, file: FolderFile, name: string): Field[] {
  const first = readField(document, name);
  const second = first?.inFrontMatter === true ? readField(dropFrontMatter(document, file), name) : null;
  return [first, second].filter((field) => field !== null);
}

/** The same record as if it had no front matter; its lines keep their numbers. */
function dropFrontMatter({ tree }: DocumentText, { text, name }: FolderFile): DocumentText {
  const blank = text.split(/\r\n?|\n/).map((line, index) => (index + 1 < tree.bodyLine ? '' : line));
  return readDocumentText(blank.join('\n'), name);
}

function edit({ name, text }: FolderFile, change: (lines: readonly string[]) => string[]): FolderFile {
  return { name, text: editLines(text, change) };
}

function changeLine(line: string, name: string, shown: string): string[] {
  const upper = shown.replace(/^\p{L}/u, (letter) => letter.toUpperCase());
  // The heading has an empty section.
  if (/^#{1,6}\s/.test(line)) return [line, '', upper];
  const [, row, rest] = /^(\s*\|[^|]*\|)[^|]*(\|.*)?$/.exec(line) ?? [];
  if (row !== undefined) return [`${row} ${shown} ${rest ?? ''}`.trimEnd()];
  const label = new RegExp(`^(\\s*(?:>\\s*)?(?:[-*+]\\s*)?[*_]*${name}[*_]*\\s*:[*_]*)`, 'i').exec(line)?.[1];
  if (label !== undefined) return [`${label} ${shown}`];
  return [`${/^\s*(?:[-*+]\s+(?:\[[ x]\]\s*)?)?/i.exec(line)?.[0] ?? ''}${upper}`];
}

/** The status and, where the old one is a word and a day, the new day in the same form. */
function keepDay({ front, shown, day = '' }: Written, old: string): Written {
  const [, , before, after] = datedStatus.exec(old) ?? [];
  const add = (text: string): string =>
    day === '' || before === undefined ? text : text + before + day + after;
  return { front: add(front), shown: add(shown) };
}

/** Begins as the old value does, with an upper or lower case letter. */
function matchCase({ front, shown }: Written, old: string): Written {
  const raise = (text: string): string =>
    /^\p{Lu}/u.test(old) ? text.replace(/\p{Ll}/u, (letter) => letter.toUpperCase()) : text;
  return { front: raise(front), shown: raise(shown) };
}

/** Nothing, or the words of a template: `{YYYY-MM-DD when …}`, in the text also `[list everyone …]`. */
function isBlank({ value, inFrontMatter }: Field): boolean {
  return value === '' || /^[{<].*[}>]$/.test(value) || (!inFrontMatter && /^\[.*\]$/.test(value));
}

/** The names with one more; null if it is there already. */
function addName(field: Field, person: string): Written | null {
  const { value, inFrontMatter } = field;
  if (value.includes(person)) return null;
  const shown = inline(person);
  if (isBlank(field)) return { front: JSON.stringify(person), shown };
  const isList = inFrontMatter && /^\[.*\]$/.test(value);
  const front = isList
    ? value.replace(/\s*\]$/, `${value === '[]' ? '' : ', '}${JSON.stringify(person)}]`)
    : JSON.stringify(`${value}, ${person}`);
  return { front, shown: `, ${shown}`, isAdded: true };
}
