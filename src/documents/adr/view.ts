/** The values of the decision record's template. */
import type { Session } from '../../domain/session.ts';
import { formatCitations } from '../citations.ts';
import type { Point } from '../draft-fields.ts';
import { block, cleanText, heading, inline, shown } from '../markdown/text.ts';
import type { Rendering } from '../rendering.ts';
import { findPersonsDecision } from '../session-material.ts';
import type { TemplateValues } from '../template-engine.ts';
import { keepAsIs } from './assemble.ts';
import type { AdrContent } from './schema.ts';

type Option = AdrContent['options'][number];

/** Values of `adr.md`; all text in it is harmless markdown. */
export function viewAdr(content: AdrContent, rendering: Rendering): TemplateValues {
  const { session } = rendering;
  const points = (list: readonly Point[]) => list.map((point) => formatPoint(point, rendering));
  const reasons = (list: readonly Point[]) =>
    points(list.map((point) => ({ ...point, text: continueSentence(point.text) })));
  const { options, chosen } = settleOptions(content);
  const titles = nameOptions(options);
  return {
    title: nameRecord(heading(content.title, heading(session.topic, 'Untitled')), titles),
    status: decideStatus(session),
    ...listPeople(session),
    context: block(content.context) || block(session.topic) || 'Nothing that can be read was given.',
    drivers: points(content.drivers),
    options: options.map((option, index) => ({
      title: titles[index] ?? '',
      description: block(option.description),
      good: reasons(option.good),
      neutral: reasons(option.neutral),
      bad: reasons(option.bad),
    })),
    chosen: (titles[options.indexOf(chosen)] ?? '').replaceAll('"', '“'),
    reason: inline(content.reason.replace(/^\s*because\s+/i, '')) || 'nobody gave a reason',
    consequences_good: reasons(content.consequences_good),
    consequences_bad: reasons(content.consequences_bad),
    confirmation: block(content.confirmation),
    revisit: inline(content.revisit ?? '') || 'no date or event was named',
    supersedes: content.supersedes.map((named) => linkRecord(named, rendering)),
  };
}

/** Words that begin with a capital only because they begin a sentence; names and abbreviations keep theirs. */
const openingWords =
  /^\s*(?:because\s+)?(It|Its|The|A|An|This|That|These|Those|There|No|Not|Nobody|Nothing|We|Our|They|Their|One|All|Each|Every|Only|Some|Any|Users|If|When|What|Who)(?=\s)/;

/** A sentence as it goes on after "because". */
function continueSentence(text: string): string {
  return text.replace(openingWords, (_, word: string) => word.toLowerCase());
}

/** `accepted` only where a person decided; what is rehearsed stays a proposal. */
export function decideStatus(session: Session): 'accepted' | 'proposed' {
  return !session.rehearsal && findPersonsDecision(session) !== null ? 'accepted' : 'proposed';
}

/** At least two options, each once, and the chosen one among them. */
function settleOptions(content: AdrContent): { options: Option[]; chosen: Option } {
  const same = (a: string, b: string) =>
    cleanText(a).trim().toLowerCase() === cleanText(b).trim().toLowerCase();
  const options = content.options.filter(
    (option, index) => content.options.findIndex((other) => same(other.title, option.title)) === index,
  );
  let chosen = options.find((option) => same(option.title, content.chosen));
  if (chosen === undefined) {
    chosen = { title: content.chosen, description: '', good: [], neutral: [], bad: [] };
    options.unshift(chosen);
  }
  if (options.length < 2) {
    const title = same(chosen.title, keepAsIs) ? 'Change something' : keepAsIs;
    const description = 'Nobody put a second option to the panel; this one always exists.';
    options.push({ title, description, good: [], neutral: [], bad: [] });
  }
  return { options, chosen };
}

/** Headings of the form and of the record, which no option may repeat. */
const fixedHeadings = [
  'context and problem statement',
  'decision drivers',
  'considered options',
  'decision outcome',
  'consequences',
  'confirmation',
  'pros and cons of the options',
  'more information',
  'open conflicts',
  'dissent',
  'blocks and stand-asides',
  'decisions by people',
  'overrides',
  'open questions',
  'who took part',
  'numbered results',
  'unsupported citations',
  'losses',
  'provenance',
];

/** Titles that can stand as headings beside each other and beside those of the form. */
function nameOptions(options: readonly Option[]): string[] {
  const taken = new Set(fixedHeadings);
  return options.map((option, index) => {
    const title = heading(option.title, `Option ${index + 1}`);
    let free = title;
    for (let count = 2; taken.has(free.toLowerCase()); count += 1) free = `${title} (${count})`;
    taken.add(free.toLowerCase());
    return free;
  });
}

/** A record is often called like the option it chose; two headings of one text would be one too many. */
function nameRecord(title: string, optionTitles: readonly string[]): string {
  const taken = optionTitles.some((option) => option.toLowerCase() === title.toLowerCase());
  return taken ? `Decision: ${title}` : title;
}

/** YAML flow lists: who decided, who was asked, who is told. */
function listPeople(session: Session): TemplateValues {
  const seats = session.participants.map((seat) => `${seat.role} (${seat.id})`);
  const list = (names: string[]) =>
    JSON.stringify(names.map((name) => cleanText(name).replace(/\s+/gu, ' ')));
  const decided = findPersonsDecision(session) !== null;
  return {
    decision_makers: list(decided ? ['a person'] : seats),
    consulted: list(decided ? seats : []),
    informed: list([]),
  };
}

function formatPoint(point: Point, rendering: Rendering): string {
  return `${shown(point.text)}${formatCitations(point.sources, rendering.holds)}`;
}

/** A record that was named by its file or number, as a link where it exists. */
export function linkRecord(named: string, rendering: Rendering): string {
  const record = findRecord(named, rendering.records);
  return record === undefined ? shown(named) : `[${inline(record.title)}](${record.href})`;
}

/** The record with this file name or number. */
export function findRecord<Link extends { file: string }>(
  named: string,
  records: readonly Link[],
): Link | undefined {
  const name = named.trim().toLowerCase().split(/[\\/]/).at(-1) ?? '';
  const number = /^(?:adr[-_ #]*)?0*(\d{1,5})$/.exec(name)?.[1];
  return records.find((record) => {
    const file = record.file.toLowerCase();
    if (file === name || file === `${name}.md`) return true;
    return number !== undefined && /^(?:adr[-_]?)?0*(\d{1,5})(?!\d)/.exec(file)?.[1] === number;
  });
}
