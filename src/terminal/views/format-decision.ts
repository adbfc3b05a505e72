/** The first lines about a session: what was decided, by whom, how firm it is, what waits for a person, and where the files are. */
import type { Session } from '../../session/session.ts';
import { sayAnswer } from '../../wording/escalation.ts';
import { sayFirmness } from '../../wording/firmness.ts';
import { formatPlural, formatUsageBriefly } from '../../wording/format-numbers.ts';
import { sayDegradation, sayEnglish } from '../../wording/labels.ts';
import { nameSeat } from '../../wording/name-seat.ts';
import { openTitle, sayDecider, sayDocument, sayEnding } from '../../wording/outcome.ts';
import { beginSentence } from '../../wording/sentence.ts';
import type { Page } from '../page.ts';
import { addLine, countItems, sayNotAgreed } from './format-items.ts';

/** The most entries of one kind that are shown. */
const mostShown = 4;

/** Up to this many waiting things are shown whole, more in a line each. */
const mostWhole = 3;

/**
 * The decision, who made it and how firm it is, what was missing, what waits, and the files. For a session without an outcome, only what
 * people have decided so far.
 */
export function addDecision(page: Page, session: Session): void {
  const { outcome, text } = session;
  const { theme } = page;
  const decided = session.escalations.filter(
    ({ decision, text: own }) => decision === 'own' && own !== outcome?.decision,
  );
  if (outcome === null) {
    const answered = session.escalations.filter(({ status }) => status === 'answered');
    page.list(
      'Answered',
      answered.map((escalation) => `${escalation.id}, ${sayAnswer(escalation)}`),
    );
    if (answered.length > 0) page.text(`The text is not ${text === null ? 'written' : 'finished'} yet.`);
    return;
  }
  page.text(outcome.decision, { style: theme.strong });
  page.blank();
  page.field(
    'Decision',
    `${[sayDecider(outcome, session), sayEnding(outcome, session)].filter(Boolean).join('; ')}.`,
  );
  for (const escalation of decided) page.text(`${escalation.id}, ${sayAnswer(escalation)}`, { indent: 2 });
  const name = (seat: string): string => nameSeat(session.participants, seat);
  const firmness = [sayFirmness(session, name), text?.firmness.trim() ?? ''];
  if (firmness.some((part) => part !== '')) page.field('How firm', firmness.join(' ').trim());
  for (const { seat, text: words, on } of outcome.dissent.slice(0, mostShown)) {
    const who = `${name(seat)}${on === null ? '' : ` on ${on}`}`;
    addLine(page, theme.symbols.bullet, `Dissent, ${who}: ${words}`);
  }
  const missing = outcome.degradation.map((entry) =>
    sayDegradation(entry, sayEnglish, {
      seat: name,
      item: (id) => id,
    }),
  );
  for (const line of cutList(missing, (more) => more)) page.line(theme.caution(theme.symbols.warning), line);
  const unsettled = listUnsettled(session);
  const isUnsettled = unsettled.length > 0;
  const open = [...unsettled, ...listQuestions(session, isUnsettled ? ', open' : '')];
  const again = `Not settled; to discuss it anew: ${sayNewDiscussion(session.workflow_type)}`;
  if (open.length > 0) page.heading(isUnsettled ? again : openTitle);
  const mark = theme.caution(theme.symbols.pointer);
  for (const { text, tail } of open)
    if (open.length <= mostWhole) page.item(mark, `${text}${tail}`);
    else addLine(page, mark, text, tail);
  if (outcome.files.length > 0) page.blank();
  addFiles(page, outcome.files);
}

/** Something that is open; `tail` is who answers it, and until when. */
interface Open {
  text: string;
  tail: string;
}

function sayNewDiscussion(workflow: Session['workflow_type']): string {
  // A plan and a review take documents and changes; their topic is the program's.
  if (workflow === 'plan' || workflow === 'review') return `s2s ${workflow}`;
  if (workflow === 'revisit') return 's2s design --revisit <record>';
  return `s2s ${workflow === 'roundtable' ? 'roundtable start' : workflow} "..."`;
}

/** What there is so far, in a few words each: `5 items, all agreed`, `3 rounds, 29 calls, 87k tokens, no cost`. */
export function listFigures(session: Session): string[] {
  const open = session.conflicts.filter(({ status }) => status === 'open').length;
  const items = session.artifacts.length === 0 ? [] : [countItems(session.artifacts)];
  return [
    [...items, ...(open === 0 ? [] : [formatPlural(open, 'open conflict')])].join(', '),
    `${formatPlural(session.total_rounds, 'round')}, ${formatUsageBriefly(session.usage)}`,
  ].filter((part) => part !== '');
}

const plain = (text: string): Open => ({ text, tail: '' });

/** Open conflicts and items without agreement: nobody can be asked about them any more. */
function listUnsettled({ conflicts, artifacts, participants }: Session): Open[] {
  const open = conflicts
    .filter(({ status }) => status === 'open')
    .map(({ id, description }) => plain(`${id}, not settled: ${description}`));
  const items = artifacts
    .filter(({ status }) => status === 'not-agreed')
    .map((item) => plain(sayNotAgreed(item, participants)));
  return [open, items].flatMap((entries) => cutList(entries, plain));
}

/** The questions that the panel could not answer; no command does either. `state` stands behind the id. */
function listQuestions({ open_questions: questions }: Session, state: string): Open[] {
  const open = questions
    .filter(({ status }) => status === 'open')
    .map(({ id, text, for_whom: whom, until }) => {
      const who = [whom, until].filter((part) => part !== '').join(', ');
      return { text: `${id}${state}: ${text}`, tail: who === '' ? '' : ` (${who})` };
    });
  return cutList(open, plain);
}

/** The first entries, and how many more there are. */
function cutList<Entry>(entries: readonly Entry[], say: (more: string) => Entry): Entry[] {
  const more = entries.length - mostShown;
  return more <= 1 ? [...entries] : [...entries.slice(0, mostShown), say(`and ${more} more`)];
}

/** The files of a session. */
export function addFiles(page: Page, files: readonly { type: string; path: string }[]): void {
  for (const { type, path } of files) page.text(`${beginSentence(sayDocument(type))}: ${path}`);
}
