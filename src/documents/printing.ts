/** What all parts of a document are printed with: the session, its labels, and its texts as markdown with their marks resolved. */
import type { DocumentForm } from '../session/ports/document-form.ts';
import type { Fact } from '../session/records.ts';
import { findEarlier, readId } from '../session/rules/read-ids.ts';
import { replaceMarks } from '../session/rules/text-measures.ts';
import type { Session } from '../session/session.ts';
import type { Item } from '../session/text.ts';
import { chooseLabels, type Say } from '../wording/labels.ts';
import { sayRole } from '../wording/roles.ts';
import { linkPath } from './document-paths.ts';
import { formatBody } from './markdown/body.ts';
import { heading, inline, type Rich } from './markdown/text.ts';
import { createLinks, isPrinted } from './place-links.ts';

export interface Printing {
  session: Session;
  form: DocumentForm;
  say: Say;
  /** The id of an item as it is printed: in a file that is extended, numbers go on from the file's own. */
  printId: (id: string) => string;
  /** A text on one line, with its emphasis and links. */
  line: (text: string) => string;
  /** A text on one line, to be emphasized as a whole. */
  plain: (text: string) => string;
  /** A text as a heading; `fallback` if it says nothing. */
  title: (text: string, fallback: string) => string;
  /** A text with its lists, tables and code; headings go below `level`, or become bold lines without one. */
  body: (text: string, options?: { level: number }) => string;
  /** The place of a fact, as a reference to a link or as code; empty when the fact was not found there. */
  place: (fact: Fact) => string;
  /** Where the references lead that were printed so far, a line each. */
  links: () => string;
  /** The role of a seat; with its id if two seats have the same role. */
  nameSeat: (seat: string) => string;
}

export interface PrintingOptions {
  form: DocumentForm;
  /** The ids of the session's items in the file that the text is printed into. */
  ids?: ReadonlyMap<string, string> | undefined;
  /** The path of that file from the project's root, from which places in the project are linked. */
  file?: string | undefined;
  /** References that other parts of that file use, each with where it leads. */
  taken?: ReadonlyMap<string, string> | undefined;
}

export function createPrinting(
  session: Session,
  { form, ids = new Map(), file, taken = new Map() }: PrintingOptions,
): Printing {
  const items = session.artifacts.map(({ id }) => id);
  const facts = new Map(session.dossier.map((fact) => [fact.id, fact]));
  const links = createLinks([...facts.values()], { file, taken });
  const printId = (id: string): string => ids.get(id) ?? id;
  const findFact = (id: string): Fact | undefined => facts.get(readId(id, [...facts.keys()]) ?? '');
  const mark = (id: string): string => {
    const fact = findFact(id);
    if (fact !== undefined) return links.format(fact);
    const earlier = readId(id, items) === null ? findEarlier(session, id) : undefined;
    if (earlier !== undefined) return formatEarlier(id, earlier.source, file);
    return inline(printId(readId(id, items) ?? id));
  };
  const withoutLost = (text: string): string =>
    dropMarks(text, (id) => {
      const fact = findFact(id);
      return fact !== undefined && !isPrinted(fact);
    });
  const rich: Rich = { mark, emphasis: true };
  const flat: Rich = { mark, emphasis: false };
  return {
    session,
    form,
    say: chooseLabels(session.language, session.text?.labels),
    printId,
    line: (text) => inline(withoutLost(text), rich),
    plain: (text) => inline(withoutLost(text), flat),
    title: (text, fallback) => heading(withoutLost(text), fallback, flat),
    body: (text, options) => formatBody(withoutLost(text), rich, options),
    place: links.format,
    links: links.list,
    nameSeat: (seat) => nameSeat(session, seat),
  };
}

/** An item of a document of the project, as a link to that document, or with its path. */
function formatEarlier(id: string, source: string, file: string | undefined): string {
  return file === undefined
    ? `${inline(id)} (${inline(source)})`
    : `[${inline(id)}](${linkPath(file, source)})`;
}

/** A text without the marks that stand for nothing, and without the commas and parentheses that they leave behind. */
function dropMarks(text: string, isLost: (id: string) => boolean): string {
  const gap = '\ue000';
  const marked = replaceMarks(text.replaceAll(gap, ''), (id) => (isLost(id) ? gap : null));
  if (!marked.includes(gap)) return text;
  return marked
    .replace(/\ue000(?:[ \t]*[,;][ \t]*\ue000)*/g, gap)
    .replace(/\ue000[ \t]*[,;][ \t]*(?=\[\[)/g, '')
    .replace(/[ \t]*[,;][ \t]*\ue000/g, '')
    .replace(/[ \t]*\([ \t]*\ue000[ \t]*\)/g, '')
    .replace(/[ \t]*`?\ue000`?/g, '');
}

function nameSeat({ participants, language }: Session, seat: string): string {
  const role = inline(sayRole(participants.find(({ id }) => id === seat)?.role ?? '', language));
  const isShared = participants.filter((one) => inline(sayRole(one.role, language)) === role).length > 1;
  if (role === '') return inline(seat) || '–';
  return isShared ? `${role} (${inline(seat)})` : role;
}

/** Whether an item stands under "Not agreed" instead of in its section. */
export function isNotAgreed({ status }: Item): boolean {
  return status === 'not-agreed';
}
