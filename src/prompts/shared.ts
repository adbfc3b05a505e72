/** The parts of prompts that all calls of a session share: topic, project, table, what was said. They come first, to be cached. */

import type { PromptBlock } from '../session/model-request.ts';
import type { Table } from '../session/ports/ports.ts';
import { describeMinimum } from '../session/rules/coverage.ts';
import type { Session } from '../session/session.ts';
import { listSubjectFiles } from '../session/subject.ts';
import { fenceText } from './fence.ts';
import type { Naming } from './seat-names.ts';

/** The version of all prompts: a change makes resumed sessions say that their open round is asked again. */
export const promptVersion = '17';

/** Joins the parts that hold something, one empty line apart. */
export function joinParts(parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null && part.trim() !== '').join('\n\n');
}

/** A titled section, or null when it would be empty. */
export function section(title: string, body: string): string | null {
  return body.trim() === '' ? null : `## ${title}\n${body.trim()}`;
}

/** Puts texts between the fences of a session; an empty one stays empty. */
export function createFence({ fence }: Session): (label: string, text: string) => string {
  return (label, text) => (text === '' ? '' : fenceText(label, text, fence));
}

/** A bulleted list. */
export function bullets(items: readonly string[]): string {
  return items.map((item) => `- ${item.replace(/\n/g, '\n  ')}`).join('\n');
}

/** Topic, project and table: the same in every call, for everybody. */
export function buildStable(session: Session, table: Table, naming: Naming): PromptBlock {
  const fence = createFence(session);
  const files = table.contextFiles.map(({ path, text }) => fenceText(`file ${path}`, text, session.fence));
  return {
    cache: true,
    text: joinParts([
      section('Topic', fence('topic', naming.text(session.topic))),
      section('Project', fence('project', table.context.text) || 'No project description was given.'),
      section('Under review', describeSubject(session)),
      section('To be fulfilled', describeDemands(session)),
      section('The plan before', describeEarlierPlan(session)),
      section('Files', files.join('\n')),
      section('What the project holds', fence('map of the project', table.projectMap ?? '')),
      section('Decided before in this project', describeEarlier(session)),
      section('Agenda', listTopics(table)),
      section('At the table', describeSeats(session, naming)),
    ]),
  };
}

/** What is reviewed, each line with the number that it has afterwards. */
function describeSubject({ subject, fence }: Session): string {
  if (subject === undefined) return '';
  const files = listSubjectFiles(subject).map(({ path, text, lines }) => {
    const last = lines.findLast(({ number }) => number !== null)?.number ?? 0;
    const width = String(last).length;
    const shown = lines.map((line) => `${String(line.number ?? '').padStart(width)} ${line.text}`);
    return fenceText(path, lines.length === 0 ? text : shown.join('\n'), fence);
  });
  const left = subject.left_out.map((path) => `- ${oneLine(path)}`);
  return joinParts([
    files.length === 0 ? fenceText(subject.name, subject.text, fence) : files.join('\n'),
    left.length === 0 ? null : fenceText('files of it that are not shown', left.join('\n'), fence),
    subject.kind === 'change'
      ? 'Lines with + are new, lines with - go. The number before a line is the one that it has after the change.'
      : 'The number before a line is its own.',
  ]);
}

function describeDemands({ demands = [], fence }: Session): string {
  const lines = demands.map(({ id, title, path }) => `- ${id} (${path}): ${oneLine(title)}`);
  return lines.length === 0 ? '' : fenceText('demands', lines.join('\n'), fence);
}

/** The packages of the plan before with the commits that name them, and the demands that are not as they were. */
function describeEarlierPlan({ earlier_plan: earlier, fence }: Session): string {
  if (earlier === undefined) return '';
  const packages = earlier.packages.map(({ id, title, text, check, details, commits }) =>
    [
      `- ${id} ${oneLine(title)}: ${oneLine(text)}`,
      `  Check: ${oneLine(check)}`,
      ...(['fulfils', 'touches', 'waits_for', 'risk'] as const).flatMap((name) =>
        (details[name] ?? '') === '' ? [] : [`  ${name}: ${oneLine(details[name] ?? '')}`],
      ),
      ...commits.map(({ hash, subject }) => `  commit ${hash} names it: ${oneLine(subject)}`),
    ].join('\n'),
  );
  const changed = earlier.demands.map(({ id, change }) => `- ${id}: ${change}`);
  return joinParts([
    fenceText('packages of the plan before', packages.join('\n'), fence),
    changed.length === 0
      ? 'What is demanded is as it was.'
      : `Demands that are not as they were:\n${fenceText('changed demands', changed.join('\n'), fence)}`,
    'A commit that names a package may hold only a part of it: look.',
  ]);
}

/** What the project decided before this session: a line each, as data, and what to do with it. */
function describeEarlier({ earlier_decisions: earlier = [], fence }: Session): string {
  if (earlier.length === 0) return '';
  const lines = earlier.map(
    ({ source, title, status, outcome }) =>
      `- ${source}${status === '' ? '' : ` (${status})`}: ${title}${outcome === '' ? '' : `. ${outcome}`}`,
  );
  return `${fenceText('earlier decisions', lines.join('\n'), fence)}\nThese hold. Whoever wants one changed names it and says why.`;
}

/** The agenda's topics with their criteria, for the facilitator, who has to name them; seats learn from the question what it needs. */
export function describeAgenda(table: Table): string {
  const topics = table.agenda?.topics ?? [];
  return topics
    .map((topic) => {
      const counts = topic.minimums.map(describeMinimum);
      const done = [...topic.criteria, ...counts].map((criterion) => `\n    - ${criterion}`).join('');
      const about = topic.description === '' ? '' : `: ${topic.description}`;
      return `- ${topic.id}${topic.critical ? ' (critical)' : ''} ${topic.name}${about}${done === '' ? '' : `\n  Done when:${done}`}`;
    })
    .join('\n');
}

function listTopics(table: Table): string {
  const names = (table.agenda?.topics ?? []).map(({ name }) => name);
  return names.length === 0 ? '' : `To be covered in the course of the discussion: ${names.join('; ')}.`;
}

function describeSeats(session: Session, naming: Naming): string {
  if (session.settings.anonymize) {
    const roles = session.participants.map(({ role }) => role).sort();
    const seats = session.participants.map(({ id }) => naming.seat(id)).sort();
    return `${seats.join(', ')}. The roles among them, in no order: ${roles.join(', ')}.`;
  }
  return session.participants.map(({ id }) => naming.seat(id)).join(', ');
}

/** In which language to answer. */
export function describeLanguage(session: Session): string {
  const language = session.settings.language ?? session.language;
  return language === null
    ? 'Write in the language of the topic; ids and field names stay as they are.'
    : `Write in this language: ${language}. Ids and field names stay as they are.`;
}

/** A text on one line. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** A title with lines below it; empty without lines. */
export function listUnder(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${title}:\n${lines.join('\n')}`;
}
