/** The text as prompts show it: whole, with the ids that replies name, and its marks as they stand. */
import type { Fact } from '../session/records.ts';
import { replaceMarks, splitAtItems } from '../session/rules/text-measures.ts';
import type { Session } from '../session/session.ts';
import type { Amendment, Item, Prose, Text } from '../session/text.ts';
import type { Naming } from './seat-names.ts';
import { joinParts, listUnder, oneLine } from './shared.ts';

/** Whether marks stay as they are, for the writer, or are shown as the reader will see them. */
type Marks = 'kept' | 'resolved';

/** The whole text. */
export function describeText(session: Session, marks: Marks): string {
  const { text } = session;
  if (text === null) return '';
  const show = (part: string): string => (marks === 'kept' ? part : resolveMarks(part, session.dossier));
  const placed = new Set(text.sections.map(({ id }) => id));
  const stray = session.artifacts.filter(({ section }) => !placed.has(section));
  return show(
    [
      `# ${text.title}`,
      `[decision] ${text.decision}`,
      text.why.map((reason) => `[why] ${reason}`).join('\n'),
      `[firmness] ${text.firmness}`,
      describeWeighing(text),
      ...text.sections.map((one) =>
        [`## [${one.id}] ${one.title}`, ...listSectionParts(session, one, marks)]
          .filter((part) => part !== '')
          .join('\n\n'),
      ),
      ...stray.map((item) => describeTextItem(item)),
      describeOpen(session),
    ]
      .filter((part) => part !== '')
      .join('\n\n'),
  );
}

/**
 * A section's body and its items: for a reader an item stands at its mark, as in print; the writer, who returns the body, sees the mark. The
 * other items follow.
 */
function listSectionParts(
  { artifacts }: Session,
  { id, body }: Text['sections'][number],
  marks: Marks,
): string[] {
  const items = artifacts.filter(({ section }) => section === id);
  const placed = marks === 'kept' ? [body] : splitAtItems(body, items);
  const parts = [...placed, ...items.filter((item) => !placed.includes(item))];
  return parts.map((part) => (typeof part === 'string' ? part.trim() : describeTextItem(part)));
}

/** One item with all its fields. */
export function describeTextItem(item: Item, facts?: readonly Fact[]): string {
  const { id, kind, title, text, why, check, priority, decision } = item;
  const marked = [
    kind,
    ...(priority === null ? [] : [priority]),
    ...(decision === null ? [] : [`carries out ${decision}`]),
  ];
  const lines = [
    `[${id}] ${title} (${marked.join(', ')})`,
    text,
    ...(why === '' ? [] : [`why: ${why}`]),
    ...(check === '' ? [] : [`check: ${check}`]),
    ...Object.entries(item.details).map(([name, words]) => `${name}: ${words}`),
    ...(item.replaces.length === 0 ? [] : [`replaces: ${item.replaces.join(', ')}`]),
    ...(item.facts.length === 0 ? [] : [`rests on: ${item.facts.map((fact) => `[[${fact}]]`).join(', ')}`]),
  ].join('\n');
  return facts === undefined ? lines : resolveMarks(lines, facts);
}

/** The ways that are weighed, and by what. */
function describeWeighing({ drivers, ways }: Text): string {
  return joinParts([
    listUnder(
      '[drivers]',
      drivers.map((one) => `- ${one}`),
    ),
    listUnder('[ways]', ways.map(describeWay)),
  ]);
}

function describeWay(way: Text['ways'][number]): string {
  return `- ${way.name}${way.chosen ? ' (chosen)' : ''}: ${way.meaning} For: ${way.for} Against: ${way.against} Why: ${way.because}`;
}

function describeOpen({ open_questions: questions }: Session): string {
  const open = questions
    .filter(({ status }) => status === 'open')
    .map(
      ({ id, text, for_whom, until, meanwhile }) =>
        `- ${id} ${oneLine(text)}${for_whom === '' ? '' : ` Who: ${for_whom}.`}${until === '' ? '' : ` Until: ${until}.`}${meanwhile === '' ? '' : ` Meanwhile: ${meanwhile}`}`,
    );
  return open.length === 0 ? '' : `[open questions]\n${open.join('\n')}`;
}

/** The lines of a text that changed, old against new. What stands in both is left out: the text itself is shown whole. */
export function describeDifference(before: string, after: string): string[] {
  const split = (body: string): string[] => body.split('\n').filter((line) => line.trim() !== '');
  const [old, now] = [split(before), split(after)];
  return [
    ...old.filter((line) => !now.includes(line)).map((line) => `was: ${line}`),
    ...now.filter((line) => !old.includes(line)).map((line) => `now: ${line}`),
  ];
}

/** The passages beside items that a revision or a patch changed, old against new; empty where none did. */
export function describePassages({ text, dossier }: Session): string {
  const old = text?.before ?? text?.reviewed;
  if (!text || !old) return '';
  const now = new Map(listPassages({ head: text, sections: text.sections }));
  const changed = listPassages(old).flatMap(([id, body]) => {
    const lines = describeDifference(body, now.get(id) ?? '');
    return lines.length === 0 ? [] : [[`[${id}]`, ...lines].join('\n')];
  });
  return resolveMarks(changed.join('\n\n'), dossier);
}

function listPassages({ head, sections }: Prose): [id: string, body: string][] {
  const { decision, why, firmness, drivers, ways } = head;
  return [
    ['decision', decision],
    ['why', why.join('\n')],
    ['firmness', firmness],
    ['drivers', drivers.join('\n')],
    ['ways', ways.map(describeWay).join('\n')],
    // A section may have the name of a part of the head.
    ...sections.map(({ id, body }): [string, string] => [`section ${id}`, body]),
  ];
}

/** References to items by their ids, facts by their places, in brackets as they will be printed. */
export function resolveMarks(text: string, dossier: readonly Fact[]): string {
  return replaceMarks(text, (id) => {
    const fact = dossier.find((one) => one.id === id);
    if (fact === undefined) return id;
    return fact.line === null ? `[${fact.path}]` : `[${fact.path}:${fact.line}]`;
  });
}

/** What was put to the writer, one under the other. */
export function describeAmendments(
  amendments: readonly Amendment[],
  session: Session,
  naming: Naming,
): string {
  return amendments
    .map(({ id, kind, seat, targets, operation, field, old, words, reason, severity, facts }) => {
      const role = session.participants.find((one) => one.id === seat)?.role ?? seat;
      const from = session.settings.anonymize ? naming.seat(seat) : role;
      const rests = facts.length === 0 ? '' : ` Rests on ${facts.map((fact) => `[[${fact}]]`).join(', ')}.`;
      const head = `${id} (${from})`;
      const part = (name: string, text: string): string =>
        text === '' ? '' : `\n  ${name}: “${naming.text(text)}”`;
      const because = reason === '' ? '' : `\n  Because: ${naming.text(reason)}`;
      if (kind === 'pair')
        return `${head} cannot both hold: ${targets.join(' and ')}, when ${naming.text(words)}`;
      if (kind === 'question') return `${head} asks: ${naming.text(words)}`;
      if (kind === 'remark') return `${head} remarks on ${targets.join(', ')}: ${naming.text(reason)}`;
      if (kind === 'ratify-if')
        return `${head} would sign ${targets.join(', ')} with these words:${part('New words', words)}${because}`;
      return `${head} ${severity}: ${operation} ${targets.join(', ')}${field === '' ? '' : ` ${field}`}${part('In place of', old)}${part('New words', words)}${because}${rests}`;
    })
    .join('\n');
}

/** What became of amendments, for whoever asked for them. */
export function describeAnswers(
  amendments: readonly Amendment[],
  { dossier }: Session,
  naming: Naming,
): string {
  return amendments
    .map(({ id, targets, field, answer, because }) => {
      const about = [...targets, field].filter((part) => part !== '').join(' ');
      return `- ${id}${about === '' ? '' : ` on ${about}`}: ${answer}${because === '' ? '' : `. ${resolveMarks(naming.text(oneLine(because)), dossier)}`}`;
    })
    .join('\n');
}
