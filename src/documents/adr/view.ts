/** Computes the values of the decision record's template. */
import { isMapping } from '../../domain/is-mapping.ts';
import type { Item } from '../../domain/records.ts';
import type { Session } from '../../domain/session.ts';
import { formatPoint } from '../citations.ts';
import type { Point } from '../draft-fields.ts';
import { block, cleanText, heading, inline, shown } from '../markdown/text.ts';
import { renderNotices } from '../notices.ts';
import { renderSigned } from '../parts/beside.ts';
import { renderContested, renderDissent, renderQuestions, renderRaised } from '../parts/disputes.ts';
import { describeFirmness, namesOf } from '../parts/firmness.ts';
import { formatItem } from '../parts/items.ts';
import { countLeft, splitLead } from '../parts/lead.ts';
import type { Rendering } from '../rendering.ts';
import type { TemplateValues } from '../template-engine.ts';
import { annexTitles, listByKind, renderAnnex } from './annex.ts';
import { keepAsIs } from './assemble.ts';
import { createLowering, endSentence } from './because.ts';
import { layOut } from './layout.ts';
import { readRecordNumber } from './record-numbers.ts';
import type { AdrContent } from './schema.ts';

/** Number of words in the lines for status and date. */
const headWords = 5;

type Option = AdrContent['options'][number];

/** The values of `adr.md`; all text in them is harmless markdown. */
export function viewAdr(
  draft: AdrContent,
  rendering: Rendering,
): TemplateValues &
  Record<'annex' | 'summary_rest', string> &
  Record<'contested' | 'dissent' | 'questions', string[]> {
  const { session } = rendering;
  const content = nameSeats(draft, session);
  const lower = createLowering(session, content);
  const points = (list: readonly Point[]) => list.map((point) => formatPoint(point, rendering.holds));
  const reasons = (list: readonly Point[]) =>
    points(list.map((point) => ({ ...point, text: lower(point.text) })));
  const { options, chosen } = settleOptions(content);
  const titles = nameOptions(options);
  const layout = layOut(session, content);
  const { lead, rest } = splitLead(
    content.summary,
    countLeft([content.title, renderNotices(rendering), describeFirmness(session)]) - headWords,
  );
  const format = (items: readonly Item[]) =>
    items.map((item) => formatItem(item, rendering, { withChecks: false }));
  return {
    title: nameRecord(heading(content.title, heading(session.topic, 'Untitled')), titles),
    ...(lead === '' ? {} : { summary: block(lead) }),
    summary_rest: block(rest),
    // Answering a question of the panel settles that point but does not accept the draft. People accept a record in its status line.
    status: 'proposed',
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
    chosen: titles[options.indexOf(chosen)] ?? '',
    reason: endSentence(inline(lower(content.reason)) || 'nobody gave a reason'),
    decided: listByKind(layout.decided, rendering),
    points: format(layout.points),
    contested: renderContested(rendering, {
      isElsewhere: (item) => layout.furtherContested.includes(item),
      isConflictElsewhere: (conflict) => layout.furtherConflicts.includes(conflict),
      withChecks: false,
    }),
    risks: format(layout.risks),
    unsettled: format(layout.unsettled),
    annex: renderAnnex(layout, rendering),
    dissent: renderDissent(rendering),
    questions: [...renderRaised(layout.raised, rendering), ...renderQuestions(rendering)],
    beside: renderSigned(rendering),
    consequences_good: reasons(content.consequences_good),
    consequences_bad: reasons(content.consequences_bad),
    confirmation: block(content.confirmation),
    revisit: endSentence(inline(lower(content.revisit ?? '')) || 'no date or event was named'),
    ...listReplaced(content, rendering),
  };
}

/** Replaces seat ids, which models use, by roles in a draft's prose. Ids without a hyphen stay: they may be ordinary words. */
function nameSeats(content: AdrContent, session: Session): AdrContent {
  const ids = session.participants.map(({ id }) => id).filter((id) => id.includes('-'));
  if (ids.length === 0) return content;
  const pattern = new RegExp(`(^|[.!?:]\\s+)?(?<![\\w/-])(${ids.join('|')})(?![\\w/-])`, 'g');
  const speak = (text: string): string =>
    text.replace(pattern, (_, start: string | undefined, id: string) => {
      const name = namesOf(session, [id]);
      return start === undefined ? name : `${start}${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    });
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return speak(value);
    if (Array.isArray(value)) return value.map(walk);
    if (!isMapping(value)) return value;
    const parts = Object.entries(value).map(([key, part]) => [key, key === 'sources' ? part : walk(part)]);
    return Object.fromEntries(parts);
  };
  return walk(content) as AdrContent;
}

/** Returns at least two options, without duplicates and with the chosen one among them. */
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

/** Headings of the template, which no option may repeat. */
const fixedHeadings = [
  'context and problem statement',
  'decision drivers',
  'considered options',
  'decision outcome',
  'what was decided',
  'points that the decision names',
  'consequences',
  'confirmation',
  'contested',
  'not settled',
  'risks',
  'open questions and when to look again',
  'pros and cons of the options',
  'more information',
  ...annexTitles.map((title) => title.toLowerCase()),
];

/** Titles that are unique among all headings of the document and contain no straight quotation marks. */
function nameOptions(options: readonly Option[]): string[] {
  const taken = new Set(fixedHeadings);
  return options.map((option, index) => {
    const quoted = option.title.replace(/"([^"]*)"/g, '“$1”').replaceAll('"', '“');
    const title = heading(quoted, `Option ${index + 1}`);
    let free = title;
    for (let count = 2; taken.has(free.toLowerCase()); count += 1) free = `${title} (${count})`;
    taken.add(free.toLowerCase());
    return free;
  });
}

/** A record often has the title of the option it chose; the prefix keeps the two headings apart. */
function nameRecord(title: string, optionTitles: readonly string[]): string {
  const taken = optionTitles.some((option) => option.toLowerCase() === title.toLowerCase());
  return taken ? `Decision: ${title}` : title;
}

/** YAML flow lists. Decision makers are the named people who settled a point, then the seats; unnamed people count as consulted. */
function listPeople(session: Session): TemplateValues {
  const seats = session.participants.map((seat) => `${seat.role} (${seat.id})`);
  const list = (names: string[]) =>
    JSON.stringify(names.map((name) => cleanText(name).replace(/\s+/gu, ' ')));
  const answers = session.escalations.filter(
    ({ answered_by: by, decision }) => by === 'user' && (decision === 'own' || decision === 'accept'),
  );
  return {
    decision_makers: list([...new Set(answers.flatMap(({ answered_name: name }) => name ?? [])), ...seats]),
    consulted: list(answers.some(({ answered_name: name }) => name === undefined) ? ['a person'] : []),
    informed: list([]),
  };
}

/** Records that this one replaces, and records that it would replace once a person agrees. */
function listReplaced(content: AdrContent, { records }: Rendering): TemplateValues {
  const named = content.supersedes.map((name) => ({ name, record: findRecord(name, records) }));
  const link = (isSuperseded: boolean): string[] =>
    named
      .filter(({ record }) => (record?.isSuperseded === true) === isSuperseded)
      .map(({ name, record }) =>
        record === undefined ? shown(name) : `[${inline(record.title)}](${record.href})`,
      );
  return { supersedes: link(false), superseded: link(true) };
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
    return number !== undefined && readRecordNumber(record.file) === Number(number);
  });
}
