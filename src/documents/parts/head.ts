/**
 * The first screen: the decision, why, how firm it is, what a person decided, who dissents, what is open. Everybody who signs reads
 * this, and many read nothing else.
 */

import { readDay } from '../../session/rules/read-day.ts';
import { isSameText } from '../../session/rules/same-text.ts';
import { readVerdict } from '../../session/rules/verdict.ts';
import { readVotes } from '../../session/rules/votes.ts';
import type { Text } from '../../session/text.ts';
import { endSentence } from '../../wording/sentence.ts';
import { describeRecord } from '../adr/record-folder.ts';
import { findRevisited } from '../document-paths.ts';
import { codeSpan, heading, inline } from '../markdown/text.ts';
import { isNotAgreed, type Printing } from '../printing.ts';
import { listCarriers } from './carriers.ts';
import { isDecision, nameDecider } from './decisions.ts';
import { label } from './items.ts';
import { announceQuestions } from './questions.ts';

/** A record that the text replaces: a link to it, or its name, and whether it says so itself by now. */
export interface Replaced {
  name: string;
  isDone: boolean;
}

/** The first screen without title and notices. */
export function printHead(text: Text, printing: Printing, replaced: readonly Replaced[]): string {
  const { say, line } = printing;
  return [
    printDecision(text, printing),
    ...printDecided(text, printing, { isHeadline: true }),
    text.why
      .map(line)
      .filter((part) => part !== '')
      .join(' '),
    label(say('head.firmness'), line(text.firmness)),
    ...printDecided(text, printing, { isHeadline: false }),
    printRevisited(printing),
    printReviewed(printing),
    label(say('head.replaced'), listNames(replaced, true)),
    label(say('head.replaces'), listNames(replaced, false)),
    printDissent(printing),
    announceQuestions(printing),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** The record that is looked at again, and what that came to. */
function printRevisited({ session, say }: Printing): string {
  const revisited = findRevisited(session);
  if (revisited === null) return '';
  const { title, name } = describeRecord({ name: revisited.name, text: session.subject?.text ?? '' });
  return `*${say('head.revisits')}:* [${title}](${encodeURI(name)}): ${say(`verdict.${readVerdict(session) ?? 'none'}`)}`;
}

/** What a review is of, and from where to where, so that its lines can be found when the project has moved on. */
function printReviewed({ session, say }: Printing): string {
  const { workflow_type: workflow, subject } = session;
  if (workflow !== 'review' || subject === undefined) return '';
  const { name, base, head, commits = [] } = subject;
  const range =
    base !== undefined && head === undefined
      ? say('head.since', { base: inline(shorten(base)) })
      : [base, head].flatMap((hash) => (hash === undefined ? [] : [inline(shorten(hash))])).join('..');
  const listed = commits.map(({ hash, subject: words }) => `* ${inline(shorten(hash))} ${inline(words)}`);
  const what = codeSpan(name.replace(/[\s`]+/g, ' '));
  const whole = `*${say('head.reviewed')}:* ${what}${range === '' ? '' : ` (${range})`}`;
  return listed.length === 0 ? whole : `${whole}\n\n${listed.join('\n')}`;
}

/** As many digits as tell commits apart in a large project. */
function shorten(hash: string): string {
  return hash.slice(0, 12);
}

/** The decision in bold, and before it what it is where it is none. */
function printDecision(text: Text, { session, say, plain }: Printing): string {
  const decision = plain(text.decision) || plain(session.outcome?.decision ?? '');
  if (decision === '') return '';
  switch (session.outcome?.result) {
    case 'undecided':
    case 'stable-disagreement':
      return `${say('head.proposed')}: **${decision}**`;
    case 'collected':
      return `${say('head.collected')}: **${decision}**`;
    default:
      return `**${decision}**`;
  }
}

/** What was decided in the place of the panel: by whom, when, and in which words, unless they are the headline. */
function printDecided(
  { decision }: Text,
  { session, say, line }: Printing,
  { isHeadline }: { isHeadline: boolean },
): string[] {
  const headlines = [decision, session.outcome?.decision ?? ''];
  return session.escalations.filter(isDecision).flatMap((one) => {
    const name = nameDecider(one, say);
    const date = readDay(one.answered_at ?? session.updated_at, session);
    const label = say('head.decided', { name, date });
    const words = one.text ?? one.recommendation ?? '';
    if (headlines.some((headline) => isSameText(headline, words)) !== isHeadline) return [];
    return [isHeadline ? `**${endSentence(label)}**` : `**${label}:** ${line(words) || '–'}`];
  });
}

/**
 * What seats hold against the text, each with what it is about. Against items that were not agreed it is printed with those, further
 * below; so is what a seat holds in the one conflict that is open, where it is against the one item that was not agreed.
 */
function printDissent(printing: Printing): string {
  const { session, say, line, nameSeat, printId } = printing;
  const open = session.artifacts.filter(isNotAgreed);
  const conflicts = session.conflicts.filter(({ status }) => status === 'open');
  const [only, ...others] = open;
  const isBelow = (seat: string): boolean =>
    only !== undefined &&
    others.length === 0 &&
    conflicts.length === 1 &&
    readVotes(only).get(seat)?.vote !== 'ratify';
  const lines = (session.outcome?.dissent ?? [])
    .filter(({ on, seat }) => !open.some(({ id }) => id === on) && !(isConflict(on) && isBelow(seat)))
    .map(({ seat, text, on, vote }) => {
      const conflict = session.conflicts.find(({ id }) => id === on);
      const about =
        conflict === undefined ? inline(printId(on ?? '')) : line(firstSentence(conflict.description));
      const what = [
        ...(about === '' ? [] : [about]),
        ...(vote === 'ratify' || isConflict(on) ? [] : [say(`vote.${vote}`)]),
      ].join(', ');
      return `* ${nameSeat(seat)}${what === '' ? '' : ` (${what})`}: ${line(text) || '–'}`;
    });
  function isConflict(on: string | null): boolean {
    return on === null || session.conflicts.some(({ id }) => id === on);
  }
  const items = open
    .map((item) => {
      const places = listCarriers(item, printing);
      const name = inline(printId(item.id));
      return places.length === 0 ? name : `${name} (${say('head.carried', { places: places.join(', ') })})`;
    })
    .join('; ');
  return [
    lines.length === 0 ? '' : `**${heading(say('head.dissent'), '–')}**\n\n${lines.join('\n')}`,
    label(say('head.not_agreed'), items),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function firstSentence(text: string): string {
  return (/^[\s\S]*?[.!?:](?=\s|$)/.exec(text)?.[0] ?? text).replace(/[.:]$/, '');
}

function listNames(replaced: readonly Replaced[], isDone: boolean): string {
  return replaced
    .filter((one) => one.isDone === isDone)
    .map(({ name }) => name)
    .join(', ');
}
