/**
 * Where things stand, told to everybody alike: what a person decided and advised, the items with their ids, open conflicts
 * and questions. It is what a colleague at the same table would know.
 */
import { findAtOdds } from '../../domain/at-odds.ts';
import { isShown, standsNowhere } from '../../domain/evidence.ts';
import type { Item, Statement } from '../../domain/records.ts';
import type { Fact } from '../../domain/round.ts';
import type { Session } from '../../domain/session.ts';
import { findTakingUp } from '../../domain/taken-up.ts';
import { listLive } from '../rules/new-item.ts';
import { readLatestStances } from '../rules/stances.ts';
import { markEvidence } from './look.ts';
import type { Naming } from './seat-names.ts';
import { joinParts } from './shared.ts';

/** What a reader is shown. */
interface StandingOptions {
  naming: Naming;
  /** Whether the stances of seats are named: not in a blind phase, and not before a vote. */
  stances: boolean;
  /** Whether conflicts are told with who holds what. */
  positions: boolean;
  /** The round that is being prepared: guidance after earlier ones is told. */
  round: number;
  /** False where the items stand elsewhere in the prompt. */
  items?: boolean;
  /** Characters that the wording of agreed items may have; above it they are told in a line each, above twice of it cut. */
  budget: number;
}

/** Least room of an item that is told in short, in characters. */
const shortLine = 140;

/** The whole standing part; empty before anything happened. */
export function describeStanding(session: Session, options: StandingOptions): string {
  return joinParts([
    describeDecisions(session, options.naming),
    describeGivenWay(session, options),
    describeGuidance(session, options),
    options.items === false ? null : describeItems(session, options),
    describeAtOdds(session),
    describeConflicts(session, options),
    describeOpenQuestions(session, options.naming),
    describeFacts(session, options),
  ]);
}

/** Lines under a title, or an empty text where there are none. */
export function listUnder(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${title}:\n${lines.join('\n')}`;
}

/** What a person decided. It binds the table. */
export function describeDecisions(session: Session, naming: Naming): string {
  const decided = session.artifacts.filter(
    ({ decided_by: by, status }) => by === 'user' && status === 'agreed',
  );
  const lines = decided.map((item) => {
    const { id, proposed_by: by, text, rationale } = item;
    const decision = findTakingUp(item, decided);
    if (decision !== null)
      return `- ${id}, as ${decision.id} puts it, which binds where the two differ: ${naming.text(text)}`;
    // Only for an item that the decision created is the dispute its reason.
    const on = rationale === '' || by.length > 0 ? '' : ` (on: ${naming.text(oneLine(rationale))})`;
    return `- ${id}: ${naming.text(text)}${on}`;
  });
  return listUnder('Decided by the person, and binding; no vote turns it', lines);
}

/** In the round after a decision: the wording of what gave way to it, since the decision settles only what it mentions. */
function describeGivenWay(session: Session, { naming, round }: StandingOptions): string {
  const decided = session.artifacts.filter(({ decided_by: by }) => by === 'user').map(({ id }) => id);
  const gone = session.artifacts.filter(
    ({ replaced_by: by, history }) =>
      by !== null && decided.includes(by) && history.at(-1)?.round === round - 1,
  );
  return listUnder(
    'Gave way to it; what of this still holds beside the decision has to be put forward again',
    gone.map(({ id, text }) => `- ${id}: ${naming.text(oneLine(text))}`),
  );
}

/** Agreed items that cannot well hold together, so that somebody looks. */
function describeAtOdds(session: Session): string {
  const lines = findAtOdds(session).map(({ ids, why }) => `- ${ids.join(' and ')}: ${why}`);
  return listUnder('Agreed items that seem to contradict; look whether both can hold', lines);
}

/** What the person advised; the latest counts most, so it comes last. */
export function describeGuidance(
  session: Session,
  { naming, round }: Pick<StandingOptions, 'naming' | 'round'>,
): string {
  const given = session.guidance.filter(({ after_round: after }) => after < round);
  const lines = given.map(({ after_round: after, text }) => `- after round ${after}: ${naming.text(text)}`);
  return listUnder('Advice of the person who called this meeting, the latest last', lines);
}

/** The items that are open or agreed, with their wording. */
function describeItems(session: Session, options: StandingOptions): string {
  const live = listLive(session.artifacts).filter(({ decided_by: by }) => by !== 'user');
  const open = live.filter(({ status }) => status === 'open');
  const agreed = live.filter(({ status }) => status === 'agreed');
  const size = agreed.reduce((sum, { text }) => sum + text.length, 0);
  // Checks and reasons of stances are dropped first: a wording without its exception means something else.
  const isCut = size > 2 * options.budget;
  const write = (item: Item, short: boolean): string =>
    describeItem(item, {
      ...options,
      short,
      seats: session.participants.length,
      ...(isCut ? { room: Math.max(shortLine, Math.floor((2 * options.budget) / agreed.length)) } : {}),
      ...(item.status === 'open' ? { because: shortLine } : {}),
    });
  const isShort = size > options.budget;
  return joinParts([
    listUnder(
      'Agreed so far',
      agreed.map((item) => write(item, isShort)),
    ),
    listUnder(
      'Open items',
      open.map((item) => write(item, false)),
    ),
  ]);
}

/**
 * One item in a line or a few: id, title, text, what it is to replace, and where seats stand. `room` and `because` are the most
 * characters of its text, where it is short, and of its reason; `seats` is how many there are, so that all need not be named.
 */
export function describeItem(
  item: Item,
  options: Pick<StandingOptions, 'naming' | 'stances'> & {
    short: boolean;
    room?: number;
    because?: number;
    seats?: number;
  },
): string {
  const { naming, short } = options;
  const text = naming.text(oneLine(item.text));
  const title = item.title === '' || short ? '' : `${naming.text(item.title)}: `;
  const marks = [
    ...(item.priority === null ? [] : [item.priority]),
    // What is agreed has replaced them.
    ...(item.replaces.length === 0 || item.status !== 'open'
      ? []
      : [`to replace ${item.replaces.join(', ')}`]),
    ...(item.contradicts.length === 0 ? [] : [`contradicts ${item.contradicts.join(', ')}`]),
  ];
  const because =
    options.because === undefined || item.rationale === ''
      ? ''
      : ` Because: ${cutLine(naming.text(oneLine(item.rationale)), options.because)}`;
  const acceptance =
    short || item.acceptance.length === 0
      ? ''
      : ` Accepted when: ${naming.text(item.acceptance.map(oneLine).join('; '))}`;
  const stances = options.stances ? describeStances(item, options) : '';
  return `- ${item.id}${marks.length === 0 ? '' : ` (${marks.join('; ')})`}: ${title}${short && options.room !== undefined ? cutLine(text, options.room) : text}${because}${acceptance}${stances}`;
}

/** Who stands where on an item; where there is room, with the reasons of those who do not support it. */
function describeStances(
  item: Item,
  { naming, short, seats }: { naming: Naming; short: boolean; seats?: number },
): string {
  const latest = [...readLatestStances(item)];
  if (latest.length === 0) return '';
  const supporters = latest
    .filter(([, { stance }]) => stance === 'support')
    .map(([seat]) => naming.seat(seat));
  const others = latest.filter(([, { stance }]) => stance !== 'support');
  const said = others.map(([seat, { stance, reason }]) => {
    const because = short || reason === '' ? '' : ` (${naming.text(oneLine(reason))})`;
    return `${naming.seat(seat)} ${stance === 'block' ? 'blocks' : 'stands aside'}${because}`;
  });
  const names = supporters.length === seats ? 'all' : supporters.join(', ');
  const support =
    supporters.length === 0 ? [] : [`${names} ${supporters.length === 1 ? 'supports' : 'support'}`];
  return ` [${[...support, ...said].join('; ')}]`;
}

function describeConflicts(session: Session, options: StandingOptions): string {
  const { naming } = options;
  const open = session.conflicts.filter(({ status }) => status === 'open');
  const lines = open.map(({ id, description, rounds_open: age, item_ids: items, positions }) => {
    const held = options.positions
      ? positions
          .map(({ seat, text }) => `\n    ${naming.seat(seat)}: ${naming.text(oneLine(text))}`)
          .join('')
      : '';
    const about = items.length === 0 ? '' : `; about ${items.join(', ')}`;
    return `- ${id} (open for ${age} ${age === 1 ? 'round' : 'rounds'}${about}): ${naming.text(description)}${held}`;
  });
  return listUnder('Open conflicts', lines);
}

function describeOpenQuestions(session: Session, naming: Naming): string {
  const open = session.open_questions.filter(({ status }) => status === 'open');
  const lines = open.map(({ id, text }) => `- ${id}: ${naming.text(oneLine(text))}`);
  return listUnder('Open questions, which the panel cannot answer by itself', lines);
}

/** How many facts with places are told, the latest, in characters of each. */
const mostFacts = 12;
const longestFact = 200;
/** How many of those that nobody looked up. */
const mostUnchecked = 8;

/** What seats said of the project's files, with what the program saw there; where others are told of, also what nobody looked up. */
function describeFacts(session: Session, { naming, positions }: StandingOptions): string {
  const facts = session.rounds.flatMap((round) => round.facts);
  const write = (keep: (fact: Fact) => boolean, most: number, mark: (fact: Fact) => string): string[] => {
    const lines = facts
      .filter(keep)
      .map((fact) => `- ${cutLine(naming.text(oneLine(fact.text)), longestFact)}${mark(fact)}`);
    return [...new Set(lines)].slice(-most);
  };
  const found = ({ evidence }: Fact): string => markEvidence(evidence);
  const isBare = ({ evidence, text }: Fact): boolean => evidence.length === 0 && text.trim() !== '';
  return joinParts([
    listUnder(
      "Facts that stand in the project's files",
      write(({ evidence }) => evidence.some(isShown), mostFacts, found),
    ),
    listUnder(
      'Said as facts, but not found where they are said to stand',
      write(({ evidence }) => standsNowhere(evidence), mostFacts, found),
    ),
    listUnder(
      'Said as facts, looked up by nobody',
      positions ? write(isBare, mostUnchecked, ({ seat }) => ` (${naming.seat(seat)})`) : [],
    ),
  ]);
}

/** A statement with its reason and check, on lines of its own. */
export function describeStatement(
  statement: Pick<Statement, 'id' | 'text' | 'why' | 'verify' | 'replaces' | 'priority'> & {
    evidence?: Statement['evidence'] | undefined;
  },
  naming: Naming,
): string {
  const { id, text, why, verify, replaces, priority, evidence = [] } = statement;
  const more = [
    ...(priority === undefined ? [] : [priority]),
    ...(why === '' ? [] : [`why: ${naming.text(oneLine(why))}`]),
    ...(verify === '' ? [] : [`holds if: ${naming.text(oneLine(verify))}`]),
    ...(replaces.length === 0 ? [] : [`in place of ${replaces.join(', ')}`]),
  ];
  return `${id}: ${naming.text(oneLine(text))}${more.length === 0 ? '' : ` (${more.join('; ')})`}${markEvidence(evidence)}`;
}

/** A line of bounded length, cut at a word, with a mark. */
export function cutLine(line: string, limit = shortLine): string {
  if (line.length <= limit) return line;
  const head = line.slice(0, limit);
  const end = head.lastIndexOf(' ');
  return `${(end > limit / 2 ? head.slice(0, end) : head).trimEnd()} […]`;
}

/** A text on one line. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
